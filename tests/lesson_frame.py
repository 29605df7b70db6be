"""The frame that all lessons share (CONTRIBUTING.md), as a function: a notebook in, a list of what is wrong out."""

import pathlib
import re

import nbformat
from hint_rule import hint_problems

ROOT = pathlib.Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
HEADINGS = (
    "The puzzle",
    "The recipe as published",
    "What went wrong",
    "Why",
    "The repair",
    "The audit",
    "What it costs",
    "Take away",
    "Exercises",
    "Go further",
)
BLOCK = r"(?ms)^(:{{3,}})\{{{kind}\}}{argument}\s*\n(.*?)^\1\s*$"
EXERCISE_TAG = "exercise"
MOST_TEXT = 4000  # characters in one text output


def read(path):
    return nbformat.read(path, as_version=4)


def is_exercise(cell):
    return cell.cell_type == "code" and EXERCISE_TAG in cell.metadata.get("tags", [])


def blocks(text, kind, argument=r"[^\n]*"):
    """The bodies of all ``:::{kind} argument`` blocks."""
    return [match[2] for match in re.finditer(BLOCK.format(kind=kind, argument=argument), text)]


def bullets(text):
    return len(re.findall(r"(?m)^- ", text))


def solution_code(cell):
    """The one ``python`` block of a solution, or None."""
    found = re.findall(r"(?ms)^```python\n(.*?)^```\s*$", cell.source)
    return found[0] if len(found) == 1 else None


def exercises(notebook):
    """(number, question, stub, solution) for each exercise; a cell is None where it is missing."""
    cells = [None, *notebook.cells, None]
    for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False):
        if cell is not None and is_exercise(cell):
            number = re.search(r'check\(\s*"([^"]*)"', cell.source)
            yield number[1] if number else "?", before, cell, after


def frame_problems(notebook, number):
    """What a lesson lacks of the common frame; ``number`` is its two digits."""
    wrong = []
    markdown = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    prose = re.sub(r"(?ms)^(`{3,}).*?^\1\s*$", "", markdown)  # a comment in a code block is no heading
    titles = re.findall(r"(?m)^# (.+)$", prose)
    first = notebook.cells[0]
    if len(titles) != 1 or not titles[0].strip().endswith("?") or not first.source.startswith("# "):
        wrong.append(f"the first cell opens with one title that is a question; found {titles}")
    frame = blocks(first.source, "div", " frame")
    if len(frame) != 1:
        wrong.append("the first cell holds one block :::{div} frame")
    else:
        if "**What you will learn**" not in frame[0] or bullets(frame[0]) != 3:
            wrong.append("the frame says **What you will learn** in exactly three items")
        if not re.search(r"\*\*Before you start:\*\* .+ \*\*Time:\*\* \d+ minutes", frame[0]):
            wrong.append("the frame ends with **Before you start:** … **Time:** N minutes")
    found = [heading.split(":")[0].strip() for heading in re.findall(r"(?m)^## (.+)$", prose)]
    if found != list(HEADINGS):
        wrong.append(f"the headings are {', '.join(HEADINGS)}, in this order; found {', '.join(found)}")
    puzzle = prose.partition("## The puzzle")[2].partition("\n## ")[0]
    if not any(":class: predict" in block for block in blocks(puzzle, "admonition")):
        wrong.append("the puzzle holds a block :::{admonition} Predict with :class: predict")
    takeaway = blocks(prose, "div", " takeaway")
    if len(takeaway) != 1 or not 3 <= bullets(takeaway[0]) <= 5:
        wrong.append("there is one block :::{div} takeaway of three to five lines")
    wrong += exercise_problems(notebook, number)
    return wrong


def exercise_problems(notebook, number):
    wrong = []
    found = list(exercises(notebook))
    if len(found) < 3:
        wrong.append(f"there are at least three exercises; found {len(found)}")
    for k, (name, question, stub, solution) in enumerate(found, 1):
        if name != f"{number}-{k}":
            wrong.append(f"exercise {k} is checked as {number}-{k}, not {name}")
        if question is None or "{exercise}" not in question.source or f":label: ex-{name}\n" not in question.source:
            wrong.append(f"a Markdown cell with :::{{exercise}} and :label: ex-{name} stands right above stub {name}")
        elif ":nonumber:" not in question.source:
            wrong.append(f"exercise {name} has :nonumber:")
        last = stub.source.strip().splitlines()[-1]
        if not re.fullmatch(rf'check\("{name}", .+\)', last):
            wrong.append(f'the last line of stub {name} is check("{name}", …)')
        if solution is None or f"{{solution}} ex-{name}\n" not in solution.source:
            wrong.append(f"a Markdown cell with ::::{{solution}} ex-{name} stands right below stub {name}")
        elif ":class: dropdown" not in solution.source or f":label: sol-{name}\n" not in solution.source:
            wrong.append(f"solution {name} has :class: dropdown and :label: sol-{name}")
        elif not (solution_code(solution) or "").strip().endswith(last):
            wrong.append(f"solution {name} holds one python block that ends with {last}")
        else:
            wrong += hint_problems(name, getattr(question, "source", ""), stub.source, solution_code(solution))
    return wrong


def output_problems(notebook):
    """What must not stand in any stored notebook, lesson or page."""
    wrong = []
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if code and not any(cell.outputs for cell in code):
        wrong.append("no outputs are stored, so nothing is compared")
    for cell in code:
        where = f"cell {cell.id}"
        if cell.execution_count is None:
            wrong.append(f"{where} was not run; store the outputs with: make notebooks")
        if cell.source.rstrip().endswith(";"):
            wrong.append(f"{where} ends with ';', which hides nothing; write _ = …")
        if re.search(r"(?m)^\s*[%!]", cell.source):
            wrong.append(f"{where} uses a magic or the shell")
        if is_exercise(cell) and "Not yet: " not in str(cell.outputs):
            wrong.append(f"{where} is a stub whose stored output does not say 'Not yet: …'")
        for output in cell.outputs:
            wrong += [f"{where}: {problem}" for problem in one_output_problems(output)]
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and re.search(r"!\[\s*\]\(", cell.source):
            wrong.append(f"cell {cell.id} has a picture without alt text")
    return wrong


def one_output_problems(output):
    if output.output_type == "error":
        yield "an error output; catch it and print the message"
    if output.get("name") == "stderr":
        yield "something on stderr"
    data = output.get("data", {})
    for text in (output.get("text", ""), data.get("text/plain", "")):
        if len(text) > MOST_TEXT:
            yield f"a wall of text: {len(text)} characters"
    if any(kind.startswith("image/") for kind in data):
        yield "a stored image, which has no alt text and one theme; use show_chunks or plots"
    page = data.get("text/html", "")
    if ("<svg" in page or 'role="img"' in page) and not re.search(r'aria-label="[^"]+"', page):
        yield "a picture without alt text"
    if re.search(r"(src|href)=[\"']https?:", page) or "url(http" in page:
        yield "something from another host"
