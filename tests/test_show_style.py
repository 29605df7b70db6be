"""The style sheet of every picture: colours that can be read, and no effect outside."""

from __future__ import annotations

import re

import pytest

from ragchunk_lessons.show import STYLE, TOKENS, show_chunks, show_tokens
from ragchunk_lessons.showing.show_style import contrast

ON = [
    # what is written, and what it stands on
    *(("ink", ground) for ground in ("paper", "raised", "a", "b", "loss-soft", "hint-soft", "cut-soft")),
    *(("soft", ground) for ground in ("paper", "raised")),
    *(("raised", ground) for ground in ("a-ink", "b-ink", "loss", "cut", "hint")),
    *(("loss", ground) for ground in ("paper", "raised", "loss-soft", "a", "b")),
    *(("hint", ground) for ground in ("paper", "raised", "hint-soft")),
    *(("cut", ground) for ground in ("paper", "raised", "cut-soft")),
]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), ON)
def test_what_is_written_can_be_read(text, ground, theme):
    assert contrast(TOKENS[text][theme], TOKENS[ground][theme]) >= 4.5  # WCAG 2, level AA


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("sign", ["cut", "loss", "hint"])
@pytest.mark.parametrize("ground", ["raised", "a", "b"])
def test_a_sign_stands_out_from_its_ground(sign, ground, theme):
    assert contrast(TOKENS[sign][theme], TOKENS[ground][theme]) >= 3


def test_contrast_is_what_the_standard_says():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def rules(css):
    """Selector and declarations of every rule, those inside a media query included."""
    css = re.sub(r"@media[^{]*\{((?:[^{}]*\{[^{}]*\})*)\}", r"\1", css)
    return re.findall(r"([^{}]+)\{([^{}]*)\}", css)


def test_the_style_sheet_touches_nothing_else():
    for selectors, _ in rules(STYLE):
        for selector in selectors.split(","):
            assert ".rcl" in selector, selector


def test_every_variable_that_is_used_is_defined():
    used = set(re.findall(r"var\((--[\w-]+)\)", STYLE))
    assert used <= {f"--rcl-{name}" for name in [*TOKENS, "sans", "mono"]}
    for theme in (0, 1):
        assert all(f"--rcl-{name}:{pair[theme]}" in STYLE for name, pair in TOKENS.items())


@pytest.mark.parametrize(
    "page", ["html[data-theme=dark] .rcl", "body[data-jp-theme-light=false] .rcl", "body.vscode-dark .rcl"]
)
def test_every_page_with_a_theme_is_followed(page):
    [declarations] = [text for selectors, text in rules(STYLE) if page in selectors.split(",")]
    assert f"--rcl-ink:{TOKENS['ink'][1]}" in declarations


def test_every_class_that_is_drawn_has_a_rule():
    text = "one two three four. it is five. six"
    body = show_chunks(
        text,
        [text[:11], text[4:13], text[8:19], {"text": "three four", "start": 2}, {"text": "it is five!", "start": 20}],
        hints=True,
        words=True,
        title="t",
    ).body
    body += show_tokens("a🌊", {"x": [(0, 1), (1, 2), (1, 2)]}).body
    drawn = {name for names in re.findall(r'class="([^"]*)"', body) for name in names.split()} - {"rcl", "rcl-fact"}
    assert drawn <= set(re.findall(r"\.([\w-]+)", STYLE))


def test_numbers_and_words_are_neither_selected_nor_copied():
    for name in ("rcl-title", "rcl-ruler", "rcl-scale", "rcl-facts", "rcl-key", "rcl-out", "rcl-label"):
        assert any(
            f".{name}" in selectors.split(",") and "user-select:none" in text for selectors, text in rules(STYLE)
        )
