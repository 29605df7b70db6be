"""What ``ragchunk audit --json`` writes, as a JSON Schema."""

from __future__ import annotations

from argparse import Action
from typing import Any

from ._found import ADVICE, CORE

_COUNT = {"type": "integer", "minimum": 0}
_PLACE = {"type": ["integer", "null"]}
_SHARE = {"type": "number", "minimum": 0, "maximum": 1}
_WORDS = {"type": ["string", "null"]}
_SOURCES = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}


def audit_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of the object that ``ragchunk audit --json`` prints.

    Examples
    --------
    >>> audit_schema()["required"][:3]
    ['ok', 'status', 'reasons']
    """
    limits = {kind: _COUNT for kind in (*CORE, *ADVICE)}
    result = {
        "ok": _told("whether all limits hold", type="boolean"),
        "status": _told("the exit status", enum=[0, 1]),
        "reasons": _told("what is not ok, in words", type="array", items={"type": "string"}),
        "limits": _object(
            limits | {"min_coverage": _SHARE | {"type": ["number", "null"]}},
            "the limits that held, by kind",
            ["min_coverage"],
        ),
        "documents": _told("one for each document", type="array", items={"$ref": "#/$defs/document"}),
        "sources_not_found": _told("names of documents that are not there, with their number of chunks", **_SOURCES),
        "sources_passed_over": _told("with one document: the others that chunks name", **_SOURCES),
        "other_name": _told("with one document: the name that the chunks give it, if it is another one", **_WORDS),
        "known": _told("findings of the baseline that were found again", **_COUNT),
        "gone": _told("findings of the baseline that were not found again", **_COUNT),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ragchunk audit --json",
        **_object(result, "The result of an audit."),
        "$defs": {"document": _document(), "gap": _gap(), "finding": _finding(), "hidden": _hidden()},
    }


class PrintSchema(Action):
    """The option ``--schema``: print it, and end."""

    def __call__(self, parser, namespace, values, option_string=None) -> None:
        from ._writing import as_page

        print(as_page(audit_schema()))
        parser.exit()


def _document() -> dict[str, Any]:
    always = {
        "source": _told("its path as it was given; null for standard input", **_WORDS),
        "ok": _told("what its own audit says, whatever the limits are", type="boolean"),
        "chunks": _COUNT,
        "characters": _told("its length in code points", **_COUNT),
        "coverage": _SHARE,
        "lost_characters": _told("white space not counted", **_COUNT),
        "blow_up": _told("characters in chunks for each one in the document", type="number", minimum=0),
        "lost": {"type": "array", "items": {"$ref": "#/$defs/gap"}},
    }
    findings = {kind: {"type": "array", "items": {"$ref": "#/$defs/finding"}} for kind in (*CORE[1:], *ADVICE)}
    hidden = {"hidden": {"type": "array", "items": {"$ref": "#/$defs/hidden"}}}
    return _object(always | findings | hidden, "A document.", [*always, *CORE[1:], "hidden"])


def _gap() -> dict[str, Any]:
    return _object(
        {
            "start": _told("in code points, from 0", **_COUNT),
            "end": _told("behind the last code point", **_COUNT),
            "line": _told("of the start, from 1", type="integer", minimum=1),
            "characters": _told("white space not counted", type="integer", minimum=1),
            "text": {"type": "string"},
            **_of_every_finding(),
        },
        "A passage that no chunk holds.",
    )


def _finding() -> dict[str, Any]:
    return _object(
        {
            "start": _told("of the passage of the chunk, or of its claim", **_PLACE),
            "end": _PLACE,
            "at": _told("where the fault stands, if one place can be named", **_PLACE),
            "detail": _told("in words", type="string"),
            "chunk": _told("index among the chunks of the document, from 0", **_COUNT),
            "record": _told("number in the file of chunks, from 1", type="integer", minimum=1),
            "id": _told("of the chunk, if it has one", **_WORDS),
            **_of_every_finding(),
        },
        "A chunk with a fault, or a cut.",
    )


def _hidden() -> dict[str, Any]:
    told = {"kind": {"type": "string"}, "chunks": _COUNT, "passages": _COUNT, "characters": _COUNT}
    return _object(told, "What --ignore or --normalize overlooked.")


def _of_every_finding() -> dict[str, Any]:
    return {
        "key": _told("what a baseline knows it by", type="string", pattern="^[0-9a-f]{16}$"),
        "known": _told("whether the baseline has it", type="boolean"),
    }


def _told(what: str, **schema: Any) -> dict[str, Any]:
    return {"description": what, **schema}


def _object(properties: dict[str, Any], what: str, required: list[str] | None = None) -> dict[str, Any]:
    return {
        "description": what,
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }
