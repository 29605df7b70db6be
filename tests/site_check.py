"""What a reader's browser would complain about, and links that lead nowhere: functions for test_site."""

import functools
import gzip
import http.server
import pathlib
import shutil
import threading
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
VIEWS = {"light": ("light", 1280, 900), "dark": ("dark", 1280, 900), "phone": ("light", 390, 844)}

LOOK = (pathlib.Path(__file__).parent / "site_look.js").read_text(encoding="utf-8")


def find_browser():
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


@functools.cache
def _gzipped(path):
    return len(gzip.compress(path.read_bytes(), 6))


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class Server:
    """The folder, served on loopback; ``.url`` ends with a slash."""

    def __init__(self, folder):
        handler = functools.partial(_Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._folder = pathlib.Path(folder)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def weight(self, url):
        """The bytes that a file of this server moves when it is gzipped."""
        path = self._folder / unquote(urlsplit(url).path).lstrip("/")
        return _gzipped(path if path.is_file() else path / "index.html")

    def close(self):
        self._server.shutdown()
        self._server.server_close()


def new_context(browser, view):
    scheme, width, height = VIEWS[view]
    return browser.new_context(color_scheme=scheme, viewport={"width": width, "height": height})


def look_at(context, server, path):
    """Open one page; gives what is wrong, the bytes it moves when gzipped, and what LOOK saw."""
    page = context.new_page()
    wrong, moved = [], set()

    def request(sent):
        if sent.url.startswith(("http:", "https:", "ws:", "wss:")) and not sent.url.startswith(server.url):
            wrong.append(f"asks another host: {sent.url}")

    def response(answer):
        if answer.status >= 400:
            wrong.append(f"{answer.status} for {answer.url}")
        elif answer.url.startswith(server.url):
            moved.add(answer.url.partition("#")[0])

    page.on("request", request)
    page.on("response", response)
    page.on("requestfailed", lambda failed: wrong.append(f"failed: {failed.url}"))
    page.on("console", lambda said: wrong.append(f"console: {said.text}") if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
    try:
        page.goto(server.url + path, wait_until="networkidle")
        seen = page.evaluate(LOOK)
    finally:
        page.close()
    wrong += [f"missing picture: {source}" for source in seen["broken"]]
    wrong += [f"picture without alt text: {start}" for start in seen["mute"]]
    wrong += [f"too faint to read: {words}" for words in seen["faint"]]
    if seen["wide"] > 1:
        wrong.append(f"scrolls sideways by {seen['wide']} px")
    return wrong, sum(map(server.weight, moved)), seen


class _Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def broken_links(site):
    """Every link and anchor of a built site that leads nowhere, as "page: link"."""
    site = pathlib.Path(site).resolve()
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in pages_of(site)}
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme == "http" and parts.hostname not in ("127.0.0.1", "localhost"):
                yield f"{path.relative_to(site)}: {link} is not https"
            if parts.scheme or link.startswith("//"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{path.relative_to(site)}: {link}"
            elif "=" in parts.fragment:
                continue  # a state of the Chunk Lab, not an anchor
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                yield f"{path.relative_to(site)}: {link} has no such anchor"


def pages_of(site):
    """The pages of a built site, without what the theme keeps in _static."""
    return sorted(path for path in pathlib.Path(site).rglob("*.html") if "_static" not in path.parts)
