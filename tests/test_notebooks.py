"""Every stored notebook: the frame of the lessons, what outputs may hold, and its place in the book.

That each output is still what the code gives is nbval's part (make test).
"""

import re
import sys

import nbformat
import pytest
from lesson_frame import HEADINGS, LESSONS, ROOT, frame_problems, output_problems, read
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

sys.path.insert(0, str(ROOT / "scripts"))
import book_build
import refresh_notebooks

PAGES = sorted((ROOT / "book").rglob("*.ipynb"))


def names(paths):
    return [path.stem for path in paths]


@pytest.mark.parametrize("path", LESSONS, ids=names(LESSONS))
def test_lesson_keeps_the_frame(path):
    assert re.fullmatch(r"\d\d_[a-z0-9_]+", path.stem)
    assert frame_problems(read(path), path.stem[:2]) == []


@pytest.mark.parametrize("path", LESSONS + PAGES, ids=names(LESSONS + PAGES))
def test_stored_outputs(path):
    assert output_problems(read(path)) == []


@pytest.mark.parametrize("path", LESSONS + PAGES, ids=names(LESSONS + PAGES))
def test_file_is_as_the_refresh_script_writes_it(path):
    assert refresh_notebooks.as_bytes(read(path)) == path.read_bytes(), "store the outputs with: make notebooks"


def test_table_of_contents_names_every_notebook():
    inside = {path.relative_to(ROOT).with_suffix("").as_posix() for path in LESSONS + PAGES}
    listed = {page for page in book_build.toc_pages() if (ROOT / f"{page}.ipynb").is_file()}
    assert inside == listed
    assert all((ROOT / f"{page}.ipynb").is_file() or (ROOT / f"{page}.md").is_file() for page in book_build.toc_pages())


def test_map_on_the_first_page_links_what_is_finished_and_nothing_else():
    source = "\n".join(cell.source for cell in read(ROOT / "book" / "intro.ipynb").cells)
    rows = re.findall(r"(?m)^(\d+)\. (.+)$", source)
    assert [int(number) for number, _ in rows] == list(range(1, len(LESSONS) + 1))
    finished = {int(path.stem[:2]): path for path in LESSONS}
    for number, row in rows:
        if int(number) in finished:
            path = finished[int(number)]
            title = read(path).cells[0].source.splitlines()[0].removeprefix("# ")
            assert row == f"[{title}](../notebooks/{path.name})"
        else:
            assert re.fullmatch(r"[^\[\]]+[?] \*in preparation\*", row)


# --- the checks can fail ----------------------------------------------------------------------------


def good_lesson():
    """A lesson in the frame, as small as can be."""
    cells = [
        new_markdown_cell(
            "# Where did it go?\n\nA hook.\n\n:::{div} frame\n**What you will learn**\n\n- one\n- two\n- three\n\n"
            "**Before you start:** nothing. **Time:** 5 minutes.\n:::"
        ),
        new_code_cell("1 + 1", execution_count=1, outputs=[result("2")]),
    ]
    inside = {
        "The puzzle": "\n\n:::{admonition} Predict\n:class: predict\n\nGuess.\n:::",
        "The repair": ": keep it",
        "Take away": "\n\n:::{div} takeaway\n- one\n- two\n- three\n:::",
    }
    for heading in HEADINGS:
        cells.append(new_markdown_cell(f"## {heading}{inside.get(heading, '')}"))
        if heading == "Exercises":
            cells += [cell for k in (1, 2, 3) for cell in good_exercise(f"09-{k}")]
    for number, cell in enumerate(cells):
        cell.id = f"c{number}"
    return new_notebook(cells=cells)


def good_exercise(name):
    check = f'check("{name}", answer)'
    question = f":::{{exercise}} One\n:label: ex-{name}\n:nonumber:\n\nDo it.\n:::"
    hint = ":::{admonition} Hint\n:class: tip dropdown\n\nLook at the cell above, which does the like.\n:::"
    yield new_markdown_cell(f"{question}\n\n{hint}")
    stub = new_code_cell(f"answer = None\n{check}", execution_count=1, outputs=[result("Not yet: try")])
    stub.metadata.tags = ["exercise"]
    yield stub
    code = f"```python\nanswer = 1\n{check}\n```"
    yield new_markdown_cell(f"::::{{solution}} ex-{name}\n:label: sol-{name}\n:class: dropdown\n\nSo.\n\n{code}\n::::")


def result(text):
    return new_output("execute_result", data={"text/plain": text}, execution_count=1)


