"""Print the built book as one PDF, _build/ragchunk-lessons.pdf, and link it from the pages: `make pdf`.

The pages become one document (pdf_pages.py), which Chromium prints twice: the second time with the page numbers of
the table of contents, known from the first.
"""

import re
import shutil
import sys
import tempfile
import time
import tomllib
from itertools import groupby
from pathlib import Path

import pdf_finish
import pdf_pages
import yaml
from jinja2 import Environment, FileSystemLoader
from running import ROOT, Problem, say

sys.path.insert(0, str(ROOT / "tests"))
from site_check import FLAGS, Server, find_browser  # as the tests find it

SITE = ROOT / "_build" / "html"
FIRST = "book/intro"
TARGET = ROOT / "_build" / "ragchunk-lessons.pdf"
SHEETS = re.compile(r'<link[^>]*href="\.\./(_static/[^"]+\.css[^"]*)"')
MARK = re.compile(r"<!--pdf ([./]*)-->.*?<!--/pdf-->", re.DOTALL)
LONGEST = 600_000  # milliseconds


def settings():
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module = (ROOT / "ragchunk_lessons" / "__init__.py").read_text(encoding="utf-8")
    return {
        "language": config["sphinx"]["config"]["language"],
        "title": config["title"],
        "author": config["author"],
        "address": config["html"].get("baseurl") or "",
        "line": project["description"] + ".",
        "version": re.search(r'__version__ = "(.+?)"', module)[1],
    }


def style_sheets(site):
    """Those of the built pages, in their order."""
    names = SHEETS.findall((site / f"{FIRST}.html").read_text(encoding="utf-8"))
    extra = [name for name in ("_static/pages.css", "_static/publishing.css") if (site / name).is_file()]
    return [*names, *extra]


def contents(pages, numbers):
    """The parts and their chapters, with the page on which each begins, as far as it is known."""

    def entry(page):
        name = pdf_pages.slug(page.name)
        return {"id": name, "title": page.title, "number": page.number, "page": numbers.get(name, "000")}

    return [(part, [entry(page) for _, page in group]) for part, group in groupby(pages, key=lambda one: one[0])]


def make_document(site, source, values):
    """A function from the page numbers to the HTML to print, and the ids whose pages it wants to know."""
    pages = pdf_pages.read_pages(site, source, values["address"])
    strip = pages[0][1].article.select_one(".rcl-strip")
    parts = {
        "sheets": style_sheets(site),
        "figures": pdf_pages.without_repeats(pages),
        "heads": pdf_pages.running_heads(pages),
        "picture": str(strip or ""),
        "body": pdf_pages.body(pages),
    }
    engine = Environment(loader=FileSystemLoader(ROOT / "book" / "_templates"), autoescape=False)
    template = engine.get_template("pdf.html")
    names = [pdf_pages.slug(page.name) for _, page in pages]
    return lambda numbers: template.render(**values, **parts, parts=contents(pages, numbers)), names


def print_document(site, render, names, path):
    """Print twice; the second time the table of contents knows its page numbers."""
    from playwright.sync_api import sync_playwright

    server = Server(site)
    numbers = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        tab = browser.new_page(color_scheme="light")
        tab.set_default_timeout(LONGEST)
        tab.route(
            "**/print.html", lambda route: route.fulfill(body=render(numbers), content_type="text/html; charset=utf-8")
        )
        for _ in range(2):
            tab.goto(f"{server.url}print.html", wait_until="load")  # a quiet network says nothing while it is read
            tab.evaluate("document.fonts.ready")
            tab.pdf(path=str(path), prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
            numbers.update(pdf_finish.first_pages(path, names))
        browser.close()
    server.close()
    return numbers


def link_from_pages(site, target, pages):
    """Put the PDF into the site, and a link to it at the foot of every page."""
    shutil.copy(target, site / target.name)
    size = f"{target.stat().st_size / 1e6:.0f} MB"
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        link = rf'<!--pdf \1--><a href="\1{target.name}">All pages as one PDF</a> ({pages} pages, {size})<!--/pdf-->'
        linked = MARK.sub(link, text)
        if linked != text:
            path.write_text(linked, encoding="utf-8")


def main():
    if not (SITE / f"{FIRST}.html").is_file():
        raise Problem("There is no built book. Run `make book` (python scripts/tasks.py book) first.")
    if not find_browser():
        raise Problem("Printing needs Chromium (Debian, Ubuntu: sudo apt install chromium).")
    started, values = time.time(), settings()
    render, names = make_document(SITE, ROOT, values)
    with tempfile.TemporaryDirectory() as folder:
        printed = Path(folder) / "printed.pdf"
        print_document(SITE, render, names, printed)
        what = {"title": values["title"], "author": values["author"], "subject": values["line"].rstrip(".")}
        pages = pdf_finish.finish(printed, TARGET, **what, language=values["language"])
    link_from_pages(SITE, TARGET, pages)
    size = f"{TARGET.stat().st_size / 1e6:.1f} MB"
    say(f"{TARGET.relative_to(ROOT)}: {pages} pages, {size}, {time.time() - started:.0f} s")
    print("   A copy is in the built book, linked at the foot of each page.", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr)
        sys.exit(1)
