"""Lesson 21: sizes from 50 characters to 800 tokens, for equal numbers of results and for equal characters."""

from __future__ import annotations

from typing import Any

from ..claims import _sweeping as cuts
from ..claims._sweeping import holds_zero
from ._question import Plain, interval_row, open_question

_FEW = (50, 400, "300 tokens", "800 tokens")


@open_question(
    "chunk-size",
    "ragcourse",
    "§3",
    "Chunks are advised to have 300 to 800 tokens, and the recipes use 50 to 1000 characters. Which size is best?",
    "21_measure",
    scope=(
        "That very small chunks lose, and that the largest fill the budget before the answer is met, held with both "
        "models on the English manual. Where the flat top begins and ends did not carry over to the Chinese one. "
        "It moves with the answers, the model and the budget: measure it on your own text."
    ),
    holds=lambda m: (
        m["five results"].index(max(m["five results"])) >= m["sizes"].index("300 tokens")
        and all(0 <= max(m["equal characters"]) - rate < 0.05 for rate in m["equal characters"][3:7])
        and max(m["equal characters"][:3] + m["equal characters"][7:]) < min(m["equal characters"][3:7])
        and all(row[3] < 0 for row in (m["intervals"][0], m["intervals"][3], m["intervals"][4]))
        and all(holds_zero(m["intervals"][at]) for at in (1, 2, 5))
    ),
    answer=lambda m: (
        f"It depends on what is held equal. With {m['results']} results, whatever their length, larger looks better: "
        f"{m['five results'][3]:.2f} at {m['sizes'][3]} characters, {m['five results'][6]:.2f} at {m['sizes'][6]}. "
        f"With {m['characters']} characters to read, the top is flat from {m['sizes'][3]} characters to "
        f"{m['sizes'][6]} (rates of {min(m['equal characters'][3:7]):.2f} to {max(m['equal characters'][3:7]):.2f}, "
        f"not to be told apart), with losses on both sides: {m['equal characters'][0]:.2f} at {m['sizes'][0]} "
        f"characters, {m['equal characters'][8]:.2f} at {m['sizes'][8]}."
    ),
)
def chunk_size() -> Plain:
    from ..evaluating.scores import compare_evaluations

    english = cuts.scores(cuts.size_indexes(), budget=cuts.BUDGET)
    # Four sizes are enough to see whether the shape carries over.
    other, chinese = (
        cuts.scores(cuts.size_indexes(cuts.MULTILINGUAL, zh, _FEW), budget=cuts.BUDGET, chinese=zh)
        for zh in (False, True)
    )
    free = cuts.scores(cuts.size_indexes(), k=cuts.K)

    def row(scores: dict[Any, Any], of: int | str, against: int | str, where: str = "") -> list[Any]:
        return interval_row(f"{of} minus {against}{where}", compare_evaluations(scores[against], scores[of], "hit"))

    return {
        "results": cuts.K,
        "characters": cuts.BUDGET,
        "sizes": [str(size) for size in cuts.SIZES],
        "chunks": [len(index.chunks) for index in cuts.size_indexes().values()],
        "five results": cuts.rates(free.values()),
        "equal characters": cuts.rates(english.values()),
        "some sizes": [str(size) for size in _FEW],
        "five results, another model": cuts.rates(
            cuts.scores(cuts.size_indexes(cuts.MULTILINGUAL, False, _FEW), k=cuts.K).values()
        ),
        "equal characters, another model": cuts.rates(other.values()),
        "equal characters, Chinese manual": cuts.rates(chinese.values()),
        "intervals": [
            row(english, 50, 400),
            row(english, 1000, 400),
            row(english, "300 tokens", 400),
            row(english, "800 tokens", "300 tokens"),
            row(other, "800 tokens", "300 tokens", ", another model"),
            row(chinese, "800 tokens", "300 tokens", ", Chinese manual"),
        ],
    }
