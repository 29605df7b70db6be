"""Lighthouse on the built book: the first page, a lesson and the lab, as a desktop and as a slow phone.

The site is served as a good host serves it: gzipped, and with a time for the browser to keep each file. A page that
misses a score is measured twice more, and the middle one of the three counts: one run on a busy machine says little.
"""

import functools
import gzip
import http.server
import json
import os
import shutil
import statistics
import sys
import threading
import time

from book_build import SITE, find_npm
from running import ROOT, Problem, run, say

PAGES = {"first page": "book/intro.html", "lesson": "notebooks/05_overlap.html", "lab": "book/chunk_lab.html"}
WANTED = {  # in points of 100
    "desktop": {"performance": 95, "accessibility": 100},
    "mobile": {"performance": 85, "accessibility": 100},
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")  # as in the tests
SLOW = 700  # Lighthouse's own measure of the machine; an idle one of today has 1000 and more
HOME = ROOT / "_build" / "lighthouse"
FILES = ROOT / "tests" / "lighthouse"
PRESSED = {".html", ".js", ".mjs", ".css", ".svg", ".json", ".txt", ".py", ".wasm"}


@functools.cache
def pressed(path):
    return gzip.compress(path.read_bytes(), 6)


class Handler(http.server.SimpleHTTPRequestHandler):
    """The files of a folder, gzipped, to be kept by the browser for a year."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = SITE / self.path.partition("?")[0].lstrip("/")
        if not path.is_file():
            self.send_error(404)
            return
        body = pressed(path) if path.suffix in PRESSED else path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", f"{self.guess_type(path)}; charset=utf-8")
        if path.suffix in PRESSED:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "public, max-age=31536000")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def ensure_lighthouse(npm, path):
    """Lighthouse of the pinned version, in the build folder."""
    program = HOME / "node_modules" / "lighthouse" / "cli" / "index.js"
    lock = (FILES / "package-lock.json").read_bytes()
    copied = HOME / "package-lock.json"
    if program.is_file() and copied.is_file() and copied.read_bytes() == lock:
        return program
    say("Fetching Lighthouse with npm")
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(FILES / name, HOME)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    if run(npm, "ci", *quiet, "--prefix", HOME, env={"PATH": path}):
        raise Problem("npm could not fetch Lighthouse. Is there a network? Then run this command again.")
    return program


def measure(program, address, form, environment):
    """One run: what each category scores, in points."""
    report = HOME / "report.json"
    report.unlink(missing_ok=True)
    preset = ("--preset=desktop",) if form == "desktop" else ()
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
    asked = (
        "--no-enable-error-reporting",
        "--only-categories=performance,accessibility",
        "--output=json",
        f"--output-path={report}",
    )
    node = shutil.which("node", path=environment["PATH"])
    run(node, program, address, "--quiet", *preset, *asked, flags, env=environment)
    if not report.is_file():
        raise Problem(f"Lighthouse gave no report for {address}; what it said stands above.")
    found = json.loads(report.read_text(encoding="utf-8"))
    points = {name: round(100 * category["score"]) for name, category in found["categories"].items()}
    failed = [
        f"{audit['id']}: {audit['title']}"
        for audit in (found["audits"][one["id"]] for one in found["categories"]["accessibility"]["auditRefs"])
        if audit["score"] == 0
    ]
    return points, failed, round(found["environment"]["benchmarkIndex"])


def main():
    if not (SITE / "index.html").is_file():
        raise Problem("There is no built book. Run `make book` (python scripts/tasks.py book) first.")
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if not browser:
        raise Problem("There is no Chromium on this machine; install it (Debian: apt install chromium).")
    npm, path = find_npm()
    if not npm:
        raise Problem("There is no Node on this machine; install it (Debian: apt install npm).")
    program = ensure_lighthouse(npm, path)
    environment = {"PATH": path, "CHROME_PATH": os.environ.get("CHROME_PATH", browser)}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    started, fine = time.time(), True
    for form, wanted in WANTED.items():
        for name, page in PAGES.items():
            address = f"http://127.0.0.1:{server.server_port}/{page}"
            runs = [measure(program, address, form, environment)]
            if any(runs[0][0][category] < least for category, least in wanted.items()):
                runs += [measure(program, address, form, environment) for _ in range(2)]
            points = {category: int(statistics.median(run[0][category] for run in runs)) for category in wanted}
            passed = all(points[category] >= least for category, least in wanted.items())
            said = ", ".join(f"{category} {points[category]} (at least {wanted[category]})" for category in wanted)
            print(f"  {'ok    ' if passed else 'FAILED'} {form:<7} {name:<10} {said}", flush=True)
            for problem in sorted({problem for _, problems, _ in runs for problem in problems}):
                print(f"         {problem}", flush=True)
            if not passed and min(speed for *_, speed in runs) < SLOW:
                print("         this machine is slow or busy now; measure again when it is idle", flush=True)
            fine = fine and passed
    server.shutdown()
    say(f"Lighthouse: {'all scores reached' if fine else 'scores missed'} in {time.time() - started:.0f} s")
    return 0 if fine else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Problem as problem:
        sys.exit(f"\n{problem}")
