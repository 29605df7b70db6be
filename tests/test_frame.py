"""The frame around the lessons: commands, settings, prose pages, licences, and that they agree with each other."""

import ast
import importlib
import json
import re
import subprocess
import sys
import types

import pytest
from lesson_frame import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import book_extension
import environment
import tasks

import ragchunk_lessons
from ragchunk_lessons import published


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


# --- commands ----------------------------------------------------------------------------------------


def test_make_has_every_command_and_names_it():
    targets = re.search(r"(?m)^help ([\w -]+):$", read("Makefile"))[1].split()
    assert targets == list(tasks.TASKS)
    assert set(re.search(r"(?m)^\.PHONY: (.+)$", read("Makefile"))[1].split()) == {"help", *targets}


def test_help_is_what_a_bare_call_prints(capsys):
    assert tasks.main([]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in tasks.TASKS)


def test_readme_and_ci_call_the_same_test_command():
    assert re.search(r"(?m)^make test\b", read("README.md"))
    assert read(".ci/run").rstrip().endswith("\nmake test")
    for name in ("book", "test", "lab"):
        assert f"make {name}" in read("README.md") and f"scripts/tasks.py {name}" in read("README.md")


def test_the_commands_need_the_standard_library_only():
    own = {"tasks", "running", "environment", "book_build"}
    for name in own:
        tree = ast.parse(read(f"scripts/{name}.py"))
        imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name.partition(".")[0] for name in imported} - own <= sys.stdlib_module_names


def test_python_that_is_missing_is_explained(monkeypatch):
    monkeypatch.setattr(environment, "version_of", lambda command: (3, 9))
    monkeypatch.setattr(environment.shutil, "which", lambda name: name)
    with pytest.raises(environment.Problem, match=r"No Python 3\.11, 3\.12 or 3\.13 was found \(python3\.11 is 3\.9"):
        environment.find_python()


def test_python_3_11_is_preferred(monkeypatch):
    monkeypatch.setattr(environment.os, "name", "posix")
    monkeypatch.setattr(environment.shutil, "which", lambda name: name)
    monkeypatch.setattr(
        environment, "version_of", lambda command: {"python3.11": (3, 11), "python3.13": (3, 13)}.get(command[0])
    )
    assert environment.find_python() == ["python3.11"]
    monkeypatch.setattr(environment, "version_of", lambda command: {"python3": (3, 12)}.get(command[0]))
    assert environment.find_python() == ["python3"]


