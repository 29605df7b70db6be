"""The block structure of a Markdown text, by the rules of CommonMark and with the exact place of each block.

``markdown-it-py`` finds the blocks and says on which lines they stand; here lines become places in the text itself,
which stays as it is. One top-level block is parsed at a time, so that a large file needs little memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from ..readers._bounds import MARKDOWN_LINES, check_size
from ..readers._html_shape import BLOCKS

_LINE_END = re.compile(r"\r\n?|\n")
# Lists and quotes nested deeper than this are read as plain lines, so that no text can exhaust the stack.
DEEPEST = 40
_MARKUP = re.compile(r"[\\`*_\[\]<>&!\n\0]")
_TAG_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_APART = BLOCKS | {"br", "img"}
LONGEST_HEADING = 1_000  # characters
LONGEST_REFERENCE = 8  # lines
_CONTAINERS = {"bullet_list_open", "ordered_list_open", "list_item_open", "blockquote_open"}
_CLOSERS = {name.replace("open", "close") for name in _CONTAINERS}
_LEAVES = {
    "heading_open": "heading",
    "paragraph_open": "prose",
    "hr": "prose",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "table_open": "table",
}


class Block(NamedTuple):
    """A block of a Markdown text.

    Parameters
    ----------
    kind : str
        ``"heading"``, ``"prose"``, ``"code"``, ``"html"``, ``"table"`` or ``"container"`` (a list, a list item or a
        quote).
    first, last : int
        Its lines, half-open, counted from 0. A blank line belongs to the block before it, or to none.
    data : Mapping
        ``level`` and ``content`` of a heading, ``language`` of a fence.
    parts : tuple of Block
        What stands in a container. Together its parts have all of its lines.
    """

    kind: str
    first: int
    last: int
    data: Mapping[str, Any] = {}
    parts: tuple[Block, ...] = ()


def line_starts(text: str) -> list[int]:
    r"""Where each line starts, and the length of the text at last.

    CommonMark knows three line ends, ``\n``, ``\r\n`` and ``\r``; ``str.splitlines`` knows eight more.

    Examples
    --------
    >>> line_starts("a\r\nb\rc\x0cd\n")
    [0, 3, 5, 9]
    """
    starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    if starts[-1] < len(text):
        starts.append(len(text))
    return starts


def markdown_blocks(text: str) -> tuple[list[Block], dict[str, Any]]:
    """The top-level blocks in order, and the link references that heading texts may need.

    Raises
    ------
    ImportError
        If ``markdown-it-py`` is not installed.
    ValueError
        If there are more lines than ``MARKDOWN_LINES``.

    Examples
    --------
    >>> [(block.kind, block.first, block.last) for block in markdown_blocks("# A\\n\\n~~~\\n# no\\n~~~")[0]]
    [('heading', 0, 1), ('code', 2, 5)]
    """
    parser, state_of = _parser()
    references: dict[str, Any] = {}
    flat = _LINE_END.sub("\n", text).removeprefix("\ufeff")
    check_size("the document", flat.count("\n"), MARKDOWN_LINES, "lines of Markdown", "cut it in parts")
    state = state_of(flat, parser, references, [])
    blocks = list(_top_level(state, parser.block.ruler.getRules("")))
    if text.startswith("\ufeff"):  # a mark of byte order is no text to the parser, but nothing may be lost
        blocks[:1] = [_placed(blocks[0], 0, blocks[0].last) if blocks else Block("prose", 0, 1)]
    return blocks, references


def _top_level(state: Any, rules: Sequence[Any]) -> Iterator[Block]:
    """One block after the other, as the parser's own loop finds them."""
    line, stop = 0, state.lineMax
    while True:
        state.line = line = state.skipEmptyLines(line)
        if line >= stop:
            return
        for rule in rules:
            if rule(state, line, stop, False):
                break
        if state.tokens:
            yield _tree(state.tokens, line, state.line)
            state.tokens.clear()
        else:  # link references: text that is not shown, and not to be lost either
            yield Block("prose", line, state.line)
        line = state.line


def _tree(tokens: Sequence[Any], first: int, last: int) -> Block:
    """The block that these tokens make, on the lines that the parser gave it."""
    open_at: list[tuple[int, int]] = []
    found: list[list[Block]] = [[]]
    for number, token in enumerate(tokens):
        if token.type in _CONTAINERS:
            open_at.append(token.map)
            found.append([])
        elif token.type in _LEAVES:
            found[-1].append(Block(_LEAVES[token.type], *token.map, _data(token, tokens[number + 1 : number + 2])))
        elif token.type in _CLOSERS:
            low, high = open_at.pop()
            parts = found.pop()
            found[-1].append(Block("container", low, high, {}, _stretched(parts, low, high)))
    (block,) = found[0]
    return _placed(block, first, last)


def _placed(block: Block, first: int, last: int) -> Block:
    """The block on these lines, which are its own or more; its outer parts reach as far as it does."""
    if (block.first, block.last) == (first, last):
        return block
    parts = block.parts
    if len(parts) == 1:
        parts = (_placed(parts[0], first, last),)
    elif parts:
        parts = (_placed(parts[0], first, parts[0].last), *parts[1:-1], _placed(parts[-1], parts[-1].first, last))
    return block._replace(first=first, last=last, parts=parts)