def problems(notebook):
    return frame_problems(notebook, "09") + output_problems(notebook)


def test_a_good_lesson_has_no_problems():
    assert problems(good_lesson()) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Where did it go?", "# It went"),
        ("# Where did it go?", "## Where did it go?"),
        ("- three\n\n**Before", "**Before"),
        ("**Time:** 5 minutes", "**Time:** a while"),
        ("## The audit", "## The proof"),
        ("## Why", "### Why"),
        ("## The puzzle", "# The puzzle"),
        (":class: predict", ":class: tip"),
        ("{div} takeaway", "{div} takeaways"),
        (":label: ex-09-2", ":label: ex-09-9"),
        (":nonumber:\n", ""),
        ("{admonition} Hint", "{admonition} Help"),
        ("{solution} ex-09-3", "{solution} ex-09-2"),
        (":class: dropdown", ":class: open"),
        ("```python\nanswer", "```\nanswer"),
        ('answer = None\ncheck("09-1", answer)', 'answer = None\ncheck("09-7", answer)'),
        ("answer = None\n", "answer = None\n%time\n"),
        ("1 + 1", "1 + 1;"),
        ("A hook.", "A hook. ![](picture.svg)"),
    ],
)
def test_a_broken_lesson_is_seen(old, new):
    lesson = good_lesson()
    before = [cell.source for cell in lesson.cells]
    for cell in lesson.cells:
        cell.source = cell.source.replace(old, new)
    assert [cell.source for cell in lesson.cells] != before
    assert problems(lesson)


def test_order_of_headings_is_seen():
    lesson = good_lesson()
    at = [number for number, cell in enumerate(lesson.cells) if cell.source in ("## Why", "## The audit")]
    lesson.cells[at[0]], lesson.cells[at[1]] = lesson.cells[at[1]], lesson.cells[at[0]]
    assert problems(lesson)


@pytest.mark.parametrize(
    "output",
    [
        new_output("stream", name="stderr", text="a warning"),
        new_output("error", ename="ValueError", evalue="bad", traceback=[]),
        new_output("stream", name="stdout", text="x" * 4001),
        new_output("display_data", data={"image/png": "AAAA", "text/plain": "<Figure>"}),
        new_output("display_data", data={"text/html": "<svg></svg>"}),
        new_output("display_data", data={"text/html": '<img alt="x" src="https://example.org/x.png">'}),
    ],
    ids=["stderr", "error", "long", "png", "no-alt", "outside"],
)
def test_a_bad_output_is_seen(output):
    lesson = good_lesson()
    lesson.cells[1].outputs.append(output)
    assert output_problems(lesson)


def test_outputs_that_are_missing_are_seen():
    lesson = good_lesson()
    for cell in lesson.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    assert any("nothing is compared" in problem for problem in output_problems(lesson))


# --- the refresh script -----------------------------------------------------------------------------


def test_refreshing_is_stable_and_drops_what_differs_between_machines():
    lesson = good_lesson()
    lesson.metadata = {"language_info": {"name": "python", "version": "3.11.7"}, "kernelspec": {"name": "mine"}}
    lesson.cells[1].metadata = {"execution": {"iopub.execute_input": "2026-01-01"}, "collapsed": True}
    lesson.cells[1].outputs = [new_output("stream", name="stdout", text=text) for text in ("a", "b\n")]
    once = refresh_notebooks.as_bytes(lesson)
    assert refresh_notebooks.as_bytes(nbformat.reads(once.decode(), as_version=4)) == once
    again = nbformat.reads(once.decode(), as_version=4)
    assert [output.text for output in again.cells[1].outputs] == ["ab\n"]
    assert again.cells[1].metadata == {}
    assert again.cells[1].id == lesson.cells[1].id
    assert b"3.11.7" not in once and b"mine" not in once and once.endswith(b"}\n")


def test_two_cells_with_one_id_are_refused():
    lesson = good_lesson()
    lesson.cells[2].id = lesson.cells[1].id
    with pytest.raises(ValueError, match="two cells have the id 'c1'"):
        refresh_notebooks.as_bytes(lesson)


def test_a_notebook_that_stops_is_left_as_it_was(tmp_path):
    lesson = new_notebook(cells=[new_code_cell("1 / 0", id="divide")])
    path = tmp_path / "broken.ipynb"
    nbformat.write(lesson, path)
    before = path.read_bytes()
    _, passed, word = refresh_notebooks.refresh(path)
    assert not passed and "ZeroDivisionError" in word and path.read_bytes() == before
