"""Slides for a class, one page for each part, made from the lessons when the book is built (see _config.yml).

A slide shows what a lesson shows: its question, the prediction, the picture or the output of each section with the
sentence before it, and the lines to keep. So no slide can say what the lesson does not.
"""

import json
import re
from pathlib import Path

from book_pages import LESSON, PageError, named, parts_of
from docutils import nodes
from docutils.parsers.rst import Directive

SECTIONS = ("recipe", "wrong", "why", "repair", "audit", "cost")  # the second to the seventh heading of the frame
LONGEST_CODE = 12  # lines that can be read from the last row
WITHOUT_SLIDES = {"explorer"}  # ids of cells whose picture needs a click
PICTURE = re.compile(r"<svg|class=\"rcl rcl-(strip|side)")
LINK = re.compile(r"<a\b[^>]*>|</a>")
ANCHOR = re.compile(r"(<(?:h\d|p|div|span|section|dl|dt|ul|ol)\b[^>]*?) id=\"[^\"]*\"")


def slides_page(number):
    """The name of the page with the slides of a part, counted from one."""
    return f"slides/part_{number}"


def draw(builder, *parts):
    """The HTML of some nodes, without links and anchors: both belong to the lesson's own page."""
    fragment = "".join(builder.render_partial(part)["fragment"] for part in parts)
    return ANCHOR.sub(r"\1", LINK.sub("", fragment))


def is_cell(node):
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def output_of(cell):
    """The container of a cell's outputs, or None."""
    found = [one for one in cell.children if one.get("nb_element") == "cell_code_output" and one.children]
    return found[0] if found else None


def code_of(cell):
    """The container of a cell's code if it is short enough to be read from afar, or None."""
    for one in cell.children:
        if one.get("nb_element") == "cell_code_source" and len(one.astext().splitlines()) <= LONGEST_CODE:
            return one
    return None


def has_picture(cell):
    output = output_of(cell)
    return output is not None and any(PICTURE.search(raw.astext()) for raw in output.findall(nodes.raw))


def blocks_of(section):
    """What stands in a section in order of reading, its subsections unfolded."""
    for child in section.children:
        if isinstance(child, nodes.section):
            yield from blocks_of(child)
        else:
            yield child


def main_cell(blocks):
    """The place of the cell that says most: the first with a picture, else the first with an output; None without."""
    cells = [at for at, block in enumerate(blocks) if is_cell(block) and output_of(block) is not None]
    pictured = [at for at in cells if has_picture(blocks[at])]
    return (pictured or cells or [None])[0]


def sentence_before(blocks, place):
    """The nearest paragraph above a cell, else the first one below."""
    above = [block for block in blocks[:place] if isinstance(block, nodes.paragraph)]
    below = [block for block in blocks[place + 1 :] if isinstance(block, nodes.paragraph)]
    return (above[-1:] or below[:1] or [None])[0]


def puzzle_slide(builder, section):
    """Title and body of the slide before the prediction: the last output above it, or the words of the section."""
    blocks = list(blocks_of(section))
    asked = [at for at, block in enumerate(blocks) if "predict" in block.get("classes", [])]
    blocks = blocks[: asked[0]] if asked else blocks
    seen = [at for at, block in enumerate(blocks) if is_cell(block) and output_of(block) is not None]
    return draw_inline(section), slide_body(builder, blocks, seen[-1] if seen else None)


def section_slide(builder, section, hidden):
    """Title and body of the slide of one section."""
    blocks = [block for block in blocks_of(section) if not (is_cell(block) and block["cell_index"] in hidden)]
    return draw_inline(section), slide_body(builder, blocks, main_cell(blocks))


def slide_body(builder, blocks, place):
    """The cell at a place with the sentence that leads to it; the first blocks where there is no cell."""
    if place is None:  # a section of words, a formula or a drawn list
        kept = [block for block in blocks if not isinstance(block, (nodes.title, nodes.comment, nodes.target))]
        return draw(builder, *kept[:3])
    words = sentence_before(blocks, place)
    shown = [words] if words is not None else []
    cell = blocks[place]
    if not has_picture(cell) and (code := code_of(cell)) is not None:
        shown.append(code)
    return draw(builder, *shown, output_of(cell))


