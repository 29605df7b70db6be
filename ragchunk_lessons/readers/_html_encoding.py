"""Which encoding the bytes of an HTML page declare: the prescan of the HTML standard, on the tags of this reader."""

from __future__ import annotations

import re
from functools import cache

from ._html_tokens import Token, attribute, tokens

_LOOKED_AT = 1024  # bytes; behind them a declaration counts as long as only the head of the page has come
_HEAD = frozenset("html head meta title base link script noscript style object".split())
_BLANK = "\t\n\f\r "
_IS = rf"charset[{_BLANK}]*=[{_BLANK}]*"
_CHARSET = re.compile(rf"{_IS}(?:\"([^\"]*)\"|'([^']*)'|([^\"'{_BLANK};][^{_BLANK};]*))?", re.IGNORECASE)
_XML = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*(?:\"([^\">]*)\"|'([^'>]*)')")

# The labels of the Encoding Standard by the codec of Python that reads them best. What pages call latin1, gb2312 or
# shift_jis is in truth a larger encoding, and so browsers read it. No other name that Python knows is one of the web.
_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "cp866": "866 cp866 csibm866 ibm866",
    "iso8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
    "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
    "iso_8859-7:1987 sun_eu_greek",
    "iso8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 "
    "iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical",
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "cp1250 windows-1250 x-cp1250",
    "cp1251": "cp1251 windows-1251 x-cp1251",
    "cp1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
    "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 x-user-defined",
    "cp1253": "cp1253 windows-1253 x-cp1253",
    "cp1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
    "windows-1254 x-cp1254",
    "cp1255": "cp1255 windows-1255 x-cp1255",
    "cp1256": "cp1256 windows-1256 x-cp1256",
    "cp1257": "cp1257 windows-1257 x-cp1257",
    "cp1258": "cp1258 windows-1258 x-cp1258",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc-jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso2022-jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
    "windows-949",
}
# Whoever can read the declaration as bytes of ASCII does not read UTF-16.
_LABELS["utf-8"] += " csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff unicodefffe utf-16 utf-16be utf-16le"


def declared_encoding(data: bytes) -> str:
    """The encoding that a page declares, as a name for Python; UTF-8 if it declares none that the web knows.

    A declaration is ``<meta charset="...">``, or ``<meta http-equiv="content-type" content="...; charset=...">``, in
    the first 1,024 bytes or in the head of the page; the first one that names an encoding counts. Comments, scripts,
    titles, and other tags and attributes declare nothing. Without one, that of an XML declaration counts.

    Examples
    --------
    >>> declared_encoding(b'<!-- <meta charset="big5"> --><meta charset="ISO-8859-1">')
    'cp1252'
    >>> declared_encoding(b'<meta name="description" content="text; charset=windows-1252">')
    'utf-8'
    """
    for start, codec in ((b"<\0?\0x\0", "utf-16-le"), (b"\0<\0?\0x", "utf-16-be")):
        if data.startswith(start):
            return codec
    raw = data.decode("latin-1")  # each byte one character, so that no position moves
    end, in_head = 0, True
    for token in tokens(raw):
        # Behind a comment that is never closed a browser sees nothing.
        if raw.endswith("<!--", end, token.start) or (token.start >= _LOOKED_AT and not in_head):
            break
        end = token.end
        if token.kind not in ("open", "close"):
            continue
        in_head = in_head and token.name in _HEAD and (token.kind, token.name) != ("close", "head")
        if token.kind == "open" and token.name == "meta" and (codec := _of_meta(raw, token)):
            return codec
    found = _XML.match(data, 0, _LOOKED_AT)
    return (_codec((found[1] or found[2] or b"").decode("latin-1")) if found else "") or "utf-8"


def _of_meta(raw: str, tag: Token) -> str:
    label = attribute(raw, tag, "charset")
    if label is None and (attribute(raw, tag, "http-equiv") or "").lower() == "content-type":
        found = _CHARSET.search(attribute(raw, tag, "content") or "")
        label = next(filter(None, found.groups()), None) if found else None
    return _codec(label or "")


def _codec(label: str) -> str:
    return _codecs().get(label.strip(_BLANK).lower(), "")


@cache
def _codecs() -> dict[str, str]:
    return {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
