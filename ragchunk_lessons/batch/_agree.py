"""Whether a run that goes on is asked for what the run before was asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ._settings import Settings
from ._store import Store

PART_BYTES = 16_000_000


def agreed_part_bytes(store: Store, settings: Settings, source: Path, part_bytes: int | None, restart: bool) -> int:
    """The size of parts, if the run in the folder was asked for the same.

    Raises
    ------
    ValueError
        If it was asked for something else, with the differences.
    """
    said = store.said(restart)
    if said is None:
        return part_bytes or PART_BYTES
    before = {"source": said["source"], **said["settings"]}
    now = {"source": str(source), **settings.to_dict()}
    pairs = [(name, before.get(name), now[name]) for name in now]
    differ = [_difference(*pair) for pair in pairs if json.dumps(pair[1]) != json.dumps(pair[2])]  # no NaN is itself
    if part_bytes not in (None, said["part_bytes"]):
        differ.append(f"part_bytes was {said['part_bytes']}, now {part_bytes}")
    if differ:
        raise ValueError(
            f"{store.folder.as_posix()} holds a run with other settings: {'; '.join(differ)}. "
            "Give another folder, or restart=True to throw its results away"
        )
    return said["part_bytes"]


def _difference(name: str, was: Any, now: Any) -> str:
    if name in ("splitter", "embedder") and str(was).partition(" ")[0] == str(now).partition(" ")[0]:
        return f"{name} {now.partition(' ')[0]} has other code than before, or uses other values from outside"
    return f"{name} was {was!r}, now {now!r}"
