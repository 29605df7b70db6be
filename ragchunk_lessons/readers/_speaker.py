"""Who speaks: the name in front of a colon at the start of a line, and what only looks like one."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

# A name in bold, as Markdown writes it, may have its stars on either side of the colon.
_LABEL = re.compile(r"[ \t]*(?:>>[ \t]*)?(?P<bold>\*{0,2})(?P<name>[^:：*]{1,60})(?P<end>\*{0,2}[:：]\*{0,2}\s*)")
_WORD_SIGNS = frozenset(".'’-·・_&/#@")
_PARTICLES = frozenset("von van der den de du del della da di dos la le el al bin ibn of the and zu ten ter".split())
_BEFORE_COLON = ("说", "说道", "问道", "答道", "是", "如下", "表示", "认为", "例如", "比如")

# Words that open a line with a colon and are nobody's name.
NO_SPEAKERS = frozenset(
    """
    note notes nb n.b ps p.s warning caution important attention tip hint example examples e.g i.e remember reminder
    todo fixme summary abstract conclusion result results agenda date time start end duration place location venue
    subject topic topics title re fwd to from cc participants attendees present absent action actions decision
    decisions source link url http https ftp mailto file figure table step steps
    注 注意 注释 备注 附注 提示 警告 重要 例 例如 比如 时间 日期 地点 主题 议题 标题 议程 参会人 参会人员 与会人员
    与会者 出席 出席人员 缺席 结论 总结 摘要 结果 来源 链接 图 表 步骤
    """.split()
)


class Label(NamedTuple):
    """A name at the start of a line.

    ``sure`` says whether it counts without being seen twice; ``low``, whether the words behind it begin in lower case.
    """

    name: str
    end: int  # behind the colon and the space that follows it
    sure: bool
    low: bool


def label_at(text: str, start: int, end: int, speakers: Collection[str] | None = None) -> Label | None:
    """The label that opens ``text[start:end]``, a line without its line end.

    A label is a name of at most five words and 60 characters, in front of ``:`` or ``：``. Behind ``:`` there is white
    space, the end of the line or a character beyond ASCII, so that ``10:30`` and ``https://`` are none. The name begins
    with a letter, holds letters, digits, spaces and ``. ' - · _ & / # @``, perhaps a part in brackets at its end, and
    is none of ``NO_SPEAKERS``. It is sure if each of its words begins with a capital, a digit, or a letter of a script
    without capitals, or is a particle such as ``von``. If ``speakers`` are given, they are the names, and no others.

    Examples
    --------
    >>> label_at("Dr. Osei (CFO): yes", 0, 19)
    Label(name='Dr. Osei (CFO)', end=16, sure=True, low=True)
    >>> label_at("10:30 is too early", 0, 18), label_at("Note: bring ice", 0, 15)
    (None, None)
    """
    found = _LABEL.match(text, start, end)
    if found is None:
        return None
    if found["end"][-1] == ":" and found.end() < end and text[found.end()] < "\x80":
        return None
    return labelled(found["name"].strip(), found.end(), text[found.end() : min(found.end() + 1, end)], speakers)


def labelled(name: str, end: int, first: str, speakers: Collection[str] | None) -> Label | None:
    """The label of this name, if it can be one; ``first`` is the character behind it."""
    sure = is_sure(name) if speakers is None else (name in speakers or None)
    return None if sure is None else Label(name, end, sure, first.islower() and speakers is None)


def named(labels: Sequence[Label]) -> list[bool]:
    """Which labels of a text count.

    One that is not sure must open two lines. So must one whose words begin in lower case, in a text in which another
    one opens two lines: there, ``Reset: press it once`` goes on with what was said before.

    Examples
    --------
    >>> lines = ["Ana: Three things.", "Reset: press it once.", "Ana: Good."]
    >>> named([label_at(line, 0, len(line)) for line in lines])
    [True, False, True]
    """
    counted = Counter(label.name for label in labels)
    repeats = any(label.sure and counted[label.name] > 1 for label in labels)
    return [counted[label.name] > 1 or (label.sure and not (repeats and label.low)) for label in labels]


def check_speakers(speakers: object) -> frozenset[str] | None:
    """The names as a set, or ``None``.

    Examples
    --------
    >>> check_speakers("Ana")
    Traceback (most recent call last):
    ...
    TypeError: speakers must be a list of names or None, not str ('Ana')
    """
    if speakers is None:
        return None
    if isinstance(speakers, (str, bytes)) or not isinstance(speakers, Iterable):
        raise TypeError(f"speakers must be a list of names or None, not {type(speakers).__name__} ({speakers!r})")
    names = frozenset(speakers)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"each of speakers must be a str, not {type(name).__name__} ({name!r})")
    return names


def is_sure(name: str) -> bool | None:
    """Whether this is a name at first sight; ``None`` if it cannot be one.

    Examples
    --------
    >>> is_sure("Ana"), is_sure("ana"), is_sure("Date")
    (True, False, None)
    """
    bare = re.sub(r"\s*[(\[（【][^()\[\]（）【】]*[)\]）】]$", "", name).strip()
    words = bare.split()
    if not words or len(words) > 5 or not words[0][0].isalpha():
        return None
    if bare.lower().rstrip(".") in NO_SPEAKERS or (len(bare) > 2 and bare.endswith(_BEFORE_COLON)):
        return None
    if not all(_is_name_part(character) for word in words for character in word):
        return None
    return all(not word[0].islower() for word in words if word not in _PARTICLES)


def _is_name_part(character: str) -> bool:
    if character.isalnum() or character in _WORD_SIGNS:
        return True
    return unicodedata.category(character)[0] == "M" or character in "\u200c\u200d"
