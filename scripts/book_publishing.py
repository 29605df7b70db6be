"""The book as a public site; Sphinx loads it (see _config.yml).

- links to run and download a lesson (book_run_links.py), and the style sheet for paper
- descriptions and cards for search engines and chat programs (book_head.py)
- index.html, redirects, the sitemap (book_addresses.py) and the feed of changes (book_changes.py)
- ``{versions}``, ``{run-times}`` and ``{changed-numbers}`` on the pages that show them (book_versions.py)
"""

import re
from pathlib import Path

import book_addresses
import book_changes
import book_head
import book_run_links
import book_versions
import yaml
from docutils import nodes

LESSON = re.compile(r"notebooks/\d\d_\w+")
GUIDE = "book/how_to_use"
VERSIONS = "book/versions"
KNOWN_HOSTS = ("github", "gitlab", "bitbucket")


def config_of(app):
    return yaml.safe_load((Path(app.srcdir) / "_config.yml").read_text(encoding="utf-8"))


def know_other_hosts(app, config):
    """The theme stops at a host that it does not know. Most others write their addresses as GitHub does."""
    url = config_of(app)["repository"]["url"]
    if url and not any(host in url.lower() for host in KNOWN_HOSTS):
        config.html_theme_options.setdefault("repository_provider", "github")


def add_run_line(app, doctree, docname):
    """Below the frame of each lesson: its file, and where it can be run."""
    if not LESSON.fullmatch(docname) or app.builder.format != "html":
        return
    frame = next((node for node in doctree.findall(nodes.container) if "frame" in node["classes"]), None)
    if frame is None:
        return
    here = app.builder.get_target_uri(docname)
    up = "../" * here.count("/")
    line = book_run_links.run_line(
        app.srcdir,
        config_of(app)["repository"],
        f"{docname}.ipynb",
        f"{up}_sources/{docname}.ipynb",
        app.builder.get_relative_uri(docname, GUIDE),
    )
    frame.parent.insert(frame.parent.index(frame) + 1, nodes.raw("", line, format="html"))


def add_styles(app, pagename, templatename, context, doctree):
    app.add_css_file("print.css", media="print")
    if LESSON.fullmatch(pagename) or pagename == VERSIONS:
        app.add_css_file("publishing.css")


def pages_in_order(app):
    toc = yaml.safe_load((Path(app.srcdir) / "_toc.yml").read_text(encoding="utf-8"))
    return [toc["root"], *(chapter["file"] for part in toc["parts"] for chapter in part["chapters"])]


def write_files(app, exception):
    if exception is not None or app.builder.format != "html":
        return
    site, base, language = Path(app.outdir), app.config.html_baseurl, app.config.language
    (site / ".nojekyll").touch()

    def anchors(page):
        return set(re.findall(r'\bid="([^"]+)"', (site / f"{page}.html").read_text(encoding="utf-8")))

    def title(page):
        return app.env.titles[page.partition("#")[0]].astext()

    redirects = book_addresses.read_redirects(app.srcdir)
    book_addresses.check_redirects(redirects, app.env.found_docs, anchors)
    for old, new in redirects.items():
        path = site / f"{old}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(book_addresses.leading_page(old, new, title(new), language, base), encoding="utf-8")

    first = app.config.root_doc
    head = re.findall(
        r'<meta (?:name|property)="(?:description|og:|twitter:)[^>]*>',
        (site / f"{first}.html").read_text(encoding="utf-8"),
    )
    page = book_addresses.leading_page(
        "index", first, app.config.html_title, language, base, head, "The book begins here:", index=True
    )
    (site / "index.html").write_text(page, encoding="utf-8")
    if base:
        (site / "sitemap.xml").write_text(book_addresses.sitemap(base, pages_in_order(app)), encoding="utf-8")
        (site / "robots.txt").write_text(book_addresses.robots(base), encoding="utf-8")
    feed = book_changes.feed(app.srcdir, app.config.html_title, app.config.author, base)
    (site / book_changes.FEED).write_text(feed, encoding="utf-8")


def setup(app):
    book_versions.add_directives(app)
    app.connect("config-inited", know_other_hosts)
    app.connect("doctree-resolved", add_run_line)
    app.connect("html-page-context", book_head.add_tags)
    app.connect("html-page-context", add_styles)
    app.connect("build-finished", write_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
