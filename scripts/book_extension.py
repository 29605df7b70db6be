"""What the book's pages need beyond Jupyter Book's settings; Sphinx loads it (see _config.yml).

- the line above a lesson's title, "Silent loss · Lesson 9", made from _toc.yml and the file name
- the titles of exercises: "Exercise 1 · One character"
- repository, issue and edit buttons that show themselves once _config.yml has an address
- no download of theme files that no page uses
"""

import html
import re
import shutil
from pathlib import Path

import yaml
from docutils import nodes
from sphinx_exercise.nodes import exercise_node

LESSON = re.compile(r"notebooks/(\d\d)_\w+")
EXERCISE = re.compile(r"ex-\d\d-(\d+)")
# Source maps and icon fonts: 5 MB that no page asks for, since assets/book.css draws the icons itself.
UNUSED = ("scripts/*.map", "styles/*.map", "scripts/fontawesome.js*", "vendor/fontawesome")


def read_yaml(app, name):
    return yaml.safe_load((Path(app.srcdir) / name).read_text(encoding="utf-8"))


def show_repository_buttons(app, config):
    """One setting, `repository: url`, turns all three buttons on; Jupyter Book loses it under our theme options."""
    repository = read_yaml(app, "_config.yml")["repository"]
    options = config.html_theme_options
    options.update(repository_url=repository["url"], repository_branch=repository["branch"])
    for button in ("use_repository_button", "use_issues_button", "use_edit_page_button"):
        options[button] = bool(repository["url"])


def part_of_page(app):
    """The caption of the part that a page stands in, from _toc.yml."""
    parts = read_yaml(app, "_toc.yml")["parts"]
    return {chapter["file"]: part["caption"] for part in parts for chapter in part["chapters"]}


def add_line_above_title(app, pagename, templatename, context, doctree):
    lesson = LESSON.fullmatch(pagename)
    if not lesson or "<h1>" not in context.get("body", ""):
        return
    words = f"{part_of_page(app)[pagename]} · Lesson {int(lesson[1])}"
    line = f'<p class="where">{html.escape(words)}</p>\n<h1>'
    context["body"] = context["body"].replace("<h1>", line, 1)


def name_language_of_chinese(app, pagename, templatename, context, doctree):
    """Text marked {.zh} is Chinese: screen readers and fonts need to know."""
    context["body"] = context.get("body", "").replace('class="zh"', 'class="zh" lang="zh-Hans"')


def number_lessons_in_sidebar(app, pagename, templatename, context, doctree):
    """The sidebar shows the number of each lesson; links hold it, but for the page itself, whose link is "#"."""
    draw = context.get("generate_toctree_html")
    if draw is None:
        return
    own = LESSON.fullmatch(pagename)
    number = re.compile(r'(href="(?:[^"]*/)?(\d\d)_\w+\.html"|class="current[^"]*" href="#")>')

    def add(match):
        digits = match[2] or (own and own[1])
        return f'{match[1]}><span class="no">{int(digits)}</span>' if digits else match[0]

    context["generate_toctree_html"] = lambda *args, **kwargs: number.sub(add, str(draw(*args, **kwargs)))


def title_exercises(app, doctree, docname):
    """The number within the lesson, then the exercise's own title; its label is ex-NN-k."""
    for node in doctree.findall(exercise_node):
        number = EXERCISE.fullmatch(node["label"])
        title = node.children[0]
        if not number:
            continue
        own = title.children[2:-1]  # "Exercise", " (", the title, ")"
        title.children = []
        title += nodes.Text(f"Exercise {number[1]}")
        if own:
            title += nodes.Text(" · ")
            title += own


def drop_unused_files(app, exception):
    if exception is None and app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        for pattern in UNUSED:
            for path in static.glob(pattern):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def setup(app):
    app.connect("config-inited", show_repository_buttons)
    app.connect("html-page-context", add_line_above_title)
    app.connect("html-page-context", name_language_of_chinese)
    app.connect("html-page-context", number_lessons_in_sidebar, priority=900)
    app.connect("doctree-resolved", title_exercises)
    app.connect("build-finished", drop_unused_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
