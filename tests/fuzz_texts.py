"""Texts for the fuzzer: quick to make, from one ``random.Random``, in the shape of what each reader expects."""

from __future__ import annotations

import json
import random

import strategies

_PLAIN = [*strategies.LATIN, *strategies.CHINESE]
_ODD = [*strategies.KOREAN_AND_THAI, *strategies.EMOJI, *strategies.FLAGS, *strategies.MARKS, *strategies.ODD]
_BREAKS = [" ", " ", " ", *strategies.SPACES, *strategies.LINE_ENDS]
_MARKDOWN = [
    "# ",
    "## A\n",
    "```\n",
    "````py\n",
    "~~~\n",
    "- ",
    "1. ",
    "> ",
    "| a | b |\n|---|---|\n",
    "| 1 | 2 |\n",
    "    x\n",
    "***",
    "<!-- ",
    " -->",
    "[a](b)",
    "---\n",
    "===\n",
    "\\#",
    "`x`",
    "\t",
    "![i](j.png)",
    "#\n",
    "| | |\n",
]
_HTML = [
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<h1>",
    "</h1>",
    "<h2>x</h2>",
    "<table><tr><td>",
    "</td></tr></table>",
    "<li>",
    "<ul>",
    "<pre>",
    "</pre>",
    "<br>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "&amp;",
    "&#x1F30A;",
    "&nbsp;",
    "<b>",
    "</b>",
    "<a href='x'>",
    "<",
    ">",
    "<style>",
    "</style>",
    "<![CDATA[",
    "&#0;",
    "<svg>",
    "<rt>",
    "<input/>",
    "&notit;",
    "</",
]
_CODE = [
    "def f(x):\n",
    "class A:\n",
    "    return 1\n",
    "    '''",
    '"""',
    "#c\n",
    "(",
    ")",
    "\\\n",
    "@d\n",
    "async def g():\n",
    "x = [1,\n",
    "if x:\n",
    "\tpass\n",
    "lambda: 0\n",
    "function f() {\n",
    "}\n",
    "// c\n",
    "/*",
    "*/",
    "f'{x}'",
    ";",
]
_SPOKEN = [
    "Ana: ",
    "Ben: ",
    "客服：",
    "[00:01] ",
    "00:00:01.000 --> 00:00:02.000\n",
    "WEBVTT\n\n",
    "1\n",
    "<v Ana>",
    "12:30 ",
    "(99:99)",
    "NOTE x\n",
    "-->",
    "10:00 Ana: ",
    "MR. X: ",
]
_SLIDES = ["Slide 1\n", "--- Slide 2 ---\n", "Slide 3: x\n", "\f", "---\n", "幻灯片 1\n", "第2页\n"]
_REPORT = [
    "1 Scope\n",
    "1.1 Parts\n",
    "第一章 总则\n",
    "Part I\n",
    "2.3.4.5 x\n",
    "Appendix A\n",
    "……3\n",
    "CHAPTER 2\n",
    "附录\n",
]
_CELLS = ["a", "1", "", '"x,y"', '"q""q"', "é", "洪水", '"\n"', " ", "\t", "'", '"']

SHAPES = {
    "mixed": [*_PLAIN, *_ODD, *_BREAKS],
    "plain": [*strategies.LATIN, " ", " ", ". ", "\n", "\n\n"],
    "blank": [*strategies.SPACES, *strategies.LINE_ENDS],
    "markdown": [*_PLAIN, *_MARKDOWN, *_BREAKS, "\n", "\n\n"],
    "html": [*_PLAIN, *_HTML, " ", "\n"],
    "code": [*_CODE, *_PLAIN, "\n", "\n\n"],
    "transcript": [*_SPOKEN, *_PLAIN, "\n", "\n", " "],
    "slides": [*_SLIDES, *_PLAIN, "\n", " "],
    "report": [*_REPORT, *_PLAIN, "\n", " "],
}


def text(rng: random.Random, shape: str | None = None, pieces: int = 40) -> str:
    """A text of a shape; of any shape without a name, code points of every kind included."""
    if shape is None:
        if rng.random() < 0.05:
            return "".join(
                chr(rng.choice((rng.randrange(0x80), rng.randrange(0x3000), rng.randrange(0x110000))))
                for _ in range(rng.randrange(30))
            )
        shape = rng.choice(list(SHAPES)) if rng.random() < 0.5 else "mixed"
    made = rng.choices(SHAPES[shape], k=rng.randrange(rng.choice((3, pieces // 2, pieces)) + 1))
    if made and rng.random() < 0.05:
        made *= rng.randrange(1, 6)  # the same again: a place is then no longer told by its text
    return "".join(made)


def table(rng: random.Random, delimiter: str = ",") -> str:
    """Rows of a CSV file, the quotes not always closed and the rows not always of one length."""
    rows = [
        delimiter.join(rng.choices(_CELLS, k=rng.choice((3, 3, 3, rng.randrange(5))))) for _ in range(rng.randrange(8))
    ]
    return rng.choice(("\n", "\r\n")).join(rows)


def jsonl(rng: random.Random) -> str:
    """Lines of JSON, some of them broken."""
    lines = []
    for _ in range(rng.randrange(6)):
        row = {
            rng.choice(("text", "text", "t")): rng.choice((text(rng, "mixed", 8), 1, None, [1])),
            "id": rng.randrange(3),
        }
        line = json.dumps(row, ensure_ascii=rng.random() < 0.5)
        lines.append(line if rng.random() < 0.8 else line[: rng.randrange(len(line) + 1)])
    return "\n".join(lines)


def sizes(rng: random.Random, most: int = 60) -> tuple[int, int]:
    """A chunk size and an overlap that goes with it; the extremes come often."""
    size = rng.choice((rng.randint(1, 4), rng.randint(1, most), rng.randint(1, most)))
    return size, rng.choice((0, size - 1, rng.randrange(size)))


NONSENSE = (
    None,
    -1,
    0,
    2.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    b"x",
    (),
    [1],
    {},
    {"a": 1},
    object(),
    True,
    10**30,
    "\x00",
    "\ud800",
    lambda *_: None,
    ["x"],
    [None],
    "../..",
    3,
)
