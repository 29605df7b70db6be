"""The day before a class: is everything on this machine that the lessons need? No network is used.

    python scripts/check_room.py

Says for each part whether it is there, and what to do where it is not; ends with 0 if all is well.
"""

import importlib.metadata
import os
import pathlib
import shutil
import sys
import time

from packaging.requirements import Requirement

ROOT = pathlib.Path(__file__).resolve().parent.parent
FREE_NEEDED = 500  # MB that notebooks, caches and the built book may take
SMOKE_SECONDS = 10
AGAIN = "run `make book` once with a network (or with the folder wheelhouse, see `make wheelhouse`)"


class Missing(Exception):
    """What is not as it should be; the message says what to do."""


def python_version():
    version = sys.version_info[:2]
    if not (3, 11) <= version <= (3, 13):
        raise Missing(f"Python {version[0]}.{version[1]} runs here; the lessons need 3.11, 3.12 or 3.13")
    return f"Python {version[0]}.{version[1]}"


def packages():
    """Every pin of requirements.txt is installed in that version."""
    lines = (line.partition("#")[0].strip() for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines())
    wanted = [Requirement(line) for line in lines if line]
    wanted = [one for one in wanted if one.marker is None or one.marker.evaluate()]
    wrong = []
    for one in wanted:
        try:
            found = importlib.metadata.version(one.name)
        except importlib.metadata.PackageNotFoundError:
            wrong.append(f"{one.name} is missing")
            continue
        if not one.specifier.contains(found, prereleases=True):
            wrong.append(f"{one.name} is {found} instead of {one.specifier}")
    if wrong:
        raise Missing(f"{', '.join(wrong)}; {AGAIN}")
    return f"{len(wanted)} packages in the versions that the lessons were written with"


def disk():
    free = shutil.disk_usage(ROOT).free // 2**20
    if free < FREE_NEEDED:
        raise Missing(f"{free} MB are free on the disk; make it {FREE_NEEDED} MB or more")
    return f"{free} MB free on the disk"


def tokenizers():
    """The tokenizer files come from packages and pass their own hash check."""
    from ragchunk_lessons import count_tokens

    counts = [count_tokens("Close the valve.", encoding=name) for name in ("cl100k_base", "o200k_base")]
    if counts != [4, 4]:
        raise Missing(f"the tokenizers count {counts} tokens where there are [4, 4]; {AGAIN}")
    return "tokenizer files"


def embedder():
    from ragchunk_lessons import load_embedder

    embed = load_embedder()
    near, far = (embed(["Close the valve."]) @ embed(["Shut the valve.", "Bread needs salt."]).T)[0]
    if not near > far:
        raise Missing(f"the embedding model puts the wrong sentence first; {AGAIN}")
    return f"embedding model {embed.name}, its weights checked by hash"


def reranker():
    from ragchunk_lessons import load_reranker

    judge = load_reranker()
    near, far = judge("How do I close the valve?", ["Turn the wheel to close the valve.", "Bread needs salt."])
    if not near > far:
        raise Missing(f"the reranker puts the wrong sentence first; {AGAIN}")
    return f"reranker {judge.name}, its weights checked by hash"


def smoke():
    """Cut, audit and search a text, as every lesson does."""
    from ragchunk_lessons import ChunkIndex, audit, load_embedder, split_recursive
    from ragchunk_lessons.corpora import load_text

    started = time.monotonic()
    text = load_text("rag_three_paragraphs")
    chunks = split_recursive(text, 200, 50)
    if not audit(text, chunks).ok:
        raise Missing("the audit finds lost text where there is none; get a fresh copy of the repository")
    ChunkIndex(chunks, load_embedder()).search("What is RAG?", 3)
    took = time.monotonic() - started
    if took > SMOKE_SECONDS:
        raise Missing(f"cutting and searching a page took {took:.0f} s; close other programs, or use a faster machine")
    return f"a page cut, audited and searched in under {SMOKE_SECONDS} s"


def notebooks():
    """JupyterLab can be started and the lessons are there."""
    importlib.metadata.version("jupyterlab")
    lessons = list((ROOT / "notebooks").glob("*.ipynb"))
    if not lessons:
        raise Missing("the folder notebooks is empty; get a fresh copy of the repository")
    return f"JupyterLab and {len(lessons)} lessons"


CHECKS = (python_version, packages, disk, notebooks, tokenizers, embedder, reranker, smoke)


def main(checks=CHECKS):
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    failed = 0
    for check in checks:
        try:
            print(f"  ok       {check()}", flush=True)
        except Missing as missing:
            failed += 1
            print(f"  MISSING  {missing}", flush=True)
        except Exception as error:  # a broken installation can fail in any way; say which part it was
            failed += 1
            print(
                f"  MISSING  {check.__name__.replace('_', ' ')}: {type(error).__name__}: {error}; {AGAIN}", flush=True
            )
    print("\n  Not ready yet: see above." if failed else "\n  Ready. Nothing more is needed, and no network.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
