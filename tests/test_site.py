"""The built book in a real browser: every page, in light, in dark and at the width of a phone."""

import re

import pytest
from site_check import VIEWS, Server, broken_links, look_at, new_context
from site_visit import INDEX, PAGES, SITE, leave_out

HEAVIEST = 700_000  # bytes, gzipped, that an ordinary page may move

pytestmark = pytest.mark.site


@pytest.mark.parametrize("path", PAGES or [INDEX])
def test_page(contexts, server, path):
    source = (SITE / path).read_text(encoding="utf-8")
    for view, context in contexts.items():
        wrong, weight, seen = look_at(context, server, path)
        assert not wrong, f"{path} in {view}"
        assert seen["lang"] == "en"
        assert seen["titles"] == (0 if path == "search.html" else 1)
        assert seen["theme"] == VIEWS[view][0]
        red = int(re.search(r"\d+", seen["ground"])[0])
        assert (red < 60) == (view == "dark"), f"{path} in {view}: the ground is {seen['ground']}"
        assert weight < HEAVIEST, f"{path} in {view} moves {weight} bytes"
    assert "jupyter.widget-" not in source, "a widget is dead without its kernel"
    assert not re.search(r"<script[^>]*mathjax", source, re.I), "formulas are MathML (scripts/book_math.py)"
    formulas = source.count('class="math ')
    assert source.count("<math ") == formulas, "a formula stands there as LaTeX"


def test_the_address_of_the_site_leads_to_the_first_page(browser, server):
    page = browser.new_page()
    page.goto(server.url, wait_until="networkidle")
    assert page.url == f"{server.url}book/intro.html"
    page.close()


def test_links(server):
    assert list(broken_links(SITE)) == []


def test_search_finds_a_word(browser, server):
    page = browser.new_page()
    page.goto(f"{server.url}search.html?q=overlap", wait_until="networkidle")
    page.wait_for_selector("#search-results li", timeout=10_000)
    page.close()


def test_a_solution_opens_on_a_click(browser, server):
    lessons = [path for path in PAGES if path.startswith("notebooks/")]
    if not lessons:
        leave_out("there is no lesson in the built book")
    page = browser.new_page()
    page.goto(server.url + lessons[0], wait_until="networkidle")
    solution = page.locator("details.solution").first
    code = solution.locator("pre").first
    assert not code.is_visible()
    solution.locator("summary").click()
    code.wait_for(state="visible", timeout=20_000)
    page.close()


def test_theme_button_changes_the_theme(browser, server):
    page = browser.new_page(color_scheme="light")
    page.goto(f"{server.url}book/intro.html", wait_until="networkidle")
    themes = set()
    for _ in range(3):
        page.locator(".theme-switch-button:visible").first.click()
        themes.add(page.evaluate("document.documentElement.dataset.theme"))
    assert themes == {"light", "dark"}
    page.close()


# --- the checks can fail ----------------------------------------------------------------------------

FAULTS = {
    "asks another host": '<script src="http://127.0.0.2:9/x.js"></script>',
    "404": '<script src="gone.js"></script>',
    "console": "<script>console.error('no')</script>",
    "script": "<script>throw new Error('no')</script>",
    "missing picture": '<img src="gone.png" alt="gone">',
    "without alt text": '<div role="img">a strip</div>',
    "too faint": '<article><p style="color:#999;background:#fff">pale</p></article>',
    "scrolls sideways": '<div style="width:2000px">wide</div>',
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(browser, tmp_path, fault):
    (tmp_path / "index.html").write_text(
        f'<!doctype html><html lang="en"><link rel="icon" href="data:,"><h1>Page</h1>{FAULTS[fault]}</html>'
    )
    server = Server(tmp_path)
    try:
        wrong, _, _ = look_at(new_context(browser, "light"), server, "index.html")
    finally:
        server.close()
    assert any(fault in problem for problem in wrong)


def test_a_page_without_fault_is_clean(browser, tmp_path):
    (tmp_path / "index.html").write_text(
        '<!doctype html><html lang="en"><link rel="icon" href="data:,"><h1>Page</h1><a href="#x">x</a><p id="x">x'
    )
    server = Server(tmp_path)
    try:
        assert look_at(new_context(browser, "phone"), server, "index.html")[0] == []
    finally:
        server.close()
    assert list(broken_links(tmp_path)) == []


@pytest.mark.parametrize("link", ["gone.html", "other.html#gone", "#gone", "http://example.org/"])
def test_a_broken_link_is_seen(tmp_path, link):
    (tmp_path / "other.html").write_text("<p id=here>")
    (tmp_path / "index.html").write_text(f'<a href="{link}">x</a> <a href="other.html#here">fine</a>')
    assert len(list(broken_links(tmp_path))) == 1


def test_formulas_are_drawn_by_the_browser_in_the_font_of_the_site(browser, server):
    with_formulas = [path for path in PAGES if "<math " in (SITE / path).read_text(encoding="utf-8")]
    if not with_formulas:
        leave_out("there is no formula in the built book")
    context = browser.new_context(java_script_enabled=False)
    for path in with_formulas:
        page = context.new_page()
        page.goto(server.url + path, wait_until="networkidle")
        for formula in page.locator("math").all():
            assert "\\" not in formula.text_content() and formula.bounding_box()["height"] > 5
        page.close()
    context.close()
    page = browser.new_page()
    page.goto(server.url + with_formulas[0], wait_until="networkidle")
    page.locator("math").first.scroll_into_view_if_needed()
    assert page.evaluate("document.fonts.ready.then(() => [...document.fonts].map((one) => one.status))") == ["loaded"]
    page.close()
