"""The lines of a file of chunks, read one by one, so that neither the file nor a line may exhaust the memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ..readers._bounds import CHUNKS_BYTES, JSON_VALUES, TEXT_BYTES, check_size, limit
from ..readers._decode import bytes_of, check_bytes, decode_bytes
from ._documents import STDIN, stdin_bytes

_UTF8 = b"\xef\xbb\xbf"
_OTHER = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


def opened(name: str, most: float = CHUNKS_BYTES) -> BinaryIO:
    """A file, or all of standard input or of a pipe, after a look at its size.

    Raises
    ------
    ValueError
        If it has more bytes than ``most``.
    OSError
        If it cannot be read.
    """
    if name == STDIN:
        return io.BytesIO(stdin_bytes(most))
    path = Path(name)
    if not path.is_file():
        return io.BytesIO(bytes_of(path, most))
    check_bytes(path.as_posix(), path.stat().st_size, most)
    return path.open("rb")


def lines_of(stream: BinaryIO, name: str) -> Iterator[str]:
    """The lines with their ends, as text; a line ends with a line feed.

    Raises
    ------
    ValueError
        If a line is longer than one document may be, or no text in UTF-8.
    """
    begin = stream.read(4)
    stream.seek(0)
    if begin.startswith(_OTHER):  # the byte order mark of another encoding, in which a line feed is not one byte
        text = decode_bytes(stream.read(), "utf-8", name)
        yield from _checked(io.StringIO(text, newline="\n"), name)
        return
    yield from _checked(_decoded(stream, name), name)


def _decoded(stream: BinaryIO, name: str) -> Iterator[str]:
    most, at, number = int(limit(TEXT_BYTES)), 0, 0
    while line := stream.readline(most + 1):
        number += 1
        check_size(f"line {number} of {name}", len(line) / 2**20, TEXT_BYTES / 2**20, "MB or more", "part it")
        try:
            yield (line.removeprefix(_UTF8) if number == 1 else line).decode()
        except UnicodeDecodeError as error:
            bad, reason = error.object[error.start], error.reason
            at += error.start + (len(_UTF8) if number == 1 and line.startswith(_UTF8) else 0)
            raise ValueError(
                f"{name} is not utf-8: byte 0x{bad:02x} at position {at} ({reason}); chunks are read as UTF-8"
            ) from None
        at += len(line)


def _checked(lines: Iterator[str], name: str) -> Iterator[str]:
    at = 0
    for line in lines:
        if "\0" in line:
            raise ValueError(f"{name} is no text: it has a NUL character at position {at + line.index(chr(0))}")
        yield line
        at += len(line)


def few_values(lines: Iterator[str], name: str) -> Iterator[str]:
    """The lines, as long as the JSON in them does not become more objects than memory holds.

    Raises
    ------
    ValueError
        If there are more than ``JSON_VALUES``.
    """
    values = 0
    for line in lines:
        values += sum(map(line.count, ",[{"))
        check_size(name, values, JSON_VALUES, "commas and brackets of JSON up to here", "part the file")
        yield line
