"""Lesson 21: one text cut in seven ways, each given the same characters to read."""

from __future__ import annotations

from ..claims import _sweeping as cuts
from ..claims._sweeping import holds_zero
from ._question import Plain, interval_row, open_question


@open_question(
    "which-splitter",
    "sliceguide",
    "§2.4",
    "A table ranks the ways to cut by judgement: by length, by the ladder, by structure, by meaning. Which finds "
    "most at an equal budget?",
    "21_measure",
    scope=(
        "One manual with good headings, one model, one size, fifty questions: a text without headings has nothing to "
        "gain from them. With so many comparisons one interval may leave out zero by chance. That cuts inside "
        "sentences cost answers agrees with what the questions about cuts found."
    ),
    holds=lambda m: (
        m["hit rates"][0] == min(m["hit rates"])
        and m["ways"][m["hit rates"].index(max(m["hit rates"]))] == "headings, named"
        and {"sentences", "headings", "headings, named"} <= set(m["clearly above characters"])
        and not {"tokens", "recursive"} & set(m["clearly above characters"])
        and m["intervals"][2][2] > 0
        and m["intervals"][4][2] > 0
        and all(holds_zero(m["intervals"][at]) for at in (0, 1, 6, 7))
    ),
    answer=lambda m: (
        f"Two groups, and no winner. At {m['characters']} characters read, fixed characters are last with "
        f"{m['hit rates'][0]:.2f}, and tokens ({m['hit rates'][1]:.2f}) and the ladder ({m['hit rates'][2]:.2f}) "
        "cannot be told apart from them. Whole sentences "
        f"({m['hit rates'][3]:.2f}) and headings ({m['hit rates'][4]:.2f}, with the path in front "
        f"{m['hit rates'][5]:.2f}) are clearly above. Cuts by meaning have {m['hit rates'][6]:.2f}, "
        "not to be told apart from sentences."
    ),
)
def which_splitter() -> Plain:
    from ..evaluating.scores import compare_evaluations

    made = cuts.splitter_indexes()
    found = cuts.scores(made, budget=cuts.BUDGET)
    base = found["characters"]
    gains = {name: compare_evaluations(base, one, "hit") for name, one in found.items() if name != "characters"}
    return {
        "characters": cuts.BUDGET,
        "ways": list(made),
        "chunks": [len(index.chunks) for index in made.values()],
        "hit rates": cuts.rates(found.values()),
        "clearly above characters": [name for name, gain in gains.items() if gain.low > 0],
        "intervals": [
            *(interval_row(f"{name} minus characters", gain) for name, gain in gains.items()),
            *(
                interval_row(f"{name} minus sentences", compare_evaluations(found["sentences"], found[name], "hit"))
                for name in ("headings, named", "semantic")
            ),
        ],
    }
