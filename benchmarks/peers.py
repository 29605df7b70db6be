"""What is compared: the splitters of other libraries, and beside each the one of ours that does the like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import ragchunk_lessons
from ragchunk_lessons.peers import _of as peers_of
from ragchunk_lessons.splitters.fixed import split_tokens, split_words
from ragchunk_lessons.splitters.recursive import split_recursive

Contender = Callable[[str], Any]
OURS = "split_recursive"
PURE, PARTLY, COMPILED = "pure Python", "partly compiled", "compiled"
UNITS = {"characters": (500, 50), "tokens": (128, 16), "words": (80, 8)}
"""Size and overlap by unit."""
LARGER = {"tokens": (256, 0), "words": (160, 0)}
"""The second setting of tokens and words."""
SETTINGS = {"500 characters, overlap 50": (500, 50), "1000 characters, no overlap": (1000, 0)}


@dataclass(frozen=True)
class Peer:
    """A splitter of another library.

    Parameters
    ----------
    name : str
    made_of : str
        ``PURE``, ``PARTLY`` or ``COMPILED``: the cutting itself, not the tokenizer.
    make : callable
        From size and overlap to a function of a text.
    unit : str
        What it counts.
    beside : str
        The name of ours in ``OWN``.
    overlap : bool
        Whether it knows overlap; where not, ours is run without.
    """

    name: str
    made_of: str
    make: Callable[[int, int], Contender]
    unit: str = "characters"
    beside: str = OURS
    overlap: bool = True


def _token_length():
    from ragchunk_lessons.lengths import token_length

    return token_length()


OWN: dict[str, Callable[[int, int], Contender]] = {
    OURS: lambda size, overlap: lambda text: split_recursive(text, size, overlap),
    "split_tokens": lambda size, overlap: lambda text: split_tokens(text, size, overlap),
    "split_recursive by tokens": lambda size, overlap: (
        lambda text: split_recursive(text, size, overlap, length_function=_token_length())
    ),
    "split_words": lambda size, overlap: lambda text: split_words(text, size, overlap),
}


def _langchain(kind: str) -> Callable[[int, int], Contender]:
    def make(size: int, overlap: int) -> Contender:
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        indexed = kind == "start"
        splitter = RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=overlap, **({"add_start_index": True} if indexed else {})
        )
        return splitter.split_text if kind == "strings" else lambda text: splitter.create_documents([text])

    return make


def _shared(library: str, kind: str) -> Callable[[int, int], Contender]:
    """As ``run_peer`` runs it, without the look at what is installed, which would be measured too."""
    return lambda size, overlap: lambda text: peers_of(library)[kind][1](text, size, overlap)


def _llama(name: str) -> Callable[[int, int], Contender]:
    def make(size: int, overlap: int) -> Contender:
        from llama_index.core import Document, node_parser

        parser = getattr(node_parser, name)(
            chunk_size=size, chunk_overlap=overlap, tokenizer=list, include_metadata=False
        )
        return lambda text: parser.get_nodes_from_documents([Document(text=text)])

    return make


def _chonkie(name: str) -> Callable[[int, int], Contender]:
    def make(size: int, overlap: int) -> Contender:
        import chonkie

        more = {} if name == "RecursiveChunker" else {"chunk_overlap": overlap}
        return getattr(chonkie, name)("character", chunk_size=size, **more)

    return make


def _haystack(name: str, unit: str) -> Callable[[int, int], Contender]:
    def make(size: int, overlap: int) -> Contender:
        from haystack import Document
        from haystack.components import preprocessors

        more = {"split_by": "word"} if unit == "words" else {"split_unit": "char", "separators": _LADDER}
        splitter = getattr(preprocessors, name)(split_length=size, split_overlap=overlap, **more)
        splitter.warm_up()
        return lambda text: splitter.run([Document(content=text)])["documents"]

    return make


def _rust(size: int, overlap: int) -> Contender:
    from semantic_text_splitter import TextSplitter

    return TextSplitter(size, overlap=overlap).chunk_indices


_LADDER = ["\n\n", "\n", ". ", " "]

PEERS = [
    Peer("LangChain RecursiveCharacterTextSplitter, strings", PURE, _langchain("strings")),
    Peer("LangChain RecursiveCharacterTextSplitter, documents", PURE, _langchain("documents")),
    Peer("LangChain RecursiveCharacterTextSplitter, documents with start", PURE, _langchain("start")),
    Peer("LlamaIndex SentenceSplitter", PURE, _llama("SentenceSplitter")),
    Peer("LlamaIndex TokenTextSplitter", PURE, _llama("TokenTextSplitter")),
    Peer("Haystack RecursiveDocumentSplitter", PURE, _haystack("RecursiveDocumentSplitter", "characters")),
    Peer("semchunk", PURE, _shared("semchunk", "characters")),
    Peer("Chonkie TokenChunker", PURE, _chonkie("TokenChunker")),
    Peer("Chonkie SentenceChunker", PARTLY, _chonkie("SentenceChunker")),
    Peer("Chonkie RecursiveChunker", PARTLY, _chonkie("RecursiveChunker"), overlap=False),
    Peer("semantic-text-splitter TextSplitter", COMPILED, _rust),
    Peer("LangChain TokenTextSplitter", PURE, _shared("LangChain", "tokens"), "tokens", "split_tokens"),
    Peer("Chonkie TokenChunker", PURE, _shared("Chonkie", "tokens"), "tokens", "split_tokens"),
    Peer("LlamaIndex TokenTextSplitter", PURE, _shared("LlamaIndex", "tokens"), "tokens", "split_recursive by tokens"),
    Peer("semchunk", PURE, _shared("semchunk", "tokens"), "tokens", "split_recursive by tokens"),
    Peer(
        "semantic-text-splitter TextSplitter",
        COMPILED,
        _shared("semantic-text-splitter", "tokens"),
        "tokens",
        "split_recursive by tokens",
    ),
    Peer("Haystack DocumentSplitter", PURE, _haystack("DocumentSplitter", "words"), "words", "split_words"),
]


def peers(unit: str) -> list[Peer]:
    """Those that count in this unit."""
    return [peer for peer in PEERS if peer.unit == unit]


def versions() -> dict[str, str]:
    """The packages that are compared, with their versions."""
    names = ("langchain-text-splitters", "llama-index-core", "haystack-ai", "chonkie", "chonkie-core", "semchunk")
    names += ("semantic-text-splitter", "tiktoken")
    return {"ragchunk-lessons": ragchunk_lessons.__version__, **{name: version(name) for name in names}}


def contenders(size: int, overlap: int) -> dict[str, Contender]:
    """Ours and every peer that counts characters, by name; each takes a text and gives its chunks."""
    found = {OURS: OWN[OURS](size, overlap)}
    return found | {peer.name: peer.make(size, overlap) for peer in peers("characters")}
