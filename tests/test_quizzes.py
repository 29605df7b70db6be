"""quizzes: every lesson has five questions with one right choice each, shown without a script, and readable as text."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from lesson_frame import LESSONS, read

from ragchunk_lessons.quizzes import Choice, Quiz, QuizQuestion, show_quiz

NUMBERS = [path.stem[:2] for path in LESSONS]
each = pytest.mark.parametrize("number", NUMBERS)


@each
def test_every_lesson_has_five_questions_and_shows_them(number):
    assert len(show_quiz(number).questions) == 5
    lesson = next(path for path in LESSONS if path.stem.startswith(number))
    calls = [cell for cell in read(lesson).cells if f'show_quiz("{number}")' in cell.source]
    assert len(calls) == 1 and calls[0].cell_type == "code"


@each
def test_the_questions_are_fit_to_be_read(number):
    places = []
    for one in show_quiz(number).questions:
        assert one.question.endswith("?") and 3 <= len(one.choices) <= 4
        places.append([choice.right for choice in one.choices].index(True))
        for choice in one.choices:
            assert len(choice.text) <= 160 and 20 <= len(choice.why) <= 300
            assert choice.why.endswith(".") and "!" not in choice.text + choice.why
            # "Right." and "Not this one." stand in front already
            assert not re.match(r"(Yes|No|Right|Wrong|Correct)[,.;:]", choice.why)
    assert len(set(places)) > 1, "the right choice always stands at the same place"
    longest = [max(one.choices, key=lambda choice: len(choice.text)).right for one in show_quiz(number).questions]
    assert sum(longest) <= 3, "the longest choice is right too often: length would give it away"


@each
def test_no_measured_number_is_typed(number):
    """Numbers of the recipes' settings may stand there; two decimals and percent are measurements."""
    for one in show_quiz(number).questions:
        for text in [one.question, *(part for choice in one.choices for part in (choice.text, choice.why))]:
            assert not re.search(r"\d\.\d|\d ?%", text), text


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.names, self.labels, self.open = [], [], [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "input":
            self.names.append(given["name"])
        if tag == "label":
            self.labels.append(given["for"])
        if tag != "input":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_needs_no_script_and_every_choice_has_its_label():
    page = Page(show_quiz("09")._repr_html_())
    assert "script" not in page.tags and page.tags.count("fieldset") == page.tags.count("legend") == 5
    assert page.ids == page.labels and len(set(page.ids)) == len(page.ids)
    assert sorted(set(page.names)) == [f"quiz-09-{n}" for n in range(1, 6)]


def test_markup_in_a_question_stays_text_and_code_is_code():
    quiz = Quiz("00", (QuizQuestion("Is `<b>` a <script>?", (Choice("`a` & b", "x", True), Choice("c", "y"))),))
    shown = quiz._repr_html_()
    assert "Is <code>&lt;b&gt;</code> a &lt;script&gt;?" in shown and "<code>a</code> &amp; b" in shown
    assert "<script" not in shown


def test_as_text_it_does_not_say_which_is_right():
    text = repr(show_quiz("09"))
    assert text.startswith("1. ") and "   a) " in text
    assert not any(choice.why in text for one in show_quiz("09").questions for choice in one.choices)
    assert html.unescape(text) == text


@pytest.mark.parametrize("lesson", ["99", "9", "../09", "", 9])
def test_a_lesson_without_a_quiz_is_an_error_that_lists_them(lesson):
    with pytest.raises(ValueError, match=r"has no quiz; there are .*09"):
        show_quiz(lesson)


@pytest.mark.parametrize(
    "choices",
    [
        (Choice("a", "x"), Choice("b", "y")),
        (Choice("a", "x", True), Choice("b", "y", True)),
        (Choice("a", "x", True), Choice("a", "y")),
        (Choice("a", "x", True),),
    ],
)
def test_a_question_with_no_or_two_right_choices_is_refused(choices):
    with pytest.raises(ValueError, match="must have"):
        QuizQuestion("Which?", choices)


def test_no_choice_is_left_out_of_the_text():
    choices = tuple(Choice(f"answer {number}", "why", number == 7) for number in range(8))
    assert repr(Quiz("09", (QuizQuestion("Which?", choices),))).splitlines()[-1] == "   h) answer 7"
