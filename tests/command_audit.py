"""What the tests of ``ragchunk audit`` share: a text of four sentences in a folder of its own, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragchunk_lessons.command import main

TEXT = "Open the inlet valve. Start the pump. Watch the gauge. Close the valve again."
WHOLE = ["Open the inlet valve.", "Start the pump.", "Watch the gauge.", "Close the valve again."]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text(TEXT)


def ragchunk(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(["audit", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def lines(*items, name="c.jsonl") -> str:
    Path(name).write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    return name


def placed(*texts: str) -> list[dict]:
    return [{"text": text, "start": TEXT.index(text), "end": TEXT.index(text) + len(text)} for text in texts]
