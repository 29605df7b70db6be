"""JSON as pandas and others write it: with NaN, which JSON does not have, for a value that is not there."""

from __future__ import annotations

import json
from typing import Any


def loads(text: str) -> Any:
    """What a text of JSON says, with None for NaN, as tables are read too.

    Raises
    ------
    ValueError
        If it is not JSON.

    Examples
    --------
    >>> loads('{"text": "One.", "start_index": NaN}')
    {'text': 'One.', 'start_index': None}
    """
    return _DECODER.decode(text)


def _constant(name: str) -> float | None:
    return None if name == "NaN" else float(name)


_DECODER = json.JSONDecoder(parse_constant=_constant)
