"""Copies of the lessons for a classroom: without solutions and outputs for students, as they are for the teacher.

python scripts/course.py            writes _build/course/student and _build/course/teacher
python scripts/course.py FOLDER     writes them there
"""

import copy
import re
import shutil
import sys

import nbformat
from running import ROOT, Problem, folder_argument

TARGET = ROOT / "_build" / "course"
SOLUTION = re.compile(r"(?m)^:{3,}\{solution")
# What lessons link to, and what these pages read, so that both work in the copy too.
PAGES = ("book/*.md", "book/*.ipynb", "book/howto/*.md", "book/howto/*.ipynb", "benchmarks/results.json")
STUDENT = """Lessons for students: no solutions, no outputs. The pages in the folder book are as in the book.

Run the cells from the top, in order. Each exercise ends with a check that says whether your answer holds.
Work on these copies; the lessons in the repository stay as they are.
"""
TEACHER = """Lessons for the teacher: with solutions and outputs, as in the book.
"""


def for_students(notebook):
    """A copy of the notebook without solutions and outputs; everything else stays, ids included."""
    notebook = copy.deepcopy(notebook)
    notebook.cells = [
        cell for cell in notebook.cells if not (cell.cell_type == "markdown" and SOLUTION.search(cell.source))
    ]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    notebook.metadata.pop("widgets", None)
    return notebook


def refuse_what_is_not_ours(folder):
    """A copy of before is replaced; another folder that happens to have this name is not."""
    note = folder / "README.txt"
    ours = note.is_file() and note.read_text(encoding="utf-8", errors="replace").startswith("Lessons for ")
    if folder.exists() and not ours and (not folder.is_dir() or any(folder.iterdir())):
        raise Problem(
            f"{folder} is there already and is no copy of the lessons. Choose another folder, or move it away."
        )


def write(target):
    """Write both copies; gives the number of lessons."""
    lessons = sorted((ROOT / "notebooks").glob("*.ipynb"))
    for name in ("student", "teacher"):
        refuse_what_is_not_ours(target / name)
    for name, word in (("student", STUDENT), ("teacher", TEACHER)):
        folder = target / name
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "notebooks").mkdir(parents=True)
        (folder / "README.txt").write_text(word, encoding="utf-8")
        for pattern in PAGES:
            for page in sorted(ROOT.glob(pattern)):
                place = folder / page.relative_to(ROOT).parent
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(page, place)
        for lesson in lessons:
            if name == "teacher":
                shutil.copy(lesson, folder / "notebooks")
                continue
            notebook = for_students(nbformat.read(lesson, as_version=4))
            (folder / "notebooks" / lesson.name).write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    return len(lessons)


def main(arguments):
    try:
        target = folder_argument(arguments, TARGET, __doc__)
        count = write(target)
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    print(f"  {count} lessons for students: {target / 'student'}")
    print(f"  {count} lessons with solutions and outputs: {target / 'teacher'}")
    print(f"  Open a folder with: {sys.executable} -m jupyterlab FOLDER")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
