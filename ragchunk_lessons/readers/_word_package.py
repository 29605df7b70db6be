"""What a Word file holds before it is opened: a zip archive of a few kilobytes can unpack to gigabytes."""

from __future__ import annotations

import os
import zipfile
from typing import Any

from ._bounds import WORD_BYTES, WORD_MEDIA_BYTES, WORD_MEMBERS, WORD_TAGS, check_size, limit

_MB = 2**20
_SHORTEST = 4  # bytes of the shortest tag, <a/>


def refuse_bomb(path: str | os.PathLike[str], name: str) -> None:
    """Refuses an archive that unpacks to more than an honest document needs; nothing is unpacked to see that.

    The sizes are those of the archive's directory. They bind: no more than that is ever unpacked.

    Raises
    ------
    ValueError
        If there are too many members, bytes or tags; with the number, the limit and the way past it.
    zipfile.BadZipFile
        If the archive is damaged.
    """
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        check_size(name, len(members), WORD_MEMBERS, "files in it")
        check_size(name, sum(one.file_size for one in members) / _MB, WORD_MEDIA_BYTES / _MB, "MB unpacked")
        texts = [one for one in members if one.filename.lower().endswith((".xml", ".rels"))]
        check_size(name, sum(one.file_size for one in texts) / _MB, WORD_BYTES / _MB, "MB of text and marks unpacked")
        for one in texts:
            if one.file_size >= _SHORTEST * limit(WORD_TAGS):
                check_size(name, _tags(archive, one), WORD_TAGS, f"tags in its part {one.filename[:80]}")


def _tags(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> int:
    count = 0
    with archive.open(member) as file:
        while block := file.read(_MB):
            count += block.count(b"<") - block.count(b"</")
    return count


def refuse_entities(root: Any, name: str) -> None:
    """Refuses a part with a document type: Word writes none, and text behind one of its entities would be lost."""
    if root.getroottree().docinfo.internalDTD is not None:
        raise ValueError(
            f"{name} declares a document type, which may define entities, and no Word file does; "
            "open it in a word processor and save it again"
        )
