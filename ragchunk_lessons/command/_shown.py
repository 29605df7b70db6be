"""Values as Python shows them, which is how pandas writes a dict in a cell; nothing of them is run."""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable
from typing import Any

_NAMES = {
    "nan": None,
    "NaN": None,
    "NaT": None,
    "inf": math.inf,
    "np.nan": None,
    "np.inf": math.inf,
    "np.True_": True,
    "np.False_": False,
}
_OF_NUMPY = re.compile(r"(np|numpy)\.(u?int(\d+|c|p)|u?(long|longlong|short|byte)|float\d+|bool_?|str_|bytes_)")


def value_of(text: str) -> Any:
    """The value that a text shows: a literal, in which numbers and texts of numpy and what is not a number may stand.

    Any other call, such as that of a time, is kept as it is written.

    Raises
    ------
    ValueError, SyntaxError, MemoryError, RecursionError
        If it shows no value.

    Examples
    --------
    >>> value_of("{'at': np.int64(3), 'end': nan, 'day': datetime.date(2024, 1, 1)}")
    {'at': 3, 'end': None, 'day': 'datetime.date(2024, 1, 1)'}
    """
    text = text.strip().replace("\r\n", "\n").replace("\r", "\n")  # as the parser does, so that its positions fit
    data = text.encode()
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)

    def written(node: ast.expr) -> str:
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        return data[start:end].decode()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on escapes that Python does not know
        tree = ast.parse(text, mode="eval")
    try:
        return _value(tree.body, written)
    except TypeError as error:  # a list as a key
        raise ValueError(str(error)) from None


def _value(node: ast.expr | None, written: Callable[[ast.expr], str]) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Dict():
            keys = [_value(key, written) for key in node.keys]
            return dict(zip(keys, (_value(value, written) for value in node.values), strict=True))
        case ast.List():
            return [_value(part, written) for part in node.elts]
        case ast.Tuple():
            return tuple(_value(part, written) for part in node.elts)
        case ast.Set():
            return {_value(part, written) for part in node.elts}
        case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id="inf")):
            return -math.inf
        case ast.Name() | ast.Attribute() if (name := written(node)) in _NAMES:
            return _NAMES[name]
        case ast.Call(args=[ast.Constant() | ast.UnaryOp() | ast.Name() as held], keywords=[]) if _OF_NUMPY.fullmatch(
            written(node.func)
        ):
            return _value(held, written)
        case ast.Call():
            return written(node)
        case None:  # the key of **, which only a running program can unpack
            raise ValueError("a dict that is unpacked is no value")
    return ast.literal_eval(node)
