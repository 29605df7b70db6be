"""Other libraries' splitters, run here on a text, so that their output can be audited like anybody's.

Each is run as its own documentation says, with the splitter it has for that kind of text, and gives its own objects
back. None may use a network: tokenizers come from ``lengths``, and libraries that look for a model hub are told to
stay offline. Nothing is imported before a splitter is asked for.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from typing import Any

PACKAGES = {
    "LangChain": "langchain-text-splitters",
    "LlamaIndex": "llama-index-core",
    "Haystack": "haystack-ai",
    "Chonkie": "chonkie",
    "semchunk": "semchunk",
    "semantic-text-splitter": "semantic-text-splitter",
}
"""What to install for each library."""

Splitter = Callable[[str, int, int], list[Any]]


def peer_versions() -> dict[str, str]:
    """The installed version of each library; a library that is not installed is left out.

    Examples
    --------
    >>> set(peer_versions()) <= set(PACKAGES)
    True
    """
    found = {}
    for library, package in PACKAGES.items():
        try:
            found[library] = version(package)
        except PackageNotFoundError:
            continue
    return found


def peer_splitters(library: str) -> dict[str, str]:
    """The kinds of splitter of a library that can be run, each with the name the library gives it.

    Raises
    ------
    ValueError
        If the library is not known; the message lists the names.

    Examples
    --------
    >>> peer_splitters("Haystack")["markdown"]
    'MarkdownHeaderSplitter'
    """
    return {kind: name for kind, (name, _) in _of(library).items()}


def run_peer(library: str, kind: str, text: str, chunk_size: int, chunk_overlap: int = 0) -> list[Any]:
    """What a library makes of a text, as its own objects.

    Parameters
    ----------
    library : str
        One of ``PACKAGES``.
    kind : str
        One of ``peer_splitters(library)``: ``"characters"`` counts characters, ``"tokens"`` those of
        ``cl100k_base``; the others are for a format.
    text : str
    chunk_size, chunk_overlap : int
        Handed on where the splitter takes them.

    Returns
    -------
    list
        Documents, nodes, chunks, tuples or strings, as the library gives them, for ``audit``.

    Raises
    ------
    ImportError
        If the library is not installed; the message says what to install.
    ValueError
        If the library or the kind is not known.
    """
    splitters = _of(library)
    if kind not in splitters:
        raise ValueError(f"{library} has no splitter for {kind!r} here; choose from {', '.join(splitters)}")
    if library not in peer_versions():
        package = PACKAGES[library]
        raise ImportError(f"{library} is not installed; install it with: pip install {package}")
    with _quiet():
        return splitters[kind][1](text, chunk_size, chunk_overlap)


def _of(library: str) -> dict[str, tuple[str, Splitter]]:
    if library not in _SPLITTERS:
        raise ValueError(f"library {library!r} is not known; choose from {', '.join(PACKAGES)}")
    return _SPLITTERS[library]


@contextmanager
def _quiet() -> Iterator[None]:
    """No network, no telemetry, no notes on the screen."""
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings(), redirect_stdout(StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


def _encoding() -> Any:
    from .lengths import get_encoding

    return get_encoding("cl100k_base")


def _tokens(text: str) -> list[int]:
    return _encoding().encode_ordinary(text)


# --- LangChain -----------------------------------------------------------------------------------------------------


def _langchain_recursive(text: str, size: int, overlap: int) -> list[Any]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=overlap, add_start_index=True
    ).create_documents([text])


def _langchain_tokens(text: str, size: int, overlap: int) -> list[Any]:
    from langchain_text_splitters import TokenTextSplitter

    _encoding()
    return TokenTextSplitter(
        encoding_name="cl100k_base", chunk_size=size, chunk_overlap=overlap, add_start_index=True
    ).create_documents([text])


def _langchain_markdown(text: str, size: int, overlap: int) -> list[Any]:
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    levels = [("#" * level, f"heading {level}") for level in (1, 2, 3)]
    return MarkdownHeaderTextSplitter(levels, strip_headers=False).split_text(text)


def _langchain_html(text: str, size: int, overlap: int) -> list[Any]:
    from langchain_text_splitters import HTMLHeaderTextSplitter

    return HTMLHeaderTextSplitter([("h1", "heading 1"), ("h2", "heading 2")]).split_text(text)


# --- LlamaIndex ----------------------------------------------------------------------------------------------------


def _llama(parser: Any, text: str) -> list[Any]:
    from llama_index.core import Document

    return parser.get_nodes_from_documents([Document(text=text)])


def _llama_sentences(text: str, size: int, overlap: int) -> list[Any]:
    from llama_index.core.node_parser import SentenceSplitter

    return _llama(
        SentenceSplitter(chunk_size=size, chunk_overlap=overlap, tokenizer=list, include_metadata=False), text
    )


def _llama_tokens(text: str, size: int, overlap: int) -> list[Any]:
    from llama_index.core.node_parser import TokenTextSplitter

    return _llama(
        TokenTextSplitter(chunk_size=size, chunk_overlap=overlap, tokenizer=_tokens, include_metadata=False), text
    )


def _llama_markdown(text: str, size: int, overlap: int) -> list[Any]:
    from llama_index.core.node_parser import MarkdownNodeParser

    return _llama(MarkdownNodeParser(), text)


def _llama_html(text: str, size: int, overlap: int) -> list[str]:
    from llama_index.core.node_parser import HTMLNodeParser

    return [node.get_content() for node in _llama(HTMLNodeParser(), text)]  # its positions are those of the tags


# --- Haystack ------------------------------------------------------------------------------------------------------


def _haystack(splitter: Any, text: str) -> list[Any]:
    from haystack import Document

    splitter.warm_up()
    return splitter.run([Document(content=text)])["documents"]


def _haystack_recursive(text: str, size: int, overlap: int) -> list[Any]:
    from haystack.components.preprocessors import RecursiveDocumentSplitter

    return _haystack(
        RecursiveDocumentSplitter(
            split_length=size, split_overlap=overlap, split_unit="char", separators=["\n\n", "\n", ". ", " "]
        ),
        text,
    )


def _haystack_markdown(text: str, size: int, overlap: int) -> list[Any]:
    from haystack.components.preprocessors import MarkdownHeaderSplitter

    return _haystack(MarkdownHeaderSplitter(), text)


# --- Chonkie -------------------------------------------------------------------------------------------------------


def _chonkie_recursive(text: str, size: int, overlap: int) -> list[Any]:
    from chonkie import RecursiveChunker

    return RecursiveChunker("character", chunk_size=size)(text)


def _chonkie_sentences(text: str, size: int, overlap: int) -> list[Any]:
    from chonkie import SentenceChunker

    return SentenceChunker("character", chunk_size=size, chunk_overlap=overlap)(text)


def _chonkie_tokens(text: str, size: int, overlap: int) -> list[Any]:
    from chonkie import TokenChunker

    return TokenChunker(_encoding(), chunk_size=size, chunk_overlap=overlap)(text)


def _chonkie_table(text: str, size: int, overlap: int) -> list[Any]:
    from chonkie import TableChunker

    return TableChunker("character", chunk_size=size)(text)


def _chonkie_context(text: str, size: int, overlap: int) -> list[Any]:
    from chonkie import OverlapRefinery

    chunks = _chonkie_sentences(text, size, 0)
    return OverlapRefinery("character", context_size=overlap, method="prefix", merge=True)(chunks)


# --- semchunk and semantic-text-splitter ---------------------------------------------------------------------------


def _semchunk(text: str, size: int, overlap: int) -> Any:
    import semchunk

    return semchunk.chunk(text, size, len, memoize=False, offsets=True, overlap=overlap or None)


def _semchunk_tokens(text: str, size: int, overlap: int) -> Any:
    import semchunk

    def count(piece: str) -> int:
        return len(_tokens(piece))

    return semchunk.chunk(text, size, count, memoize=False, offsets=True, overlap=overlap or None)


def _semantic(text: str, size: int, overlap: int) -> list[Any]:
    from semantic_text_splitter import TextSplitter

    return TextSplitter(size, overlap=overlap).chunk_indices(text)


def _semantic_tokens(text: str, size: int, overlap: int) -> list[Any]:
    from semantic_text_splitter import TextSplitter

    return TextSplitter.from_callback(lambda piece: len(_tokens(piece)), size, overlap=overlap).chunk_indices(text)


def _semantic_markdown(text: str, size: int, overlap: int) -> list[Any]:
    from semantic_text_splitter import MarkdownSplitter

    return MarkdownSplitter(size, overlap=overlap).chunk_indices(text)


_SPLITTERS: dict[str, dict[str, tuple[str, Splitter]]] = {
    "LangChain": {
        "characters": ("RecursiveCharacterTextSplitter", _langchain_recursive),
        "tokens": ("TokenTextSplitter", _langchain_tokens),
        "markdown": ("MarkdownHeaderTextSplitter", _langchain_markdown),
        "html": ("HTMLHeaderTextSplitter", _langchain_html),
    },
    "LlamaIndex": {
        "characters": ("SentenceSplitter", _llama_sentences),
        "tokens": ("TokenTextSplitter", _llama_tokens),
        "markdown": ("MarkdownNodeParser", _llama_markdown),
        "html": ("HTMLNodeParser", _llama_html),
    },
    "Haystack": {
        "characters": ("RecursiveDocumentSplitter", _haystack_recursive),
        "markdown": ("MarkdownHeaderSplitter", _haystack_markdown),
    },
    "Chonkie": {
        "characters": ("RecursiveChunker", _chonkie_recursive),
        "sentences": ("SentenceChunker", _chonkie_sentences),
        "tokens": ("TokenChunker", _chonkie_tokens),
        "table": ("TableChunker", _chonkie_table),
        "context": ("OverlapRefinery", _chonkie_context),
    },
    "semchunk": {
        "characters": ("chunk", _semchunk),
        "tokens": ("chunk", _semchunk_tokens),
    },
    "semantic-text-splitter": {
        "characters": ("TextSplitter", _semantic),
        "tokens": ("TextSplitter", _semantic_tokens),
        "markdown": ("MarkdownSplitter", _semantic_markdown),
    },
}
