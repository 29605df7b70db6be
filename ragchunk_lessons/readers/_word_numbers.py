"""A number as Word writes it in a list: in digits, letters, Roman or Chinese numerals, circles or words."""

from __future__ import annotations

from collections.abc import Callable

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN += ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
_ONES += "seventeen eighteen nineteen".split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
_NTH = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"}
_NTH |= {"twelve": "twelfth"}

# One sign after the other; behind the last one, digits.
_ROWS = {
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
    "ganada": "가나다라마바사아자차카타파하",
    "decimalEnclosedCircle": "".join(map(chr, range(0x2460, 0x2474))),
    "decimalEnclosedCircleChinese": "".join(map(chr, range(0x2460, 0x2474))),
    "decimalEnclosedParen": "".join(map(chr, range(0x2474, 0x2488))),
    "decimalEnclosedFullstop": "".join(map(chr, range(0x2488, 0x249C))),
    "ideographEnclosedCircle": "".join(map(chr, range(0x3280, 0x328A))),
}
_CHINESE = "〇一二三四五六七八九"
_DIGITS = {
    "decimalFullWidth": "０１２３４５６７８９",
    "decimalFullWidth2": "０１２３４５６７８９",
    "ideographDigital": _CHINESE,
    "japaneseDigitalTenThousand": _CHINESE,
    "taiwaneseDigital": _CHINESE,
    "koreanDigital": "영일이삼사오육칠팔구",
    "koreanDigital2": "零一二三四五六七八九",
}
_PLAIN = "零一二三四五六七八九十百千"
_NUMERALS = {
    "chineseCounting": _PLAIN,
    "chineseCountingThousand": _PLAIN,
    "taiwaneseCounting": _PLAIN,
    "taiwaneseCountingThousand": _PLAIN,
    "chineseLegalSimplified": "零壹贰叁肆伍陆柒捌玖拾佰仟",
    "ideographLegalTraditional": "零壹貳參肆伍陸柒捌玖拾佰仟",
}


def written(number: int, kind: str) -> str:
    """A number in one of Word's formats; formats that are not known, and numbers beyond a format, are in digits.

    Words are English, whatever the language of the document.

    Examples
    --------
    >>> written(4, "lowerRoman"), written(28, "upperLetter"), written(3, "decimalZero"), written(22, "ordinal")
    ('iv', 'BB', '03', '22nd')
    >>> written(12, "chineseCounting"), written(3, "decimalEnclosedCircle"), written(21, "ordinalText")
    ('十二', '③', 'Twenty-first')
    """
    if not 0 <= number < 10_000:
        return str(number)
    if kind.startswith("zeros"):  # of a fixed width, such as zeros3
        return str(number).zfill(int(kind[5:]))
    if kind in _DIGITS:
        return "".join(_DIGITS[kind][int(digit)] for digit in str(number))
    return _ALWAYS[kind](number) if kind in _ALWAYS else _counted(number, kind)


def _counted(number: int, kind: str) -> str:
    """In a format that begins with one."""
    if number == 0:
        return "0"
    if kind.endswith("Letter"):
        shown = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return shown.upper() if kind.startswith("upper") else shown
    if kind.endswith("Roman") and number < 4000:
        shown = _roman(number)
        return shown.upper() if kind.startswith("upper") else shown
    if kind in _ROWS and number <= len(_ROWS[kind]):
        return _ROWS[kind][number - 1]
    if kind in _NUMERALS:
        return _chinese(number, _NUMERALS[kind])
    if kind == "japaneseCounting":
        return _japanese(number)
    if kind == "chicago":
        return "*†‡§"[(number - 1) % 4] * ((number - 1) // 4 + 1)
    return str(number)


def _roman(number: int) -> str:
    shown = ""
    for value, letters in _ROMAN:
        shown += letters * (number // value)
        number %= value
    return shown


def _chinese(number: int, signs: str) -> str:
    """With its places named, one zero for those that are skipped, and a bare ten up to nineteen.

    Examples
    --------
    >>> _chinese(105, _PLAIN), _chinese(1010, _PLAIN), _chinese(30, _PLAIN)
    ('一百零五', '一千零一十', '三十')
    """
    shown, skipped = "", False
    for place, unit in ((1000, signs[12]), (100, signs[11]), (10, signs[10]), (1, "")):
        digit = number // place % 10
        if digit:
            shown += (signs[0] if skipped and shown else "") + signs[digit] + unit
        skipped = not digit
    short = signs is _PLAIN and 10 <= number < 20
    return shown[1:] if short else shown


def _japanese(number: int) -> str:
    """With its places named; a one in front of a place is not written."""
    shown = ""
    for place, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // place % 10
        if digit:
            shown += ("" if digit == 1 and unit else _CHINESE[digit]) + unit
    return shown


def _cardinal(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    place, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    rest = f" {_cardinal(number % place)}" if number % place else ""
    return f"{_cardinal(number // place)} {name}{rest}"


def _ordinal_text(number: int) -> str:
    words = _cardinal(number)
    cut = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[cut:]
    nth = _NTH.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return (words[:cut] + nth).capitalize()


def _ordinal(number: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if 10 < number % 100 < 14 else ends.get(number % 10, 'th')}"


_ALWAYS: dict[str, Callable[[int], str]] = {
    "decimalZero": "{:02}".format,
    "ordinal": _ordinal,
    "cardinalText": lambda number: _cardinal(number).capitalize(),
    "ordinalText": _ordinal_text,
    "numberInDash": "- {} -".format,
    "hex": "{:X}".format,
}
