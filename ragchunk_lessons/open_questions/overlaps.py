"""Lesson 21: overlap from none to a half, against the hit rate and the size of the index."""

from __future__ import annotations

from ..claims import _sweeping as cuts
from ..claims._sweeping import holds_zero
from ._question import Plain, interval_row, open_question


@open_question(
    "overlap-share",
    "sliceguide",
    "§3.2",
    "An overlap of 10 to 20 % is advised from experience. What do the shares from none to a half do to the hit rate, "
    "and to the index?",
    "21_measure",
    scope=(
        "How the index grows is arithmetic and carries over. That no share of overlap gains what these questions can "
        "show is one manual, one model, windows of one size, fifty questions; an interval of this width can hide a "
        "small gain. A cut at sentence ends gained more than any overlap, at next to no cost."
    ),
    holds=lambda m: (
        all(holds_zero(row) for row in m["intervals"][:4])
        and m["intervals"][4][2] > 0
        and m["chunks"][4] > 1.9 * m["chunks"][0]
        and m["chunks"] == sorted(m["chunks"])
        and m["sentence chunks"] < 1.2 * m["chunks"][0]
        and all(rate < m["sentences"] for rate in m["hit rates"])
    ),
    answer=lambda m: (
        f"Nothing that {m['questions']} questions can show. At {m['characters']} characters read the hit rate is "
        f"{m['hit rates'][0]:.2f} without overlap, {m['hit rates'][1]:.2f} with {m['per cent'][1]} %, "
        f"{m['hit rates'][2]:.2f} with {m['per cent'][2]} % and {m['hit rates'][4]:.2f} with {m['per cent'][4]} %; the "
        f"index grows from {m['chunks'][0]} chunks to {m['chunks'][4]}. Whole sentences without overlap have "
        f"{m['sentence chunks']} chunks and reach {m['sentences']:.2f}, and that difference is clear."
    ),
)
def overlap_share() -> Plain:
    from ..evaluating.scores import compare_evaluations

    made = cuts.overlap_indexes()
    found = cuts.scores(made, budget=cuts.BUDGET)
    whole = cuts.splitter_indexes()["sentences"]
    sentences = cuts.scores({"sentences": whole}, budget=cuts.BUDGET)["sentences"]
    repeats = {percent: cuts.shared_places(index, cuts.station()[1]) for percent, index in made.items()}
    return {
        "questions": len(cuts.station()[1]),
        "characters": cuts.BUDGET,
        "per cent": list(made),
        "chunks": [len(index.chunks) for index in made.values()],
        "hit rates": cuts.rates(found.values()),
        "repeated in five results": [round(one["repeated"], 2) for one in repeats.values()],
        "sentence chunks": len(whole.chunks),
        "sentences": round(sentences.hit_rate, 2),
        "intervals": [
            *(
                interval_row(f"{percent} % minus none", compare_evaluations(found[0], found[percent], "hit"))
                for percent in list(made)[1:]
            ),
            interval_row("sentences minus none", compare_evaluations(found[0], sentences, "hit")),
        ],
    }
