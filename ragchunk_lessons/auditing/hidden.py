"""What an audit was told to overlook, said out loud."""

from __future__ import annotations

from bisect import bisect_right

from .findings import Hidden, first_difference, gaps
from .normalizing import View, passages
from .report import quoted

_EXAMPLES = 3


def hidden(audit) -> list[Hidden]:
    """What ``normalize`` and ``ignore`` hid, one entry for each kind that hid something."""
    view = audit.view
    if view is None:
        return []
    kinds = [*view.kinds, *(["ignore"] if view.patterns else [])]
    chunks: dict[object, int] = dict.fromkeys(kinds, 0)
    examples: dict[object, list[str]] = {kind: [] for kind in kinds}
    told = {finding.number for finding in audit.rewritten}
    for chunk in audit.chunks:
        if not chunk.spans or chunk.number in told:
            continue
        body = "\n".join(view.source[start:end] for start, end in chunk.spans)
        if chunk.text == body or (len(chunk.spans) == 1 and chunk.text.endswith(body) and body.strip()):
            continue
        for kind in _needed(view, chunk.text, body, kinds):
            chunks[kind] += 1
            if len(examples[kind]) < _EXAMPLES:
                examples[kind].append(_example(view, kind, chunk, body))
    found = []
    for kind in kinds:
        gone = _passages(audit) if kind == "ignore" else []
        if chunks[kind] or gone:
            shown = [f"[{start}:{end}] {quoted(view.source[start:end], 40)}" for start, end in gone[:_EXAMPLES]]
            letters = sum(len("".join(view.source[start:end].split())) for start, end in gone)
            name = kind if isinstance(kind, str) else getattr(kind, "__name__", type(kind).__name__)
            found.append(Hidden(name, chunks[kind], len(gone), letters, (*shown, *examples[kind])[:_EXAMPLES]))
    return found


def _needed(view: View, piece: str, body: str, kinds: list) -> list:
    """The kinds without which the two would differ; where each alone could be spared, the first that helps."""
    needed = [kind for kind in kinds if not _alike(view.normal(piece, kind), view.normal(body, kind))]
    if needed or _alike(piece, body):
        return needed
    return [kind for kind in kinds if _alike(*(_only(view, kind).normal(text) for text in (piece, body)))][:1]


def _only(view: View, kind: object) -> View:
    """A view with one kind and no text."""
    return View("", (), view.patterns) if kind == "ignore" else View("", (kind,), ())


def _alike(piece: str, body: str) -> bool:
    """Whether a chunk is its passage, white space at the ends apart, or ends with it after a context."""
    piece, body = piece.strip(), body.strip()
    return piece == body or (body != "" and piece.endswith(body))


def _example(view: View, kind: object, chunk, body: str) -> str:
    """A difference in words: one of this kind, in the text as it is without the others."""
    if kind == "ignore":
        added = [chunk.text[slice(*span)] for span in passages(chunk.text, view.patterns)]
        left_out = [body[slice(*span)] for span in passages(body, view.patterns)]
        for text in added:
            if text not in left_out:
                return f"chunk {chunk.number} has {quoted(text, 40)}, which its passage has not"
        return f"chunk {chunk.number} is without {quoted(left_out[0], 40)}" if left_out else f"chunk {chunk.number}"
    piece, source = view.normal(chunk.text, kind), view.normal(body, kind)
    at = first_difference(piece, source)
    low = max(at - 4, 0)
    return f"chunk {chunk.number}: {piece[low : at + 8]!r} where the source has {source[low : at + 8]!r}"


def _passages(audit) -> list[tuple[int, int]]:
    """Ignored passages with something that no chunk's span holds."""
    source = audit.view.source
    missing = gaps(source, [span for chunk in audit.chunks for span in chunk.spans])
    ends = [gap.end for gap in missing]
    found = []
    for start, end in audit.view.ignored:
        for gap in missing[bisect_right(ends, start) :]:
            if gap.start >= end or source[max(gap.start, start) : min(gap.end, end)].strip():
                break
        else:
            continue
        if gap.start < end:
            found.append((start, end))
    return found
