"""One style sheet for the site, without the rules that no page uses; Sphinx loads it (see _config.yml).

The theme and the extensions bring ten files and 500 kB, most of it for elements that this book does not have. Every one
of them holds up the first paint.
"""

import hashlib
import posixpath
import re
from pathlib import Path

import tinycss2

LINK = re.compile(r'<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"?]*_static/)([^"?]+)[^"]*"[^>]*>\s*')
NAME = re.compile(r"[\w-]+")
APART = ("pages.css", "lab/", "slides/", "explore/", "print.css", "publishing.css")  # for some pages only
# The theme's own icons, whose font is not there: assets/book.css draws those that are shown.
ICONS = re.compile(r"\.fa[a-z]?\b|\.fa-|--fa-")


def words_in_use(site):
    """Everything that can be the name of a class, an id or an element in the pages and scripts of the site."""
    words = set()
    for path in (*site.rglob("*.html"), *(site / "_static").rglob("*.js")):
        if "vendor" not in path.parts and not path.name.startswith("search"):
            words.update(NAME.findall(path.read_text(encoding="utf-8")))
    return words


def is_used(selector, words):
    """Whether every class, id and element that a selector asks for is there; what it excludes does not matter."""
    asked = re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", selector)
    if re.search(r":(?:is|where|has)\(", asked):
        return True  # one of several will do
    asked = re.sub(r"\[[^\]]*\]", "", asked)
    return all(name.replace("\\", "") in words for name in re.findall(r"[.#]((?:[\w-]|\\.)+)", asked))


def selectors(prelude):
    """The parts of a list of selectors, as text."""
    parts = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def trimmed(rules, words, unwanted=None):
    """The rules that some page uses, as text; without those whose selector looks like ``unwanted``."""
    kept = []
    for rule in rules:
        if rule.type == "qualified-rule":
            asked = [
                one
                for one in selectors(rule.prelude)
                if not (unwanted and unwanted.search(one)) and is_used(one, words)
            ]
            if asked:
                kept.append(f"{','.join(asked)}{{{tinycss2.serialize(rule.content).strip()}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports", "layer") and rule.content:
            inside = trimmed(tinycss2.parse_rule_list(rule.content, True, True), words, unwanted)
            if inside:
                kept.append(f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inside}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword not in ("import", "charset"):
            text = rule.serialize()
            if "fontawesome" not in text:
                kept.append(text)
        elif rule.type == "error":
            raise ValueError(f"a style sheet cannot be read at line {rule.source_line}: {rule.message}")
    return "".join(kept)


def whole(static, name):
    """A style sheet with what it imports, its addresses told from _static."""
    text = (static / name).read_text(encoding="utf-8")

    def imported(match):
        return whole(static, posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1])))

    def told(match):
        if match[1].startswith(("data:", "#", "/")):
            return match[0]
        return f'url("{posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1]))}")'

    if "/" in name:
        text = re.sub(r"url\([\"']?([^\"')]+)[\"']?\)", told, text)
    return re.sub(r"@import\s+[\"']([^\"']+)[\"'];", imported, text)


def shortened(static, name, words):
    """A style sheet without the rules that no page uses; of the theme's, also without its icons."""
    rules = tinycss2.parse_stylesheet(whole(static, name), skip_comments=True, skip_whitespace=True)
    return trimmed(rules, words, ICONS if name.startswith("styles/") else None)


def ours(name):
    return not name.startswith(APART)


def join_styles(app, exception):
    if exception is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    static, words, made = site / "_static", None, {}
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        links = [match for match in LINK.finditer(text) if ours(match[2]) and (static / match[2]).is_file()]
        if "_static" in path.parts or len(links) < 5:
            continue
        names = tuple(match[2] for match in links)
        if names not in made:
            words = words or words_in_use(site)
            css = "".join(shortened(static, name, words) for name in names)
            made[names] = f"site-{hashlib.sha256(css.encode()).hexdigest()[:10]}.css"
            (static / made[names]).write_text(css, encoding="utf-8")
        for match in reversed(links):
            new = f'<link rel="stylesheet" href="{match[1]}{made[names]}">\n' if match is links[0] else ""
            text = text[: match.start()] + new + text[match.end() :]
        path.write_text(text, encoding="utf-8")


def setup(app):
    app.connect("build-finished", join_styles, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
