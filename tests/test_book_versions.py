"""The tables of the page Versions and run times."""

import json
import re
import sys

import pytest
from lesson_frame import LESSONS, ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import book_versions
import run_times


def test_every_hash_in_the_module_is_on_the_page():
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "ragchunk_lessons").glob("*.py"))
    hashes = set(re.findall(r'"([0-9a-f]{64})"', code))
    assert hashes and {digest for *_, digest in book_versions.files()} == hashes


def test_every_pin_is_on_the_page_and_says_what_for():
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    assert len(book_versions.pins(ROOT)) == text.count("==") - text.count("(==)")
    assert all(words for *_, words in book_versions.pins(ROOT))


def test_every_lesson_has_a_run_time():
    """A new lesson needs `python scripts/run_times.py`."""
    measured = book_versions.times(ROOT)
    assert list(measured) == [path.stem for path in LESSONS]
    assert measured[LESSONS[0].stem] == 1 and all(ratio > 0 for ratio in measured.values())
    assert set(json.loads((ROOT / book_versions.TIMES).read_text())) == {"python", "lessons"}


@pytest.mark.parametrize(("value", "words"), [(1.0, "1.0"), (9.94, "9.9"), (12.6, "13")])
def test_a_ratio_in_words(value, words):
    assert book_versions.as_ratio(value) == words


def test_ratios_are_those_to_the_first():
    assert run_times.ratios({"01_a": 4.0, "02_b": 6.2, "03_c": 1.0}) == {"01_a": 1.0, "02_b": 1.6, "03_c": 0.2}
    with pytest.raises(run_times.Problem, match="processor time"):
        run_times.ratios({"01_a": 0.0})


def test_the_time_of_a_notebook_is_that_of_its_kernel(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    times = {}
    for name, code in {
        "idle": "import time; time.sleep(1.5)",
        "busy": "import time\nwhile time.process_time() < 4: pass",
    }.items():
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
        nbformat.write(notebook, tmp_path / f"{name}.ipynb")
        times[name] = run_times.seconds_of(tmp_path / f"{name}.ipynb")
    assert 0 < times["idle"] < times["busy"]
    assert times["busy"] >= 4


def test_the_stored_python_is_one_that_the_page_names():
    page = (ROOT / "book" / "versions.md").read_text(encoding="utf-8")
    assert "come from " + json.loads((ROOT / book_versions.TIMES).read_text())["python"] in page
