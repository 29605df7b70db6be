"""A visit to the built book in a real browser: what its tests share."""

import os

import pytest
from lesson_frame import ROOT
from site_check import FLAGS, VIEWS, Server, find_browser, new_context, pages_of

SITE = ROOT / "_build" / "html"
INDEX = "index.html"  # sends the reader on to the first page
PAGES = [path.relative_to(SITE).as_posix() for path in pages_of(SITE) if path != SITE / INDEX]
LESSONS = [path for path in PAGES if path.startswith("notebooks/")]
FIRST, LESSON, LAB = "book/intro.html", "notebooks/05_overlap.html", "book/chunk_lab.html"
IN_CI = os.environ.get("CI") == "true"


def leave_out(reason):
    """Skip on a reader's machine, fail in CI: there, a test that does not run is a mistake."""
    (pytest.fail if IN_CI else pytest.skip)(reason)


@pytest.fixture(scope="session")
def browser():
    path = find_browser()
    if not path:
        leave_out("no Chromium on this machine; install it (Debian: apt install chromium) to test the pages")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def contexts(browser):
    return {view: new_context(browser, view) for view in VIEWS}


@pytest.fixture(scope="session")
def server():
    if not (SITE / INDEX).is_file():
        leave_out("there is no built book; run make book first")
    server = Server(SITE)
    yield server
    server.close()


@pytest.fixture
def page(contexts, server):
    """A new page of a desktop in the light theme."""
    page = contexts["light"].new_page()
    yield page
    page.close()
