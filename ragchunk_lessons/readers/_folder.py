"""The files of a folder, so that none is passed over in silence."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn


def files_in(folder: Path) -> list[Path]:
    """All files below a folder, in the order of their names; hidden ones are left out.

    Links to folders are not followed, so that none leads back. A link that leads nowhere is in the list: who reads it
    is told so.

    Raises
    ------
    OSError
        If the folder or one in it cannot be looked into.
    """
    found = []
    for place, inside, names in os.walk(folder, onerror=_refuse):
        inside[:] = [name for name in inside if not name.startswith(".")]
        paths = (Path(place, name) for name in names if not name.startswith("."))
        # Pipes and devices are neither files nor links that lead nowhere.
        found += [path for path in paths if path.is_file() or not os.path.exists(path)]
    return sorted(found, key=Path.as_posix)


def _refuse(error: OSError) -> NoReturn:
    raise error