def test_a_command_that_is_no_python_has_no_version(tmp_path):
    assert environment.version_of([sys.executable]) == sys.version_info[:2]
    assert environment.version_of([str(tmp_path / "python")]) is None
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    assert environment.version_of([str(broken)]) is None


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout of its own for the commands, with installing and making environments only written down."""
    (tmp_path / "requirements.txt").write_text("pytest>=9  # tests\n")
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "VENV_PYTHON", tmp_path / ".venv" / "python")
    monkeypatch.setattr(environment, "missing_packages", lambda: [])
    monkeypatch.setattr(environment, "find_python", lambda: [sys.executable])
    installed = []
    monkeypatch.setattr(environment, "install", lambda *what: installed.append(what))

    def make(command, **options):
        (tmp_path / ".venv").mkdir()
        (tmp_path / ".venv" / "python").symlink_to(sys.executable)
        return subprocess.CompletedProcess(command, 0, "", "")

    real = subprocess.run
    monkeypatch.setattr(environment.subprocess, "run", lambda c, **o: make(c) if "venv" in c else real(c, **o))
    return tmp_path, installed


def test_environment_is_made_once_and_again_when_requirements_change(checkout):
    folder, installed = checkout
    environment.ensure_environment()
    assert len(installed) == 1
    environment.ensure_environment()
    assert len(installed) == 1
    (folder / "requirements.txt").write_text("pytest>=9\nnumpy\n")
    environment.ensure_environment()
    assert len(installed) == 2


def test_a_broken_environment_is_made_anew(checkout, capsys):
    folder, installed = checkout
    environment.ensure_environment()
    (folder / ".venv" / "python").unlink()
    (folder / ".venv" / "left-over").touch()
    environment.ensure_environment()
    assert len(installed) == 2 and not (folder / ".venv" / "left-over").exists()
    assert "does not run" in capsys.readouterr().out


def test_a_missing_package_is_installed_again(checkout, monkeypatch):
    _, installed = checkout
    environment.ensure_environment()
    gone = [["numpy"], []]
    monkeypatch.setattr(environment, "missing_packages", lambda: gone.pop(0))
    environment.ensure_environment()
    assert len(installed) == 2


def test_every_requirement_has_a_name_and_a_word():
    lines = [line for line in read("requirements.txt").splitlines() if line and not line.startswith("#")]
    assert all(re.match(r"[A-Za-z0-9_.-]+[=<>!~]", line) and "  # " in line for line in lines)
    assert len(environment.requirement_names()) == len(lines)
    needed = {"jupyter-book", "nbval", "ipywidgets", "tiktoken", "sentence-transformers", "numpy", "matplotlib"}
    assert needed <= set(environment.requirement_names())


# --- settings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["", "https://example.org/lessons"])
def test_the_address_alone_hides_and_shows_the_buttons(tmp_path, address):
    text = read("_config.yml")
    assert text.count('  url: ""\n') == 1
    (tmp_path / "_config.yml").write_text(text.replace('  url: ""', f'  url: "{address}"'), encoding="utf-8")
    settings = types.SimpleNamespace(html_theme_options={})
    book_extension.show_repository_buttons(types.SimpleNamespace(srcdir=tmp_path), settings)
    options = settings.html_theme_options
    assert options["repository_url"] == address
    for name in ("use_repository_button", "use_issues_button", "use_edit_page_button"):
        assert options[name] is bool(address)


def test_nothing_is_loaded_from_another_host():
    text = "\n".join(
        read(f"assets/{path.name}") for path in (ROOT / "assets").iterdir() if path.is_file() and path.suffix != ".png"
    )
    outside = set(re.findall(r"https?://[^\s\"')]+", text + read("_config.yml")))
    assert outside == {"http://www.w3.org/2000/svg"}  # the name of a format, not an address that is asked


def test_versions_agree():
    package = json.loads(read("package.json"))
    lock = json.loads(read("package-lock.json"))
    assert lock["packages"][""]["dependencies"] == package["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package["dependencies"].values())
    assert "resolved" not in json.dumps(lock)
    version = ragchunk_lessons.__version__
    assert f"version: {version}\n" in read("CITATION.cff")
    assert f"## {version}" in read("CHANGELOG.md")


def test_light_and_dark_have_the_tokens_of_the_pictures():
    from ragchunk_lessons.show import TOKENS

    css = read("assets/book.css")
    themes = [
        dict(re.findall(r"--([\w-]+): (#\w+)", block)) for block in re.findall(r"(?s)^html[^{]*\{(.*?)\n\}", css, re.M)
    ]
    light, dark = themes[0], themes[1]

    def full(color):
        return "#" + "".join(c * 2 for c in color[1:]) if len(color) == 4 else color

    for name, (in_light, in_dark) in TOKENS.items():
        if in_light.startswith("#"):
            assert full(light[name]).lower() == full(in_light).lower(), name
            assert full(dark[name]).lower() == full(in_dark).lower(), name


# --- prose -------------------------------------------------------------------------------------------


def test_page_of_functions_lists_every_public_name():
    listed, module = {}, None
    entry = r"(?m)^\.\. (currentmodule|autoclass|autofunction|data):: ([\w.]+)$"
    for kind, name in re.findall(entry, read("book/api.md")):
        if kind == "currentmodule":
            module = importlib.import_module(name)
        else:
            assert name not in listed.setdefault(module, []) and hasattr(module, name), name
            listed[module].append(name)
    assert set(listed[ragchunk_lessons]) == set(ragchunk_lessons.__all__)
    assert set(listed[published]) == set(published.__all__)


def test_glossary_has_one_line_and_one_chinese_term_each():
    body = re.search(r"(?s)```\{glossary\}\n(.*?)```", read("book/glossary.md"))[1]
    entries = [entry.split("\n") for entry in body.strip().split("\n\n")]
    assert len(entries) >= 40
    terms = [entry[0] for entry in entries]
    assert terms == sorted(terms, key=lambda term: term.lower().replace("-", " "))
    for term, *lines in entries:
        assert len(lines) == 1 and re.fullmatch(r"  .+\. \[[^\]]*[\u4e00-\u9fff][^\]]*\]\{\.zh\}", lines[0]), term


def test_every_reference_has_what_a_reader_needs_to_find_it():
    entries = re.findall(r"(?ms)^@(\w+)\{(\w+),\n(.*?)^\}", read("book/references.bib"))
    keys = {key for _, key, _ in entries}
    assert {"ragcourse", "sliceguide", "fixednotes", "lewis2020rag", "kiss2006punkt", "uax29"} <= keys
    for kind, key, body in entries:
        fields = set(re.findall(r"(?m)^  (\w+) = \{", body))
        assert {"title", "author"} <= fields, key
        assert ("howpublished" if kind == "misc" else "year") in fields, key


PROSE = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *(f"book/{p.name}" for p in (ROOT / "book").glob("*.md"))]


@pytest.mark.parametrize("name", PROSE)
def test_prose_is_finished_and_plain(name):
    text = re.sub(r"(?s)```.*?```", "", read(name))
    assert not re.search(r"TODO|FIXME|lorem|placeholder|\w!(\s|$)", text)
    assert not re.search(r"(?<![\w.`])/(?:work|tmp|root|home)/", text)


def test_licences_are_there():
    assert read("LICENSE").startswith("MIT License") and "Attribution 4.0" in read("LICENSE")
    assert (ROOT / "DATA_LICENSES.md").is_file()
