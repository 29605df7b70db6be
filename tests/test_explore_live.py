"""explore in a running notebook: the controls change the picture, errors are words, and no view is stored."""

from __future__ import annotations

import subprocess
import sys

import pytest
from lesson_frame import ROOT
from nbformat.v4 import new_code_cell, new_notebook, new_output

sys.path.insert(0, str(ROOT / "scripts"))
import refresh_notebooks

from ragchunk_lessons import show_chunks, split_characters
from ragchunk_lessons.explore import explore
from ragchunk_lessons.explore.live import WIDGET_VIEW

widgets = pytest.importorskip("ipywidgets")
TEXT = "The first pump stands by the door. The second pump waits until the water climbs."


class Counted:
    """A function that remembers what it was called with."""

    def __init__(self):
        self.calls = []

    def __call__(self, size, unit):
        self.calls.append((size, unit))
        if size == 7:
            raise KeyError("seven")
        return f"{size} {unit} <b>"


def parts(explorer):
    _, *controls, picture = explorer.widget.children
    return controls, picture


def counted(**more):
    made = Counted()
    return made, explore(made, title="T & co", size=(10, 20), unit=("words", "tokens"), **more)


def test_a_change_changes_the_picture():
    explorer = explore(
        lambda size: show_chunks(TEXT, split_characters(TEXT, size)),
        title="Size",
        size=(20, 40),
        live={"size": range(10, 81, 5)},
    )
    (slider,), picture = parts(explorer)
    before = picture.value
    slider.value = 35
    assert picture.value != before
    want = show_chunks(TEXT, split_characters(TEXT, 35)).body
    assert want in picture.value and picture.value.count("<style>") == 1


def test_what_the_page_has_is_not_made_again():
    made, explorer = counted()
    assert len(made.calls) == 4
    (slider, buttons), picture = parts(explorer)
    buttons.value = "tokens"
    slider.value = 20
    assert "20 tokens &lt;b&gt;" in picture.value and len(made.calls) == 4


def test_numbers_are_a_slider_in_order_and_strings_are_buttons_or_a_list():
    _, explorer = counted(live={"size": (5, 15), "unit": ("characters",)})
    (slider, buttons), _ = parts(explorer)
    assert isinstance(slider, widgets.SelectionSlider) and isinstance(buttons, widgets.ToggleButtons)
    assert [value for _, value in slider.options] == [5, 10, 15, 20] and slider.value == 10
    assert [value for _, value in buttons.options] == ["words", "tokens", "characters"] and buttons.value == "words"
    many = explore(lambda name: name, title="T", name=tuple("abcdefgh"))
    assert isinstance(parts(many)[0][0], widgets.Dropdown)


def test_descriptions_are_not_cut_short():
    words = "Chunk size in characters, with its heading"
    _, explorer = counted(labels={"size": words})
    for control in parts(explorer)[0]:
        assert control.style.description_width == "initial"
    assert parts(explorer)[0][0].description == words


def test_an_error_is_said_in_words_and_the_next_change_works():
    _, explorer = counted(live={"size": (7,)})
    (slider, _), picture = parts(explorer)
    slider.value = 7
    assert "Not possible at size: 7, unit: words." in picture.value and "seven" in picture.value
    assert "Traceback" not in picture.value
    slider.value = 20
    assert "20 words" in picture.value and "Not possible" not in picture.value.partition("</style>")[2]


def test_a_slow_function_waits_until_the_handle_is_let_go():
    from time import sleep

    (quick,), _ = parts(explore(lambda a: "x", title="T", a=(1, 2)))
    (slow,), _ = parts(explore(lambda a: [sleep(0.3), "x"][1], title="T", a=(1, 2)))
    assert quick.continuous_update and not slow.continuous_update


def test_markup_in_a_title_stays_text():
    explorer = explore(lambda a: "x", title="<script>", a=(1, 2))
    assert explorer.widget.children[0].value == "<b>&lt;script&gt;</b>"


KERNEL = """
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
code = '''from ragchunk_lessons.explore import explore
calls = []
explore(lambda a: calls.append(a) or "x", title="T", a=(1, 2))'''
notebook = new_notebook(cells=[new_code_cell(code), new_code_cell("len(calls)")])
NotebookClient(notebook, kernel_name="python3", extra_arguments=["--log-level=ERROR"]).execute()
print(sorted(notebook.cells[0].outputs[0].data), notebook.cells[1].outputs[0].data["text/plain"])
"""


def test_a_kernel_gives_the_page_and_the_controls_and_calls_the_function_once_a_state():
    run = subprocess.run([sys.executable, "-c", KERNEL], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == f"{sorted([WIDGET_VIEW, 'text/html', 'text/plain'])} 2"


def stored(data):
    output = new_output("execute_result", data=data, execution_count=1)
    notebook = new_notebook(cells=[new_code_cell("1", id="c", outputs=[output])])
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {"a" * 32: {}}}}
    return refresh_notebooks.as_bytes(notebook).decode()


def test_neither_the_view_nor_the_state_of_a_widget_is_stored():
    view = {WIDGET_VIEW: {"model_id": "a" * 32, "version_major": 2, "version_minor": 0}}
    for beside in ({"text/plain": "x", "text/html": "<p>x</p>"}, {"text/plain": "x"}):
        text = stored({**beside, **view})
        assert "widget" not in text and '"x"' in text


def test_a_page_made_from_a_notebook_with_live_controls_shows_the_page_of_the_explorer():
    import yaml

    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["sphinx"]["config"]
    assert ["*", WIDGET_VIEW, None] in config["nb_mime_priority_overrides"] and config["nb_ipywidgets_js"] == {}
