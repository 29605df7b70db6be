"""Record the vectors that lessons 1 to 13 need, so that they run where torch is not installed.

    .venv/bin/python scripts/record_vectors.py

Runs the cells and the solutions of these lessons with the live model, notes every text they embed, and writes
ragchunk_lessons/recorded/all-MiniLM-L6-v2.npz (the vectors) and tests/recorded_texts.json (the texts, for the tests).
Run it again when a lesson embeds another text. On one machine the same lessons give the same bytes; a file that
agrees with the model is left as it is.
"""

import ast
import contextlib
import io
import json
import os
import re
import sys

import nbformat
from running import ROOT, Problem

NAME = "all-MiniLM-L6-v2"
LESSONS = range(1, 14)
TEXTS = ROOT / "tests" / "recorded_texts.json"
PACKAGES = ("torch", "sentence-transformers", "transformers")
SAME = 1e-5  # processors differ by less
SOLUTION = re.compile(r"(?ms)^:{3,}\{solution\}.*?^```python\n(.*?)^```")


def lessons():
    """The notebooks whose texts are recorded."""
    return [path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if int(path.stem[:2]) in LESSONS]


@contextlib.contextmanager
def noting(texts):
    """While this lasts, every text that the live model embeds is added to the set."""
    from ragchunk_lessons import models

    usual = models.Embedder.__call__

    def noted(self, asked):
        asked = list(asked) if not isinstance(asked, str) else asked
        vectors = usual(self, asked)
        if self.name == NAME:
            texts.update(asked)
        return vectors

    models.Embedder.__call__ = noted
    try:
        yield
    finally:
        models.Embedder.__call__ = usual


def run(source, namespace):
    """Run one cell; the value of its last line is shown to nobody, but it is made."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), namespace)
    if last:
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)
        getattr(value, "_repr_html_", lambda: None)()  # some pictures are computed when they are shown


def texts_of(path):
    """Every text that the cells, the stubs and the solutions of a lesson embed."""
    texts, namespace = set(), {"__name__": "__main__", "display": lambda *shown: None}
    before = os.getcwd()
    os.chdir(path.parent)
    try:
        with noting(texts), contextlib.redirect_stdout(io.StringIO()):
            for cell in nbformat.read(path, as_version=4).cells:
                if cell.cell_type == "code":
                    run(cell.source, namespace)
                elif solution := SOLUTION.search(cell.source):
                    run(solution[1], dict(namespace))
    finally:
        os.chdir(before)
    return texts


def about():
    from ragchunk_lessons import models

    return {"model": NAME, "sha256": models._MODELS[NAME]["sha256"], "versions": models.versions(PACKAGES)}


def vectors_of(texts):
    """Each text goes through the model alone, in one thread, so that its vector depends on nothing else."""
    import numpy as np

    from ragchunk_lessons import load_embedder

    embed = load_embedder(NAME)
    return np.concatenate([embed([text]) for text in texts])


def agrees(path, texts, vectors):
    """Whether the file holds these texts, with these vectors and versions."""
    from ragchunk_lessons.models_recorded import key_of, read_recorded

    if not path.is_file():
        return False
    said, rows, recorded = read_recorded(path)
    keys = [key_of(NAME, text) for text in texts]
    if said != about() or set(rows) != set(keys):
        return False
    order = [rows[key] for key in keys]
    return float(abs(recorded[order] - vectors).max()) <= SAME


def main(arguments):
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    os.environ.setdefault("MPLBACKEND", "agg")
    from ragchunk_lessons import load_embedder
    from ragchunk_lessons.models_recorded import FOLDER, RecordedEmbedder, write_recorded

    embed = load_embedder(NAME)
    if isinstance(embed, RecordedEmbedder):
        raise Problem(f"{embed.missing} is not installed, so there is no live model to record.")
    texts = set()
    for path in lessons():
        found = texts_of(path)
        print(f"  {path.stem}: {len(found)} texts, {len(found - texts)} of them new", flush=True)
        texts |= found
    texts = sorted(texts)
    target = FOLDER / f"{NAME}.npz"
    vectors = vectors_of(texts)
    word = "agrees with the model and stays as it is"
    if not agrees(target, texts, vectors):
        write_recorded(target, NAME, texts, vectors, about())
        word = "written"
    TEXTS.write_text(json.dumps(texts, ensure_ascii=False, indent=0) + "\n", encoding="utf-8", newline="\n")
    print(f"  {target.name}: {len(texts)} texts, {target.stat().st_size / 1e6:.2f} MB, {word}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Problem as problem:
        sys.exit(str(problem))
