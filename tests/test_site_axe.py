"""Every page against the rules of WCAG 2.2, levels A and AA, as axe-core reads them; and what opens on a page."""

import importlib

import pytest
from lab_visit import Visit
from site_check import Server, new_context
from site_visit import FIRST, IN_CI, INDEX, LAB, LESSON, PAGES

NAME = "axe_playwright_python.sync_playwright"
axe_playwright = importlib.import_module(NAME) if IN_CI else pytest.importorskip(NAME)

pytestmark = pytest.mark.site

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # what else axe looks at is the same in both themes
AXE = axe_playwright.Axe()


def violations(page, rules=None):
    """What axe finds, one line for each element."""
    only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": RULES}
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")  # what lies under the bar at the top is no small target
    found = AXE.run(page, options={"runOnly": only, "resultTypes": ["violations"]}).response["violations"]
    return [f"{rule['id']}: {node['html'][:120]} {node['failureSummary']}" for rule in found for node in rule["nodes"]]


def opened(contexts, server, path, view="light"):
    page = contexts[view].new_page()
    page.goto(server.url + path, wait_until="networkidle")
    return page


@pytest.mark.parametrize("path", PAGES or [INDEX])
def test_page(contexts, server, path):
    page = opened(contexts, server, path)
    assert violations(page) == []
    page.close()
    page = opened(contexts, server, path, "dark")
    assert violations(page, COLOURS) == []
    page.close()


@pytest.mark.parametrize("path", [FIRST, LESSON, LAB])
def test_page_at_the_width_of_a_phone(contexts, server, path):
    page = opened(contexts, server, path, "phone")
    assert violations(page) == []
    page.close()


@pytest.mark.parametrize("view", ["light", "dark"])
def test_lesson_with_everything_open(contexts, server, view):
    page = opened(contexts, server, LESSON, view)
    page.evaluate("document.querySelectorAll('article details').forEach(one => { one.open = true; })")
    for question in page.locator(".rcl-quiz fieldset").all():
        question.locator("label").first.click()
    page.locator(".rcl-quiz .choice.yes label").last.click()
    assert page.locator("article details[open]").count() >= 4
    assert violations(page) == []
    page.close()


@pytest.mark.parametrize("view", ["light", "dark"])
@pytest.mark.parametrize("query", ["overlap", "nosuchwordanywhere"])
def test_search(contexts, server, view, query):
    page = opened(contexts, server, f"search.html?q={query}", view)
    page.wait_for_function("document.querySelector('.search-summary')?.textContent.trim()")
    assert violations(page) == []
    page.close()


@pytest.mark.parametrize("view", ["light", "dark"])
def test_lab_with_a_recipe_that_loses_text(browser, server, view):
    losing = "#sample=definition&splitter=ngram&size=8&overlap=3"
    visit = Visit(browser, server, view, fragment=losing).start()
    assert visit.page.locator(".lab-lost").count(), "the recipe was to lose something"
    assert violations(visit.page) == []
    visit.context.close()


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        ('<img src="data:,">', "image-alt"),
        ('<p style="color:#999;background:#fff">pale</p>', "color-contrast"),
        ("<button></button>", "button-name"),
        ('<p>A <a href="#x" style="color:#000;text-decoration:none">link</a> in black text</p>', "link-in-text-block"),
    ],
)
def test_a_fault_is_seen(browser, tmp_path, fault, rule):
    (tmp_path / "index.html").write_text(
        f'<!doctype html><html lang="en"><title>Page</title><body style="color:#222;background:#fff">'
        f'<main id="x"><h1>Page</h1>{fault}</main></html>'
    )
    server = Server(tmp_path)
    context = new_context(browser, "light")
    page = context.new_page()
    try:
        page.goto(server.url + "index.html")
        assert {line.partition(":")[0] for line in violations(page)} >= {rule}
    finally:
        context.close()
        server.close()
