"""Lesson 14: the share of the name, the cheapest cure, and the passage that the rule misses."""

from __future__ import annotations

from ..auditing.anchors import share
from ..claims.anchor import FASTING
from ..claims.wordings import VARIANTS, scores
from ..corpora import load_json, load_text
from . import Checked, exercise, right, wrong

_ROOM = 12
_SAYS = "may help with weight loss by reducing calorie intake."


@exercise("14-1")
def coverage_by_hand(answer: object) -> Checked:
    if not callable(answer):
        return wrong("give the function coverage itself, without brackets")
    pairs = [
        ("Heat pumps", "A heat pump cuts bills."),
        ("Heat pumps", "It cuts bills."),
        ("Marie Curie", "Curie knew."),
    ]
    pairs += [(item["heading"], make(item)) for item in load_json("anchor_items") for make in VARIANTS.values()]
    for heading, text in pairs:
        given = answer(heading, text)
        if isinstance(given, bool) or not isinstance(given, (int, float)):
            return wrong(f"for {heading!r} and {text[:40]!r} it gives {given!r}; give a number from 0 to 1")
        if abs(given - share(heading, text)) > 1e-9:
            return wrong(f"for the heading {heading!r} and the passage {text[:60]!r} it gives {given:.2f}")
    return right(f"the same share as the audit on {len(pairs)} pairs")


@exercise("14-2")
def cheapest_cure(answer: object) -> Checked:
    from ..rerankers import load_reranker

    if not isinstance(answer, str):
        return wrong("give your passage as a str")
    if not answer.endswith(_SAYS):
        return wrong(f"it must still end with {_SAYS!r}")
    before = load_text("fasting_passages").split("\n")[-1]
    more = len(answer) - len(before)
    if more > _ROOM:
        return wrong(f"it is {more} characters longer than the published one; {_ROOM} are allowed")
    score = float(load_reranker()(FASTING, [answer])[0])
    if score <= 0.5:
        return wrong(f"the reranker gives it {round(score):d} points; which word of the question is not in it?")
    return right(f"{more} characters more, and about {round(score):d} points")


@exercise("14-3")
def the_rule_misses_one(answer: object) -> Checked:
    items = load_json("anchor_items")
    names = [item["id"] for item in items]
    if answer not in names:
        return wrong(f"give the id of one item as a str, such as {names[0]!r}")
    found = scores("pronoun")
    place = names.index(answer)
    if found[place] != max(found):
        return wrong(f"{answer!r} gets {round(found[place]):d} points, and another one gets more")
    held = share(items[place]["heading"], items[place]["with_pronoun"])
    return right(f"it holds {held:.0%} of its heading's words and still gets {round(found[place]):d} points")
