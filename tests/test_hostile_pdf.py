"""PDF files that unpack to gigabytes, share one page a thousand times, or go in circles."""

from __future__ import annotations

import zlib

import pytest
from hostile import SECONDS, command, outcomes, posix

from ragchunk_lessons.readers import read_pages

pytest.importorskip("pypdf")
CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
ONE = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
TEXT = b"BT /F 9 Tf 9 9 Td (Words) Tj ET "


def pdf(path, *objects: bytes) -> None:
    out, places = bytearray(b"%PDF-1.5\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    path.write_bytes(out + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end)


def stream(data: bytes, filters: bytes = b"/FlateDecode") -> bytes:
    return b"<< /Length %d /Filter %b >>\nstream\n%b\nendstream" % (len(data), filters, data)


def packed(unit: bytes, times: int) -> bytes:
    pack = zlib.compressobj(1)
    return b"".join([*(pack.compress(unit) for _ in range(times)), pack.flush()])


def kids(count: int) -> bytes:
    return b"<< /Type /Pages /Kids [%b] /Count %d >>" % (b"3 0 R " * count, count)


def branches(depth: int, width: int):
    return [
        b"<< /Type /Pages /Kids [%b] /Count 1 >>" % (b"%d 0 R " % (number + 1) * width)
        for number in range(2, 2 + depth)
    ]


CASES = {
    "two gigabytes of zeros": ((CATALOG, ONE, PAGE, stream(packed(b"\0" * 2**20, 2048)), FONT), "asks for too much"),
    "packed twice": (
        (CATALOG, ONE, PAGE, stream(zlib.compress(packed(b"\0" * 2**20, 512)), b"[/FlateDecode /FlateDecode]"), FONT),
        "asks for too much",
    ),
    "one content for all pages": (
        (CATALOG, kids(3000), PAGE, stream(zlib.compress(TEXT * 400)), FONT),
        "3000 pages that share their content",
    ),
    "pages in a circle": ((CATALOG, b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>"), "cyclic"),
    "a tree of ten billion": ((CATALOG, *branches(10, 10), PAGE), "cannot be read as a PDF"),
    "a tree too deep": ((CATALOG, *branches(2000, 1), PAGE), "cannot be read as a PDF"),
    "lists in lists": ((CATALOG, ONE, PAGE, stream(zlib.compress(b"[" * 200_000 + TEXT)), FONT), "cannot be read"),
    "objects in objects": (
        (CATALOG, ONE, PAGE, stream(zlib.compress(TEXT)), b"[" * 99_999 + b"]" * 99_999),
        "cannot be read",
    ),
    "many filters": (
        (CATALOG, ONE, PAGE, stream(zlib.compress(TEXT), b"[" + b"/FlateDecode " * 3000 + b"]"), FONT),
        "asks for too much",
    ),
}


@posix
@pytest.mark.parametrize(("objects", "words"), CASES.values(), ids=CASES)
def test_it_is_refused_in_time_and_memory(tmp_path, objects, words):
    pdf(tmp_path / "a.pdf", *objects)
    (said,) = outcomes(["readers.read_pages(Path('a.pdf'))"], tmp_path)
    assert said.words.startswith("ValueError: ") and "a.pdf" in said.words and words in said.words


@posix
def test_a_page_that_takes_too_long_is_stopped(tmp_path):
    pdf(tmp_path / "a.pdf", CATALOG, ONE, PAGE, stream(packed(TEXT * 32_000, 4)), FONT)
    case = "import os\nos.environ['RAGCHUNK_LIMITS'] = '0.25'\nreaders.read_pages(Path('a.pdf'))"
    (said,) = outcomes([case], tmp_path)
    assert "page 1 of a.pdf took more than 2 seconds and was stopped" in said.words
    assert 1.5 < said.seconds < SECONDS / 2


@posix
def test_many_slow_pages_are_no_way_around(tmp_path):
    pages = 6
    kids_of = b"<< /Type /Pages /Kids [%b] /Count %d >>" % (b"".join(b"%d 0 R " % (4 + n) for n in range(pages)), pages)
    page = PAGE.replace(b"/Contents 4 0 R", b"/Contents %d 0 R").replace(b"/F 5 0 R", b"/F 3 0 R")
    each = [page % (4 + pages + n) for n in range(pages)]
    contents = [stream(packed(TEXT * 12_000, 1)) for _ in range(pages)]
    pdf(tmp_path / "a.pdf", CATALOG, kids_of, FONT, *each, *contents)
    case = "import os\nos.environ['RAGCHUNK_LIMITS'] = '0.05'\nreaders.read_pages(Path('a.pdf'))"
    (said,) = outcomes([case], tmp_path)
    assert "a.pdf took more than 0.4" in said.words and "stopped" in said.words


@posix
def test_in_a_thread_a_large_page_is_refused_by_its_size(tmp_path):
    pdf(tmp_path / "a.pdf", CATALOG, ONE, PAGE, stream(packed(TEXT * 32_000, 9)), FONT)
    case = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(1) as pool: pool.submit(readers.read_pages, Path('a.pdf')).result()"
    )
    (said,) = outcomes([case], tmp_path)
    assert "page 1 of a.pdf has 9 MB of content, and at most 8 are read" in said.words


@posix
def test_so_does_the_command(tmp_path):
    pdf(tmp_path / "a.pdf", *CASES["one content for all pages"][0])
    done = command(["split", "a.pdf"], tmp_path)
    assert done.returncode == 2 and "set the environment variable RAGCHUNK_LIMITS" in done.stderr


def test_whoever_means_it_lifts_the_limit(tmp_path, monkeypatch):
    pdf(tmp_path / "a.pdf", CATALOG, kids(60), PAGE, stream(zlib.compress(TEXT * 10)), FONT)
    monkeypatch.setenv("RAGCHUNK_LIMITS", "0.001")
    with pytest.raises(ValueError, match="share their content"):
        read_pages(tmp_path / "a.pdf")
    monkeypatch.delenv("RAGCHUNK_LIMITS")
    assert read_pages(tmp_path / "a.pdf").text.count("Words") == 600
