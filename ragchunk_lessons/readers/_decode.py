"""From the bytes of a file to its text: what every reader does first, with an error that says where and what to do."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import BinaryIO

from ._bounds import STREAM_BYTES, TEXT_BYTES, WAY_OUT, check_size, limit

_AT_ONCE = 2**20  # bytes
# The mark of UTF-32 begins with that of UTF-16, so it is looked for first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def as_text(source: str | os.PathLike[str], encoding: str = "utf-8") -> tuple[str, str]:
    """The text of a source and its name: a ``Path`` is a file, a ``str`` is content and has no name.

    The name is the path as it was given, with forward slashes, so that chunk ids are the same on every system.

    Raises
    ------
    TypeError
        If the source is neither, or ``encoding`` is not a ``str``.
    ValueError
        If the encoding is unknown or is not that of the file.

    Examples
    --------
    >>> as_text("a\\r\\nb")
    ('a\\r\\nb', '')
    """
    check_encoding(encoding)
    if isinstance(source, str):
        return source, ""
    path = as_path(source)
    return decode(path, encoding), path.as_posix()


def as_path(source: object) -> Path:
    """The path of a source that is not content.

    Raises
    ------
    TypeError
        For anything else, with the way out.

    Examples
    --------
    >>> as_path(b"raw")
    Traceback (most recent call last):
    ...
    TypeError: source must be a Path (a file) or a str (its content), not bytes; decode it first, \
for example source.decode('utf-8')
    """
    if not isinstance(source, os.PathLike) or isinstance(os.fspath(source), bytes):
        way_out = "; decode it first, for example source.decode('utf-8')" if isinstance(source, bytes) else ""
        raise TypeError(f"source must be a Path (a file) or a str (its content), not {type(source).__name__}{way_out}")
    return Path(source)


def decode(path: str | os.PathLike[str], encoding: str = "utf-8") -> str:
    """The text of a file, with its line ends as they are.

    A byte order mark at its start (UTF-8, UTF-16, UTF-32) says what the file is, whatever ``encoding`` says, and is
    no part of the text.

    Raises
    ------
    TypeError, ValueError
        As ``decode_bytes``.
    OSError
        If the file cannot be read.
    """
    check_encoding(encoding)
    return decode_bytes(bytes_of(Path(path)), encoding, os.fspath(path))


def bytes_of(path: Path, most: float = TEXT_BYTES) -> bytes:
    """All bytes of a file, if it is not larger than one document may be; that is looked at before it is read.

    What is no file (a pipe, a device) may have no end, so there is a limit to it too.

    Raises
    ------
    ValueError
        If a file has more bytes than ``most``, or a pipe or a device gives more than ``STREAM_BYTES``; with the size,
        the limit and the way out.
    OSError
        If it cannot be read.
    """
    if path.is_file():
        check_bytes(path.as_posix(), path.stat().st_size, most)
        return path.read_bytes()
    most = min(most, STREAM_BYTES)
    with path.open("rb") as file:
        data = read_up_to(file, limit(most))
    if len(data) > limit(most):
        raise ValueError(
            f"{path.as_posix()} is a pipe or a device that gives more than {limit(most) / 2**20:,.0f} MB; "
            f"write it to a file first; {WAY_OUT}"
        )
    return data


def read_up_to(stream: BinaryIO, most: float) -> bytes:
    """All bytes of a stream, or some more than ``most``; the room for them is not taken before they are there.

    Examples
    --------
    >>> import io
    >>> read_up_to(io.BytesIO(b"abc"), 2**60)
    b'abc'
    """
    parts, size = [], 0
    while size <= most and (part := stream.read(_AT_ONCE)):
        parts.append(part)
        size += len(part)
    return b"".join(parts)


def check_bytes(name: str, size: int, most: float = TEXT_BYTES) -> None:
    """Refuse a file that is larger than one document may be.

    Raises
    ------
    ValueError

    Examples
    --------
    >>> check_bytes("log.txt", 10**9)
    Traceback (most recent call last):
    ...
    ValueError: log.txt has 954 MB, and at most 50 are read; part the file, or if this is meant, set the environment \
variable RAGCHUNK_LIMITS to a number that multiplies the limits
    """
    check_size(name, size / 2**20, most / 2**20, "MB", "part the file")


def decode_bytes(data: bytes, encoding: str = "utf-8", name: str = "the data") -> str:
    """The text of some bytes; a byte order mark is obeyed and left out.

    Raises
    ------
    TypeError
        If ``encoding`` is not a ``str``.
    ValueError
        If the encoding is unknown, or the bytes are not in it: with the position of the first wrong byte, counted
        from 0, and the way out.

    Examples
    --------
    >>> decode_bytes(b"\\xef\\xbb\\xbfCaf\\xc3\\xa9")
    'Café'
    >>> decode_bytes(b"Caf\\xe9", name="menu.txt")
    Traceback (most recent call last):
    ...
    ValueError: menu.txt is not utf-8: byte 0xe9 at position 3 (unexpected end of data); give the encoding it was \
written in, such as encoding="gb18030" for Chinese or encoding="cp1252" for Western European text
    """
    check_encoding(encoding)
    mark, codec = next(((mark, codec) for mark, codec in _MARKS if data.startswith(mark)), (b"", encoding))
    try:
        text = data[len(mark) :].decode(codec)
    except UnicodeDecodeError as error:
        at = len(mark) + error.start
        raise ValueError(
            f"{name} is not {codec}: byte 0x{data[at]:02x} at position {at} ({error.reason}); {_way_out(codec)}"
        ) from None
    except UnicodeError as error:  # codecs such as punycode name no position
        raise ValueError(f"{name} is not {codec}: {error}; {_way_out(codec)}") from None
    return text.removeprefix("\ufeff") if not mark else text


def check_encoding(encoding: object) -> str:
    """The encoding, if Python knows it as one of texts.

    Examples
    --------
    >>> check_encoding("utf-9")
    Traceback (most recent call last):
    ...
    ValueError: encoding='utf-9' is unknown; give a name that Python knows, such as "utf-8", "gb18030" or "cp1252"
    """
    if not isinstance(encoding, str):
        raise TypeError(f'encoding must be a str such as "utf-8", not {type(encoding).__name__} ({encoding!r})')
    try:
        b"".decode(encoding)
        known = codecs.lookup(encoding)._is_text_encoding
    except (LookupError, ValueError):
        known = False
    if not known:
        raise ValueError(
            f'encoding={encoding!r} is unknown; give a name that Python knows, such as "utf-8", "gb18030" or "cp1252"'
        )
    return encoding


def _way_out(codec: str) -> str:
    others = [
        f'encoding="{name}" for {what}'
        for name, what in (("utf-8", "most files"), ("gb18030", "Chinese"), ("cp1252", "Western European text"))
        if codecs.lookup(name).name != codecs.lookup(codec).name
    ]
    return "give the encoding it was written in, such as " + " or ".join(others)
