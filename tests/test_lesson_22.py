"""Lesson 22 with other files: its own cells run on one file of each kind, with questions and without."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from pathlib import Path

import docx
import pytest
from fpdf import FPDF
from lesson_frame import LESSONS, is_exercise, read

from ragchunk_lessons.corpora import load_text

LESSON = next((path for path in LESSONS if path.stem == "22_your_document"), None)
YOURS = ("FILE", "PAGE", "SIZE", "BUDGET", "MODEL", "QUESTIONS")
CHINESE = "universal-sentence-encoder-multilingual-3"


def run(tmp_path: Path, **given) -> tuple[dict, dict[str, str]]:
    """All cells but the exercises, with the reader's own values; the names they leave, and what each of them shows."""
    names = {"__name__": "__main__"}
    shown = {}
    given = {"PAGE": str(tmp_path / "mine.html"), **given}
    for cell in read(LESSON).cells:
        if cell.cell_type != "code" or is_exercise(cell):
            continue
        body = ast.parse(cell.source).body
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            for statement in body:
                if isinstance(statement, ast.Expr) and statement is body[-1]:
                    value = eval(compile(ast.Expression(statement.value), cell.id, "eval"), names)
                    if value is not None:
                        print(repr(value))
                        # What a notebook shows must be drawn too.
                        getattr(value, "_repr_html_", str)()
                else:
                    exec(compile(ast.Module([statement], []), cell.id, "exec"), names)
        if cell.id in ("yours", "questions"):
            assert names.keys() & set(YOURS)
            names.update({name: value for name, value in given.items() if name in names})
        shown[cell.id] = out.getvalue()
    return names, shown


def text_file(folder: Path) -> Path:
    path = folder / "prose.txt"
    path.write_text(load_text("maintenance_prose"), encoding="utf-8")
    return path


def markdown_file(folder: Path) -> Path:
    path = folder / "handbook.md"
    path.write_text(load_text("handbook_page"), encoding="utf-8")
    return path


def html_file(folder: Path) -> Path:
    path = folder / "page.html"
    path.write_text(load_text("handbook_page_html"), encoding="utf-8")
    return path


def pdf_file(folder: Path) -> Path:
    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    for paragraph in load_text("rag_three_paragraphs").split("\n\n"):
        pdf.add_page()
        pdf.multi_cell(0, 7, paragraph)
    pdf.output(str(folder / "notes.pdf"))
    return folder / "notes.pdf"


def table_file(folder: Path) -> Path:
    path = folder / "parts.csv"
    rows = "".join(f"valve {n},shelf {n % 7},{n * 3} pieces in stock\n" for n in range(1, 60))
    path.write_text(f"part,place,note\n{rows}", encoding="utf-8")
    return path


def word_file(folder: Path) -> Path:
    document = docx.Document()
    document.add_heading("Rules", 1)
    document.add_paragraph("Keys are never lent.")
    document.save(str(folder / "rules.docx"))
    return folder / "rules.docx"


def records_file(folder: Path) -> Path:
    path = folder / "log.jsonl"
    path.write_text('{"id": 1, "text": "Pump 3 stopped."}\n{"id": 2, "text": "It was started again."}\n')
    return path


def speech_file(folder: Path) -> Path:
    path = folder / "call.vtt"
    path.write_text(load_text("support_call_vtt"), encoding="utf-8")
    return path


def chinese_file(folder: Path) -> Path:
    path = folder / "手册.txt"
    path.write_text(load_text("chinese_technical"), encoding="utf-8")
    return path


def code_file(folder: Path) -> Path:
    path = folder / "log.py"
    path.write_text(load_text("python_code"), encoding="utf-8")
    return path


def one_word_file(folder: Path) -> Path:
    path = folder / "word"
    path.write_text("Stop.")
    return path


ASKED = [
    (text_file, "recursive", 2),
    (markdown_file, "markdown", 2),
    (html_file, "html", 1),
    (pdf_file, "pages", 2),
    (table_file, "table", 2),
]
UNASKED = [
    *((make, name) for make, name, _ in ASKED),
    (word_file, "html"),
    (records_file, "jsonl"),
    (speech_file, "speakers"),
    (code_file, "code"),
    (one_word_file, "sentences"),
]
BAD = re.compile(r"\b(?:nan|inf|None chunks)\b|Traceback|/tmp/|/home/|\\\\Users", re.IGNORECASE)


def sentences(text: str, many: int) -> list[tuple[str, str]]:
    """Questions with answers that stand once in the text: lines of some length, from both ends."""
    lines = [line.strip() for line in text.splitlines() if len(line.strip()) > 12 and text.count(line.strip()) == 1]
    return [(f"What is said about {line.split()[1]}?", line[:60]) for line in [lines[0], lines[-1]][:many]]


def check_run(names: dict, shown: dict[str, str], path: Path, tmp_path: Path, splitter: str) -> None:
    assert shown["look"].startswith(f"{path.name} has {len(names['document'].text)} characters")
    assert splitter in names["comparison"].names
    assert names["result"].ok and names["choice"].reasons[names["choice"].name] == "chosen"
    assert "one is gone: False" in shown["audit-planted"]
    assert not BAD.search("".join(shown.values())), BAD.search("".join(shown.values()))
    page = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert f"How {path.name} was cut" in page and str(tmp_path) not in page


@pytest.mark.models
@pytest.mark.parametrize(("make", "splitter", "many"), ASKED, ids=[make.__name__ for make, *_ in ASKED])
def test_it_runs_on_a_file_of_each_kind_with_questions(tmp_path, make, splitter, many):
    from ragchunk_lessons.readers import read_file

    path = make(tmp_path)
    asked = sentences(read_file(path).text, many)
    assert len(asked) == many
    names, shown = run(tmp_path, FILE=str(path), QUESTIONS=asked, SIZE=200, BUDGET=200)
    check_run(names, shown, path, tmp_path, splitter)
    assert len(names["scores"].settings) == len(names["comparison"].names)
    assert all(0 <= one.evaluation.recall <= 1 for one in names["scores"].settings)
    page = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert "The questions" in page and "Splitters side by side" in page


@pytest.mark.models
@pytest.mark.parametrize(("make", "splitter"), UNASKED, ids=[make.__name__ for make, _ in UNASKED])
def test_it_runs_without_questions(tmp_path, make, splitter):
    path = make(tmp_path)
    names, shown = run(tmp_path, FILE=path, QUESTIONS=[])
    check_run(names, shown, path, tmp_path, splitter)
    assert names["scores"] is None and "No questions: the audit alone decides." in shown["ask-run"]
    assert "The questions" not in (tmp_path / "mine.html").read_text(encoding="utf-8")


@pytest.mark.models
def test_it_runs_on_chinese_with_the_other_model(tmp_path):
    path = chinese_file(tmp_path)
    text = path.read_text(encoding="utf-8")
    asked = [("什么时候检查？", text[100:120])]
    names, shown = run(tmp_path, FILE=path, QUESTIONS=asked, MODEL=CHINESE)
    check_run(names, shown, path, tmp_path, "recursive_cjk")


def test_an_answer_that_is_not_in_the_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"question 1: .*the document does not hold 'in the cellar'"):
        run(tmp_path, FILE=text_file(tmp_path), QUESTIONS=[("Where is it?", "in the cellar")])


def test_the_sample_stays_as_it_is_without_a_file():
    source = {cell.id: cell.source for cell in read(LESSON).cells}
    assert source["yours"].startswith("FILE = None ")
    stored = "".join(str(cell.get("outputs")) for cell in read(LESSON).cells)
    assert not BAD.search(stored)
