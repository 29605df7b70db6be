"""The links at the top of a lesson, and what Binder and Colab install."""

import json
import re
import sys
from html import unescape

import pytest
from lesson_frame import LESSONS, ROOT, read

sys.path.insert(0, str(ROOT / "scripts"))
import book_run_links

GITHUB = "https://github.com/owner/name"
PATH = "notebooks/09_ngram_tail.ipynb"


def line(url, branch="main"):
    return book_run_links.run_line(ROOT, {"url": url, "branch": branch}, PATH, "../_sources/x.ipynb", "../book/y.html")


def links(text):
    return dict(re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', text))


def test_without_an_address_there_is_the_file_alone():
    text = line("")
    assert list(links(text).values()) == ["Download this lesson (.ipynb)", "a copy of the project"]
    assert 'href="../_sources/x.ipynb" download' in text and "://" not in text and "pip install" not in text


@pytest.mark.parametrize("url", [GITHUB, f"{GITHUB}/", f"{GITHUB}.git"])
def test_on_github_both_places_get_branch_and_path(url):
    assert {
        "https://mybinder.org/v2/gh/owner/name/main?labpath=notebooks%2F09_ngram_tail.ipynb": "Run on Binder",
        f"https://colab.research.google.com/github/owner/name/blob/main/{PATH}": "Run on Colab",
    }.items() <= {unescape(link): words for link, words in links(line(url)).items()}.items()


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://gitlab.com/group/sub/name", "gl/group%2Fsub%2Fname/a/b"),
        ("https://git.example.org/owner/name", "git/https%3A%2F%2Fgit.example.org%2Fowner%2Fname/a/b"),
    ],
)
def test_elsewhere_there_is_binder_and_no_colab(url, place):
    text = line(url, "a/b")
    assert f"https://mybinder.org/v2/{place}?labpath=" in text and "Colab" not in text
    assert f"@ git+{url}@a/b" in text


@pytest.mark.parametrize("url", ["github.com/owner/name", "http://github.com/owner/name", "https://github.com/owner"])
def test_a_wrong_address_is_named(url):
    with pytest.raises(ValueError, match=re.escape(repr(url))):
        line(url)


def test_the_first_cell_installs_what_the_lessons_import():
    """Colab has its own Jupyter and matplotlib; everything else of the extra "lessons" comes."""
    said = book_run_links.install_line(ROOT, GITHUB, "main")
    assert said.startswith('%pip install -q "ragchunk-lessons[') and f"] @ git+{GITHUB}@main" in said
    extras = re.search(r"\[([\w,]+)\]", said)[1].split(",")
    assert {"tokenizers", "documents", "models", "search"} <= set(extras) and len(extras) == len(set(extras))
    assert not re.search(r"jupyterlab|ipywidgets|matplotlib", said)
    for one in re.findall(r'"[^"]+"|\S+', said.split("-q ")[1]):
        assert not set(" <>@") & set(one) or one.startswith('"'), f"{one} would be read by the shell"


def test_every_lesson_has_the_frame_that_the_line_stands_below():
    for path in LESSONS:
        assert ":::{div} frame" in read(path).cells[0].source, path.name


def test_the_downloaded_file_is_the_lesson():
    sources = ROOT / "_build" / "html" / "_sources" / "notebooks"
    if not sources.is_dir():
        pytest.skip("there is no built book; run make book first")
    for path in sources.glob("*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        assert notebook["nbformat"] == 4 and notebook["metadata"]["kernelspec"]["name"] == "python3"
        page = (ROOT / "_build" / "html" / "notebooks" / f"{path.stem}.html").read_text(encoding="utf-8")
        if 'class="run"' in page:
            assert f'href="../_sources/notebooks/{path.name}" download' in page


def test_binder_reads_a_python_of_the_project_and_the_pins():
    assert (ROOT / "binder" / "runtime.txt").read_text() == "python-3.11\n"
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    constraint, package = [one for one in lines if one and not one.startswith("#")]
    assert (ROOT / "binder" / constraint.removeprefix("-c ")).resolve() == ROOT / "requirements.txt"
    extras = re.fullmatch(r"-e \.\[([\w,]+)\]", package)[1].split(",")
    assert set(extras) <= set(book_run_links.project(ROOT)["optional-dependencies"])
    # pip refuses extras and local paths in a constraint
    pins = re.findall(r"(?m)^[^#\s].*", (ROOT / "requirements.txt").read_text(encoding="utf-8"))
    assert pins and not any(re.match(r"-|\S+\[", pin) for pin in pins)
