"""The splitters by the names of the command line, and what each of them takes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from inspect import signature

from ..chunk import Chunk
from ..document import Document
from ._documents import parsed
from ._options import check_overlap, complain, length_function

# The names are those that compare_splitters uses; words and tokens are windows like characters.
_MODULES = {
    "characters": "fixed",
    "words": "fixed",
    "tokens": "fixed",
    "recursive": "recursive",
    "recursive_cjk": "recursive",
    "sentences": "sentences",
    "markdown": "markdown",
    "html": "html",
    "report": "report",
    "pages": "pages",
    "mixed": "mixed",
    "code": "code",
    "table": "table",
    "jsonl": "jsonl",
    "slides": "slides",
    "speakers": "speakers",
    "time_windows": "time_windows",
}
NAMES = tuple(_MODULES)
_COUNTS_ITSELF = ("characters", "words", "tokens")
_NEED_A_READER = ("html", "table", "jsonl")

Cut = Callable[[Document], list[Chunk]]


def splitter(options: Namespace) -> Cut:
    """The function that cuts as the options say.

    Raises
    ------
    ValueError
        If an option does not go with the splitter.
    """
    check_overlap(options)
    name = options.splitter
    module = import_module(f"..splitters.{_MODULES[name]}", __package__)
    split = getattr(module, f"split_{name.removesuffix('_cjk')}")
    known = signature(split).parameters
    given: dict = {"chunk_size": options.chunk_size}
    if "chunk_overlap" in known:
        given["chunk_overlap"] = options.chunk_overlap
    elif options.chunk_overlap:
        raise ValueError(f"--splitter {name} has no overlap; leave --chunk-overlap out")
    if name in _COUNTS_ITSELF:
        if options.unit not in (None, name):
            raise ValueError(f"--splitter {name} counts {name}; leave --unit out, or choose --splitter recursive")
        if name == "tokens":
            given["encoding"] = options.encoding
    else:
        given["length_function"] = length_function(options)
    if options.add_context:
        if "add_context" not in known:
            raise ValueError(f"--splitter {name} adds no context; these do: {', '.join(_with_context())}")
        given["add_context"] = True
    if name == "time_windows":
        given["window_seconds"] = options.window_seconds
    if name == "recursive_cjk":
        given["separators"] = module.CJK_LADDER
    return lambda document: split(_for(name, document, options), **given)


def _for(name: str, document: Document, options: Namespace) -> Document:
    """A text whose name did not say that it is a table or the like is read as what the splitter needs."""
    if name not in _NEED_A_READER or document.marks or document.raw is not None:
        return document
    where = document.source or "standard input"
    complain(f"ragchunk split: note: {where} is read as {name}; give --format {name} to ragchunk audit, too")
    return replace(parsed(document.text, name, options), source=document.source)


def _with_context() -> list[str]:
    modules = {name: import_module(f"..splitters.{module}", __package__) for name, module in _MODULES.items()}
    return [
        name
        for name, module in modules.items()
        if "add_context" in signature(getattr(module, f"split_{name.removesuffix('_cjk')}")).parameters
    ]
