"""Word files that are made to exhaust a machine; each is a few kilobytes."""

from __future__ import annotations

import zipfile
from pathlib import Path

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MADE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_TYPES = (
    f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
    f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_MADE}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_MADE}.styles+xml"/>'
    f'<Override PartName="/word/numbering.xml" ContentType="{_MADE}.numbering+xml"/></Types>'
)
_STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="{one}"><w:name w:val="{one}"/><w:basedOn w:val="{other}"/></w:style>'
    for one, other in ("AB", "BA")
)
_NUMBERING = (
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="2000000000"/><w:numFmt w:val="upperRoman"/>'
    '<w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
)
WORDS = "<w:p><w:r><w:t>words</w:t></w:r></w:p>"


def _links(*targets: tuple[str, str]) -> str:
    links = (
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(links)}</Relationships>'


def word_file(path: Path, body: str, *, times: int = 1, more: dict[str, bytes] | None = None, dtd: str = "") -> None:
    """A Word file whose body is a text, many times over; written piece by piece, so that it takes no memory here."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _links(("officeDocument", "word/document.xml")))
        rels = _links(("styles", "styles.xml"), ("numbering", "numbering.xml"))
        archive.writestr("word/_rels/document.xml.rels", rels)
        archive.writestr("word/styles.xml", f"<w:styles {_W}>{_STYLES}</w:styles>")
        archive.writestr("word/numbering.xml", f"<w:numbering {_W}>{_NUMBERING}</w:numbering>")
        with archive.open("word/document.xml", "w", force_zip64=True) as file:
            file.write(f"{dtd}<w:document {_W}><w:body>".encode())
            for _ in range(times):
                file.write(body.encode())
            file.write(b"</w:body></w:document>")
        for name, data in (more or {}).items():
            archive.writestr(name, data)


def paragraph(properties: str = "", inside: str = "<w:r><w:t>words</w:t></w:r>") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{inside}</w:p>"


def listed(level: int) -> str:
    return paragraph(f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr>')
