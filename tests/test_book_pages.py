"""The pages Take away and Teaching, and the page for a wrong address."""

from __future__ import annotations

import http.server
import json
import re
import sys
import threading
from types import SimpleNamespace

import pytest
import yaml
from lesson_frame import LESSONS, ROOT, blocks, bullets, read

sys.path.insert(0, str(ROOT / "scripts"))
import book_pages

TAKEAWAYS = (ROOT / "book" / "takeaways.md").read_text(encoding="utf-8")
TEACHING = (ROOT / "book" / "teaching.md").read_text(encoding="utf-8")

# --- Take away --------------------------------------------------------------------------------------


def lines_of(markdown):
    """The list items of a Markdown text, each on one line."""
    return [" ".join(item.split()) for item in re.split(r"(?m)^\s*(?:: )?- ", markdown)[1:]]


def captions():
    return re.findall(r"(?m)^:{3,}\{takeaways\} (.+)$", TAKEAWAYS)


def test_every_part_has_its_sheet_in_order_under_its_name():
    assert captions() == list(book_pages.parts_of(ROOT))
    assert re.findall(r"(?m)^## (.+)$", TAKEAWAYS) == captions()


def test_every_line_of_every_lesson_appears_once_and_in_order():
    made = [line for caption in captions() for line in split_entries(book_pages.sheet(ROOT, caption, "book/takeaways"))]
    wanted = []
    toc = re.findall(r"file: (notebooks/\S+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
    for name in toc:
        notebook = read(ROOT / f"{name}.ipynb")
        text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
        (block,) = blocks(text, "div", " takeaway")
        assert len(lines_of(block)) == bullets(block)
        wanted += [book_pages.from_page(line, name, "book/takeaways") for line in lines_of(block)]
    assert made == wanted and len(made) == len(set(made)) > 60
    assert len(toc) == len(LESSONS)


def split_entries(sheet):
    for entry in re.split(r"(?m)^Lesson \d+: .*\n", sheet)[1:]:
        yield from lines_of(entry)


def lesson_file(folder, name, *markdown):
    cells = [{"cell_type": "markdown", "source": text, "metadata": {}} for text in markdown]
    path = folder / "notebooks" / f"{name}.ipynb"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8")


def small_book(folder, **files):
    toc = {"root": "book/intro", "parts": [{"caption": "One", "chapters": [{"file": f"notebooks/{n}"} for n in files]}]}
    (folder / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")
    for name, markdown in files.items():
        lesson_file(folder, name, *markdown)


def test_a_sheet_takes_title_lines_and_links_from_the_lesson(tmp_path):
    lines = "- See [lesson 2](02_b.ipynb#why) and\n  [terms](../book/glossary.md).\n- `[a](b.md)` stays\n"
    block = f":::{{div}} takeaway\n{lines}:::\n"
    small_book(tmp_path, **{"01_a": ("# Why?\n\nText.", f"## Take away\n\n{block}\n## Exercises")})
    assert book_pages.sheet(tmp_path, "One", "book/takeaways") == (
        "Lesson 1: [Why?](../notebooks/01_a.ipynb)\n"
        ": - See [lesson 2](../notebooks/02_b.ipynb#why) and\n    [terms](glossary.md).\n"
        "  - `[a](b.md)` stays\n"
    )


@pytest.mark.parametrize(
    ("markdown", "link"),
    [
        ("[x](https://example.org/a)", "https://example.org/a"),
        ("[x](#here)", "#here"),
        ("[x](../book/choosing.ipynb)", "choosing.ipynb"),
        ("[x](09_tail.ipynb#a-b)", "../notebooks/09_tail.ipynb#a-b"),
    ],
)
def test_links_on_another_page(markdown, link):
    assert book_pages.from_page(markdown, "notebooks/01_a", "book/takeaways") == f"[x]({link})"


def test_a_lesson_without_lines_and_a_part_without_lessons_are_named(tmp_path):
    small_book(tmp_path, **{"01_a": ("# Why?", "no block")})
    with pytest.raises(book_pages.PageError, match="notebooks/01_a has no takeaway block"):
        book_pages.sheet(tmp_path, "One", "book/takeaways")
    with pytest.raises(book_pages.PageError, match=r"no part with lessons is called 'Two'.*there are: One"):
        book_pages.sheet(tmp_path, "Two", "book/takeaways")


def test_each_sheet_prints_on_one_page(tmp_path, browser):
    pypdf = pytest.importorskip("pypdf")
    page = ROOT / "_build" / "html" / "book" / "takeaways.html"
    made_from = [ROOT / "assets" / "pages.css", ROOT / "book" / "takeaways.md", *LESSONS]
    if not page.is_file() or page.stat().st_mtime < max(path.stat().st_mtime for path in made_from):
        pytest.skip("there is no built page of today's lessons; run make book first")
    tab = browser.new_page()
    tab.goto(page.as_uri())
    for paper in ("A4", "Letter"):
        tab.pdf(path=str(tmp_path / "sheets.pdf"), format=paper, prefer_css_page_size=False)
        _, *sheets = [one.extract_text() for one in pypdf.PdfReader(tmp_path / "sheets.pdf").pages]
        assert [text.lstrip().splitlines()[0].strip() for text in sheets] == captions(), paper
    tab.close()


# --- Teaching ---------------------------------------------------------------------------------------

MINUTES = {path.name: int(re.search(r"\*\*Time:\*\* (\d+) minutes", read(path).cells[0].source)[1]) for path in LESSONS}
TABLES = re.findall(r"(?m)^\| what \| minutes \|\n\|---\|---:\|\n((?:\|.*\n)+)", TEACHING)


def rows_of(table):
    cells = [[cell.strip(" *") for cell in line.strip("|").split(" | ")] for line in table.splitlines()]
    return [(what, int(minutes.strip(" |*"))) for what, minutes in cells]


def test_the_minutes_are_those_of_the_lessons():
    assert len(TABLES) == 8
    for table in TABLES:
        *rows, (last, total) = rows_of(table)
        assert last == "Together" and sum(minutes for _, minutes in rows) == total
        for what, minutes in rows:
            lessons = re.findall(r"notebooks/(\d\d_\w+\.ipynb)", what)
            if lessons:
                assert minutes == sum(MINUTES[name] for name in lessons), what


def test_the_totals_are_what_the_headings_say():
    two_hours, day, *weeks = [rows_of(table)[-1][1] for table in TABLES]
    assert two_hours == 120 and day == 8 * 60 and weeks == [120] * 6


def test_six_weeks_hold_every_lesson_once_in_order():
    weeks = TEACHING[TEACHING.index("## Six weeks") : TEACHING.index("## How to run a lesson")]
    assert re.findall(r"notebooks/(\d\d_\w+\.ipynb)", weeks) == [path.name for path in LESSONS]


def test_each_part_has_its_mistakes_and_its_questions():
    parts = list(book_pages.parts_of(ROOT))
    for heading in ("## What students get wrong, part by part", "## Questions for a discussion"):
        section = TEACHING[TEACHING.index(heading) :].split("\n## ")[1 if heading.startswith("\n") else 0]
        assert re.findall(r"(?m)^(.+)\n: ", section) == parts


def test_the_rubric_adds_up_to_twenty():
    rubric = TEACHING[TEACHING.index("## Grading a report") :].split("\n## ")[0]
    assert 4 * len(re.findall(r"(?m)^: \*\*4:\*\*.*\*\*2:\*\*.*\*\*0:\*\*", rubric)) == 20
    assert "Twenty points in all" in rubric


def test_the_commands_of_the_page_exist():
    import tasks

    named = set(re.findall(r"`make ([\w-]+)`", TEACHING))
    assert {"course", "wheelhouse", "check-room"} <= named <= set(tasks.TASKS)


# --- The page for a wrong address -------------------------------------------------------------------


@pytest.fixture(scope="module")
def not_found(tmp_path_factory):
    """404.html of a small site, in its place."""
    from jinja2 import Environment, FileSystemLoader

    site = tmp_path_factory.mktemp("site")
    engine = Environment(loader=FileSystemLoader(ROOT / "book" / "_templates"), autoescape=False)
    app = SimpleNamespace(
        srcdir=ROOT,
        outdir=site,
        config=SimpleNamespace(root_doc="book/intro", language="en", html_title="The book"),
        builder=SimpleNamespace(
            format="html",
            get_target_uri=lambda name: f"{name}.html",
            templates=SimpleNamespace(render=lambda name, values: engine.get_template(name).render(values)),
        ),
        env=SimpleNamespace(titles=Titles(), found_docs={"book/intro", "notebooks/01_why_chunk", "index"}),
    )
    book_pages.write_not_found(app, None)
    return site


class Titles(dict):
    def __missing__(self, name):
        return SimpleNamespace(astext=lambda: f"Title of {name}")


def test_it_lists_every_page_and_asks_no_other_host(not_found):
    page = (not_found / "404.html").read_text(encoding="utf-8")
    for name in re.findall(r"file: (\S+)", (ROOT / "_toc.yml").read_text(encoding="utf-8")):
        assert f'href="{name}.html"' in page
    assert ">1 · Title of notebooks/01_why_chunk</a>" in page and ">Glossary</a>" in page
    assert 'action="search.html"' in page and "<noscript>" in page
    assert "://" not in page and '"/' not in page.replace('"/" +', "").replace('"/")', "").replace('"/"', "")


@pytest.mark.parametrize("root", ["/", "/deep/er/", "/book/"])
@pytest.mark.parametrize("asked", ["gone.html", "notebooks/gone.html", "book/a/b/gone.html", "other/x/gone.html"])
def test_links_lead_home_from_every_address(not_found, browser, root, asked):
    page = (not_found / "404.html").read_bytes()

    class Host(http.server.BaseHTTPRequestHandler):
        """A static host: the file that shows where the book begins, and 404.html for everything else."""

        def do_GET(self):
            there = self.path == f"{root}{book_pages.LANDMARK}"
            self.send_response(200 if there else 404)
            self.send_header("Content-Type", "image/svg+xml" if there else "text/html")
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(b"<svg xmlns='http://www.w3.org/2000/svg'/>" if there else page)

        do_HEAD = do_GET

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        tab = browser.new_page()
        tab.goto(f"http://127.0.0.1:{server.server_port}{root}{asked}", wait_until="networkidle")
        home = tab.locator("a").first.evaluate("link => new URL(link.href).pathname")
        search = tab.locator("form").evaluate("form => new URL(form.action).pathname")
        tab.close()
    finally:
        server.shutdown()
        server.server_close()
    assert (home, search) == (f"{root}book/intro.html", f"{root}search.html")
