"""Which file a chunk's source means, where two names may mean the same file."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ragchunk_lessons.command._matching import match_many, match_one


def records(*sources):
    return [SimpleNamespace(number=number, source=source) for number, source in enumerate(sources)]


def matched(found):
    return {name: [one.source for one in chunks] for name, chunks in found.records.items()}


def test_the_very_name_of_a_file_leaves_out_a_file_of_the_same_name_elsewhere():
    chunks = records("m.md", "archive/2019/m.md", "m.md")
    many = match_many(["m.md", "n.md"], chunks)
    assert matched(many) == {"m.md": ["m.md", "m.md"], "n.md": []}
    assert many.strangers == {"archive/2019/m.md": 1}
    one = match_one("m.md", chunks)
    assert matched(one) == {"m.md": ["m.md", "m.md"]} and one.passed_over == {"archive/2019/m.md": 1}


@pytest.mark.parametrize("match", [match_one, lambda name, chunks: match_many([name], chunks)], ids=["one", "many"])
def test_two_names_that_may_both_be_the_file_are_refused(match):
    for two in (("a/m.md", "b/m.md"), ("/srv/m.md", "/home/m.md"), ("docs/m.md", "old/docs/m.md")):
        with pytest.raises(ValueError, match=r"both may be m\.md"):
            match("m.md", records(*two))


def test_one_name_in_several_spellings_is_one_file():
    for spellings in (
        ("/srv/docs/m.md", "docs/m.md"),
        ("C:\\docs\\m.md", "m.md"),
        ("./m.md", "m.md"),
        ("docs/m.md", "docs\\m.md"),
    ):
        assert len(matched(match_many(["docs/m.md"], records(*spellings)))["docs/m.md"]) == 2
    assert len(matched(match_one("m.md", records("./m.md", "m.md", None)))["m.md"]) == 3
