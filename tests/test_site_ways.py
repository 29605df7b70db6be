"""Finding one's way in the built book: by keyboard, by ear, and without a script."""

import re
from itertools import pairwise

import pytest
from site_check import VIEWS
from site_visit import FIRST, LAB, LESSON, PAGES, SITE

pytestmark = pytest.mark.site
SENTENCE = re.compile(r"\w+[^.]{40,}\.")


# --- by keyboard and by ear -------------------------------------------------------------------------


def test_skip_link_leads_to_the_text(page, server):
    page.goto(server.url + LESSON, wait_until="networkidle")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main-content"
    assert page.evaluate("document.activeElement.getBoundingClientRect().width") > 50
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('main'))")


@pytest.mark.parametrize("path", [FIRST, LESSON, LAB, "search.html"])
@pytest.mark.parametrize("view", VIEWS)
def test_focus_is_seen_wherever_it_goes(contexts, server, path, view):
    page = contexts[view].new_page()
    page.goto(server.url + path, wait_until="networkidle")
    seen = """() => {
      const one = document.activeElement, box = one.getBoundingClientRect();
      if (one === document.body) return null;
      const label = one.labels?.[0], drawn = (e) => {
        const style = getComputedStyle(e);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 || style.boxShadow !== "none";
      };
      return { fine: drawn(one) || (label && drawn(label)), at: one.outerHTML.slice(0, 80), wide: box.width };
    }"""
    hidden, count = [], 0
    for _ in range(60):
        page.keyboard.press("Tab")
        found = page.evaluate(seen)
        if found is None:
            break
        count += 1
        if not found["fine"]:
            hidden.append(found["at"])
    page.close()
    assert not hidden and count > 8


@pytest.mark.parametrize("path", PAGES)
def test_headings_and_landmarks_in_order(path):
    text = (SITE / path).read_text(encoding="utf-8")
    article = re.search(r"<article.*</article>", text, re.S)
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", article[0] if article else text)]
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    assert len(re.findall(r"<main\b", text)) == 1
    assert re.search(r'<html[^>]* lang="en"', text)


def test_chinese_says_that_it_is_chinese(page, server):
    """Every Chinese character in the text of the pages that show most of it."""
    unnamed = """() => {
      const walk = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT), found = [];
      while (walk.nextNode()) {
        const node = walk.currentNode, parent = node.parentElement;
        if (!/[\\u4e00-\\u9fff]/.test(node.data) || parent.closest("style, script, title, desc, option")) continue;
        if (!parent.closest("[lang^=zh]")) found.push(node.data.slice(0, 30));
      }
      return found;
    }"""
    named = 0
    for path in (path for path in PAGES if re.search("[\u4e00-\u9fff]", (SITE / path).read_text(encoding="utf-8"))):
        page.goto(server.url + path)
        if not page.locator("article").count():
            continue
        assert page.evaluate(unnamed) == [], path
        named += page.locator("article [lang^=zh]").count()
    assert named > 50


def test_nothing_moves_for_a_reader_who_asks_for_rest(browser, server):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    moving = """() => [...document.querySelectorAll("*")].filter(one => {
      const style = getComputedStyle(one), long = (name) => Math.max(...style[name].split(",").map(parseFloat));
      return long("transitionDuration") > .01 || (style.animationName !== "none" && long("animationDuration") > .01);
    }).map(one => one.outerHTML.slice(0, 60))"""
    for path in (FIRST, LESSON, LAB):
        page.goto(server.url + path, wait_until="networkidle")
        assert page.evaluate(moving) == [], path
    context.close()


# --- without a script --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain(browser):
    """A browser without JavaScript."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    yield page
    context.close()


def test_a_lesson_is_read_without_a_script(plain, server):
    plain.goto(server.url + LESSON)
    text = plain.locator("article").inner_text()
    assert len(SENTENCE.findall(text)) > 30
    assert plain.locator("article figure, article .rcl").first.is_visible()
    solution = plain.locator("details.solution").first
    assert not solution.locator("pre").first.is_visible()
    solution.locator("summary").click()
    assert solution.locator("pre").first.is_visible()
    hint = plain.locator("details.tip").first
    hint.locator("summary").click()
    assert hint.locator("p:not(.admonition-title)").first.is_visible()


def test_the_quiz_answers_without_a_script(plain, server):
    plain.goto(server.url + LESSON)
    question = plain.locator(".rcl-quiz fieldset").first
    assert not question.locator(".yes .why").is_visible()
    question.locator(".yes label").click()
    assert question.locator(".yes .why").is_visible()


def test_the_first_page_leads_on_without_a_script(plain, server):
    plain.goto(server.url + FIRST)
    assert plain.locator("nav a[href*='05_overlap']").first.is_visible()
    plain.locator("article a[href*='05_overlap']").first.click()
    assert plain.url.endswith(LESSON)
    plain.locator(".prev-next-area a").last.click()
    assert "06_" in plain.url


def test_the_lab_says_that_it_needs_a_script(plain, server):
    plain.goto(server.url + LAB)
    assert "JavaScript" in plain.locator("article").inner_text()
    assert not plain.locator("[data-lab=bench]").is_visible()
