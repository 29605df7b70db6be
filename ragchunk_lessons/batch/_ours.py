"""Whether a folder holds what a run writes, and nothing else: only then may anything in it be taken away."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ._lock import LOCK

RUN, SUMMARY = "run.json", "summary.json"
FORMAT = 1
_PART = re.compile(r"part-\d{5,}-[0-9a-f]{12}")
_UNFINISHED = re.compile(rf"({re.escape(RUN)}|{re.escape(SUMMARY)})\.[0-9a-f]{{8}}\.part")
_KEYS = {"source": str, "part_bytes": int, "settings": dict, "token": str}


def read_run(path: Path) -> tuple[dict[str, Any] | None, str | None]:
    """What ``run.json`` says, if it says all; and otherwise, if it is there, what is wrong with it."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None, None
    except (ValueError, RecursionError):
        return None, f"{path.as_posix()} is broken"
    if not isinstance(said, dict) or "format" not in said:
        return None, f"{path.as_posix()} is broken"
    if said["format"] != FORMAT:
        return None, f"{path.as_posix()} is of another version of this package"
    lacking = [key for key, kind in _KEYS.items() if not isinstance(said.get(key), kind)]
    if not lacking and said["part_bytes"] < 1:
        lacking = ["part_bytes"]
    if lacking:
        return None, f"{path.as_posix()} is broken: it does not say {', '.join(lacking)}"
    return said, None


def is_ours(folder: Path) -> bool:
    """Whether all that lies in a folder, if anything does, has the names that a run gives."""
    if not folder.exists():
        return True
    if not folder.is_dir():
        return False
    names = {path.name for path in folder.iterdir()}
    tables = [folder / name for name in ("chunks", "documents")]
    if names & {RUN, SUMMARY} and not all(table.is_dir() for table in tables) and not _has_format(folder / RUN):
        return False
    files = {name for name in names if name in (RUN, SUMMARY, LOCK) or _UNFINISHED.fullmatch(name)}
    folders = names & {"chunks", "documents", "_work"}
    if names - files - folders or not all((folder / name).is_file() for name in files):
        return False
    if not all((folder / name).is_dir() for name in folders):
        return False
    inner = [path for table in tables if table.name in names for path in table.iterdir()]
    if not all(path.suffix == ".parquet" and _PART.fullmatch(path.stem) for path in inner):
        return False
    return "_work" not in names or all(_PART.match(path.name) for path in (folder / "_work").iterdir())


def unfinished(folder: Path) -> list[Path]:
    """What a kill has left of a ``run.json`` or a ``summary.json``."""
    return [path for path in folder.iterdir() if _UNFINISHED.fullmatch(path.name)]


def _has_format(path: Path) -> bool:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(said, dict) and "format" in said
