"""The slides of each part, in a real browser: what they show, and how they turn."""

import re

import pytest
from lesson_frame import ROOT
from site_visit import SITE, leave_out

LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("[0-9]*.ipynb"))
KINDS = ["title", "puzzle", "predict", "recipe", "wrong", "why", "repair", "audit", "cost", "keep"]
DECKS = sorted(path.name for path in (SITE / "slides").glob("part_*.html"))

pytestmark = pytest.mark.site


@pytest.fixture
def deck(browser, server):
    if not DECKS:
        leave_out("there is no built book; run make book first")
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = context.new_page()
    page.base = server.url
    yield page
    context.close()


def slides_of(name):
    """(kind, lesson, title, body) of each slide of a page but the cover."""
    text = (SITE / "slides" / name).read_text(encoding="utf-8")
    found = re.findall(
        r'(?s)<section class="slide (?!cover)(\w+)" id="slide-\d+".*?<p class="where">(.*?)</p>\s*<h2>(.*?)</h2>\s*'
        r'<div class="body">(.*?)</div>\s*</div>\s*</section>',
        text,
    )
    return [(kind, int((re.search(r"\d+$", where) or [0])[0]), title, body) for kind, where, title, body in found]


def test_every_lesson_has_its_slides_in_order():
    if not DECKS:
        leave_out("there is no built book; run make book first")
    shown = [(lesson, kind) for name in DECKS for kind, lesson, _, _ in slides_of(name) if lesson]
    assert shown == [(int(name[:2]), kind) for name in LESSONS for kind in KINDS]
    assert all(slides_of(name)[-1][0] == "discuss" for name in DECKS)


@pytest.mark.parametrize("name", DECKS)
def test_no_slide_is_empty_or_leaves_the_deck(name):
    for kind, lesson, title, body in slides_of(name):
        words = re.sub(r"(?s)<style>.*?</style>|<[^>]+>", " ", body).split()
        assert len(words) > 4, f"{kind} of lesson {lesson}"
        assert title and "<a " not in body, f"{kind} of lesson {lesson}"


def test_a_slide_shows_what_the_lesson_shows():
    wrong = next(body for kind, lesson, _, body in slides_of("part_3.html") if (kind, lesson) == ("wrong", 9))
    assert "to a RAG system" in re.sub(r"<[^>]+>", "", wrong)  # the strip with the four lost words, no later picture
    assert not any('type="radio"' in body for name in DECKS for *_, body in slides_of(name))


def test_the_keys_turn_the_slides(deck):
    deck.goto(deck.base + "slides/part_1.html")
    place = deck.locator(".turn span")

    def after(key):
        deck.keyboard.press(key)
        return place.inner_text()

    total = deck.locator(".slide").count()
    assert place.inner_text() == f"1 / {total}"
    assert after("ArrowRight") == f"2 / {total}"
    assert deck.evaluate("Math.abs(document.querySelector('#slide-2').getBoundingClientRect().top)") < 2
    assert after("ArrowLeft") == f"1 / {total}"
    assert after("End") == f"{total} / {total}"
    assert deck.locator(".turn button").nth(1).is_disabled()
    assert after("Home") == f"1 / {total}"


def test_space_reads_a_tall_slide_to_its_end(deck):
    deck.goto(deck.base + "slides/part_2.html")
    tall = deck.evaluate(
        "[...document.querySelectorAll('.slide')].findIndex(one => one.offsetHeight > innerHeight * 1.3)"
    )
    assert tall > 0, "no tall slide is left; take another page"
    deck.goto(deck.base + f"slides/part_2.html#slide-{tall + 1}")
    deck.wait_for_function(f"document.querySelector('.turn span').textContent.startsWith('{tall + 1} /')")
    deck.keyboard.press("Space")
    deck.wait_for_timeout(100)
    assert deck.locator(".turn span").inner_text().startswith(f"{tall + 1} /")
    for _ in range(5):
        deck.keyboard.press("Space")
        deck.wait_for_timeout(100)
    assert not deck.locator(".turn span").inner_text().startswith(f"{tall + 1} /")
