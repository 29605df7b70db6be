"""``python -m ragchunk_lessons``: the command ``ragchunk``."""

import sys

from .command import main

if __name__ == "__main__":
    sys.exit(main())
