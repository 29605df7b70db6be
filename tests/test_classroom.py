"""What a teacher types: copies for students, the check of the day before, and an installation without a network."""

import hashlib
import subprocess
import sys

import nbformat
import pytest
from lesson_frame import LESSONS, ROOT, exercises, read

sys.path.insert(0, str(ROOT / "scripts"))
import book_build
import check_room
import course
import environment
import wheelhouse


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    target = tmp_path_factory.mktemp("course")
    assert course.write(target) == len(LESSONS)
    return target


@pytest.mark.parametrize("lesson", LESSONS, ids=[path.stem for path in LESSONS])
def test_students_get_the_lesson_without_solutions_and_outputs(copies, lesson):
    own, copied = read(lesson), read(copies / "student" / "notebooks" / lesson.name)
    text = "\n".join(cell.source for cell in copied.cells)
    assert "{solution}" not in text and "{exercise}" in text
    assert not any(cell.get("outputs") for cell in copied.cells)
    # every other cell is there, in the same order and with the same words
    solutions = len(list(exercises(own)))
    assert solutions >= 3 and len(copied.cells) == len(own.cells) - solutions
    kept = {cell.id: cell.source for cell in copied.cells}
    assert list(kept) == [cell.id for cell in own.cells if cell.id in kept]
    assert all(cell.source == kept[cell.id] for cell in own.cells if cell.id in kept)
    nbformat.validate(copied)


def test_the_teacher_gets_the_lessons_as_they_are(copies):
    for lesson in LESSONS:
        assert (copies / "teacher" / "notebooks" / lesson.name).read_bytes() == lesson.read_bytes()


def test_links_of_the_copies_lead_somewhere(copies):
    pages = [path for path in (copies / "student").rglob("*") if path.suffix in (".ipynb", ".md")]
    assert {path.parent.name for path in pages} == {"notebooks", "book", "howto"}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in {part.partition(")")[0].partition("#")[0] for part in text.split("](")[1:]}:
            if link.endswith((".ipynb", ".md")) and ":" not in link:
                assert (page.parent / link).resolve().is_file(), f"{page.name}: {link}"


def test_the_file_that_a_page_reads_is_copied_too(copies):
    assert "../benchmarks/results.json" in (copies / "student/book/speed.ipynb").read_text(encoding="utf-8")
    assert (copies / "student/benchmarks/results.json").is_file()


def test_a_second_copy_replaces_the_first(tmp_path):
    course.write(tmp_path)
    (tmp_path / "student" / "notebooks" / "left.txt").write_text("")
    course.write(tmp_path)
    assert not (tmp_path / "student" / "notebooks" / "left.txt").exists()


def test_a_folder_of_the_same_name_with_other_things_in_it_is_left_alone(tmp_path, capsys):
    (tmp_path / "teacher").mkdir()
    (tmp_path / "teacher" / "marks.txt").write_text("Ann: 1")
    assert course.main([str(tmp_path)]) == 1
    assert "is no copy of the lessons" in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["teacher", "marks.txt"]
    (tmp_path / "vendor").mkdir()
    with pytest.raises(book_build.Problem, match="is not of this script"):
        wheelhouse.make(tmp_path)
    assert (tmp_path / "vendor").is_dir()


@pytest.mark.parametrize("script", [course, wheelhouse], ids=["course", "wheelhouse"])
@pytest.mark.parametrize("arguments", [["--help"], [""], ["a", "b"]])
def test_an_option_is_not_the_name_of_a_folder(monkeypatch, tmp_path, capsys, script, arguments):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(script, "write" if script is course else "make", lambda target: pytest.fail(str(target)))
    assert script.main(arguments) == 1
    assert "FOLDER     writes" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_this_machine_is_ready(capsys):
    assert check_room.main() == 0
    said = capsys.readouterr().out
    assert said.count("  ok  ") == len(check_room.CHECKS) and said.rstrip().endswith(
        "Ready. Nothing more is needed, and no network."
    )


@pytest.mark.parametrize(
    ("requirements", "message"),
    [
        ("no-such-package-here>=1  # nothing\n", "no-such-package-here is missing"),
        ("packaging==1.0  # old\n", "instead of ==1.0"),
    ],
)
def test_what_is_missing_is_named_with_the_way_out(tmp_path, monkeypatch, capsys, requirements, message):
    (tmp_path / "requirements.txt").write_text(requirements)
    monkeypatch.setattr(check_room, "ROOT", tmp_path)
    assert check_room.main((check_room.packages, check_room.notebooks)) == 1
    said = capsys.readouterr().out
    assert message in said and "make book" in said and "the folder notebooks is empty" in said and "Not ready" in said


def test_a_full_disk_and_a_broken_part_do_not_stop_the_rest(monkeypatch, capsys):
    monkeypatch.setattr(check_room, "FREE_NEEDED", 10**9)

    def broken():
        raise OSError("no such file")

    assert check_room.main((check_room.disk, broken, check_room.python_version)) == 1
    said = capsys.readouterr().out
    assert "MB are free on the disk" in said and "broken: OSError: no such file" in said and "ok       Python" in said


def test_a_wheelhouse_is_installed_from_without_a_network(tmp_path, monkeypatch):
    called = []

    class Pip:
        stdout = ()

        def __init__(self, command, **options):
            called.append(command)

        def wait(self):
            return 0

    monkeypatch.setattr(environment.subprocess, "Popen", Pip)
    monkeypatch.setattr(environment, "WHEELHOUSE", tmp_path / "wheelhouse")
    environment.install("numpy")
    (tmp_path / "wheelhouse").mkdir()
    environment.install("numpy")
    assert "--no-index" not in called[0]
    assert called[1][-3:] == ["--no-index", "--find-links", str(tmp_path / "wheelhouse")]


def test_browser_libraries_come_from_the_wheelhouse_if_they_are_the_right_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(book_build, "VENDOR", tmp_path / "vendor")
    monkeypatch.setattr(book_build, "WHEELHOUSE", tmp_path / "wheelhouse")
    monkeypatch.setattr(book_build.shutil, "which", lambda name, **options: None)
    monkeypatch.setattr(book_build, "install", lambda *what: None)
    there = tmp_path / "wheelhouse" / "vendor"
    there.mkdir(parents=True)
    (there / "stamp.txt").write_text("of another version")
    with pytest.raises(book_build.Problem, match="npm could not fetch"):
        book_build.ensure_vendor()
    lock = (ROOT / "package-lock.json").read_bytes()
    (there / "stamp.txt").write_text(hashlib.sha256(lock + repr(book_build.VENDORED).encode()).hexdigest())
    (there / "library.js").write_text("")
    book_build.ensure_vendor()
    assert (tmp_path / "vendor" / "library.js").exists()


def test_the_check_installs_nothing_where_there_is_no_environment(tmp_path):
    for name in ("tasks", "running", "environment", "book_build"):
        (tmp_path / "scripts").mkdir(exist_ok=True)
        (tmp_path / "scripts" / f"{name}.py").write_bytes((ROOT / "scripts" / f"{name}.py").read_bytes())
    done = subprocess.run(
        [sys.executable, str(tmp_path / "scripts" / "tasks.py"), "check-room"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "There is no environment .venv yet. Run `make book`" in done.stderr
    assert not (tmp_path / ".venv").exists()
