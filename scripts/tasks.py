"""The commands of this project: `make NAME`, or `python scripts/tasks.py NAME` where there is no make.

Standard library only, and any Python 3 can start it: it looks for a Python that the lessons run on, makes the
environment .venv in the checkout with it, and does everything else with that one.
"""

import argparse
import functools
import http.server
import os
import shlex
import shutil
import sys
import time
import webbrowser

from book_build import SITE, build_book
from environment import ensure_environment
from running import ROOT, VENV_PYTHON, Problem, python, say

NOTEBOOKS = ("notebooks", "book", "book/howto")
IN_CI = os.environ.get("CI") == "true"


def book(_):
    build_book()
    index = SITE / "index.html"
    say(f"The book is built: {index.as_uri()}")
    print("   Open that address in a browser. For the Chunk Lab run `make serve`", flush=True)
    print("   (python scripts/tasks.py serve): a browser starts no Python for a page from a file.", flush=True)
    has_screen = os.name == "nt" or sys.platform == "darwin" or {"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ)
    if has_screen and sys.stdout.isatty() and not IN_CI:
        webbrowser.open(index.as_uri())
    return 0


def serve(_):
    if not (SITE / "index.html").is_file():
        build_book()
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(SITE))
    for port in (8000, 8001, 8002, 0):
        try:
            server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
            break
        except OSError:
            continue  # that port is taken; 0 lets the system choose
    say(f"The book is at http://127.0.0.1:{server.server_port}/ until you press Ctrl+C")
    server.serve_forever()


def one_thread_each():
    """Several processes share the cores here; threads of their own would only wait for each other."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def test(_):
    one_thread_each()
    workers = min(os.cpu_count() or 1, 4)
    found = (path for folder in NOTEBOOKS for path in sorted((ROOT / folder).glob("*.ipynb")))
    notebooks = " ".join(path.relative_to(ROOT).as_posix() for path in found)
    compare = "--nbval --nbval-current-env --nbval-sanitize-with tests/nbval_sanitize.cfg --dist loadfile"
    in_browser = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("test_site*.py"))
    of_lab = [file for file in in_browser if "test_site_lab" in file]
    of_pages = [file for file in in_browser if file not in of_lab]
    apart = " ".join(f"--ignore={file}" for file in in_browser) + ' -m "not speed"'
    steps = {
        "style": ["ruff check .", "ruff format --check ."],
        "code": [f"pytest -q -n {workers} --doctest-modules ragchunk_lessons tests {apart}"],
        "speed": ["pytest -q -m speed tests"],  # alone, since a busy neighbour would be measured too
        "notebooks": [f"pytest -q -n {workers} {compare} {notebooks}"],
        "book": [build_book],
        # The lab's times are measured alone.
        "site": [f"pytest -q -n {workers} {' '.join(of_pages)}", f"pytest -q {' '.join(of_lab)}"],
    }
    started, passed = time.time(), {}
    for name, commands in steps.items():
        say(f"Tests: {name}")
        if name == "site" and not passed["book"]:
            say("  left out: there is no book to test")
            commands = [lambda: False]
        passed[name] = all([step_passes(command) for command in commands])
    word = "All tests passed" if all(passed.values()) else "Tests FAILED"
    verdicts = ", ".join(f"{name} {'ok' if fine else 'FAILED'}" for name, fine in passed.items())
    say(f"{word} in {time.time() - started:.0f} s: {verdicts}")
    return 0 if all(passed.values()) else 1


def step_passes(command):
    if callable(command):
        try:
            return command() is not False
        except Problem as problem:
            print(f"  {problem}", flush=True)
            return False
    return python("-m", *shlex.split(command)) == 0


def lab(_):
    say("Starting JupyterLab with the lessons; stop it with Ctrl+C twice")
    return python("-m", "jupyterlab", "notebooks", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")


def notebooks(options):
    one_thread_each()
    say("Running the notebooks and storing their outputs")
    return python("scripts/refresh_notebooks.py", *options.files)


def pdf(_):
    if not (SITE / "index.html").is_file():
        build_book()
    say("Printing the book; give it some minutes")
    return python("scripts/pdf.py")


def bench(options):
    say("Measuring this module and its peers on the same text; give it some minutes")
    return python("-m", "benchmarks", *options.files)


def lighthouse(_):
    if not (SITE / "index.html").is_file():
        build_book()
    say("Measuring the built book with Lighthouse; give it some minutes, and leave the machine alone")
    return python("scripts/lighthouse.py")


def fuzz(options):
    say("Trying every public function on generated input; --cases and --seconds say how long")
    return python("tests/fuzz.py", "--workers", str(min(os.cpu_count() or 1, 4)), *options.files)


def packages(_):
    say("Building the two files that are published, and checking them")
    return python("scripts/packages.py")


def vectors(_):
    say("Recording the vectors that lessons 1 to 13 need; give it some minutes")
    return python("scripts/record_vectors.py")


def course(options):
    say("Copying the lessons for a classroom")
    return python("scripts/course.py", *options.files)


def check_room(_):
    if not VENV_PYTHON.exists():
        raise Problem("There is no environment .venv yet. Run `make book` (python scripts/tasks.py book) first.")
    say("Checking this machine for a class; no network is used")
    return python("scripts/check_room.py")


def wheelhouse(options):
    say("Collecting all packages for a machine without a network; give it some minutes")
    return python("scripts/wheelhouse.py", *options.files)


def clean(_):
    say("Removing what was built; .venv stays (remove the folder yourself to start from nothing)")
    for name in ("_build", "node_modules", "assets/vendor", ".pytest_cache", ".ruff_cache", ".hypothesis"):
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for folder in ("ragchunk_lessons", "tests", "scripts", "benchmarks"):
        for cache in (ROOT / folder).rglob("__pycache__"):
            shutil.rmtree(cache, ignore_errors=True)
    return 0


TASKS = {
    "book": (book, "build the book and print its address"),
    "test": (test, "run every check: style, code, speed, notebooks, book, site in a browser"),
    "lab": (lab, "open the lessons live in JupyterLab"),
    "notebooks": (notebooks, "run the notebooks and store their outputs (or only the FILES given)"),
    "serve": (serve, "serve the built book on this machine"),
    "pdf": (pdf, "print all pages of the built book as one PDF"),
    "bench": (bench, "measure speed and memory beside other splitters"),
    "lighthouse": (lighthouse, "measure speed and accessibility of the built book"),
    "fuzz": (fuzz, "try every public function on a hundred thousand generated inputs"),
    "packages": (packages, "build and check the wheel and the source archive"),
    "vectors": (vectors, "record the vectors with which lessons 1 to 13 run without torch"),
    "course": (course, "copy the lessons for a classroom, without solutions for students"),
    "wheelhouse": (wheelhouse, "collect all packages for a room without a network"),
    "check-room": (check_room, "the day before a class: is everything on this machine?"),
    "clean": (clean, "remove what was built"),
}


def main(arguments=None):
    listing = "\n".join(f"  {name:<10} {text}" for name, (_, text) in TASKS.items())
    parser = argparse.ArgumentParser(
        description=f"{__doc__}\nnames:\n{listing}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=[*TASKS, "help"], nargs="?", default="help", metavar="NAME")
    parser.add_argument("files", nargs="*", metavar="FILES", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.name == "help":
        print(f"make NAME, or python scripts/tasks.py NAME:\n\n{listing}")
        return 0
    try:
        if options.name not in ("clean", "check-room"):  # these two install nothing
            ensure_environment()
        return TASKS[options.name][0](options) or 0
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
