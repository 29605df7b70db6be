"""The wheel and the source distribution: built without a network, complete, and without what nobody needs installed."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import packages  # noqa: E402
from running import Problem  # noqa: E402

import ragchunk_lessons  # noqa: E402


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return packages.build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def wheel_names(built):
    with zipfile.ZipFile(built[1]) as file:
        return set(file.namelist())


@pytest.fixture(scope="module")
def sdist_names(built):
    with tarfile.open(built[0]) as file:
        return {name.partition("/")[2] for name in file.getnames()}


def test_both_pass_every_check(built):
    packages.check(*built)


def test_names_say_the_one_version(built):
    version = ragchunk_lessons.__version__
    assert [path.name for path in built] == [
        f"ragchunk_lessons-{version}.tar.gz",
        f"ragchunk_lessons-{version}-py3-none-any.whl",
    ]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project and project["dynamic"] == ["version"]
    assert f"version: {version}" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_wheel_holds_what_the_module_reads(wheel_names):
    wanted = {"quizzes/lesson_01.json", "corpora/station_manual.txt", "corpora/ten_topics.json", "__main__.py"}
    assert {f"ragchunk_lessons/{name}" for name in wanted} <= wheel_names
    assert "ragchunk_lessons/recorded/all-MiniLM-L6-v2.npz" in wheel_names


def test_the_wheel_holds_nothing_else(wheel_names):
    assert {name.partition("/")[0].partition("-")[0] for name in wheel_names} == {"ragchunk_lessons"}
    assert not [name for name in wheel_names if name.endswith((".ipynb", ".pyc", ".png", ".bib"))]
    assert not [name for name in wheel_names if "/test_" in name or "conftest" in name]


def test_the_source_distribution_is_enough_to_build_and_test(sdist_names):
    wanted = "Makefile requirements.txt package-lock.json _toc.yml _config.yml book/intro.ipynb assets/book.css "
    wanted += "scripts/tasks.py tests/conftest.py tests/nbval_sanitize.cfg notebooks/01_why_chunk.ipynb .ci/run "
    wanted += "tests/recorded_texts.json tests/without_torch/sitecustomize.py CHANGELOG.md DATA_LICENSES.md"
    assert not set(wanted.split()) - sdist_names
    assert not [name for name in sdist_names if name.startswith(("_build", ".venv", "assets/vendor", "dist"))]


def test_it_describes_itself(built):
    with zipfile.ZipFile(built[1]) as file:
        about = next(file.read(name).decode() for name in file.namelist() if name.endswith(".dist-info/METADATA"))
    for line in (
        "Requires-Python: <3.14,>=3.11",
        "License-Expression: MIT",
        "Description-Content-Type: text/markdown",
        "Classifier: Programming Language :: Python :: 3.11",
        "Classifier: Programming Language :: Python :: 3.12",
        "Classifier: Programming Language :: Python :: 3.13",
    ):
        assert f"\n{line}\n" in about
    core = {line.split()[1].partition(">")[0] for line in about.splitlines() if line.startswith("Requires-Dist:")}
    assert {"tiktoken", "nupunkt"} <= core
    plain = [line for line in about.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line]
    assert sorted(line.split()[1].partition(">")[0] for line in plain) == ["nupunkt", "tiktoken"]


def extras():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


def all_of(name):
    """The packages that an extra brings, those of the extras inside it included."""
    for line in extras()[name]:
        if line.startswith("ragchunk-lessons["):
            for inner in line.partition("[")[2].rstrip("]").split(","):
                yield from all_of(inner)
        else:
            yield line


def test_the_extras_are_these_and_the_lessons_need_no_torch():
    assert {"models", "lessons", "dask", "parquet", "dev"} <= set(extras())
    assert not [line for line in all_of("lessons") if line.startswith(("torch", "sentence-transformers", "gt-all"))]
    assert any(line.startswith("sentence-transformers") for line in all_of("models"))
    assert {line.partition(">")[0] for line in all_of("dask")} == {"dask", "distributed", "pyarrow"}


# --- the checks can fail --------------------------------------------------------------------


def test_what_lacks_or_is_too_much_is_named(built):
    sdist, wheel = built
    files = packages.module_files()
    one = "ragchunk_lessons/audit.py"
    assert list(packages.wheel_problems(wheel, files)) == []
    assert list(packages.wheel_problems(wheel, files - {one})) == [f"the wheel holds {one}"]
    assert list(packages.wheel_problems(wheel, files | {"ragchunk_lessons/x.json"})) == [
        "the wheel lacks ragchunk_lessons/x.json"
    ]
    tree = packages.sdist_files()
    assert list(packages.sdist_problems(sdist, tree | {"x.md"})) == ["the source distribution lacks x.md"]
    assert list(packages.sdist_problems(sdist, tree - {"README.md"})) == ["the source distribution holds README.md"]


def test_a_tool_that_stops_is_a_problem_that_says_so():
    with pytest.raises(Problem, match=r"(?s)twine stopped with 1:.*none\.whl"):
        packages.tool("twine", "check", "--strict", "none.whl")


def test_an_option_is_not_a_folder():
    run = subprocess.run([sys.executable, ROOT / "scripts" / "packages.py", "--help"], capture_output=True, text=True)
    assert run.returncode == 1 and "Give one folder or none" in run.stderr
