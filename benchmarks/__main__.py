"""Run a benchmark: python -m benchmarks [--quick] [--json PATH], or python -m benchmarks questions --help."""

import sys

if sys.argv[1:2] == ["questions"]:
    from .questions import main

    main(sys.argv[2:])
else:
    from .bench import main

    main()
