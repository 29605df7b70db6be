"""What is known to be wrong already: only what is new fails."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..readers._decode import bytes_of, decode_bytes
from ._found import Found
from ._writing import as_page, output

_VERSION = 1


def read_baseline(name: str) -> Counter[str]:
    """How often each finding is known, by its key.

    Raises
    ------
    ValueError
        If the file is no baseline.
    OSError
        If it cannot be read.
    """
    text = decode_bytes(bytes_of(Path(name)), "utf-8", name)
    try:
        held = json.loads(text)
        if held["version"] != _VERSION:
            raise ValueError(f"version {held['version']!r} is not {_VERSION}")
        known: Counter[str] = Counter()
        for entry in held["findings"]:  # a key may come twice where two branches were merged
            if not isinstance(entry["key"], str) or type(entry["times"]) is not int:
                raise TypeError
            known[entry["key"]] += entry["times"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{name} is no baseline; make one with --write-baseline {name}") from None
    return known


def is_baseline(name: str) -> bool:
    """Whether there is one already; a terminal or a pipe is not asked."""
    try:
        return Path(name).is_file() and read_baseline(name) is not None
    except (OSError, ValueError):
        return False


def write_baseline(name: str, found: Iterable[Found]) -> int:
    """Write what is wrong now, sorted, so that a change to it reads well; gives the number of findings."""
    entries: dict[str, dict] = {}
    for each in found:
        entry = entries.setdefault(
            each.key, {"source": each.source, "kind": each.kind, "times": 0, "key": each.key, "detail": each.detail}
        )
        entry["times"] += 1
    ordered = sorted(entries.values(), key=lambda entry: (entry["source"], entry["kind"], entry["key"]))
    with output(name) as stream:
        stream.write(as_page({"version": _VERSION, "findings": ordered}) + "\n")
    return sum(entry["times"] for entry in ordered)


def only_new(found: Sequence[Found], baseline: Counter[str]) -> tuple[list[Found], list[Found], int]:
    """The findings that are new, those that are known, and how many of the baseline are gone."""
    left = Counter(baseline)
    new, known = [], []
    for each in found:
        if left[each.key] > 0:
            left[each.key] -= 1
            known.append(each)
        else:
            new.append(each)
    return new, known, sum(times for times in left.values() if times > 0)
