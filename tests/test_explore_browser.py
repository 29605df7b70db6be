"""explore on a page, in a real browser without JavaScript: every state can be reached, with mouse and keyboard."""

from __future__ import annotations

from itertools import product

import pytest
from lesson_frame import LESSONS, read

from ragchunk_lessons import show_chunks, split_characters
from ragchunk_lessons.explore import explore

TEXT = "The first pump stands by the door. The second pump waits until the water climbs."
KNOBS = {"size": (20, 40, 60), "overlap": (0, 10), "unit": ("characters", "words")}


def drawn(size, overlap, unit):
    return [show_chunks(TEXT, split_characters(TEXT, size, overlap)), f"{size}/{overlap} {unit}"]


def opened(browser, body, theme="light", width=800):
    # java_script_enabled stays on for the test's own looks; the page itself holds no script.
    page = browser.new_context(viewport={"width": width, "height": 800}).new_page()
    page.set_content(f'<!doctype html><html lang="en" data-theme="{theme}"><title>x</title><body>{body}</body></html>')
    return page


def seen(page, number=0):
    """What stands in the panes that are shown."""
    panes = page.locator(".rcl-xp").nth(number).locator(".rcl-xp-pane")
    return [text for text in panes.evaluate_all("all => all.filter(e => e.checkVisibility()).map(e => e.innerText)")]


def choose(page, state, number=0):
    for place, (values, value) in enumerate(zip(KNOBS.values(), state, strict=True)):
        group = page.locator(".rcl-xp").nth(number).locator("fieldset").nth(place)
        group.locator("input").nth(values.index(value)).check()


@pytest.fixture(scope="module")
def explorer():
    return explore(drawn, title="Three knobs", **KNOBS)


def test_every_state_shows_its_pane_and_no_other(browser, explorer):
    page = opened(browser, explorer.html)
    for state in product(*KNOBS.values()):
        choose(page, state)
        (shown,) = seen(page)
        assert "{}/{} {}".format(*state) in shown
    page.context.close()


def test_at_first_the_first_values_are_shown(browser, explorer):
    page = opened(browser, explorer.html)
    (shown,) = seen(page)
    assert "20/0 characters" in shown
    page.context.close()


def test_it_works_where_scripts_are_switched_off(browser, explorer, tmp_path):
    (tmp_path / "page.html").write_text(f'<!doctype html><meta charset="utf-8">{explorer.html}', encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    choose(page, (60, 10, "words"))
    assert page.get_by_text("60/10 words", exact=True).is_visible()
    assert not page.get_by_text("20/0 characters", exact=True).is_visible()
    context.close()


def test_two_on_one_page_are_set_apart(browser, explorer):
    other = explore(drawn, title="Another", **KNOBS)
    page = opened(browser, explorer.html + other.html)
    choose(page, (60, 10, "words"), 1)
    assert "20/0 characters" in seen(page, 0)[0] and "60/10 words" in seen(page, 1)[0]
    page.context.close()


def test_the_keyboard_reaches_every_knob_and_focus_is_seen(browser, explorer):
    page = opened(browser, explorer.html)
    for _ in KNOBS:
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        outline = page.evaluate("getComputedStyle(document.activeElement.nextElementSibling).outlineStyle")
        assert outline == "solid"
    assert "40/10 words" in seen(page)[0]
    page.context.close()


def test_each_group_and_choice_has_its_name(browser, explorer):
    page = opened(browser, explorer.html)
    page.get_by_role("group", name="Three knobs").wait_for()
    for name, values in KNOBS.items():
        group = page.get_by_role("group", name=name, exact=True)
        assert group.get_by_role("radio").count() == len(values)
        for value in values:
            assert group.get_by_role("radio", name=str(value), exact=True).count() == 1
    page.context.close()


def test_on_a_phone_a_finger_can_hit_them_and_nothing_sticks_out(browser, explorer):
    page = opened(browser, explorer.html, width=390)
    boxes = page.locator(".rcl-xp input").evaluate_all(
        "all => all.map(e => [e.getBoundingClientRect().width, e.getBoundingClientRect().height])"
    )
    assert min(map(min, boxes)) >= 44
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.context.close()


def test_on_paper_the_state_is_said_and_the_controls_are_gone(browser, explorer):
    page = opened(browser, explorer.html)
    said = page.get_by_text("size: 20, overlap: 0, unit: characters", exact=True)
    assert said.bounding_box()["width"] <= 1, "on a screen the controls say it"
    page.emulate_media(media="print")
    assert said.bounding_box()["width"] > 100 and len(seen(page)) == 1
    assert not page.locator("fieldset").first.is_visible()
    page.context.close()


def test_without_the_style_sheet_every_pane_is_there_with_its_state(browser, explorer):
    """Some viewers of notebooks take style sheets away."""
    page = opened(browser, explorer.html.partition("</style>")[2])
    shown = seen(page)
    assert len(shown) == 12
    assert not page.locator("fieldset").first.is_visible(), "a control that does nothing"
    for text, state in zip(shown, product(*KNOBS.values()), strict=True):
        assert text.startswith("size: {}, overlap: {}, unit: {}".format(*state))
    page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_on_the_controls_can_be_read(browser, explorer, theme):
    """WCAG AA: 4.5 for words, 3 for the border that shows where a control is."""
    from ragchunk_lessons.showing.show_style import TOKENS, contrast

    which = ["light", "dark"].index(theme)
    page = opened(browser, explorer.html, theme)
    look = "e => { const s = getComputedStyle(e); return [s.color, s.backgroundColor, s.borderTopColor] }"
    for selector in ("input:checked + label", "input:not(:checked) + label"):
        ink, ground, border = (as_hex(c) for c in page.locator(f".rcl-xp {selector}").last.evaluate(look))
        assert contrast(ink, ground) >= 4.5
        assert contrast(border, TOKENS["paper"][which]) >= 3
    page.context.close()


def stored_explorers(path):
    outputs = [output for cell in read(path).cells for output in cell.get("outputs", [])]
    pages = [output.get("data", {}).get("text/html", "") for output in outputs]
    return [page for page in pages if 'class="rcl rcl-xp ' in page]


# Sets every state and gives, for each, the numbers of the panes that are shown and how far the page sticks out.
EVERY_STATE = """explorer => {
  const groups = [...explorer.querySelectorAll("fieldset")].map(group => [...group.querySelectorAll("input")]);
  const panes = [...explorer.querySelectorAll(".rcl-xp-pane")];
  const states = groups.reduce((all, group) => all.flatMap(one => group.map(input => [...one, input])), [[]]);
  return states.map(state => {
    state.forEach(input => { input.checked = true; });
    const root = document.documentElement;
    return [panes.flatMap((pane, at) => pane.checkVisibility() ? [at] : []), root.scrollWidth - innerWidth];
  });
}"""


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem[:2] for path in LESSONS])
def test_the_explorers_of_a_lesson_work_as_they_are_stored(browser, path):
    """On a phone: each state shows one pane of its own, and nothing sticks out."""
    stored = stored_explorers(path)
    assert stored, "make notebooks stores it"
    page = opened(browser, "".join(stored), width=390)
    for number in range(len(stored)):
        seen = page.locator(".rcl-xp").nth(number).evaluate(EVERY_STATE)
        assert [panes for panes, _ in seen] == [[at] for at in range(len(seen))]
        # What is wide may scroll in a box of its own; the page may not.
        assert max(out for _, out in seen) <= 0
    page.context.close()


def as_hex(color):
    return "#" + "".join(f"{int(part):02x}" for part in color[4:-1].split(","))
