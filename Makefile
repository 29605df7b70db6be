# Every command lives in scripts/tasks.py, which also runs where there is no make: python scripts/tasks.py help
PYTHON := $(shell command -v python3 || command -v python)
FILES ?=

.PHONY: help book test lab notebooks serve pdf bench lighthouse fuzz packages vectors course wheelhouse check-room clean
help book test lab notebooks serve pdf bench lighthouse fuzz packages vectors course wheelhouse check-room clean:
ifeq ($(PYTHON),)
	@echo "Python is missing. Install Python 3.11, 3.12 or 3.13 (python.org, or: sudo apt install python3 python3-venv), then run this again."; exit 1
else
	@$(PYTHON) scripts/tasks.py $@ $(FILES)
endif
