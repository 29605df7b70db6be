"""The floors of the module: no file imports from a floor above its own, also not inside a function."""

from __future__ import annotations

import ast
from pathlib import Path

import ragchunk_lessons

PACKAGE = Path(ragchunk_lessons.__file__).parent
FLOORS = [
    "corpora document chunk graphemes lengths tokenizer_files",
    "readers",
    "splitters published",
    "locate audit auditing show showing chunk_lines testing",
    # What a search is made of stands in a folder beside it: the two are one floor.
    "models models_files models_float models_onnx models_recorded models_use model_lengths "
    "rerankers judge remembering retrieval searching",
    "context",
    "evaluate evaluating batch",
    "claims open_questions choosing plots explore exercises quizzes command lab scenes station_files peers peer_cases",
]
HEIGHT = {name: height for height, names in enumerate(FLOORS) for name in names.split()}
# The audit judges the answer of a language model before the answer becomes chunks.
ALLOWED = {("splitters/_llm_answer.py", "audit")}


def climbs(path, source):
    """The rooms above that a file imports from, as (file, room)."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    own = HEIGHT[parts[0]]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = list(parts[: len(parts) - node.level]) + (node.module or "").split(".")
            rooms = [part for part in base if part][:1] or [alias.name for alias in node.names]
            yield from ((path.relative_to(PACKAGE).as_posix(), room) for room in rooms if HEIGHT.get(room, own) > own)


def files():
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE or not path.stem.startswith("__")]


def test_every_room_has_its_floor():
    rooms = {path.relative_to(PACKAGE).with_suffix("").parts[0] for path in files()}
    assert rooms == set(HEIGHT)


def test_no_import_goes_up():
    found = {climb for path in files() for climb in climbs(path, path.read_text(encoding="utf-8"))}
    assert found == ALLOWED


def test_an_import_that_goes_up_is_seen():
    low, deep = PACKAGE / "chunk.py", PACKAGE / "searching" / "ranking.py"
    assert list(climbs(low, "def f():\n    from .audit import audit\n")) == [("chunk.py", "audit")]
    assert list(climbs(low, "from . import evaluate\n")) == [("chunk.py", "evaluate")]
    assert list(climbs(deep, "from ..evaluating.scores import Score\n")) == [("searching/ranking.py", "evaluating")]
    assert list(climbs(deep, "from .sources import source_of\nfrom ..chunk import Chunk\nimport os\n")) == []
