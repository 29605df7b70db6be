"""The page Errata, and the way from a lesson to where else it is spoken of; Sphinx loads it (see _config.yml).

Both are made from what is there: the rows of the evidence page with their stored outputs, which the tests compare with
a new run, and the page of symptoms. So nothing is measured twice, and nothing is typed.
"""

import html
import json
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

EVIDENCE, SYMPTOMS, ERRATA = "book/evidence", "book/symptoms", "book/errata"
TAGS = re.compile(r"<[^>]+>")
ROW = re.compile(
    r'<tr id="claim-(?P<id>[^"]+)"><th scope="row">(?P<printed>.*?)<small>(?P<source>.*?) · <code>.*?</th>'
    r"<td[^>]*>(?P<measured>.*?)</td><td>(?P<verdict>.*?)</td><td>(?:<a href=\"\.\./(?P<lesson>[^\"]+)\.html\")?",
    re.S,
)
REPAIR = re.compile(r"(?m)^## (The repair(?:: (.+))?)$")
MENDED = ("corrected", "refuted")


def plain(text):
    return html.unescape(TAGS.sub("", text)).strip()


def rows_of(source):
    """The rows of the evidence page, as it stores them: dicts of plain text."""
    cells = json.loads((Path(source) / f"{EVIDENCE}.ipynb").read_text(encoding="utf-8"))["cells"]
    outputs = (output.get("data", {}) for cell in cells for output in cell.get("outputs", []))
    stored = "".join("".join(data.get("text/html", "")) for data in outputs)
    rows = [{name: plain(value or "") for name, value in row.groupdict().items()} for row in ROW.finditer(stored)]
    for row in rows:
        row["verdict"] = re.sub(r"^\W+", "", row["verdict"])
    return rows


def errata_of(source, name):
    """The rows of one source, by the beginning of its name, that do not hold as printed; the refuted ones first."""
    found = [row for row in rows_of(source) if row["source"].startswith(name) and row["verdict"] in MENDED]
    return sorted(found, key=lambda row: (row["lesson"], row["id"]))


def repair_of(source, lesson):
    """The heading of a lesson that says what to do instead: its anchor, and its words."""
    cells = json.loads((Path(source) / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    heading = REPAIR.search(text)
    if not heading:
        return "", ""
    return nodes.make_id(plain(heading[1])), plain(heading[2] or heading[1])


def errata_html(source, name):
    """One source's errata as HTML: what is printed, what was measured, and what to read instead."""
    pieces = []
    for row in errata_of(source, name):
        instead = f'<a href="evidence.html#claim-{row["id"]}">the row of the evidence</a>'
        if row["lesson"]:
            anchor, words = repair_of(source, row["lesson"])
            number = int(re.search(r"\d\d", row["lesson"])[0])
            link = f"../{row['lesson']}.html" + (f"#{anchor}" if anchor else "")
            instead = f'<a href="{link}">Lesson {number}{": " if words else ""}{html.escape(words)}</a>, and {instead}'
        place = html.escape(row["source"][len(name) :].lstrip(", "))
        verdict = " · ".join(filter(None, [html.escape(row["verdict"].capitalize()), place]))
        pieces.append(
            f'<div class="erratum" id="erratum-{row["id"]}"><p class="verdict">{verdict}</p><dl>'
            f"<dt>Printed</dt><dd>{html.escape(row['printed'])}</dd>"
            f"<dt>Measured here</dt><dd>{html.escape(row['measured'])}</dd>"
            f"<dt>Read instead</dt><dd>{instead}</dd></dl></div>"
        )
    return "\n".join(pieces)


class Errata(Directive):
    """The errata of one source."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        env = self.state.document.settings.env
        env.note_dependency(str(Path(env.srcdir) / f"{EVIDENCE}.ipynb"))
        made = errata_html(env.srcdir, self.arguments[0].strip())
        if not made:
            raise self.error(f"the evidence page has no row of a source {self.arguments[0]!r} to correct")
        return [nodes.raw("", made, format="html")]


def link_evidence(app, pagename, templatename, context, doctree):
    """A row of the evidence page that is an erratum says so."""
    if pagename != EVIDENCE or ERRATA not in app.env.found_docs:
        return
    for row in rows_of(app.srcdir):
        if row["verdict"] in MENDED:
            mark = f"<code>{html.escape(row['id'])}</code>"
            link = f'{mark} · <a href="errata.html#erratum-{row["id"]}">erratum</a>'
            context["body"] = context["body"].replace(mark, link, 1)


def symptoms_of(source):
    """lesson -> the symptoms that it proves, in the order of their page, as (title, anchor)."""
    text = (Path(source) / f"{SYMPTOMS}.md").read_text(encoding="utf-8")
    found = {}
    for title, entry in re.findall(r"(?ms)^### ([^\n]+)\n\n:::\{div\} symptom\n(.*?)^:::$", text):
        for lesson in dict.fromkeys(re.findall(r"\.\./(notebooks/\w+)\.ipynb", entry)):
            found.setdefault(lesson, []).append((title, nodes.make_id(title)))
    return found


def found_in(source, lesson, terms):
    """The lines at the end of a lesson: where else it is spoken of."""
    lines = []
    symptoms = symptoms_of(source).get(lesson, [])
    if symptoms:
        links = (f'<a href="../{SYMPTOMS}.html#{anchor}">{html.escape(title)}</a>' for title, anchor in symptoms)
        lines.append(("Symptoms", " · ".join(links)))
    rows = [row for row in rows_of(source) if row["lesson"] == lesson]
    if rows:
        links = (f'<a href="../{EVIDENCE}.html#claim-{row["id"]}">{row["id"]}</a> ({row["verdict"]})' for row in rows)
        lines.append(("Published figures", " · ".join(links)))
    if terms:
        links = (f'<a href="../book/glossary.html#{anchor}">{html.escape(term)}</a>' for term, anchor in terms)
        lines.append(("Terms that appear here first", " · ".join(links)))
    if not lines:
        return ""
    body = "".join(f"<dt>{name}</dt><dd>{links}</dd>" for name, links in lines)
    return f'<aside class="found-in" aria-label="Where else this lesson is spoken of"><dl>{body}</dl></aside>'


def add_found_in(app, pagename, templatename, context, doctree):
    if re.fullmatch(r"notebooks/\d\d_\w+", pagename):
        terms = getattr(app.env, "first_lessons", {}).get(pagename, [])
        context["body"] = context["body"].rstrip() + found_in(app.srcdir, pagename, terms)


def setup(app):
    app.add_directive("errata", Errata)
    app.connect("html-page-context", link_evidence)
    app.connect("html-page-context", add_found_in)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
