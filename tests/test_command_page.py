"""The page "The command line": every block that begins with ``$`` is run, and its output compared."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "book" / "command.md"

_FILE = re.compile(r"```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)```", re.DOTALL)
_RUN = re.compile(r"```console\n(.*?)```", re.DOTALL)


def files(page: str) -> dict[str, str]:
    return dict(_FILE.findall(page))


def blocks(page: str) -> list[list[tuple[str, str]]]:
    """The commands of each block, with what follows them."""
    return [
        [(command, output) for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]
        for block in _RUN.findall(page)
    ]


def run(commands: list[str]) -> list[str]:
    """What each command of a block prints, one shell for all of them."""
    script = f'ragchunk() {{ "{sys.executable}" -m ragchunk_lessons "$@"; }}\n'
    for command in commands:
        script += f"{command}\nstatus=$?; echo '<<end>>'; (exit $status)\n"
    done = subprocess.run(
        ["bash", "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return done.stdout.split("<<end>>\n")[:-1]


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_every_block_prints_what_the_page_says(tmp_path, monkeypatch):
    page = PAGE.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, held in files(page).items():
        Path(name).write_text(held, encoding="utf-8")
    assert set(files(page)) == {"manual.md", "theirs.jsonl", "questions.json"} and len(blocks(page)) >= 9
    for block in blocks(page):
        commands = [command for command, _ in block]
        assert list(zip(commands, run(commands), strict=True)) == block


def test_every_option_and_status_on_the_page_exists():
    from ragchunk_lessons.command import parser

    page = PAGE.read_text(encoding="utf-8")
    parts = next(action.choices for action in parser()._actions if hasattr(action, "choices") and action.choices)
    known = {word for part in parts.values() for action in part._actions for word in action.option_strings}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page)) <= known
    assert set(re.findall(r"ragchunk (\w+)", page)) <= {*parts, "name"}


def test_the_table_of_names_is_complete():
    from ragchunk_lessons.auditing import adapters
    from ragchunk_lessons.command import _chunk_files

    page = PAGE.read_text(encoding="utf-8")
    for what, names in (
        ("the text", adapters.TEXTS),
        ("where it starts", adapters._STARTS),
        ("where it ends", adapters._ENDS),
        ("its document", _chunk_files._SOURCES),
    ):
        assert f"| {what} | {', '.join(f'`{name}`' for name in names)} |" in page