def draw_inline(section):
    """The text of a section's title."""
    return section[section.first_child_matching_class(nodes.title)].astext()


def find_class(section, name):
    for node in section.findall(nodes.Element):
        if name in node.get("classes", []):
            return node
    return None


def lesson_slides(app, name, hidden):
    """The slides of one lesson: dictionaries of kind, title and body."""
    builder = app.builder
    top = next(iter(app.env.get_and_resolve_doctree(name, builder).findall(nodes.section)))
    sections = [child for child in top.children if isinstance(child, nodes.section)]
    predict, keep = find_class(top, "predict"), find_class(top, "takeaway")
    if len(sections) < len(SECTIONS) + 2 or predict is None or keep is None:
        raise PageError(f"{name} lacks a section, a prediction or a takeaway block; see the frame in CONTRIBUTING.md")
    number = int(LESSON.fullmatch(name)[1])
    opening = next(child for child in top.children if isinstance(child, nodes.paragraph))
    yield {"kind": "title", "lesson": number, "title": draw_inline(top), "body": draw(builder, opening)}
    title, body = puzzle_slide(builder, sections[0])
    yield {"kind": "puzzle", "lesson": number, "title": title, "body": body}
    asked = [child for child in predict.children if not isinstance(child, nodes.title)]
    yield {
        "kind": "predict",
        "lesson": number,
        "title": predict.children[0].astext(),
        "body": draw(builder, *asked),
    }
    for kind, section in zip(SECTIONS, sections[1:], strict=False):
        title, body = section_slide(builder, section, hidden)
        yield {"kind": kind, "lesson": number, "title": title, "body": body}
    yield {
        "kind": "keep",
        "lesson": number,
        "title": draw_inline(sections[len(SECTIONS) + 1]),
        "body": draw(builder, *keep.children),
    }


def discussion(app, caption):
    """The question for a discussion that the page for teachers has for a part."""
    document = app.env.get_and_resolve_doctree("book/teaching", app.builder)
    for item in document.findall(nodes.definition_list_item):
        section = item.parent.parent
        if isinstance(section, nodes.section) and "questions-for-a-discussion" in section["ids"]:
            if item.children[0].astext() == caption:
                return {
                    "kind": "discuss",
                    "lesson": None,
                    "title": draw_inline(section),
                    "body": draw(app.builder, *item.children[-1].children),
                }
    raise PageError(f"book/teaching.md has no question for a discussion of the part {caption!r}")


def hidden_cells(source, name):
    """The places of the cells that do not go on a slide."""
    cells = json.loads((Path(source) / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return {place for place, cell in enumerate(cells) if cell.get("id") in WITHOUT_SLIDES}


def make_pages(app):
    """One page for each part."""
    if app.builder.format != "html":
        return
    for number, (caption, names) in enumerate(parts_of(app.srcdir).items(), 1):
        slides = [slide for name in names for slide in lesson_slides(app, name, hidden_cells(app.srcdir, name))]
        slides.append(discussion(app, caption))
        lessons = [(named(app, {"file": name}), app.builder.get_target_uri(name)) for name in names]
        context = {"title": caption, "caption": caption, "slides": slides, "lessons": lessons}
        yield slides_page(number), context, "slides.html"


class SlidesList(Directive):
    """Links to the slides of each part."""

    def run(self):
        environment = self.state.document.settings.env
        environment.note_dependency(str(Path(environment.srcdir) / "_toc.yml"))
        up = "../" * environment.docname.count("/")
        items = nodes.bullet_list()
        for number, caption in enumerate(parts_of(environment.srcdir), 1):
            link = nodes.reference("", caption, refuri=f"{up}{slides_page(number)}.html", internal=True)
            items += nodes.list_item("", nodes.paragraph("", "", link))
        return [items]


def setup(app):
    app.add_directive("slides", SlidesList)
    app.connect("html-collect-pages", make_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
