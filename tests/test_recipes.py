"""The page "In a pipeline": its files are written as they stand there, and its steps are run.

``RAGCHUNK_PRE_COMMIT=/path/to/pre-commit`` lets the tests with pre-commit run; they need a package index.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "book" / "howto" / "ci.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)```", PAGE, re.DOTALL))
GONE = "Wait until the gauge shows zero."
PRE_COMMIT = os.environ.get("RAGCHUNK_PRE_COMMIT")

needs_bash = pytest.mark.skipif(not shutil.which("bash") or os.name == "nt", reason="needs bash")
needs_pre_commit = pytest.mark.skipif(not PRE_COMMIT, reason="RAGCHUNK_PRE_COMMIT names no program")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The files of the page, and ``ragchunk`` and ``python`` on the path."""
    work, programs = tmp_path / "work", tmp_path / "bin"
    for name, held in FILES.items():
        path = work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(held, encoding="utf-8", newline="\n")
    programs.mkdir()
    for name, module in (("ragchunk", "-m ragchunk_lessons"), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", os.pathsep.join([str(programs), os.environ["PATH"]]))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(work)
    return work


def run(*command: str | Path, **more) -> subprocess.CompletedProcess:
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=900, **more
    )


def lose_a_sentence() -> None:
    """The fault: the cutter leaves out one chunk."""
    path = Path("cut.py")
    held = path.read_text(encoding="utf-8")
    path.write_text(
        held.replace(
            "            row =", f"            if {GONE!r} in chunk.text:\n                continue\n            row ="
        )
    )
    assert path.read_text(encoding="utf-8") != held


def test_the_page_has_the_files_that_it_speaks_of():
    assert set(FILES) == {
        "docs/manual.md",
        "cut.py",
        "known.json",
        "test_chunks.py",
        ".github/workflows/chunks.yml",
        ".pre-commit-config.yaml",
        "local-hook.yaml",
    }


# --- a test --------------------------------------------------------------------------------------------------------


def test_the_test_passes_and_fails_with_the_report():
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_chunks.py")
    done = run(*command)
    assert done.returncode == 0 and "1 passed" in done.stdout
    path = Path("test_chunks.py")
    path.write_text(
        path.read_text(encoding="utf-8").replace("split_sentences(text, 60), c", "split_sentences(text, 60)[:-1], c")
    )
    done = run(*command)
    assert done.returncode == 1 and "lost: 1 span" in done.stdout and "The bearing is changed with it." in done.stdout


# --- GitHub Actions ------------------------------------------------------------------------------------------------


def workflow() -> dict:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load(FILES[".github/workflows/chunks.yml"])


def test_the_structure_of_the_workflow():
    held = workflow()
    assert set(held) == {"name", True, "permissions", "jobs"}  # YAML 1.1 reads the key on as true; GitHub does not
    assert set(held[True]) == {"push", "pull_request"} and held["permissions"] == {"contents": "read"}
    [job] = held["jobs"].values()
    assert set(job) == {"runs-on", "timeout-minutes", "steps"}
    for step in job["steps"]:
        assert ("uses" in step) != ("run" in step) and set(step) <= {"name", "uses", "with", "run"}
        assert "uses" not in step or re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"])
    python = next(step["with"]["python-version"] for step in job["steps"] if "with" in step)
    assert isinstance(python, str)  # without quotes, 3.10 would be 3.1


def steps(*names: str) -> list[subprocess.CompletedProcess]:
    """Run steps as a runner does: each in a shell of its own, which stops at the first error."""
    found = {step.get("name"): step["run"] for step in workflow()["jobs"]["audit"]["steps"] if "run" in step}
    assert list(found) == ["Install", "Cut", "Audit"]
    done = []
    for name in names:
        Path("step.sh").write_text(found[name] + "\n")
        done.append(run("bash", "--noprofile", "--norc", "-eo", "pipefail", "step.sh"))
    return done


@needs_bash
def test_the_steps_pass_on_clean_chunks():
    cut, checked = steps("Cut", "Audit")
    assert (cut.returncode, cut.stdout) == (0, "")
    assert checked.returncode == 0 and "::error" not in checked.stdout and "result: ok" in checked.stdout


