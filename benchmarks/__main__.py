"""Run the benchmark: python -m benchmarks [--quick] [--json PATH]."""

from .bench import main

main()
