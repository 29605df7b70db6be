"""Lesson 21: the advised size, the alarm at 80 %, what a substring counts as a hit, how many questions are enough."""

from __future__ import annotations

from . import _sweeping as cuts
from ._claim import Plain, claim

_LESSON = "21_measure"
_ALARM = 0.8
_KEYS = (5, 20, 60, 1000)  # characters of the answer that make the key; the last is all of it
_ASKED = (1, 3, 5, 10, 20)


@claim(
    "size-300-800",
    "ragcourse",
    "§3",
    "Chunks usually have 300 to 800 tokens.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        max(m["hit rates"]) - m["hit rates"][1] < 0.05
        and max(m["hit rates"]) - m["hit rates"][0] < 0.05
        and m["800 minus 300"][2] < 0
        and m["Chinese characters a chunk"] < 250 < 700 < m["English characters a chunk"]
    ),
    finding=lambda m: (
        f"At {m['characters']} characters read the lower end is as good as anything ({m['hit rates'][1]:.2f}, like "
        f"{m['hit rates'][0]:.2f} at 400 characters), the upper end is not: {m['hit rates'][3]:.2f} at 800 tokens. And "
        f"300 tokens are {m['English characters a chunk']} characters a chunk of the English manual, "
        f"{m['Chinese characters a chunk']} of the Chinese one."
    ),
)
def size_300_800() -> Plain:
    from ..evaluating.scores import compare_evaluations

    made = {size: cuts.size_indexes()[size] for size in (400, "300 tokens", "500 tokens", "800 tokens")}
    found = cuts.scores(made, budget=cuts.BUDGET)
    pair = compare_evaluations(found["300 tokens"], found["800 tokens"], "hit")

    def usual(chinese: bool) -> int:
        chunks = cuts.cut_at(cuts.station(chinese)[0], "300 tokens", chinese)
        return round(sum(len(chunk.text) for chunk in chunks) / len(chunks))

    return {
        "characters": cuts.BUDGET,
        "sizes": [str(size) for size in made],
        "hit rates": cuts.rates(found.values()),
        "800 minus 300": [round(pair.mean, 2), round(pair.low, 2), round(pair.high, 2)],
        "English characters a chunk": usual(False),
        "Chinese characters a chunk": usual(True),
    }


@claim(
    "overlap-top-five",
    "sliceguide",
    "§3.2",
    "Above 20 % overlap three of the first five results may be one passage repeated.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["three side by side"][0] == 0 < m["three side by side"][1]
        and m["three side by side"][4] > 2 * m["three side by side"][2]
        and m["per cent repeated"] == sorted(m["per cent repeated"])
        and m["per cent repeated"][4] < 20
    ),
    finding=lambda m: (
        f"Three or more of five results join into one passage in {m['three side by side'][1]} of {m['questions']} "
        f"questions at 10 % already, in {m['three side by side'][4]} at 50 %: there is no step at 20 %. Places are "
        f"taken, but little text comes twice: {m['per cent repeated'][1]} % at 10 %, {m['per cent repeated'][4]} % "
        "at 50 %."
    ),
)
def overlap_top_five() -> Plain:
    questions = cuts.station()[1]
    found = {percent: cuts.shared_places(index, questions) for percent, index in cuts.overlap_indexes().items()}
    return {
        "questions": len(questions),
        "per cent": list(found),
        "three side by side": [int(one["three"]) for one in found.values()],
        "per cent repeated": [round(100 * one["repeated"]) for one in found.values()],
    }


@claim(
    "substring-key",
    "sliceguide",
    "§5",
    "A question is hit when a result holds a characteristic string of the answer.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["rates"] == sorted(m["rates"], reverse=True)
        and m["rates"][0] - m["rates"][-1] > 0.2
        and m["rates"][-1] < m["by span"] < m["rates"][0]
        and m["counted, not whole"] >= 5
        and m["missed, though read"] >= 3
    ),
    finding=lambda m: (
        f"The key decides. On one and the same search the rate is {m['rates'][0]:.2f} with the first "
        f"{m['key lengths'][0]} characters as key and {m['rates'][-1]:.2f} with the whole answer; by span it is "
        f"{m['by span']:.2f}. A key of {m['key lengths'][1]} characters counts {m['counted, not whole']} questions "
        "whose answer was not read whole; the whole answer as key misses "
        f"{m['missed, though read']} that were, in two pieces."
    ),
)
def substring_key() -> Plain:
    index, questions = cuts.overlap_indexes()[0], cuts.station()[1]
    by_span = cuts.scores({"": index}, k=cuts.K)[""].values("hit")
    hits = {n: [cuts.share_with_key(index, [one], n) for one in questions] for n in _KEYS}
    short, longest = hits[_KEYS[1]], hits[_KEYS[-1]]
    return {
        "key lengths": list(_KEYS),
        "rates": [round(sum(one) / len(questions), 2) for one in hits.values()],
        "by span": round(sum(by_span) / len(questions), 2),
        "counted, not whole": sum(key > span for key, span in zip(short, by_span, strict=True)),
        "missed, though read": sum(key < span for key, span in zip(longest, by_span, strict=True)),
    }