@needs_bash
def test_the_steps_fail_on_a_lost_sentence_and_mark_its_line():
    lose_a_sentence()
    cut, checked = steps("Cut", "Audit")
    assert (cut.returncode, checked.returncode) == (0, 1)
    marks = [line for line in checked.stdout.splitlines() if line.startswith("::")]
    [shown] = re.findall(r"```text\n(::error .*)\n```", PAGE)
    assert marks == [shown, "::error title=ragchunk audit::27 characters lost, at most 0 allowed"]
    line = int(re.search(r"line=(\d+)", marks[0])[1])
    assert GONE in Path("docs/manual.md").read_text(encoding="utf-8").splitlines()[line - 1]


@needs_bash
def test_what_the_baseline_knows_does_not_fail():
    lose_a_sentence()
    steps("Cut")
    assert run("ragchunk", "audit", "docs", "chunks.jsonl", "--write-baseline", "known.json").returncode == 0
    [checked] = steps("Audit")
    assert checked.returncode == 0 and "known: 1 finding of the baseline" in checked.stdout
    assert "::error" not in checked.stdout


# --- pre-commit ----------------------------------------------------------------------------------------------------


def git(*arguments: str, cwd: Path | None = None) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    done = run("git", *who, *arguments, cwd=cwd)
    assert done.returncode == 0, done.stdout
    return done.stdout.strip()


def test_the_hook_is_what_pre_commit_reads():
    yaml = pytest.importorskip("yaml")
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["id"] == "ragchunk-audit" and hook["language"] == "python" and hook["pass_filenames"] is False
    [repo] = yaml.safe_load(FILES[".pre-commit-config.yaml"])["repos"]
    assert [used["id"] for used in repo["hooks"]] == [hook["id"]]
    from ragchunk_lessons.command import parser

    options = parser().parse_args([*hook["entry"].split()[1:], *repo["hooks"][0]["args"]])
    assert (options.source, options.chunks, options.baseline) == ("docs", "chunks.jsonl", "known.json")
    [local] = yaml.safe_load(FILES["local-hook.yaml"])["repos"][0]["hooks"]
    assert local["entry"].split() == [*hook["entry"].split(), *repo["hooks"][0]["args"]]


def hooks_from_here(folder: Path) -> None:
    """Name a copy of this project as the repository of hooks, as a user names its address."""
    copy = folder.parent / "ragchunk-lessons"
    names = run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT).stdout.split("\n")
    for name in filter(None, names):
        if name.split("/")[0] in ("ragchunk_lessons", "pyproject.toml", "README.md", "LICENSE", "DATA_LICENSES.md") or (
            name == ".pre-commit-hooks.yaml"
        ):
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, copy / name)
    git("init", "-q", cwd=copy)
    git("add", "-A", cwd=copy)
    git("commit", "-qm", "hooks", cwd=copy)
    path = folder / ".pre-commit-config.yaml"
    held = path.read_text(encoding="utf-8").replace("https://example.org/ragchunk-lessons", copy.as_posix())
    path.write_text(held.replace("v0.1.0", git("rev-parse", "HEAD", cwd=copy)), encoding="utf-8")


@needs_pre_commit
@pytest.mark.parametrize("config", [".pre-commit-config.yaml", "local-hook.yaml"])
def test_pre_commit_lets_clean_chunks_pass_and_stops_damage(folder, config, monkeypatch):
    if config == ".pre-commit-config.yaml":
        hooks_from_here(folder)
        monkeypatch.setenv("PRE_COMMIT_HOME", str(folder.parent / "home"))
        monkeypatch.delenv("PYTHONPATH")  # the hook has an environment of its own
        run(sys.executable, "cut.py", env={**os.environ, "PYTHONPATH": str(ROOT)})
    else:
        run(sys.executable, "cut.py")
    git("init", "-q")
    git("add", "-A")
    clean = run(PRE_COMMIT, "run", "--config", config)
    assert clean.returncode == 0 and re.search(r"chunks hold their documents\.+Passed", clean.stdout), clean.stdout
    rows = Path("chunks.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [row for row in rows if GONE not in json.loads(row)["text"]]
    assert len(kept) == len(rows) - 1
    Path("chunks.jsonl").write_text("".join(kept), encoding="utf-8")
    git("add", "-A")
    damaged = run(PRE_COMMIT, "run", "--config", config)
    assert damaged.returncode == 1 and GONE in damaged.stdout and "exit code: 1" in damaged.stdout, damaged.stdout
    git("commit", "-qm", "all")
    Path("notes.txt").write_text("x")
    git("add", "-A")
    other = run(PRE_COMMIT, "run", "--config", config)
    assert other.returncode == 0 and "Skipped" in other.stdout  # neither a document nor chunks
