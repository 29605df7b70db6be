"""Formulas as MathML, made while the book is built; Sphinx loads it (see _config.yml).

Every browser draws MathML by itself and every screen reader speaks it, with no script: in MathJax a page with one
formula would load three times its own weight.
"""

from docutils import nodes
from latex2mathml.converter import convert


def as_mathml(latex, display):
    """The formula as a ``<math>`` element that its LaTeX can be copied from."""
    element = convert(latex, display=display)
    return element.replace("<math ", f'<math alttext="{_quoted(latex)}" ', 1)


def _quoted(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def visit_inline(self, node):
    self.body.append(f'<span class="math notranslate nohighlight">{as_mathml(node.astext(), "inline")}</span>')
    raise nodes.SkipNode


def visit_block(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    self.body.append(f"{as_mathml(node.astext(), 'block')}</div>\n")
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
