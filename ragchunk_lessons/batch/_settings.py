"""What a run was asked for: checked before any work, written down, and compared when the run goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any

from ..chunk import Chunk
from ..document import Document, whole
from ..readers._decode import check_encoding
from ._callables import spelled

Splitter = Callable[[Document], Sequence[Chunk]]
_COUNTS_ITSELF = ("characters", "words", "tokens")
_NEED_MORE = ("on", "topics", "semantic", "with_llm", "parents")  # separators, a model or another call


@dataclass(frozen=True)
class Settings:
    """What the results depend on; two runs with equal settings give equal results.

    ``own`` and ``embed`` are functions of the user's own, which ``splitter`` and ``embedder`` name; ``unknown`` is what
    they hold and no later run can compare.
    """

    splitter: str
    chunk_size: int
    chunk_overlap: int
    unit: str
    encoding: str
    options: dict[str, Any]
    audit: bool
    embedder: str | None
    include: tuple[str, ...]
    text_field: str
    id_field: str
    max_document_bytes: int
    time_limit: float
    file_encoding: str | None = None
    broken_lines: str = "raise"
    unknown: tuple[str, ...] = ()
    own: Splitter | None = field(default=None, repr=False)
    embed: Callable[[list[str]], Any] | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """As they are written down; what bounds the work but not its results is left out."""
        from .. import __version__

        said = asdict(replace(self, own=None, embed=None))  # which would be copied
        for name in ("own", "embed", "unknown", "time_limit"):
            del said[name]
        # As it is read back, where a tuple is a list.
        return json.loads(json.dumps({**said, "version": __version__}))

    def cutter(self) -> Splitter:
        """The function that cuts a document."""
        if self.own is not None:
            return self.own
        split, given = find_splitter(self.splitter), self.given()
        return lambda document: split(document, **given)

    def given(self) -> dict[str, Any]:
        """The arguments of the splitter beside the document."""
        known = signature(find_splitter(self.splitter)).parameters
        given: dict[str, Any] = {"chunk_size": self.chunk_size, **self.options}
        if "chunk_overlap" in known:
            given["chunk_overlap"] = self.chunk_overlap
        if "length_function" in known:
            given["length_function"] = self.length()
        if self.splitter == "tokens":
            given["encoding"] = self.encoding
        if self.splitter == "recursive_cjk":
            given["separators"] = import_module("..splitters.recursive", __package__).CJK_LADDER
        return given

    def length(self) -> Callable[[str], int]:
        """What sizes count with."""
        from .. import lengths

        unit = self.splitter if self.splitter in _COUNTS_ITSELF else self.unit
        if unit == "tokens":
            return lengths.token_length(self.encoding)
        return lengths.count_words if unit == "words" else len

    def embedding(self) -> Callable[[list[str]], Any] | None:
        """What makes vectors, if any are asked for."""
        if self.embed is not None or self.embedder is None:
            return self.embed
        return _model(self.embedder)


@cache
def _model(name: str) -> Callable[[list[str]], Any]:
    from ..models import load_embedder

    return load_embedder(name)


def find_splitter(name: str) -> Callable[..., Any]:
    """The splitter of this package that has a name such as ``"recursive"``.

    Raises
    ------
    ValueError
        If there is none, or it needs more than a size.
    """
    package = import_module("..", __package__)
    plain = name.removesuffix("_cjk")
    known = sorted(full[6:] for full in package.__all__ if full.startswith("split_"))
    known = [short for short in known if short not in _NEED_MORE] + ["recursive_cjk"]
    if name not in known:
        raise ValueError(f"splitter={name!r} is none of: {', '.join(sorted(known))}")
    return getattr(package, f"split_{plain}")


def make_settings(
    splitter: str | Splitter,
    chunk_size: int,
    chunk_overlap: int,
    unit: str | None,
    encoding: str,
    options: Mapping[str, Any] | None,
    audit: bool,
    embedder: str | Callable[[list[str]], Any] | None,
    include: Sequence[str] | None,
    text_field: str,
    id_field: str,
    max_document_bytes: int,
    time_limit: float,
    file_encoding: str | None = None,
    broken_lines: str = "raise",
) -> Settings:
    """The settings, checked.

    Raises
    ------
    TypeError, ValueError
        For what is wrong, by name and value.
    """
    sizes = {"chunk_size": chunk_size, "chunk_overlap": chunk_overlap, "max_document_bytes": max_document_bytes}
    sizes = {name: whole(name, value) for name, value in sizes.items()}
    for name, least in (("chunk_size", 1), ("chunk_overlap", 0), ("max_document_bytes", 1)):
        if sizes[name] < least:
            raise ValueError(f"{name}={sizes[name]} must be at least {least}")
    if not isinstance(time_limit, (int, float)) or not 0 < time_limit < float("inf"):
        raise ValueError(f"time_limit={time_limit!r} must be a number of seconds above 0")
    if unit not in (None, *_COUNTS_ITSELF):
        raise ValueError(f"unit={unit!r} must be one of {', '.join(_COUNTS_ITSELF)}")
    if isinstance(include, str):
        raise TypeError(f"include must be a list of patterns such as ['*.md'], not the str {include!r}")
    for name, value in (("text_field", text_field), ("id_field", id_field), ("encoding", encoding)):
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not {type(value).__name__} ({value!r})")
    if file_encoding is not None:
        check_encoding(file_encoding)
    if broken_lines not in ("raise", "keep"):
        raise ValueError(f"broken_lines={broken_lines!r} must be 'raise' or 'keep'")
    name, own, unknown = splitter, None, ()
    if not isinstance(splitter, str):
        own = splitter
        name, unknown = spelled("splitter", splitter)
    model, embed = embedder, None
    if not (isinstance(embedder, str) or embedder is None):
        embed, model = embedder, getattr(embedder, "fingerprint", None)
        if model is None:
            model, more = spelled("embedder", embed)
            unknown += more
    try:
        json.dumps(dict(options or {}))
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"options={options!r:.200} cannot be written down ({error}); give a function of your own as splitter"
        ) from None
    settings = Settings(
        name,
        **{key: sizes[key] for key in ("chunk_size", "chunk_overlap")},
        unit=unit or "characters",
        encoding=encoding,
        options=dict(options or {}),
        audit=bool(audit),
        embedder=model,
        include=tuple(include or ()),
        text_field=text_field,
        id_field=id_field,
        max_document_bytes=sizes["max_document_bytes"],
        time_limit=float(time_limit),
        file_encoding=file_encoding,
        broken_lines=broken_lines,
        unknown=unknown,
        own=own,
        embed=embed,
    )
    _try(settings, unit)
    return settings


def _try(settings: Settings, unit: str | None) -> None:
    """A wrong option is told now, and not once for every document."""
    if settings.own is not None:
        if settings.options:
            raise ValueError("options go with the name of a splitter; a function of your own has them already")
        return
    split = find_splitter(settings.splitter)
    parameters = signature(split).parameters
    if settings.splitter in _COUNTS_ITSELF and unit not in (None, settings.splitter):
        raise ValueError(f"splitter={settings.splitter!r} counts {settings.splitter}; leave unit={unit!r} out")
    if settings.chunk_overlap and "chunk_overlap" not in parameters:
        raise ValueError(f"splitter={settings.splitter!r} has no overlap; leave chunk_overlap out")
    if settings.chunk_overlap >= settings.chunk_size:
        raise ValueError(
            f"chunk_overlap={settings.chunk_overlap} must be smaller than chunk_size={settings.chunk_size}"
        )
    for name in settings.options:
        if name not in parameters:
            raise ValueError(f"options={{{name!r}: …}} is none of splitter {settings.splitter!r}")
    try:
        signature(split).bind(None, **settings.given())
    except TypeError as error:
        raise ValueError(f"splitter={settings.splitter!r}: {error}; give it in options={{…}}") from None
    if settings.options:  # what they hold is told by the splitter itself
        settings.cutter()(Document("A word."))
