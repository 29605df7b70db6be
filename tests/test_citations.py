"""citations and knowledge_base: the right place, the words checked against the source, and what an edit leaves."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from fake_embedders import by_hash
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons.audit import audit
from ragchunk_lessons.chunk import Chunk
from ragchunk_lessons.document import Document
from ragchunk_lessons.plots import plot_changes
from ragchunk_lessons.published.knowledge import build_chunk_records
from ragchunk_lessons.readers import read_file
from ragchunk_lessons.retrieval import ChunkIndex, Hit
from ragchunk_lessons.searching.citations import Citation, check_citation, cite
from ragchunk_lessons.searching.faiss_index import FaissIndex
from ragchunk_lessons.searching.knowledge_base import compare_chunks, read_folder, rebuild, split_document
from ragchunk_lessons.station_files import write_station_files

TEXT = "# Pump\n\nStop it.\n\n## Reset\n\nWait ten minutes. Then press the button. Wait ten minutes.\n"
MANUAL = Document(TEXT, "manual.md")
RESET = split_document(MANUAL, 200)[1]


class Counting:
    """An embedder that remembers what it was asked."""

    name, max_tokens = "counting", None

    def __init__(self):
        self.asked = []

    def __call__(self, texts):
        self.asked += texts
        vectors = by_hash(texts)
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


# --- citing ---------------------------------------------------------------------------------------------------


def test_a_citation_says_where_the_words_stand():
    made = cite(Hit(RESET, 0.5, 1), "Then press the button.")
    assert TEXT[made.start : made.end] == made.quote == "Then press the button."
    assert made.text == f"manual.md › Pump › Reset, characters {made.start}–{made.end}"
    assert made.link == f"manual.md#char={made.start},{made.end}"
    assert str(made) == made.text


def test_the_whole_chunk_is_cited_without_words():
    made = cite(RESET)
    assert (made.quote, made.start, made.end) == (RESET.text, RESET.start, RESET.end)


def test_a_context_in_front_is_not_cited():
    chunk = Chunk("Pump > Reset\n\nWait", 26, 30, {"source": "manual.md"})
    assert cite(chunk).quote == "Wait" and check_citation(cite(chunk), MANUAL).ok is (TEXT[26:30] == "Wait")
    with pytest.raises(ValueError, match="does not hold 'Reset'"):
        cite(chunk, "Reset")


@pytest.mark.parametrize(
    ("labels", "text", "link"),
    [
        ({"source": "a b.pdf", "page": 3}, "a b.pdf, p.\xa03, characters 1\xa0000–1\xa0004", "a%20b.pdf#page=3"),
        ({"source": "a.pdf", "pages": (3, 5)}, "a.pdf, pp.\xa03–5, characters 1\xa0000–1\xa0004", "a.pdf#page=3"),
        ({"source": "a.csv", "row": 7}, "a.csv, row 7, characters 1\xa0000–1\xa0004", "a.csv"),
        (
            {"source": "a.vtt", "start_time": 700.0, "end_time": 3725.5},
            "a.vtt, 11:40–1:02:05, characters 1\xa0000–1\xa0004",
            "a.vtt",
        ),
        ({"source": "a.vtt", "start_time": None, "end_time": None}, "a.vtt, characters 1\xa0000–1\xa0004", "a.vtt"),
        (
            {"source": "a.html", "heading_path": ("", "A", "B")},
            "a.html › A › B, characters 1\xa0000–1\xa0004",
            "a.html#:~:text=E%2D17",
        ),
        ({"source": "dir/a.TXT"}, "dir/a.TXT, characters 1\xa0000–1\xa0004", "dir/a.TXT#char=1000,1004"),
    ],
)
def test_each_kind_says_what_it_knows(labels, text, link):
    made = cite(Chunk("E-17", 1000, 1004, labels))
    assert (made.text, made.link) == (text, link)


@pytest.mark.parametrize(
    ("chunk", "quote", "error", "said"),
    [
        (Chunk("Wait.", 0, 5), None, ValueError, "names no source"),
        (Chunk("Wait.", 0, 9, {"source": "a"}), None, ValueError, r"has 5 characters and its span \[0:9\] has 9"),
        (Chunk("", 3, 3, {"source": "a"}), None, ValueError, "cannot be cited"),
        (RESET, "Wait twenty minutes.", ValueError, "does not hold 'Wait twenty minutes.'"),
        (RESET, "Wait ten minutes.", ValueError, "more than once; quote a longer piece"),
        (RESET, "  ", ValueError, "is blank"),
        (RESET, 5, TypeError, "quote must be a str, not int"),
        ("Wait.", None, TypeError, "must be a Hit or a Chunk, not str"),
    ],
)
def test_what_cannot_be_cited_is_refused(chunk, quote, error, said):
    with pytest.raises(error, match=said):
        cite(chunk, quote)


def test_a_chunk_that_is_not_the_source_is_found_when_the_source_is_given():
    assert cite(RESET, documents=MANUAL) == cite(RESET)
    for wrong, said in (
        (replace(RESET, text=RESET.text.replace("ten", "two")), "gone"),
        (replace(RESET, start=RESET.start - 1, end=RESET.end - 1), "moved"),
        (replace(RESET, metadata={"source": "other.md"}), "no source"),
    ):
        with pytest.raises(ValueError, match=rf"does not have these words there \({said}\)"):
            cite(wrong, documents=MANUAL)


def test_a_citation_goes_through_json_and_back():
    made = cite(Chunk("E-17", 0, 4, {"source": "a.pdf", "pages": (1, 2), "heading_path": ("A",), "row": 1}))
    assert Citation.from_dict(json.loads(json.dumps(made.to_dict()))) == made
    with pytest.raises(ValueError, match=r"missing \['end'\], not known \['stop'\]"):
        Citation.from_dict({"quote": "a", "source": "b", "start": 0, "stop": 1})


# --- checking -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "status", "place"),
    [
        (TEXT, "holds", 0),
        (TEXT + "More.", "holds", 0),
        ("Preface.\n" + TEXT, "moved", 9),
        (TEXT.replace("the button", "the red button"), "gone", None),
        ("New. " + TEXT + "Then press the button.", "several", None),
        (TEXT + "Then press the button.", "holds", 0),
        ("", "gone", None),
    ],
)
def test_what_became_of_a_citation(now, status, place):
    made = cite(RESET, "Then press the button.")
    found = check_citation(made, [Document("Then press the button.", "other.md"), Document(now, "manual.md")])
    assert found.status == status and found.ok is (status == "holds")
    wanted = (None, None) if place is None else (made.start + place, made.end + place)
    assert (found.start, found.end) == wanted


def test_of_a_quotation_that_is_gone_the_missing_lines_are_named():
    made = cite(Chunk("1. Stop.\n\n2. Wait.\n3. Start.", 0, 28, {"source": "a"}))
    found = check_citation(made, Document("1. Stop.\n\n2. Wait longer.\n3. Start.", "a"))
    assert (found.status, found.missing) == ("gone", ("2. Wait.",))
    found = check_citation(made, Document("1. Stop.\n\n2. Wait.\nNew.\n3. Start.", "a"))
    assert (found.status, found.missing) == ("gone", ())


def test_a_source_that_is_not_there_and_what_is_no_citation():
    assert check_citation(cite(RESET), Document(TEXT, "renamed.md")).status == "no source"
    with pytest.raises(TypeError, match="must be a Citation"):
        check_citation(RESET, MANUAL)


# --- a folder -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shelf")
    return folder, write_station_files(folder)


def test_a_folder_is_read_by_kind_and_named_without_its_path(shelf):
    folder, names = shelf
    documents = read_folder(folder)
    assert [one.source for one in documents] == names == sorted(names) and len(names) == 5
    places = {one.source: split_document(one, 500)[0].metadata for one in documents}
    assert places["spare_parts.csv"]["row"] == 1 and places["pump_rules.pdf"]["page"] == 1
    assert places["support_call.vtt"]["start_time"] == 4.0
    assert places["manual.md"]["heading_path"] == ("Alder Hill Pumping Station: Maintenance Manual",)
    assert places["handbook.html"]["title"] == "Pump station handbook"


def test_every_chunk_of_the_folder_can_be_cited_and_the_citation_holds(shelf):
    documents = read_folder(shelf[0])
    for document in documents:
        chunks = split_document(document, 500)
        assert chunks and all(check_citation(cite(one), documents).status == "holds" for one in chunks)


def test_the_ids_do_not_know_where_the_folder_is(shelf, tmp_path):
    write_station_files(tmp_path)
    ids = [[one.id for d in read_folder(folder) for one in split_document(d, 500)] for folder in (shelf[0], tmp_path)]
    assert ids[0] == ids[1] and len(set(ids[0])) == len(ids[0])


def test_folders_inside_and_hidden_files(tmp_path):
    (tmp_path / "pumps" / ".git").mkdir(parents=True)
    (tmp_path / "pumps" / "a.md").write_text("# A", encoding="utf-8")
    (tmp_path / "pumps" / ".git" / "config").write_text("x", encoding="utf-8")
    assert [one.source for one in read_folder(tmp_path)] == ["pumps/a.md"]
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00")
    with pytest.raises(ValueError, match=r"photo.jpg is no text"):
        read_folder(tmp_path)
    with pytest.raises(NotADirectoryError, match="is not a folder"):
        read_folder(tmp_path / "missing")
    with pytest.raises(TypeError, match="must be a Document"):
        split_document("# A", 100)


@pytest.mark.parametrize(
    ("name", "content", "label"),
    [
        ("a.htm", "<h1>Pump</h1><p>Open.", {"heading_path": ("Pump",)}),
        ("a.XHTML", "<h1>Pump</h1><p>Open.", {"heading_path": ("Pump",)}),
        ("a.markdown", "# Pump\n\nOpen.", {"heading_path": ("Pump",)}),
        ("a.tsv", "part\tstock\nseal\t4", {"row": 1}),
        ("a.csv", "part;stock\nseal;4", {"row": 1}),
        ("a.ndjson", '{"id": 7}', {"line": 1}),
        ("notes", "Open the valve.", {}),
        ("run.log", "Open the valve.", {}),
    ],
)
def test_the_kinds_are_those_of_read_file(tmp_path, name, content, label):
    (tmp_path / name).write_text(content, encoding="utf-8")
    (document,) = read_folder(tmp_path)
    assert document == read_file(tmp_path / name)
    chunks = split_document(document, 500)
    assert audit(document, chunks).ok and label.items() <= chunks[0].metadata.items()


def test_a_pdf_under_another_name_is_cut_by_its_pages(shelf, tmp_path):
    (tmp_path / "rules.bin").write_bytes((shelf[0] / "pump_rules.pdf").read_bytes())
    (document,) = read_folder(tmp_path)
    assert split_document(document, 500)[0].metadata["page"] == 1


def test_a_folder_that_cannot_be_looked_into_is_not_passed_over(tmp_path, monkeypatch):
    (tmp_path / "secret").mkdir()
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    with pytest.raises(FileNotFoundError, match=r"there is no file .*gone\.md"):
        read_folder(tmp_path)
    seen = os.scandir

    def scandir(path):
        if "secret" in str(path):
            raise PermissionError(13, "Permission denied", path)
        return seen(path)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(PermissionError):
        read_folder(tmp_path)


# --- hostile citations ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end", "quote"),
    [(-4, -1, "ait"), (0, 1000, "Wait."), (None, None, "Wait."), (0, 0, ""), (0, 5.0, "Wait.")],
)
def test_a_citation_of_no_place_cannot_hold(start, end, quote):
    with pytest.raises((TypeError, ValueError)):
        Citation(quote, "m.md", start, end)


@pytest.mark.parametrize(
    ("labels", "path", "pages"),
    [
        ({"heading_path": "Pump > Start"}, ("Pump > Start",), ()),
        ({"heading_path": None, "page": None}, (), ()),
        ({"heading_path": ["Pump"], "pages": 3}, ("Pump",), (3,)),
        ({"pages": [], "page": 0}, (), (0,)),
    ],
)
def test_labels_of_another_make(labels, path, pages):
    one = cite(Chunk("Wait.", 0, 5, {"source": "m.md", **labels}))
    assert (one.heading_path, one.pages) == (path, pages)


@pytest.mark.parametrize("time", ["00:01", float("nan"), float("inf")])
def test_a_time_that_is_no_number_is_refused_before_it_is_shown(time):
    with pytest.raises(ValueError, match=r"start_time=.* must be a number of seconds or None"):
        cite(Chunk("Wait.", 0, 5, {"source": "m.md", "start_time": time}))


def test_a_chunk_whose_source_is_none_names_no_source():
    with pytest.raises(ValueError, match="names no source"):
        cite(Chunk("Wait.", 0, 5, {"source": None}))


@pytest.mark.parametrize(
    ("quote", "source", "link"),
    [
        ("Wait", "caf\udce9.md", "caf%E9.md#char=0,4"),
        ("W\ud83dit", "a.html", "a.html#:~:text=W%3Fit"),
        ("\nWait", "a.html", "a.html#:~:text=Wait"),
        ("Wait", "a.XHTML", "a.XHTML#:~:text=Wait"),
        ("Wait", "a.markdown", "a.markdown#char=0,4"),
    ],
)
def test_a_link_to_any_name_and_any_words(quote, source, link):
    assert Citation(quote, source, 0, len(quote)).link == link


@pytest.mark.parametrize("record", [[1], None, {"quote": 1, "source": "m", "start": 0, "end": 1}])
def test_what_is_no_record_of_a_citation(record):
    with pytest.raises(TypeError):
        Citation.from_dict(record)


# --- an edit --------------------------------------------------------------------------------------------------


def counts(changes):
    return tuple(len(part) for part in (changes.kept, changes.moved, changes.added, changes.removed, changes.to_embed))


SENTENCES = "One is here.\n\nTwo is here.\n\nThree is here.\n\nFour is here."


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (SENTENCES, (4, 0, 0, 0, 0)),
        (SENTENCES.replace("Two", "Ten"), (3, 0, 1, 1, 1)),
        (SENTENCES.replace("Two", "Twelve"), (1, 2, 1, 1, 1)),
        ("New.\n\n" + SENTENCES, (0, 4, 1, 0, 1)),
        (SENTENCES.replace("\n\nThree is here.", ""), (2, 1, 0, 1, 0)),
        (SENTENCES + "\n\nOne is here.", (4, 0, 1, 0, 0)),
        ("", (0, 0, 0, 4, 0)),
    ],
)
def test_what_an_edit_does(after, expected):
    before, now = (split_document(Document(text, "a.txt"), 16) for text in (SENTENCES, after))
    assert counts(compare_chunks(before, now)) == expected


def test_the_same_text_in_another_source_is_added_and_needs_no_model():
    changes = compare_chunks([Chunk("one", 0, 3, {"source": "a"})], [Chunk("one", 0, 3, {"source": "b"})])
    assert counts(changes) == (0, 0, 1, 1, 0)
    with pytest.raises(TypeError, match=r"after\[0\] must be a Chunk, not str"):
        compare_chunks([], ["one"])


pieces = st.lists(st.sampled_from(["a", "b", "c"]), max_size=6)


@given(pieces, pieces)
def test_every_chunk_is_counted_once(one, other):
    before, after = ([Chunk(t, 2 * n, 2 * n + 1, {"source": "s"}) for n, t in enumerate(x)] for x in (one, other))
    kept, moved, added, removed, _ = counts(compare_chunks(before, after))
    assert kept + moved + added == len(after) and kept + moved + removed == len(before)
    assert set(compare_chunks(before, after).to_embed) == set(other) - set(one)


@pytest.mark.parametrize("kind", [ChunkIndex, FaissIndex])
def test_a_rebuilt_index_is_the_index_from_nothing_and_asks_only_for_what_is_new(kind):
    before, after = (
        split_document(Document(text, "a.txt"), 16) for text in (SENTENCES, SENTENCES.replace("Two", "Twelve"))
    )
    embed = Counting()
    index = kind(before, embed)
    embed.asked.clear()
    made = rebuild(index, after)
    assert embed.asked == ["Twelve is here."] and type(made) is kind and made.embedder is embed
    fresh = kind(after, Counting())
    assert np.allclose(made.vectors, fresh.vectors, atol=1e-6)
    assert [hit.chunk for hit in made.search("Where?", 9)] == [hit.chunk for hit in fresh.search("Where?", 9)]
    assert len(index) == 4 and index.chunks == tuple(before)


@pytest.mark.parametrize("shape", [lambda v: v[:0], lambda v: np.vstack([v, v]), lambda v: v[:, :2]])
def test_a_model_that_gives_other_vectors_is_refused(shape):
    index = ChunkIndex(split_document(Document(SENTENCES, "a.txt"), 16), Counting())
    index.embedder = lambda texts: shape(Counting()(texts))
    with pytest.raises(ValueError, match=r"the embedder gave an array of shape .* for 1 texts; this index needs \(1, "):
        rebuild(index, [*index.chunks, Chunk("new", 900, 903, {"source": "a.txt"})])
    with pytest.raises(TypeError, match="must be a ChunkIndex"):
        rebuild(None, [])


def test_many_equal_chunks_are_compared_in_step():
    def sets(size):
        return [[Chunk("same", at * 5 + shift, at * 5 + shift + 4) for at in range(size)] for shift in (0, 10**7)]

    small, large = sets(3_000), sets(60_000)
    assert len(compare_chunks(*small).moved) == 3_000
    assert_in_step(lambda: compare_chunks(*small), lambda: compare_chunks(*large), times=20, limit=30)


def test_another_kind_over_the_same_vectors(tmp_path):
    embed = Counting()
    index = ChunkIndex(split_document(Document(SENTENCES, "a.txt"), 16), embed)
    embed.asked.clear()
    faiss = rebuild(index, index.chunks, kind=FaissIndex)
    assert isinstance(faiss, FaissIndex) and embed.asked == []
    assert faiss.search("Where?") == index.search("Where?")
    faiss.save(tmp_path / "faiss")
    assert FaissIndex.load(tmp_path / "faiss", embed).search("Where?") == index.search("Where?")
    assert len(rebuild(index, [])) == 0


# --- the picture and the recipe -------------------------------------------------------------------------------


def test_the_picture_says_what_changed():
    before, now = (
        split_document(Document(text, "a.txt"), 16) for text in (SENTENCES, SENTENCES.replace("Two", "Twelve"))
    )
    plot = plot_changes(compare_chunks(before, now))
    assert plot.title == "1 of 4 chunks hold a new text; 1 keep their id."
    assert "same id: 1, other id, same text: 2, new text: 1. The new texts are number 2." in plot.alt
    assert "other id, same text" in plot.svg
    with pytest.raises(ValueError, match="nothing to draw"):
        plot_changes(compare_chunks(before, []))


def test_the_published_record_has_four_fields_and_no_place():
    records = build_chunk_records(["one", "three"], "a.md", "A > B")
    assert [record["text"] for record in records] == ["one", "three"]
    assert records[1]["metadata"] == {"source": "a.md", "title_path": "A > B", "chunk_index": 1, "char_len": 5}
    again = build_chunk_records(["ONE", "THREE"], "a.md", "A > B")
    assert [one["metadata"] for one in records] == [one["metadata"] for one in again]
