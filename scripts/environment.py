"""The environment .venv of the checkout: found, made, mended and filled with what requirements.txt asks for."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time

from running import ROOT, VENV, VENV_PYTHON, WHEELHOUSE, Problem, say

VERSIONS = ((3, 11), (3, 12), (3, 13))


def version_of(command):
    """The (major, minor) of a Python command; None where it is missing or does not run."""
    code = "import sys; print(*sys.version_info[:2])"
    try:
        done = subprocess.run([*command, "-c", code], capture_output=True, text=True, timeout=60, check=False)
        return tuple(int(part) for part in done.stdout.split()) if done.returncode == 0 else None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def find_python():
    """A command that starts a Python the lessons run on; 3.11 where there is a choice, since outputs come from it."""
    names = [[f"python{major}.{minor}"] for major, minor in VERSIONS]
    if os.name == "nt":
        names = [["py", f"-{major}.{minor}"] for major, minor in VERSIONS] + names
    seen = []
    for name in [*names, ["python3"], ["python"], [sys.executable]]:
        version = version_of(name) if shutil.which(name[0]) else None
        if version in VERSIONS:
            return name
        if version:
            seen.append(f"{name[0]} is {version[0]}.{version[1]}")
    found = f" ({', '.join(dict.fromkeys(seen))})" if seen else ""
    raise Problem(
        f"No Python 3.11, 3.12 or 3.13 was found{found}.\n"
        "  Debian, Ubuntu: sudo apt install python3 python3-venv\n"
        "  macOS:          brew install python@3.11\n"
        "  Windows:        winget install Python.Python.3.11\n"
        "  Or get it from python.org; then run this command again."
    )


def requirement_names():
    """The names of the packages in requirements.txt."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [match[0] for match in (re.match(r"[A-Za-z0-9_.-]+", line) for line in lines) if match]


def environment_stamp():
    """Changes when the environment no longer fits: other requirements, or the checkout moved."""
    parts = [(ROOT / name).read_bytes() for name in ("requirements.txt", "pyproject.toml")]
    return hashlib.sha256(b"\0".join([*parts, str(ROOT).encode()])).hexdigest()


def missing_packages():
    code = (
        "import sys, importlib.metadata as m\n"
        "for name in sys.argv[1:]:\n"
        "    try: m.distribution(name)\n"
        "    except m.PackageNotFoundError: print(name)"
    )
    names = [*requirement_names(), "ragchunk-lessons"]
    done = subprocess.run([str(VENV_PYTHON), "-c", code, *names], capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else names


def ensure_environment():
    """Make .venv where there is none, mend it where it is broken, and install what requirements.txt asks for."""
    if VENV.exists() and version_of([str(VENV_PYTHON)]) not in VERSIONS:
        say("The environment .venv does not run, or on another Python than 3.11 to 3.13: making it anew")
        shutil.rmtree(VENV, ignore_errors=True)
    if not VENV.exists():
        command = find_python()
        say(f"Making the environment .venv with {' '.join(command)}")
        done = subprocess.run([*command, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
        if done.returncode or version_of([str(VENV_PYTHON), "-m", "pip", "--version"][:1]) is None:
            shutil.rmtree(VENV, ignore_errors=True)
            raise Problem(
                f"The environment could not be made:\n{(done.stdout + done.stderr).strip()}\n"
                "  On Debian and Ubuntu the part that makes environments is a package of its own:\n"
                "  sudo apt install python3-venv"
            )
    stamp = VENV / "ready.txt"
    absent = missing_packages()
    if not absent and stamp.exists() and stamp.read_text() == environment_stamp():
        return
    say(f"Installing the packages of requirements.txt into .venv ({len(absent)} to come, the rest is checked)")
    if absent:
        say("  this happens once and takes some minutes: the largest package, torch, is several hundred MB or more")
    started = time.time()
    install("-r", "requirements.txt", "-e", ".")
    if missing_packages():
        raise Problem(f"These packages are still missing: {', '.join(missing_packages())}. Remove .venv and try again.")
    stamp.write_text(environment_stamp())
    say(f"  ready after {time.time() - started:.0f} s")


def install(*what):
    """pip install, showing what it fetches and nothing else."""
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--disable-pip-version-check", *what]
    if WHEELHOUSE.is_dir():
        command += ["--no-index", "--find-links", str(WHEELHOUSE)]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8", "errors": "replace"}
    pip = subprocess.Popen(command, cwd=ROOT, **piped)
    tail = []
    for line in pip.stdout:
        tail = [*tail[-15:], line.rstrip()]
        if line.lstrip().startswith(("Downloading", "Installing", "Building")):
            print(f"  {line.strip()[:100]}", flush=True)
    if pip.wait():
        raise Problem("\n  ".join(["pip stopped:", *tail, "Is there a network, and space on the disk?"]))
