"""Lesson 10: how near each sentence lies to a few centres, against the threshold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._frame import COLOR, SMALL, Plot, bare, new_axes, styled

_LABEL = 44  # characters; a longer sentence is cut in its label


@styled
def plot_topic_rows(
    similarity: Any,
    sentences: Sequence[str],
    centres: Sequence[int],
    kept: Sequence[int],
    threshold: float,
    title: str | None = None,
) -> Plot:
    """Each sentence as a row of dots, one for each centre, with the threshold as a line.

    Parameters
    ----------
    similarity : array of shape (k, n)
        Of each of the k centres to each of the n sentences.
    sentences : sequence of n str
    centres : sequence of k int
        The numbers of the sentences that are centres. Their dot at 1 is left out.
    kept : sequence of int
        The numbers of the sentences that come out. The others are marked as lost.
    threshold : float
    title : str, optional
        A sentence; by default it says how many come out.

    Raises
    ------
    ValueError
        If the shape of ``similarity`` does not fit the sentences and the centres.

    Examples
    --------
    >>> plot_topic_rows([[1, 0.7, 0.2]], ["A pump.", "Its oil.", "A cat."], [0], [0, 1], 0.5)
    Plot('2 of 3 sentences come out at 0.50.')
    """
    rows = [[float(value) for value in row] for row in similarity]
    if len(rows) != len(centres) or any(len(row) != len(sentences) for row in rows):
        raise ValueError(
            f"similarity has {len(rows)} rows of {len(rows[0]) if rows else 0}; "
            f"give {len(centres)} rows of {len(sentences)}, one for each centre"
        )
    kept = set(kept)
    figure, axes = new_axes(height=0.6 + 0.44 * len(sentences))
    said = []
    for number, sentence in enumerate(sentences):
        label = sentence if len(sentence) <= _LABEL else sentence[: _LABEL - 1].rsplit(" ", 1)[0] + " …"
        axes.text(0, number - 0.17, f"{number}  {label}", ha="left", va="bottom", fontsize=SMALL)
        axes.plot([0, 1], [number, number], color=COLOR["line"], linewidth=1)
        lost = number not in kept
        color = COLOR["loss" if lost else "cut"]
        if number in centres:
            word = "centre, lost" if lost else "centre"
        else:
            values = sorted((row[number] for row in rows), reverse=True)
            axes.plot(values[1:], [number] * (len(values) - 1), "o", color=COLOR["soft"], markersize=3.5)
            axes.plot(values[:1], [number], "o", color=color, markersize=7)
            word = "lost" if lost else "kept"
            said.append(f"sentence {number} at {values[0]:.2f}, {word}")
        axes.text(1.02, number, word, ha="left", va="center", color=color, weight="bold", fontsize=SMALL)
    axes.plot([threshold] * 2, [-0.75, len(sentences) - 0.6], color=COLOR["hint"], linewidth=1.5, linestyle=(0, (3, 2)))
    axes.text(
        threshold, -0.8, f"threshold {threshold:.2f}", ha="center", va="bottom", color=COLOR["hint"], fontsize=SMALL
    )
    axes.set_ylim(len(sentences) - 0.5, -1.3)
    axes.set_xlim(min(0, *(value for row in rows for value in row)), 1.22)
    axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1])
    bare(axes, "left")
    axes.set_xlabel("similarity to a centre; the large dot is the nearest one", fontsize=SMALL)
    alt = (
        f"A row for each of {len(sentences)} sentences, with a dot for each of {len(centres)} centres and a line at "
        f"{threshold:.2f}. Centres: {', '.join(map(str, centres))}. Nearest centre of the others: {'; '.join(said)}."
    )
    default = f"{len(kept)} of {len(sentences)} sentences come out at {threshold:.2f}."
    return Plot(figure, title or default, alt)
