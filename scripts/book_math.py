"""Formulas as MathML, made while the book is built; Sphinx loads it (see _config.yml).

A browser draws MathML by itself and a screen reader can speak it, with no script, while MathJax weighs more than a
page. What a browser may lack is a font with tall braces: the site brings one, STIX Two Math, with the glyphs that its
formulas use.
"""

import html
import re
import shutil
from pathlib import Path

from docutils import nodes
from fontTools import subset
from latex2mathml.converter import convert
from sphinx.errors import ExtensionError

WHOLE_FONT = "vendor/math"  # a folder of assets, filled by scripts/book_build.py
FONT = "formulas.woff"  # named in assets/book.css
FORMULA = re.compile(r"<math .*?</math>", re.S)
TAGS = re.compile(r"<[^>]+>")
SPACED_ROW = re.compile(r"\\\\\s*\[")  # a row with a space below it: the space would be shown


def as_mathml(latex, display):
    """The formula as a ``<math>`` element that its LaTeX can be copied from.

    Raises
    ------
    ExtensionError
        If it holds a command that the converter does not know and would show as it is.
    """
    element = convert(latex, display=display)
    if "\\" in TAGS.sub("", element) or SPACED_ROW.search(latex):
        raise ExtensionError(f"the formula {latex!r} holds a command that latex2mathml does not know")
    return element.replace("<math ", f'<math alttext="{html.escape(latex)}" ', 1)


def visit_inline(self, node):
    self.body.append(f'<span class="math notranslate nohighlight">{as_mathml(node.astext(), "inline")}</span>')
    raise nodes.SkipNode


def visit_block(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    self.body.append(f"{as_mathml(node.astext(), 'block')}</div>\n")
    raise nodes.SkipNode


def in_italics(letter):
    """What a browser draws for a single letter: its sign among the mathematical alphabets."""
    if letter == "h":
        return "\u210e"
    return chr(ord(letter) + (0x1D434 - ord("A") if letter.isupper() else 0x1D44E - ord("a")))


def signs_in_formulas(site):
    """Every character that a formula of the site shows."""
    signs = set()
    for path in site.rglob("*.html"):
        for formula in FORMULA.findall(path.read_text(encoding="utf-8")):
            signs.update(html.unescape(TAGS.sub("", formula)))
    return signs | {in_italics(sign) for sign in signs if sign.isascii() and sign.isalpha()}


def write_font(app, exception):
    """The part of the font that the formulas use, with the larger forms of its braces."""
    if exception is not None or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    whole = next((static / WHOLE_FONT).glob("*.woff"), None)
    if whole is None:
        return  # built without `make book`: the reader's own font does
    options = subset.Options(flavor="woff", layout_features=["*"], notdef_outline=True)
    font = subset.load_font(whole, options)
    part = subset.Subsetter(options)
    part.populate(unicodes=sorted(map(ord, signs_in_formulas(Path(app.outdir)))))
    part.subset(font)
    subset.save_font(font, static / FONT, options)
    shutil.copy(whole.with_name("LICENSE"), static / "formulas-license.txt")
    shutil.rmtree(static / WHOLE_FONT)


def setup(app):
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    app.connect("build-finished", write_font)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
