"""Pages that are made from the lessons when the book is built; Sphinx loads it (see _config.yml).

- ``{takeaways} Silent loss``: the lines to keep of every lesson of a part, with the lesson's title and link
- 404.html, which helps at whatever address a server shows it
- assets/pages.css, on the pages that need it
"""

import json
import posixpath
import re
from pathlib import Path

import yaml
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

STYLED = {"book/symptoms", "book/takeaways", "book/teaching"}
LESSON = re.compile(r"notebooks/(\d+)_\w+")
LANDMARK = "_static/favicon.svg"  # by this file 404.html knows the first folder of the site
TAKEAWAY = re.compile(r"(?ms)^(:{3,})\{div\} takeaway\s*\n(.*?)^\1\s*$")
FENCED = re.compile(r"(?ms)^(```+|~~~+).*?^\1|`[^`\n]*`")
LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")


class PageError(Exception):
    """A lesson or a part that is not as it should be; the message says which, and what was looked for."""


def parts_of(source):
    """The parts of _toc.yml that hold lessons, as caption -> names of the lessons in order."""
    parts = yaml.safe_load((Path(source) / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    named = {part["caption"]: [chapter["file"] for chapter in part["chapters"]] for part in parts}
    lessons = {caption: [name for name in names if name.startswith("notebooks/")] for caption, names in named.items()}
    return {caption: names for caption, names in lessons.items() if names}


def lesson_path(source, name):
    return Path(source) / f"{name.removesuffix('.ipynb')}.ipynb"


def title_and_takeaway(source, name):
    """A lesson's title and the Markdown of its takeaway block."""
    cells = json.loads(lesson_path(source, name).read_text(encoding="utf-8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    title = re.search(r"(?m)^# (.+)$", text)
    block = TAKEAWAY.search(text)
    if not title or not block:
        raise PageError(f"{name} has no {'takeaway block' if title else 'title'}; see the frame in CONTRIBUTING.md")
    return title[1].strip(), block[2].strip("\n")


def from_page(markdown, name, page):
    """The Markdown of a lesson with its relative links as they read on another page."""
    here, there = posixpath.dirname(name), posixpath.dirname(page)

    def moved(match):
        target = posixpath.normpath(posixpath.join(here, match[2]))
        return match[1] + posixpath.relpath(target, there or ".") + match[3]

    pieces, at = [], 0
    for code in FENCED.finditer(markdown):  # what looks like a link in code is none
        pieces += [LINK.sub(moved, markdown[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*pieces, LINK.sub(moved, markdown[at:])])


def sheet(source, caption, page):
    """The Markdown of one part: a definition list, the lesson as the term and its lines below."""
    parts = parts_of(source)
    if caption not in parts:
        raise PageError(f"no part with lessons is called {caption!r} in _toc.yml; there are: {', '.join(parts)}")
    entries = []
    for name in parts[caption]:
        title, lines = title_and_takeaway(source, name)
        number = int(LESSON.fullmatch(name)[1])
        link = posixpath.relpath(f"{name}.ipynb", posixpath.dirname(page) or ".")
        body = from_page(lines, name, page).replace("\n", "\n  ")
        entries.append(f"Lesson {number}: [{title}]({link})\n: {body}\n")
    return "\n".join(entries)


class Takeaways(Directive):
    """The sheet of one part."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        environment = self.state.document.settings.env
        try:
            text = sheet(environment.srcdir, self.arguments[0].strip(), environment.docname)
        except PageError as error:
            raise self.error(str(error)) from error
        for name in ("_toc.yml", *(f"{one}.ipynb" for one in parts_of(environment.srcdir)[self.arguments[0].strip()])):
            environment.note_dependency(str(Path(environment.srcdir) / name))
        holder = nodes.container(classes=["sheet"])
        self.state.nested_parse(StringList(text.splitlines(), self.lineno), self.content_offset, holder)
        return [holder]


def add_style(app, pagename, templatename, context, doctree):
    if pagename in STYLED:
        app.add_css_file("pages.css")


def named(app, chapter):
    """A page as 404.html names it: with its number, if it is a lesson."""
    name = chapter["file"]
    title = chapter.get("title") or app.env.titles[name].astext()
    number = LESSON.fullmatch(name)
    return f"{int(number[1])} · {title}" if number else title


def contents(app):
    """What 404.html lists: (caption, [(title, address from the first folder of the site)])."""
    parts = yaml.safe_load((Path(app.srcdir) / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    return [
        (part["caption"], [(named(app, one), app.builder.get_target_uri(one["file"])) for one in part["chapters"]])
        for part in parts
    ]


def write_not_found(app, exception):
    if exception is None and app.builder.format == "html":
        root = app.config.root_doc
        page = app.builder.templates.render(
            "404.html",
            {
                "language": app.config.language,
                "project": app.config.html_title,
                "first": app.builder.get_target_uri(root),
                "landmark": LANDMARK,
                "contents": contents(app),
                "folders": sorted({name.split("/")[0] for name in app.env.found_docs if "/" in name}),
            },
        )
        (Path(app.outdir) / "404.html").write_text(page, encoding="utf-8")


def setup(app):
    app.add_directive("takeaways", Takeaways)
    app.connect("html-page-context", add_style)
    app.connect("build-finished", write_not_found)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
