"""The files of a folder, so that none is passed over in silence."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import NoReturn

_VARIABLE, _FOLLOW = "RAGCHUNK_LINKS", "follow"
_NAMED = 3


class LinkWarning(UserWarning):
    """Links in a folder lead outside it and were left out."""


def files_in(folder: Path) -> list[Path]:
    """All files below a folder, in the order of their names; hidden ones are left out.

    Links to folders are not followed, so that none leads back. A link to a file outside the folder is left out, with a
    ``LinkWarning``: a folder from elsewhere must not bring in files of this machine. The environment variable
    ``RAGCHUNK_LINKS=follow`` takes such links in, and so does naming the link itself. A link that leads nowhere is in
    the list: who reads it is told so.

    Raises
    ------
    OSError
        If the folder or one in it cannot be looked into.
    """
    found: list[Path] = []
    outside: list[Path] = []
    root = os.path.join(os.path.realpath(folder), "")
    for place, inside, names in os.walk(folder, onerror=_refuse):
        inside[:] = [name for name in inside if not name.startswith(".")]
        for path in (Path(place, name) for name in names if not name.startswith(".")):
            if path.is_file():
                (outside if _leads_out(path, root) else found).append(path)
            elif not os.path.exists(path):  # pipes and devices are neither files nor links that lead nowhere
                found.append(path)
    if outside:
        warnings.warn(_left_out(sorted(outside, key=Path.as_posix)), LinkWarning, stacklevel=2)
    return sorted(found, key=Path.as_posix)


def _leads_out(path: Path, root: str) -> bool:
    if not path.is_symlink() or os.environ.get(_VARIABLE) == _FOLLOW:
        return False
    return not os.path.realpath(path).startswith(root)


def _left_out(paths: list[Path]) -> str:
    named = ", ".join(path.as_posix() for path in paths[:_NAMED])
    named += f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    lead, they = ("leads", "it was") if len(paths) == 1 else ("lead", "they were")
    return (
        f"{named} {lead} outside the folder, so {they} left out; name a link itself, or set the environment variable "
        f"{_VARIABLE}={_FOLLOW}, if this is meant"
    )


def _refuse(error: OSError) -> NoReturn:
    raise error
