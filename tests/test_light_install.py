"""The plain installation: the module and the command with neither numpy nor torch, and under 60 MB.

One part always runs and needs no network: the wheel in an environment of its own, beside copies of the few packages
that it asks for. The other asks the package registry. ``RAGCHUNK_REGISTRY=1`` lets it run with this Python,
``RAGCHUNK_REGISTRY=PYTHON:PYTHON`` with those (``;`` between them on Windows).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import packages  # noqa: E402

MOST_BYTES = 60_000_000
NEEDED = ("tiktoken", "nupunkt", "regex", "requests", "charset-normalizer", "idna", "urllib3", "certifi")
SAMPLE = "# A pump\n\nThe pump stands in the hall. It has two valves.\n\nThe second valve is closed.\n"
_ASKED = os.environ.get("RAGCHUNK_REGISTRY", "")
PYTHONS = [sys.executable] if _ASKED == "1" else [name for name in _ASKED.split(os.pathsep) if name]


class Installed:
    """An environment with the wheel in it; ``bytes`` is what it holds beyond a bare one."""

    def __init__(self, folder: Path, place: Path, before: int) -> None:
        self.folder, self.place = folder, place
        self.bytes = size(place) - before

    def run(self, *arguments: object, program: str = "python") -> subprocess.CompletedProcess:
        suffix = ".exe" if os.name == "nt" else ""
        path = self.folder / ("Scripts" if os.name == "nt" else "bin") / f"{program}{suffix}"
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
        env |= {"PYTHONUTF8": "1"}
        command = [str(path), *map(str, arguments)]
        return subprocess.run(command, cwd=self.folder, env=env, capture_output=True, encoding="utf-8", timeout=600)


def size(folder: Path) -> int:
    """Bytes in a folder, without compiled files: whether these are written is a setting."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return sum(path.stat().st_size for path in files)


def site_packages(folder: Path) -> Path:
    return folder / "Lib" / "site-packages" if os.name == "nt" else next(folder.glob("lib/python*/site-packages"))


def copy_distribution(name: str, place: Path) -> None:
    """Copy an installed package into another environment, without its scripts and compiled files."""
    found = metadata.distribution(name)
    for file in found.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            target = place / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(found.locate_file(file), target)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return packages.build(tmp_path_factory.mktemp("dist"))[1]


@pytest.fixture(scope="module")
def offline(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("light") / "env"
    venv.create(folder, symlinks=os.name != "nt", with_pip=False)
    place = site_packages(folder)
    before = size(place)
    for name in NEEDED:
        copy_distribution(name, place)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-cache-dir", "--quiet"]
    # Without --no-deps: pip itself says if a package is asked for that is not among the copies.
    subprocess.run([*pip, "--disable-pip-version-check", wheel], check=True, capture_output=True)
    return Installed(folder, place, before)


def check_works(installed: Installed) -> None:
    """The command and the module do their work, without numpy and torch."""
    for name in ("numpy", "torch", "sentence_transformers", "matplotlib"):
        assert f"No module named '{name}'" in installed.run("-c", f"import {name}").stderr
    version = installed.run("--version", program="ragchunk")
    assert (version.returncode, version.stderr) == (0, "") and packages.version() in version.stdout
    helped = installed.run("--help", program="ragchunk")
    assert helped.returncode == 0 and "split" in helped.stdout and "audit" in helped.stdout
    (installed.folder / "sample.md").write_text(SAMPLE, encoding="utf-8")
    split = ("split", "sample.md", "--chunk-size", "40", "--out", "chunks.jsonl")
    for arguments, said in (
        (split, ""),
        (("audit", "sample.md", "chunks.jsonl"), "coverage 100 %"),
        (("show", "sample.md", "chunks.jsonl", "--out", "page.html"), ""),
    ):
        run = installed.run(*arguments, program="ragchunk")
        assert run.returncode == 0, run.stdout + run.stderr
        assert said in run.stdout
    page = (installed.folder / "page.html").read_text(encoding="utf-8")
    assert "A pump" in page and "<html" in page
    # The module comes from this environment, and its examples run there.
    where = installed.run("-c", "import ragchunk_lessons; print(ragchunk_lessons.__file__)").stdout.strip()
    assert Path(where).resolve().is_relative_to(installed.place.resolve())
    shutil.copy(ROOT / "tests" / "light_doctests.py", installed.folder)
    examples = installed.run("light_doctests.py")
    words = examples.stdout.split()
    assert examples.returncode == 0 and words[1:2] == ["passed;"], examples.stdout + examples.stderr
    assert int(words[0]) > 200 and "0 failed" in examples.stdout, examples.stdout


def test_it_is_small(offline):
    assert 3_000_000 < offline.bytes < MOST_BYTES, "measured: 13 MB"


def test_it_works_with_neither_numpy_nor_torch(offline):
    check_works(offline)


@pytest.mark.parametrize("name", ["load_embedder", "ChunkIndex"])
def test_what_needs_more_says_what_to_install(offline, name):
    run = offline.run("-c", f"from ragchunk_lessons import {name}")
    assert run.returncode == 1
    assert 'needs numpy, which is not installed; run: pip install "ragchunk-lessons[' in run.stderr.splitlines()[-1]


def test_a_quiz_and_a_check_work_there(offline):
    code = (
        "from ragchunk_lessons.quizzes import show_quiz\n"
        "from ragchunk_lessons.exercises import check\n"
        "print(len(show_quiz('05').questions), check('05-1', None))"
    )
    run = offline.run("-c", code)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("5 Not yet: ")


@pytest.mark.skipif(not PYTHONS, reason="asks the package registry; set RAGCHUNK_REGISTRY=1")
@pytest.mark.parametrize("python", PYTHONS)
def test_from_the_registry(python, wheel, tmp_path):
    folder = tmp_path / "env"
    subprocess.run([python, "-m", "venv", folder], check=True)
    before = size(place := site_packages(folder))
    bare = Installed(folder, place, before)
    quiet = ("--quiet", "--disable-pip-version-check")
    run = bare.run("-m", "pip", "install", *quiet, wheel)
    assert run.returncode == 0, run.stdout + run.stderr
    installed = Installed(folder, place, before)
    listed = installed.run("-m", "pip", "list", "--disable-pip-version-check", "--format=freeze").stdout
    names = {line.partition("==")[0].lower().replace("_", "-") for line in listed.splitlines()}
    assert names - {"pip", "setuptools", "wheel"} == {*NEEDED, "ragchunk-lessons"}
    print(f"{installed.bytes / 1e6:.1f} MB beyond a bare environment with {python}")
    assert installed.bytes < MOST_BYTES
    check_works(installed)
