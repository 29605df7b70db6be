"""Tables of the pages Versions and Changes, made when the book is built from what the project itself uses."""

import json
import posixpath
import re
from pathlib import Path

import book_changes
from docutils import nodes
from docutils.parsers.rst import Directive

TIMES = "book/run_times.json"  # scripts/run_times.py measures it
PIN = re.compile(r"(?m)^([A-Za-z0-9_.-]+)==(\S+)\s*(?:#\s*(.*))?$")
ICON = "application/atom+xml"


def pins(source):
    """(package, version, what for) for each exact pin of requirements.txt."""
    return PIN.findall((Path(source) / "requirements.txt").read_text(encoding="utf-8"))


def files():
    """(what, package and version, file, sha256) for each file of a model or a tokenizer, from the module's tables."""
    from ragchunk_lessons import models_files, models_onnx, models_use, rerankers, tokenizer_files

    found = []
    for name, one in {**models_files._MODELS, **rerankers._MODELS}.items():
        found.append((name, f"{one['package']} {one['version']}", one["file"], one["sha256"]))
    second = models_files._MODELS["universal-sentence-encoder-multilingual-3"]
    found.append(("its vocabulary", f"{second['package']} {second['version']}", "sp.model", models_use._VOCABULARY))
    for one in models_onnx._TOKENIZERS:
        found.append(
            ("tokenizer of the 8-bit models", f"{one['package']} {one['version']}", "tokenizer.json", one["sha256"])
        )
    for name, parts in tokenizer_files.FILES.items():
        found += [(name, one.package, posixpath.basename(one.path), one.sha256) for one in parts]
    return found


def times(source):
    """{lesson: times as long as the first}."""
    return json.loads((Path(source) / TIMES).read_text(encoding="utf-8"))["lessons"]


def as_ratio(value):
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def table(heads, rows, right=()):
    """A table of docutils; a cell is text or a list of nodes, ``right`` names the columns of numbers."""
    group = nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=1) for _ in heads]

    def row(cells, number_class=True):
        made = nodes.row()
        for place, cell in enumerate(cells):
            content = [nodes.Text(cell)] if isinstance(cell, str) else cell
            classes = ["text-right"] if place in right else []
            made += nodes.entry("", nodes.paragraph("", "", *content), classes=classes)
        return made

    group += nodes.thead("", row(heads))
    group += nodes.tbody("", *(row(cells) for cells in rows))
    return nodes.table("", group)


class FromProject(Directive):
    """A directive without content; ``depends`` are the files that it reads."""

    depends = ()

    def run(self):
        environment = self.state.document.settings.env
        for name in self.depends:
            environment.note_dependency(str(Path(environment.srcdir) / name))
        return self.make(environment.srcdir, environment)


class Packages(FromProject):
    depends = ("requirements.txt",)

    def make(self, source, environment):
        rows = [([nodes.literal("", name)], version, words) for name, version, words in pins(source)]
        return [table(("package", "version", "what it does here"), rows)]


class Files(FromProject):
    def make(self, source, environment):
        rows = [
            (what, package, [nodes.literal("", name), nodes.Text(" "), nodes.literal("", digest, classes=["hash"])])
            for what, package, name, digest in files()
        ]
        return [table(("what", "carried by", "file and its SHA-256"), rows)]


class RunTimes(FromProject):
    depends = (TIMES,)

    def make(self, source, environment):
        measured = times(source)
        rows = []
        for name, ratio in measured.items():
            page = f"notebooks/{name}"
            title = environment.titles[page].astext() if page in environment.titles else name
            link = nodes.reference("", f"{int(name[:2])} · {title}", refuri=f"../{page}.html", internal=True)
            rows.append(([link], as_ratio(ratio)))
        return [table(("lesson", "times as long as lesson 1"), rows, right=(1,))]


class ChangedNumbers(FromProject):
    depends = ("CHANGELOG.md", *(f"{page}.ipynb" for page in book_changes.PAGES.values()))

    def make(self, source, environment):
        found, here = [], environment.docname
        for version, changed in book_changes.changes(source).items():
            found.append(nodes.paragraph("", f"In version {version}:" if changed else f"In version {version}: none."))
            items = nodes.bullet_list()
            for one in changed:
                page = posixpath.relpath(f"{book_changes.PAGES[one.kind]}.html", posixpath.dirname(here))
                address = f"{page}#{one.kind}-{one.name}" if one.now else page
                link = nodes.reference("", "", nodes.literal("", one.name), refuri=address, internal=True)
                items += nodes.list_item(
                    "", nodes.paragraph("", "", link, nodes.Text(f" {book_changes.sentence(one)}"))
                )
            found += [items] if changed else []
        if not found:
            count = len(book_changes.figures(source))
            words = f"This is the first version, so none has changed yet. The pages show {count} measured answers."
            found.append(nodes.paragraph("", words))
        up = posixpath.relpath(book_changes.FEED, posixpath.dirname(here))
        link = f'<a href="{up}" type="{ICON}">this feed</a>'
        words = f"<p>To be told of changes, give your feed reader the address of {link}.</p>"
        return [*found, nodes.raw("", words, format="html")]


def add_directives(app):
    app.add_directive("pinned-packages", Packages)
    app.add_directive("model-files", Files)
    app.add_directive("run-times", RunTimes)
    app.add_directive("changed-numbers", ChangedNumbers)