@claim(
    "alarm-80",
    "sliceguide",
    "§5",
    "A hit rate below 80 % means that the cut or the retrieval is wrong.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["hit rates"] == sorted(m["hit rates"])
        and m["hit rates"][2] < _ALARM <= m["hit rates"][3]
        and m["interval at 10"][1] < _ALARM < m["interval at 10"][2]
    ),
    finding=lambda m: (
        f"The line is crossed by reading more. The same index has {m['hit rates'][2]:.2f} with {m['results'][2]} "
        f"results, {m['hit rates'][3]:.2f} with {m['results'][3]} and {m['hit rates'][4]:.2f} with {m['results'][4]}. "
        f"With {m['questions']} questions the interval of the second is {m['interval at 10'][1]:.2f} to "
        f"{m['interval at 10'][2]:.2f}. An alarm needs k, the ruler and the interval beside it."
    ),
)
def alarm_80() -> Plain:
    index = cuts.splitter_indexes()["sentences"]
    found = {k: cuts.scores({"": index}, k=k)[""] for k in _ASKED}
    sure = found[10].interval("hit")
    return {
        "questions": len(cuts.station()[1]),
        "results": list(found),
        "hit rates": cuts.rates(found.values()),
        "interval at 10": [round(number, 2) for number in (sure.mean, sure.low, sure.high)],
    }


@claim(
    "questions-30-50",
    "sliceguide",
    "§5",
    "A test set need not be large: 30 to 50 questions are enough.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        all(0.08 < width < 0.25 for width in m["half widths"])
        and m["told apart"] < m["pairs"] / 2
        and m["needed for 0.05"] > 200
    ),
    finding=lambda m: (
        f"Enough to see large differences. With {m['questions']} questions the interval of a difference between two "
        f"settings reaches {min(m['half widths']):.2f} to {max(m['half widths']):.2f} to each side; of {m['pairs']} "
        f"pairs of seven splitters {m['told apart']} can be told apart. For a difference of one in twenty "
        f"about {m['needed for 0.05']} questions would be needed."
    ),
)
def questions_30_50() -> Plain:
    from itertools import combinations
    from statistics import median

    from ..evaluating.scores import compare_evaluations

    found = cuts.scores(cuts.splitter_indexes(), budget=cuts.BUDGET)
    pairs = [compare_evaluations(one, other, "hit") for one, other in combinations(found.values(), 2)]
    widths = [(pair.high - pair.low) / 2 for pair in pairs]
    questions = len(cuts.station()[1])
    # An interval shrinks with the square root of the number of questions.
    needed = questions * (median(widths) / 0.05) ** 2
    return {
        "questions": questions,
        "pairs": len(pairs),
        "told apart": sum(pair.excludes_zero for pair in pairs),
        "half widths": [round(min(widths), 2), round(max(widths), 2)],
        "needed for 0.05": 100 * round(needed / 100),
    }


@claim(
    "semantic-ceiling",
    "sliceguide",
    "§2.4",
    "Of four ways to cut, by meaning has the highest ceiling and the highest cost; by length keeps meaning least, "
    "the ladder more, structure and meaning most.",
    "corrected",
    _LESSON,
    holds=lambda m: (
        m["hit rates"][0] < m["hit rates"][1] < min(m["hit rates"][2:])
        and m["hit rates"][3] < m["hit rates"][2]
        and m["meaning minus headings"][1] <= 0 <= m["meaning minus headings"][2]
        and m["texts embedded to cut"] > m["chunks"]
    ),
    finding=lambda m: (
        f"The order of the first three holds in the means: {m['hit rates'][0]:.2f}, {m['hit rates'][1]:.2f} and, by "
        f"headings that are named, {m['hit rates'][2]:.2f}. By meaning it is {m['hit rates'][3]:.2f}, not higher, and "
        f"not to be told apart. The cost is real: {m['texts embedded to cut']} sentences are embedded to cut, before "
        f"{m['chunks']} chunks are."
    ),
)
def semantic_ceiling() -> Plain:
    from ..evaluating.scores import compare_evaluations
    from ..splitters.sentences import sentence_spans

    ways = ("characters", "recursive", "headings, named", "semantic")
    made = cuts.splitter_indexes()
    found = cuts.scores({name: made[name] for name in ways}, budget=cuts.BUDGET)
    pair = compare_evaluations(found["headings, named"], found["semantic"], "hit")
    return {
        "ways": list(ways),
        "hit rates": cuts.rates(found.values()),
        "meaning minus headings": [round(pair.mean, 2), round(pair.low, 2), round(pair.high, 2)],
        "texts embedded to cut": len(sentence_spans(cuts.station()[0].text)),
        "chunks": len(made["semantic"].chunks),
    }