def _data(token: Any, following: Sequence[Any]) -> Mapping[str, Any]:
    if token.type == "heading_open":
        return {"level": int(token.tag[1:]), "content": following[0].content}
    if token.type == "fence" and token.info.strip():
        return {"language": token.info.split()[0]}
    return {}


def _stretched(parts: Sequence[Block], first: int, last: int) -> tuple[Block, ...]:
    """The parts, each up to the next one, so that no line of the container is left out."""
    if not parts:
        return ()
    starts = [first, *(part.first for part in parts[1:]), last]
    return tuple(_placed(part, low, high) for part, (low, high) in zip(parts, pairwise(starts), strict=True))


def heading_text(content: str, references: dict[str, Any]) -> str:
    """The text of a heading as a reader sees it: without emphasis, tags and addresses, on one line.

    Examples
    --------
    >>> heading_text("The *red* `E-17` [lamp](x.md) &amp; you", {})
    'The red E-17 lamp & you'
    """
    if len(content) > LONGEST_HEADING or not _MARKUP.search(content):  # the first is an underlined paragraph
        return " ".join(content.split())
    shown = []
    todo = _parser()[0].parseInline(content, {"references": references.get("references", {})})
    while todo:
        token = todo.pop(0)
        if token.children:
            todo[:0] = token.children
        elif token.type in ("softbreak", "hardbreak"):
            shown.append(" ")
        elif token.type in ("text", "code_inline"):
            shown.append(token.content)
        elif token.type == "html_inline" and (tag := _TAG_NAME.match(token.content)) and tag[1].lower() in _APART:
            shown.append(" ")
    text = "".join(shown)
    if "\ufffd" not in content:  # what the parser writes for a NUL
        text = text.replace("\ufffd", "")
    return " ".join(text.split())


class _Token:
    """What the rules say of a block; most of it nobody asks for here."""

    __slots__ = (
        *("type", "tag", "nesting", "level", "map", "content", "info", "markup"),
        *("attrs", "block", "children", "hidden", "meta"),
    )


@cache
def _parser() -> tuple[Any, Any]:
    """A parser of CommonMark with tables, and the class that holds the state of one run."""
    try:
        from markdown_it import MarkdownIt
        from markdown_it.rules_block import StateBlock, blockquote, list_block, paragraph, reference, table
    except ImportError:
        raise ImportError("cutting Markdown needs markdown-it-py; run `pip install markdown-it-py`") from None

    class State(StateBlock):
        """A state with small tokens: a long list makes millions of them."""

        def push(self, ttype: str, tag: str, nesting: int) -> _Token:
            token = _Token()
            token.type, token.tag, token.nesting = ttype, tag, nesting
            self.level -= nesting < 0
            token.level = self.level
            self.level += nesting > 0
            self.tokens.append(token)
            return token

    def one_token(state: Any, line: int, stop: int, silent: bool) -> bool:
        """The rule for paragraphs, which else makes three tokens of each."""
        count = len(state.tokens)
        found = paragraph(state, line, stop, silent)
        del state.tokens[count + 1 :]
        return found

    def shallow(rule: Any) -> Any:
        return lambda state, line, stop, silent: state.level < DEEPEST and rule(state, line, stop, silent)

    def short_reference(state: Any, line: int, stop: int, silent: bool) -> bool:
        """The rule for link references, which else reads on to the end of the paragraph for each one of a list."""
        kept = state.lineMax, state.parentType
        state.lineMax = min(state.lineMax, line + LONGEST_REFERENCE)
        found = reference(state, line, stop, silent)
        state.lineMax, state.parentType = kept
        return found

    def rows_only(state: Any, line: int, stop: int, silent: bool) -> bool:
        """The rule for tables, which else makes three tokens of each cell."""
        if not table(state, line, stop, True):
            return False
        if silent:
            return True
        ends = state.md.block.ruler.getRules("blockquote")
        kept, state.parentType = state.parentType, "table"
        first, line = line, line + 2
        while line < stop and state.sCount[line] >= state.blkIndent and not state.is_code_block(line):
            if state.isEmpty(line) or any(end(state, line, stop, True) for end in ends):
                break
            line += 1
        state.parentType = kept
        state.push("table_open", "table", 0).map = [first, line]
        state.line = line
        return True

    parser = MarkdownIt("commonmark", {"maxNesting": 2 * DEEPEST}).enable("table")
    ruler = parser.block.ruler
    ruler.at("list", shallow(list_block), {"alt": ["paragraph", "reference", "blockquote"]})
    ruler.at("blockquote", shallow(blockquote), {"alt": ["paragraph", "reference", "blockquote", "list"]})
    ruler.at("paragraph", one_token)
    ruler.at("reference", short_reference)
    ruler.at("table", rows_only, {"alt": ["paragraph", "reference"]})
    return parser, State
