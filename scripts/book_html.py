"""What makes the pages quick to load and usable by everyone; Sphinx loads it (see _config.yml).

- what folds is a ``<details>``: it opens by keyboard, tells a screen reader its state, and needs no script
- Chinese text says that it is Chinese, so that it gets the right voice and the right glyphs
- scripts wait until the page is read, and the index of the search is loaded on the search page only
"""

import html
import re
from collections import Counter
from pathlib import Path

# A hint or a solution. sphinx-togglebutton would fold it by a script, behind a button without a state.
FOLDED = re.compile(r'<div class="(?=[^"]*\bdropdown\b)([^"]*\badmonition\b[^"]*)"')
BLOCK = re.compile(r"<(/?)div\b")
TITLE = re.compile(r'<p class="admonition-title">(.*?)</p>', re.S)

TAG = re.compile(r"(<[^>]+>)")
HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
AMONG = rf"{HAN}\u3000-\u303f\uff00-\uffef“”‘’…—·\s\d"  # goes with Chinese between two characters
AFTER = rf"{HAN}\u3000-\u3003\u3008-\u3011\uff01-\uff1f"
CHINESE = re.compile(f"[{HAN}](?:[{AMONG}]*[{AFTER}])?")
OPAQUE = ("script", "style", "title", "desc", "textarea", "option", "template")  # can hold no element
VOID = {"br", "hr", "img", "input", "meta", "link", "wbr", "col", "source", "path", "rect", "circle", "line"}


def fold_with_details(body):
    """Every admonition of the class "dropdown" as ``<details>``, its title as the ``<summary>``."""
    at, pieces = 0, []
    for start in FOLDED.finditer(body):
        if start.start() < at:
            continue  # inside one that is done
        depth, end = 0, None
        for tag in BLOCK.finditer(body, start.start()):
            depth += -1 if tag[1] else 1
            if depth == 0:
                end = tag.start()
                break
        inside = TITLE.sub(r'<summary class="admonition-title">\1</summary>', body[start.end() : end], count=1)
        pieces += [body[at : start.start()], f'<details class="{start[1]} folded"', inside, "</details>"]
        at = end + len("</div>")
    return "".join([*pieces, body[at:]])


def name_chinese(body):
    """Runs of Chinese in an element that says ``lang``; those that say it already stay as they are."""
    pieces, opened, drawn = [], [], 0
    for part in TAG.split(body):
        if not part.startswith("<"):
            if opened and (opened[-1][0] in OPAQUE or any(chinese for _, chinese in opened)):
                pieces.append(part)
                continue
            name = "tspan" if drawn else "span"
            pieces.append(CHINESE.sub(rf'<{name} lang="zh-Hans">\g<0></{name}>', part))
            continue
        pieces.append(part)
        name = re.match(r"</?([\w-]*)", part)[1].lower()
        if part.startswith("</"):
            while opened and opened.pop()[0] != name:
                pass
        elif name and name not in VOID and not part.endswith("/>"):
            opened.append((name, 'lang="zh' in part))
        drawn = sum(one == "svg" for one, _ in opened)
    return "".join(pieces)


def tell_apart(body):
    """Regions of the same name get a number: a screen reader lists them by name only."""
    seen = Counter()

    def numbered(match):
        seen[match[2]] += 1
        return match[0] if seen[match[2]] == 1 else f'{match[1]}{match[2]} ({seen[match[2]]})"'

    return re.sub(r'(<\w+[^>]*\brole="region" aria-label=")([^"]*)"', numbered, body)


# Roles that docutils gives to citations, which WAI-ARIA has given up, and the head of a column without words.
STALE = (
    (re.compile(r'(<div class="citation" id="[^"]*") role="doc-biblioentry"'), r"\1"),
    (re.compile(r'<div role="list" class="citation-list">'), '<div class="citation-list">'),
    (re.compile(r'<th class="head"><p></p></th>'), "<td></td>"),
)


def mend(body):
    for old, new in STALE:
        body = old.sub(new, body)
    return body


PRINTED = re.compile(r'<div class="output (stream|text_plain)([^"]*)">(<div class="highlight"><pre>(.*?)</pre>)', re.S)
WIDEST = 90  # characters; the page shows about 80 of them, and a wider table would not fit it anyway


def wrap_prose(body):
    """What a cell prints keeps its lines, as tables need; one far too long for the page is broken like prose."""

    def told(match):
        longest = max(map(len, html.unescape(TAG.sub("", match[4])).split("\n")))
        prose = " prose" if longest > WIDEST else ""
        return f'<div class="output {match[1]}{match[2]}{prose}">{match[3]}'

    return PRINTED.sub(told, body)


def finish_body(app, pagename, templatename, context, doctree):
    if context.get("body"):
        context["body"] = name_chinese(tell_apart(fold_with_details(wrap_prose(mend(context["body"])))))


# Set by inline scripts that would run before the file they build on; nothing reads them.
UNREAD = ("DOCUMENTATION_OPTIONS.", "let toggle", "var togglebuttonSelector")
UNUSED_SCRIPTS = ("togglebutton.js",)
UNUSED_STYLES = ("togglebutton.css",)


def is_named(file, names):
    return any(name in str(file.filename) for name in names)


def load_less(app, pagename, templatename, context, doctree):
    """No script holds up the page but theme.js, which must run before the first paint."""
    scripts = []
    for script in context["script_files"]:
        body = script.attributes.get("body") or ""
        if body.startswith(UNREAD) or is_named(script, UNUSED_SCRIPTS):
            continue
        if script.filename and "theme.js" not in str(script.filename).split("/")[-1].replace("book-theme", ""):
            script.attributes.setdefault("defer", "defer")
        scripts.append(script)
    context["script_files"] = scripts
    context["css_files"] = [style for style in context["css_files"] if not is_named(style, UNUSED_STYLES)]


def finish_pages(app, exception):
    """What the theme's own parts lack, and cannot be told by a setting."""
    if exception is not None or app.builder.format != "html":
        return
    title = html.escape(app.config.html_title)
    for path in Path(app.outdir).rglob("*.html"):
        if "_static" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        # The name of the book stands in no landmark.
        text = re.sub(
            r'<div class="sidebar-primary-item">(?=\s*<a class="navbar-brand)',
            f'<div class="sidebar-primary-item" role="navigation" aria-label="{title}">',
            text,
        )
        # A name that differs from the words on the button: who says these words does not reach it.
        text = re.sub(r'(<button class="btn search-button-field[^>]*?) aria-label="[^"]*"', r"\1", text)
        # Slides are made apart from the pages; their code scrolls too.
        if "slides" in path.parts:
            text = tell_apart(name_chinese(text)).replace("<pre>", '<pre tabindex="0">')
        path.write_text(text, encoding="utf-8")


def setup(app):
    app.connect("build-finished", finish_pages, priority=800)
    app.connect("html-page-context", finish_body, priority=890)
    app.connect("html-page-context", load_less, priority=950)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
