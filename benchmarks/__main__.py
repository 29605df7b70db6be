"""Run a benchmark: python -m benchmarks [--quick] [--json PATH]; or questions or corpus, each with --help."""

import sys

if sys.argv[1:2] == ["questions"]:
    from .questions import main

    main(sys.argv[2:])
elif sys.argv[1:2] == ["corpus"]:
    from .corpus import main

    sys.exit(main(sys.argv[2:]))
else:
    from .bench import main

    main()
