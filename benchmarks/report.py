"""The figures as plain text, for the terminal; the page of the book has its own tables."""

from __future__ import annotations

from collections.abc import Sequence


def in_words(count: int) -> str:
    """A number of characters in short.

    Examples
    --------
    >>> in_words(100_000), in_words(10_000_000)
    ('0.1 M', '10 M')
    """
    return f"{count / 1e6:g} M"


def table(rows: Sequence[dict], counts: Sequence[int], title: str) -> str:
    """The peers of one shape: times as multiples of ours, growth for ten times the text, peak memory, faults."""
    head = "".join(f"{in_words(count):>9}" for count in counts)
    lines = [f"\n{title}: times as multiples of ours, by characters of the text", f"  {'':<66}{head}  growth  memory"]
    for row in rows:
        cells = "".join(f"{row['ratio'].get(str(count), '-'):>9}" for count in counts)
        grown = list(row["growth"].values())[-1:] or ["-"]
        faults = f"  {row['over_the_limit']} of {row['chunks']} over the limit" if row["over_the_limit"] else ""
        name = f"{row['name']} ({row['made_of']})"
        lines.append(f"  {name:<66.66}{cells}{grown[0]:>8}{row['peak']:>7.1f}x{faults}")
    lines += [
        f"  left out at {in_words(int(count))}: {row['name']}, {why}"
        for row in rows
        for count, why in row["left_out"].items()
    ]
    return "\n".join(lines)
