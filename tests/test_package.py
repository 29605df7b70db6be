"""The package as a whole: what it offers, with numpy and with the standard library only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ragchunk_lessons

ROOT = str(Path(ragchunk_lessons.__file__).parent.parent)
NEEDS_NUMPY = {
    "ChunkIndex",
    "Hit",
    "load_embedder",
    "load_reranker",
    "KeywordIndex",
    "FaissIndex",
    "fuse",
    "rerank",
    "deduplicate",
    "split_parents",
    "merge_parents",
    "add_neighbours",
    "sweep",
    "bootstrap",
    "paired_bootstrap",
}


def bare(code: str) -> subprocess.CompletedProcess:
    """Run the code where nothing but the standard library and this package can be imported."""
    code = f"import sys; sys.path.insert(0, {ROOT!r})\n{code}"
    return subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=60)


def test_every_public_name_can_be_had():
    assert set(ragchunk_lessons.__all__) > NEEDS_NUMPY
    assert sorted(ragchunk_lessons.__all__) == ragchunk_lessons.__all__
    for name in ragchunk_lessons.__all__:
        assert getattr(ragchunk_lessons, name) is not None
    assert set(ragchunk_lessons.__all__) <= set(dir(ragchunk_lessons))


def test_a_star_import_needs_the_standard_library_only():
    run = bare(
        "from ragchunk_lessons import *\n"
        "print([chunk.text for chunk in split_characters('one two', 4)])\n"
        "import ragchunk_lessons; print(ragchunk_lessons.__all__)"
    )
    assert run.returncode == 0, run.stderr
    public = sorted(set(ragchunk_lessons.__all__) - NEEDS_NUMPY)
    assert run.stdout == f"['one', 'two']\n{public}\n"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("import ragchunk_lessons; ragchunk_lessons.ChunkIndex", "ChunkIndex"),
        ("from ragchunk_lessons import load_embedder", "load_embedder"),
        ("from ragchunk_lessons.retrieval import ChunkIndex", "ChunkIndex"),
        ("from ragchunk_lessons.models import load_embedder", "load_embedder"),
    ],
)
def test_without_numpy_the_error_says_what_to_install(code, name):
    run = bare(code)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == (
        f'ImportError: {name} needs numpy, which is not installed; run: pip install "ragchunk-lessons[models]"'
    )


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'ragchunk_lessons' has no attribute 'split_everything'"):
        _ = ragchunk_lessons.split_everything
