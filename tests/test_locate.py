"""Finding again where plain strings came from."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from growth import assert_in_step
from hypothesis import given
from hypothesis import strategies as st

from ragchunk_lessons import Chunk, Document, Located, locate
from ragchunk_lessons.auditing.locator import Locator
from ragchunk_lessons.auditing.sentence_index import SentenceIndex
from ragchunk_lessons.auditing.squeezed import Squeezed, squeeze


def starts(text, pieces):
    return [chunk.start for chunk in locate(text, pieces)]


@pytest.mark.parametrize(
    ("text", "pieces", "expected"),
    [
        ("ok no\n\nok", ["ok no", "ok"], [0, 7]),
        ("Paid. Due. Due. Due.", ["Paid.", "Due.", "Due.", "Due."], [0, 6, 11, 16]),
        ("one two three four", ["one two", "two three", "three four"], [0, 4, 8]),
        ("a b a b a b", ["a b", "a b", "a b"], [0, 4, 8]),
        ("aaaa", ["aa", "aa", "aa"], [0, 1, 2]),  # the first that ends after the last one did
        ("abcdefgh", ["abcdef", "efgh"], [0, 4]),
        ("x y. z", ["x y.", " z"], [0, 4]),
        ("", [], []),
    ],
)
def test_in_order_each_occurrence_once(text, pieces, expected):
    found = locate(text, pieces)
    assert [chunk.start for chunk in found] == expected
    assert [chunk.text for chunk in found] == pieces
    assert found.missing == []


@pytest.mark.parametrize(
    ("text", "pieces", "expected"),
    [
        ("pump pump pump", ["pump", "pump pump"], [0, 5]),
        ("No. No. No.", ["No.", "No. No."], [0, 4]),
        ("pump pump pump", ["pump", " pump pump"], [0, 4]),
        ("no no no no", ["no no", "no no"], [0, 6]),
        ("no no no", ["no no", "no no"], [0, 3]),  # windows with an overlap of a word
        ("pump pump pump end", ["pump", "pump pump"], [0, 5]),  # something is left out either way: the least
    ],
)
def test_a_text_that_repeats_itself_is_read_in_the_way_that_leaves_out_less(text, pieces, expected):
    found = locate(text, pieces)
    assert [chunk.start for chunk in found] == expected
    assert [chunk.text for chunk in found] == pieces


@given(st.text("ab \n", max_size=60), st.lists(st.integers(0, 60), max_size=8), st.booleans())
def test_a_text_cut_without_a_gap_is_found_whole(text, edges, bare):
    edges = [edge for edge in sorted({0, len(text), *edges}) if edge <= len(text)]
    pieces = [text[start:end] for start, end in pairwise(edges)]
    pieces = [piece.strip() if bare else piece for piece in pieces]
    found = locate(text, pieces)
    assert left_out(text, [(chunk.start, chunk.end) for chunk in found]) == 0
    assert all(not piece.strip() for _, piece in found.missing)


def test_a_piece_inside_the_one_before_is_found_there():
    text = "".join(chr(97 + at % 26) + str(at) for at in range(200))
    assert starts(text, [text[100:], text[500:]]) == [100, 500]


def test_pieces_out_of_order_are_found():
    text = "One is first. Two is second. Three is third."
    assert starts(text, ["Three is third.", "One is first.", "Two is second."]) == [29, 0, 14]


def test_what_is_not_found_is_reported_and_the_rest_goes_on():
    found = locate("One. Two. Three.", ["One.", "Four.", "Three."])
    assert [(chunk.text, chunk.metadata["piece"]) for chunk in found] == [("One.", 0), ("Three.", 2)]
    assert found.missing == [(1, "Four.")]
    assert repr(found) == "Located(2 chunks, 1 missing)"


def test_an_occurrence_is_used_once():
    found = locate("One. Two.", ["One.", "One."])
    assert (len(found), found.missing) == (1, [(1, "One.")])


@pytest.mark.parametrize("piece", ["", " ", "\n\n"])
def test_a_blank_piece_stands_for_nothing(piece):
    found = locate("One.\n\nTwo.", ["One.", piece, "Two."])
    assert (len(found), found.missing) == (2, [(1, piece)])


@pytest.mark.parametrize(
    ("text", "piece", "slice_"),
    [
        ("one\ttwo\u00a0three", "one two three", "one\ttwo\u00a0three"),
        ("Price: 5\u00a0EUR\tper unit", "5EURper", "5\u00a0EUR\tper"),
        ("all: build\n\techo done", "all: build echo done", "all: build\n\techo done"),
        ("nothing", "no thing", "nothing"),
        ("line one\r\nline two", "  line one\nline two\n", "line one\r\nline two"),
        ("x " * 40 + "y\n z", "x y z", "x y\n z"),
    ],
)
def test_white_space_does_not_matter_where_it_must_not(text, piece, slice_):
    [chunk] = locate(text, [piece])
    assert chunk.text == slice_ == text[chunk.start : chunk.end]
    assert chunk.metadata["match"] == "white space"


def test_exact_goes_before_white_space():
    [chunk] = locate("a\tb, a b", ["a b"])
    assert (chunk.start, chunk.metadata["match"]) == (5, "exact")


SENTENCES = ["Alpha is red.", "Beta is blue.", "Gamma is green.", "Delta is grey.", "Eta is white."]


def test_a_piece_that_joins_distant_sentences_gives_several_slices():
    text = " ".join(SENTENCES)
    found = locate(text, [f"{SENTENCES[0]} {SENTENCES[2]}", f"{SENTENCES[1]} {SENTENCES[3]} {SENTENCES[4]}"])
    assert [(chunk.text, chunk.metadata["piece"]) for chunk in found] == [
        ("Alpha is red.", 0),
        ("Gamma is green.", 0),
        ("Beta is blue.", 1),
        ("Delta is grey. Eta is white.", 1),
    ]
    assert all(chunk.text == text[chunk.start : chunk.end] for chunk in found)
    assert {chunk.metadata["match"] for chunk in found} == {"slices"}


@pytest.mark.parametrize(
    ("text", "piece", "slices"),
    [
        ("甲泵漏水。乙泵停机。丙泵正常。", "甲泵漏水。丙泵正常。", [(0, 5), (10, 15)]),
        ("One is red. Two is blue. Three is green.", "Three is green. One is red.", [(25, 40), (0, 11)]),
        ("One is red. Two is blue. Three is green.", "One is red Three is green", [(0, 11), (25, 40)]),
        ("apple\nbanana\ncherry", "cherry\napple", [(13, 19), (0, 5)]),
        (
            "The pump is old. The valve is new. The pump is hot.",
            "The pump is old. The pump is hot.",
            [(0, 16), (35, 51)],
        ),
    ],
)
def test_slices_in_many_forms(text, piece, slices):
    assert [(chunk.start, chunk.end) for chunk in locate(text, [piece])] == slices


@pytest.mark.parametrize(
    "piece", ["One is red. Two is green.", "One is. Three is green.", "dne eno", "is red. is green."]
)
def test_slices_are_whole_sentences_or_nothing(piece):
    assert locate("One is red. Two is blue. Three is green.\nd\nn\ne\no\n", [piece]).missing == [(0, piece)]


def test_chunks_carry_the_source_of_the_document():
    [chunk] = locate(Document("One.", source="a.txt"), ["One."])
    assert chunk == Chunk("One.", 0, 4, {"source": "a.txt", "piece": 0, "match": "exact"})


def test_objects_are_located_by_their_text():
    assert starts("one two", [{"text": "one", "start": 77}, Chunk("two", 0, 3)]) == [0, 4]


@pytest.mark.parametrize(
    ("document", "pieces", "message"),
    [
        (b"one", ["one"], "text must be a str or a Document, not bytes"),
        ("one", "one", "pieces must be a list of pieces, not str"),
        ("one", [1], "chunk 0 is an int without a text"),
    ],
)
def test_bad_input_is_named(document, pieces, message):
    with pytest.raises(TypeError, match=message):
        locate(document, pieces)


def test_located_is_a_sequence_of_its_chunks():
    found = locate("one two", ["one", "two"])
    assert isinstance(found, Located)
    assert list(found) == found.chunks == [found[0], found[1]]


def windows(draw_edges, size):
    edges = sorted({0, size, *draw_edges})
    return list(pairwise(edges))


@given(st.lists(st.integers(0, 400), max_size=12), st.integers(0, 15))
def test_slices_of_a_text_without_repetition_come_back_where_they_were(edges, overlap):
    text = " ".join(f"{number}th" for number in range(100, 180))  # no word twice
    spans = [(start, min(end + overlap, len(text))) for start, end in windows(edges, len(text))]
    spans = [span for span in spans if len(text[slice(*span)].strip()) > 4]  # long enough to be unique
    found = locate(text, [text[start:end] for start, end in spans])
    assert [(chunk.start, chunk.end) for chunk in found] == spans
    assert found.missing == []


def by_hand(text, pieces):
    """The rule, spelled out: of the three readings the first of those that leave out least, and find most."""
    found = [reading(text, pieces, name) for name in ("first", "directly", "furthest")]
    return (
        min(found, key=lambda spans: (left_out(text, spans), spans.count(None)))
        if left_out(text, found[0])
        else found[0]
    )


def left_out(text, spans):
    held = {at for span in spans if span for at in range(*span)}
    return sum(at not in held and not char.isspace() for at, char in enumerate(text))


def reading(text, pieces, name):
    """All occurrences by trying every position."""
    used, last, spans = set(), 0, []
    for piece in pieces:
        places = [(at, at + len(piece)) for at in range(len(text)) if text.startswith(piece, at)]
        places = [place for place in places if place not in used]
        after = [place for place in places if place[1] > last]
        before = [place for place in places if place[1] <= last]
        place = after[0] if after else before[-1] if before else None
        if name == "directly" and (last, last + len(piece)) in places:
            place = (last, last + len(piece))
        reached = max((span[1] for span in spans if span), default=0)
        near = [at for at in places if at[0] <= reached < at[1]] or [at for at in places if at[1] <= reached]
        if name == "furthest" and near:
            place = near[-1]
        spans.append(place)
        if place:
            used.add(place)
            last = place[1]
    return spans


@given(st.text("ab", min_size=1, max_size=12), st.lists(st.text("ab", min_size=1, max_size=4), max_size=8))
def test_the_rule_by_trying_every_position(text, pieces):
    found = locate(text, pieces)
    expected = by_hand(text, pieces)
    spans = {chunk.metadata["piece"]: (chunk.start, chunk.end) for chunk in found}
    actual = [spans.get(number) for number in range(len(pieces))]
    if left_out(text, actual) < left_out(
        text, expected
    ):  # out of order, into the gaps: each still at a place of its own
        assert len(set(spans.values())) == len(spans)
        assert all(text[slice(*span)] == pieces[number] for number, span in spans.items())
    else:
        assert actual == expected
    assert found.missing == [(number, pieces[number]) for number, span in enumerate(actual) if span is None]


@given(st.text("ab \n\u3000", max_size=300), st.integers(0, 300))
def test_positions_without_white_space_lead_back(text, at):
    squeezed = Squeezed(text)
    assert squeezed.text == squeeze(text)
    visible = [position for position, char in enumerate(text) if not char.isspace()]
    assert [squeezed.to_source(position) for position in range(len(visible))] == visible
    at = min(at, len(text))
    assert squeezed.to_squeezed(at) == sum(position < at for position in visible)


def prose(size, seed=7):
    draw = random.Random(seed)
    words = ["".join(draw.choices("abcdefghijklm", k=draw.randint(2, 8))) for _ in range(3000)]
    parts, length = [], 0
    while length < size:
        sentence = " ".join(draw.choices(words, k=draw.randint(5, 18))).capitalize() + draw.choice(
            [". ", ". ", ".\n\n"]
        )
        parts.append(sentence)
        length += len(sentence)
    return "".join(parts)[:size]


@pytest.mark.parametrize("needle_length", [15, 40, 400])
def test_the_index_finds_what_a_plain_scan_finds(needle_length):
    text = prose(240_000) * 2  # everything stands twice
    plain, indexed = Squeezed(text), Squeezed(text)
    indexed._scanned, plain._scanned = 10**12, -(10**12)
    draw = random.Random(3)
    for _ in range(30):
        at = draw.randrange(len(plain.text) - needle_length)
        needle = plain.text[at : at + needle_length]
        middle = draw.randrange(len(plain.text))
        assert list(indexed.after(needle, middle)) == list(plain.after(needle, middle))
        assert list(indexed.before(needle, middle)) == list(plain.before(needle, middle))
    assert indexed._index is not None and plain._index is None
    assert list(indexed.after("never" * 20, 0)) == []


def lowered(text, size):
    return [text[at : at + size].upper() for at in range(0, len(text), size)]


def windowed(text, size, overlap=50):
    return [text[at : at + size + overlap] for at in range(0, len(text), size)]


def assert_found_in_step(text_of, pieces_of, expected):
    """Four times the text takes at most eight times the time; with the square of it, sixteen."""
    small, large = text_of(250_000), text_of(1_000_000)
    few, many = pieces_of(small), pieces_of(large)
    assert expected(many, locate(large, many))
    assert_in_step(lambda: locate(small, few), lambda: locate(large, many), 4, limit=8)


@pytest.mark.speed
def test_windows_of_a_long_text_are_found_in_step():
    def expected(pieces, found):
        return [chunk.start for chunk in found] == [number * 500 for number in range(len(pieces))]

    assert_found_in_step(prose, lambda text: windowed(text, 500), expected)


@pytest.mark.speed
def test_pieces_that_stand_nowhere_are_given_up_in_step():
    assert_found_in_step(prose, lambda text: lowered(text, 500), lambda _, found: len(found.missing) == 2000)


@pytest.mark.speed
def test_pieces_in_any_order_are_found_in_step():
    def order(count):
        numbers = list(range(count))
        random.Random(5).shuffle(numbers)
        return numbers

    def shuffled(text):
        pieces = windowed(text, 500)
        return [pieces[number] for number in order(len(pieces))]

    def expected(pieces, found):
        return [chunk.start for chunk in found] == [number * 500 for number in order(len(pieces))]

    assert_found_in_step(prose, shuffled, expected)


@pytest.mark.speed
@pytest.mark.parametrize(
    ("change", "number"),
    [(lambda piece: piece, 1000), (lambda piece: piece.replace(" ", "  "), 1000), (lambda piece: piece + "b", 0)],
)
def test_pieces_of_a_text_that_repeats_itself_are_found_in_step(change, number):
    def pieces(text):
        return [change(piece) for piece in windowed(text, 1000)]

    assert_found_in_step(lambda size: "a " * (size // 2), pieces, lambda _, found: len(found) == number)


def test_a_locator_goes_on_from_a_span_it_is_told():
    locator = Locator("Due. Due. Due.")
    locator.note(5, 9)
    assert locator.place("Due.") == ("exact", [(10, 14)])
    assert locator.place("Due.") == ("exact", [(0, 4)])
    assert locator.place("Due.")[0] == "again"


def test_sentences_are_read_in_the_order_of_the_piece():
    index = SentenceIndex("One is red. Two is blue! Three is green?")
    assert index.read("Three is green? One is red. Two is blue!") == [(25, 40), (0, 24)]
    assert index.read("Four is white.") == []
