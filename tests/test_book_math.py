"""Formulas as MathML, and the part of a font that draws them."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
book_math = pytest.importorskip("book_math", reason="the book's packages are not installed")

CASES = r"\text{lost} = \begin{cases} (N - n) \bmod \text{step} & \text{if } N < n \end{cases}"
WHOLE = Path(__file__).parents[1] / "assets" / book_math.WHOLE_FONT


def test_a_formula_is_one_element_with_its_latex_beside_it():
    import xml.etree.ElementTree as ElementTree

    element = ElementTree.fromstring(book_math.as_mathml(CASES, "block"))
    assert element.tag.endswith("}math") and element.get("display") == "block"
    assert element.get("alttext") == CASES
    words = "".join(element.itertext())
    assert "mod" in words and "if" in words and "\\" not in words and "&" not in words


@pytest.mark.parametrize("latex", [r"a \unheard{b}", r"\begin{cases} 1 \\[2pt] 2 \end{cases}"])
def test_what_would_be_shown_as_latex_stops_the_build(latex):
    with pytest.raises(book_math.ExtensionError, match="does not know"):
        book_math.as_mathml(latex, "inline")


@pytest.mark.parametrize(("letter", "drawn"), [("A", "𝐴"), ("Z", "𝑍"), ("a", "𝑎"), ("z", "𝑧"), ("h", "ℎ")])
def test_a_single_letter_is_drawn_in_italics(letter, drawn):
    assert book_math.in_italics(letter) == drawn


def test_the_font_has_every_sign_of_the_formulas_and_its_larger_forms(tmp_path):
    from fontTools.ttLib import TTFont

    if not WHOLE.is_dir():
        pytest.skip("the font is fetched by `make book`")
    static = tmp_path / "_static"
    (static / "vendor").mkdir(parents=True)
    book_math.shutil.copytree(WHOLE, static / book_math.WHOLE_FONT)
    (tmp_path / "page.html").write_text(f"<p>y</p>{book_math.as_mathml(CASES, 'block')}", encoding="utf-8")
    book_math.write_font(SimpleNamespace(builder=SimpleNamespace(format="html"), outdir=tmp_path), None)
    font = TTFont(static / book_math.FONT)
    signs = font.getBestCmap()
    assert all(ord(sign) in signs for sign in "{()−=<𝑁𝑛modlostif")
    assert ord("y") not in signs, "a letter that no formula shows"
    assert len(font["MATH"].table.MathVariants.VertGlyphConstruction) >= 3  # the brace and the round brackets
    assert (static / book_math.FONT).stat().st_size < next(WHOLE.glob("*.woff")).stat().st_size / 10
    assert (static / "formulas-license.txt").is_file() and not (static / book_math.WHOLE_FONT).exists()
