"""All pages of the built book as one document to print: the pages in the order of _toc.yml, one after another.

A page's ids get the page's own prefix, and links between pages become links inside the document. So the browser
that prints it knows where each one leads, and writes tags, outline and links as for any document.
"""

import html
import posixpath
import re
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import yaml
from bs4 import BeautifulSoup

LESSON = re.compile(r"notebooks/(\d\d)_\w+")
# What only a screen can use. Hints and solutions move to the end of their page.
OF_THE_SCREEN = ".headerlink, script, noscript, template, link, .run, .lab, textarea, select, button"
ANSWERS = ".admonition.solution, .admonition.dropdown.tip"
LINES_KEPT = 12
REFERS = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
INSIDE = re.compile(r"url\((['\"]?)#([^)'\"]+)\1\)")


def chapters(source):
    """(part or "", page) for each page of _toc.yml, in its order."""
    toc = yaml.safe_load((Path(source) / "_toc.yml").read_text(encoding="utf-8"))
    yield "", toc["root"]
    for part in toc["parts"]:
        for chapter in part["chapters"]:
            yield part["caption"], chapter["file"]


def slug(page):
    """The prefix of a page's ids."""
    return re.sub(r"\W+", "-", page)


class Page:
    """One page of the built book: its article, made ready to stand among others."""

    def __init__(self, site, name):
        self.name = name
        soup = BeautifulSoup((Path(site) / f"{name}.html").read_text(encoding="utf-8"), "html.parser")
        self.article = soup.find("article")
        for tag in self.article.select(OF_THE_SCREEN):
            tag.decompose()
        heading = self.article.find("h1")
        self.title = heading.get_text().strip()
        lesson = LESSON.fullmatch(name)
        self.number = str(int(lesson[1])) if lesson else ""
        self.ids = {tag["id"] for tag in self.article.find_all(id=True)}

    def answers_last(self):
        """Hints and solutions stand at the end of the lesson, so that an exercise can be tried first."""
        found = self.article.select(ANSWERS)
        if not any("solution" in tag["class"] for tag in found):
            return
        soup = BeautifulSoup("", "html.parser")
        section, name, names = soup.new_tag("section", id="pdf-answers"), "", {}
        section.append(soup.new_tag("h2"))
        section.h2.string = (
            "Hints and solutions" if any("solution" not in tag["class"] for tag in found) else "Solutions"
        )
        for tag in self.article.select(f".admonition.exercise, {ANSWERS}"):
            head = tag.find(class_="admonition-title") or tag.find("summary")
            if "exercise" in tag["class"]:
                name = head.get_text().strip()
                names[tag.get("id", "").removeprefix("ex-")] = name
            else:
                own = names.get(tag.get("id", "").removeprefix("sol-"), name)
                head.string = f"{own}: {head.get_text().strip().lower()}"
                section.append(tag.extract())
        self.article.append(section)
        self.ids.add("pdf-answers")

    def open_all(self):
        """On paper nothing opens on a click."""
        for tag in self.article.find_all("details"):
            tag["open"] = ""
        for tag in self.article.select(".toggle-hidden"):
            tag["class"] = [name for name in tag["class"] if name != "toggle-hidden"]

    def keep_short_code(self):
        """A few lines of code stay on one page; more may go on overleaf, or much of the paper is empty."""
        for tag in self.article.find_all("pre"):
            if tag.get_text().count("\n") <= LINES_KEPT:
                tag["class"] = [*tag.get("class", []), "keep"]

    def deepen(self, by):
        """Headings go down by so many levels; the class lvN keeps the look of the old one."""
        for tag in self.article.find_all(re.compile("^h[1-6]$")):
            level = int(tag.name[1])
            tag["class"] = [*tag.get("class", []), f"lv{level}"]
            tag.name = f"h{min(6, level + by)}"

    def prefix(self):
        """Every id, and what refers to it, gets the page's prefix; the second of two equal ids is dropped."""
        own, seen = slug(self.name), set()
        named = {name: f"{own}--{name}" for name in self.ids}
        for tag in self.article.find_all(True):
            name = tag.get("id")
            if name in seen:
                del tag["id"]
            elif name:
                seen.add(name)
                tag["id"] = named[name]
            for attribute in REFERS:
                if attribute in tag.attrs:
                    tag[attribute] = " ".join(named.get(one, one) for one in str(tag[attribute]).split())
            if tag.name == "use":
                for attribute in ("href", "xlink:href"):
                    if tag.get(attribute, "").startswith("#"):
                        tag[attribute] = "#" + named.get(tag[attribute][1:], tag[attribute][1:])
            for attribute, value in tag.attrs.items():
                if isinstance(value, str) and "url(" in value:
                    tag[attribute] = INSIDE.sub(lambda match: f"url(#{named.get(match[2], match[2])})", value)
        for style in self.article.find_all("style"):
            if style.string and "#" in style.string:
                style.string = re.sub(r"#([\w-]+)", lambda match: "#" + named.get(match[1], match[1]), style.string)

    def lead(self, pages, address):
        """Links to pages of the book stay in the document; those to its other files need the site's address."""
        for tag in self.article.find_all("a", href=True):
            parts = urlsplit(tag["href"])
            if parts.scheme or parts.netloc:
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(self.name), unquote(parts.path)))
            name = self.name if not parts.path else target.removesuffix(".html")
            name = pages["first"].name if name == "index" else name
            if name in pages:
                anchor = unquote(parts.fragment)
                own = slug(name)
                tag["href"] = f"#{own}--{anchor}" if anchor in pages[name].ids else f"#{own}"
            elif address:
                tag["href"] = urljoin(address.rstrip("/") + "/", target) + (
                    f"#{parts.fragment}" if parts.fragment else ""
                )
            else:
                tag.name = "span"
                del tag["href"]
        for tag in self.article.find_all(src=True):
            if not urlsplit(tag["src"]).scheme:
                tag["src"] = posixpath.normpath(posixpath.join(posixpath.dirname(self.name), tag["src"]))


def read_pages(site, source, address=""):
    """[(part, Page)] of the whole book, ready to print."""
    found = [(part, Page(site, name)) for part, name in chapters(source)]
    pages = {page.name: page for _, page in found}
    pages["first"] = found[0][1]
    for part, page in found:
        page.answers_last()
        page.open_all()
        page.keep_short_code()
        page.lead(pages, address)
        page.prefix()
        page.deepen(1 if part else 0)
    return found


def without_repeats(pages):
    """The style sheets that the figures carry, each once; they are taken out of the pages."""
    sheets = {}
    for _, page in pages:
        for style in page.article.find_all("style"):
            if not style.find_parent("svg"):
                sheets[style.extract().string or ""] = None
    return "\n".join(sheets)


def running_heads(pages):
    """A named page for each page of the book, with its title at the top."""
    rules = []
    for number, (part, page) in enumerate(pages):
        words = f"{part} · Lesson {page.number} · {page.title}" if page.number else page.title
        text = words.replace("\\", "\\\\").replace('"', '\\"')
        rules.append(
            f'@page p{number} {{ @top-left {{ content: "{text}"; }} }}\n#{slug(page.name)} {{ page: p{number}; }}'
        )
    return "\n".join(rules)


def body(pages):
    """The articles, with a heading for each part."""
    pieces, before = [], ""
    for part, page in pages:
        begins = part and part != before
        before = part or before
        head = f'<h1 class="part" id="part-{slug(part)}">{html.escape(part)}</h1>' if begins else ""
        pieces.append(f'<div class="chapter" id="{slug(page.name)}">{head}{page.article}</div>')
    return "\n".join(pieces)
