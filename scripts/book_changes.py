"""What changed between versions: the changelog, the figures that moved, and both as a feed.

The figures are the rows of the pages Evidence and Open questions, as their stored outputs show them; nbval compares
those with every run. A release keeps its own as book/figures/VERSION.json:

    python scripts/book_changes.py 0.2.0
"""

import datetime
import html
import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

FEED = "changes.xml"
PAGE = "book/changes.html"
PAGES = {"claim": "book/evidence", "question": "book/open_questions"}
FIGURES = "book/figures"
TAG = "tag:ragchunk-lessons,2026:"  # the names of the feed and its entries stay when the site moves
HEADING = re.compile(r"(?m)^## (\d+\.\d+\.\d+\S*), (unreleased|\d{4}-\d\d-\d\d)$")
ROW = re.compile(r'<tr id="(claim|question)-([^"]+)">(.*?)</tr>', re.DOTALL)
CELL = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)


class Version(NamedTuple):
    """One heading of CHANGELOG.md; ``date`` is empty while it is not released."""

    name: str
    date: str
    text: str


class Change(NamedTuple):
    """A figure that moved: ``before`` is empty for a new one, ``now`` for one that is gone."""

    kind: str
    name: str
    before: str
    now: str


def versions(source):
    """The versions of CHANGELOG.md, the newest first, as the file has them."""
    text = (Path(source) / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = list(HEADING.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    return [
        Version(head[1], "" if head[2] == "unreleased" else head[2], text[head.end() : end].strip())
        for head, end in zip(heads, ends, strict=True)
    ]


def words(cell):
    """The text of a cell of a table."""
    cell = re.sub(r'<i aria-hidden="true">.*?</i>', "", cell)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", cell)).split())


def figures(source):
    """{"claim-def-chars": what was measured, and the verdict} from the stored outputs of both pages."""
    found = {}
    for page in PAGES.values():
        for cell in json.loads((Path(source) / f"{page}.ipynb").read_text(encoding="utf-8"))["cells"]:
            for output in cell.get("outputs", ()):
                text = "".join(output.get("data", {}).get("text/html", ""))
                for kind, name, row in ROW.findall(text):
                    measured, verdict, *_ = [words(one) for one in CELL.findall(row)]
                    found[f"{kind}-{name}"] = f"{measured} ({verdict})" if kind == "claim" else measured
    return found


def snapshot(source, version):
    """The figures of a release; None if it kept none."""
    path = Path(source) / FIGURES / f"{version}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def compared(before, now):
    """The changes between two sets of figures, in the order of the newer one, what is gone last."""
    names = [*now, *(name for name in before if name not in now)]
    return [
        Change(*name.split("-", 1), before.get(name, ""), now.get(name, ""))
        for name in names
        if before.get(name) != now.get(name)
    ]


def changes(source):
    """{version: its changes} for each version with an earlier one to compare with, the newest first."""
    listed = versions(source)
    kept = {one.name: snapshot(source, one.name) for one in listed}
    if listed and not listed[0].date:
        kept[listed[0].name] = figures(source)  # what is not released yet has the figures of today
    there = [name for name, found in kept.items() if found is not None]
    return {new: compared(kept[old], kept[new]) for new, old in pairwise(there)}


def sentence(change):
    """A change in words."""
    if not change.before:
        return f"new: {change.now}"
    return f"was: {change.before} Now: {change.now}" if change.now else f"gone; was: {change.before}"


def last_change(source):
    """When CHANGELOG.md was changed: by the history, where there is one, else by its file."""
    path = Path(source) / "CHANGELOG.md"
    command = ["git", "log", "-1", "--format=%cI", "--", path.name]
    try:
        said = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        said = ""
    when = (
        datetime.datetime.fromisoformat(said)
        if said
        else datetime.datetime.fromtimestamp(path.stat().st_mtime, datetime.UTC)
    )
    return when.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def entry(version, changed, updated, link):
    """One version as an entry of the feed."""
    from markdown_it import MarkdownIt

    title = f"Version {version.name}" if version.date else f"Version {version.name}, unreleased"
    content = MarkdownIt().render(version.text)
    if changed:
        rows = (f"<li><code>{one.name}</code> {html.escape(sentence(one))}</li>" for one in changed)
        content += f"<p>Figures that changed:</p><ul>{''.join(rows)}</ul>"
    return (
        f"<entry>\n<id>{TAG}{version.name}</id>\n<title>{escape(title)}</title>\n<updated>{updated}</updated>\n"
        f'<link rel="alternate" href={quoteattr(link)}/>\n<content type="html">{escape(content)}</content>\n</entry>\n'
    )


def feed(source, title, author, base=""):
    """The Atom feed of all versions; its links are relative while the site has no address."""
    root, changed, today = f"{base.rstrip('/')}/" if base else "", changes(source), last_change(source)
    listed = [(one, f"{one.date}T00:00:00Z" if one.date else today) for one in versions(source)]
    entries = "".join(entry(one, changed.get(one.name), when, root + PAGE) for one, when in listed)
    own = f'<link rel="self" href={quoteattr(root + FEED)}/>\n' if base else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n'
        f"<id>{TAG}changes</id>\n<title>{escape(title)}: changes</title>\n"
        f"<updated>{max((when for _, when in listed), default=today)}</updated>\n"
        f"<author><name>{escape(author)}</name></author>\n"
        f'<link rel="alternate" href={quoteattr(root + PAGE)}/>\n{own}{entries}</feed>\n'
    )


def main(arguments):
    root = Path(__file__).resolve().parent.parent
    names = [one.name for one in versions(root)]
    if len(arguments) != 1 or arguments[0] not in names:
        print(f"Give the version to keep the figures of; CHANGELOG.md has {', '.join(names)}.", file=sys.stderr)
        return 2
    path = root / FIGURES / f"{arguments[0]}.json"
    path.parent.mkdir(exist_ok=True)
    found = figures(root)
    path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{path.relative_to(root)}: {len(found)} figures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
