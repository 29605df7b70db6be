"""Lesson 1: how near a piece of text lies to a question, and how many topics it may hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from numbers import Real

from ..corpora import load_json
from ..models import load_embedder
from . import Checked, exercise, right, wrong


@exercise("01-1")
def topics_by_the_rule(answer: object) -> Checked:
    if not isinstance(answer, Real) or answer != int(answer) or answer < 1:
        return wrong("give a whole number of topics")
    # 0.60 / sqrt(n) < 0.15, in whole numbers: 60 * 60 < 15 * 15 * n
    smallest = next(n for n in range(1, 1000) if 60 * 60 < 15 * 15 * n)
    if answer == smallest - 1:
        return wrong("with this many topics the piece and the wrong paragraph are equally near; it must be lower")
    if answer > smallest:
        return wrong("this piece is lower, but a smaller one is lower too")
    if answer < smallest - 1:
        return wrong(f"the rule gives {0.6 / answer**0.5:.3f} for {answer} topics; compare it with 0.15")
    return right("and a handbook of twenty pages holds more topics than that")


@exercise("01-2")
def eleventh_topic(answer: object) -> Checked:
    if not isinstance(answer, Iterable) or isinstance(answer, str) or len(pair := list(answer)) != 2:
        return wrong("give two texts: (passage, question)")
    passage, question = pair
    if not all(isinstance(text, str) and text.strip() for text in pair):
        return wrong("passage and question are texts, in this order")
    shared = sorted(_long_words(passage) & _long_words(question))
    if shared:
        return wrong(f"both hold {shared[0]!r}; say it in another word in one of them")
    topics = load_json("ten_topics")
    passages = [topic["passage"] for topic in topics] + [passage]
    embed = load_embedder()
    whole = "\n\n".join(passages)
    if embed.count_tokens(whole) > embed.max_tokens:
        return wrong(f"the handbook now has {embed.count_tokens(whole)} tokens; shorten the passage")
    scores = embed([*passages, whole]) @ embed([question])[0]
    nearest = int(scores[:-1].argmax())
    if nearest < len(topics):
        return wrong(f"the nearest chunk is the one about {topics[nearest]['topic']}; bring the two texts closer")
    return right(f"the new chunk is first of eleven at {scores[-2]:.2f}; the whole handbook lies at {scores[-1]:.2f}")


@exercise("01-3")
def length_that_loses(answer: object) -> Checked:
    if not isinstance(answer, Real) or answer not in range(1, 11):
        return wrong("give a number of topics, from 1 to 10")
    topics = load_json("ten_topics")
    number = next(place for place, topic in enumerate(topics) if topic["topic"] == "passport")
    count = len(topics)
    passages = [topic["passage"] for topic in topics]
    pieces = ["\n\n".join(passages[(number - step) % count] for step in reversed(range(size))) for size in range(1, 11)]
    others = [passage for passage in passages if passage != passages[number]]
    embed = load_embedder()
    scores = embed([*pieces, *others]) @ embed([topics[number]["question"]])[0]
    best_wrong = scores[10:].max()
    smallest = next(size for size in range(1, 11) if scores[size - 1] < best_wrong)
    if answer < smallest:
        return wrong(
            f"a piece of {answer} still lies at {scores[int(answer) - 1]:.2f}, nearer than any wrong paragraph"
        )
    if answer > smallest:
        return wrong("a shorter piece loses already")
    return right(f"the piece lies at {scores[smallest - 1]:.2f}, a paragraph about something else at {best_wrong:.2f}")


@exercise("01-4")
def ten_places(answer: object) -> Checked:
    if not isinstance(answer, Iterable) or isinstance(answer, str):
        return wrong("give a list of ten numbers, one for each place")
    given = [float(number) for number in answer]
    topics = load_json("ten_topics")
    count = len(topics)
    if len(given) != count:
        return wrong(f"this list has {len(given)} numbers; give one for each of the {count} places")
    passages = [topic["passage"] for topic in topics]
    embed = load_embedder()
    turned = embed(["\n\n".join(passages[turn:] + passages[:turn]) for turn in range(count)])
    scores = turned @ embed([topic["question"] for topic in topics]).T
    means = [sum(scores[turn, (turn + place) % count] for turn in range(count)) / count for place in range(count)]
    if all(abs(one - mean) < 0.02 for one, mean in zip(given, means[::-1], strict=True)):
        return wrong("these are the right numbers from the last place to the first; put the list in the other order")
    far = [place for place in range(count) if not abs(given[place] - means[place]) < 0.02]
    if far:
        return wrong(f"place {far[0] + 1} comes out differently; which question belongs to it?")
    return right(f"{means[0]:.2f} in the first place, {min(means[1:]):.2f} to {max(means[1:]):.2f} in the other nine")


def _long_words(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) > 3}
