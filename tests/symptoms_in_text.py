"""For each symptom that shows in the chunks alone: names for which the check must speak, and be silent."""

from __future__ import annotations

from symptom_makers import EMBED, PAGE, cut, placed

from ragchunk_lessons import (
    Chunk,
    read_transcript,
    split_markdown,
    split_pages,
    split_recursive,
    split_time_windows,
    split_words,
)
from ragchunk_lessons.corpora import load_text
from ragchunk_lessons.published import ngram_chunks


def sentences():
    text = "Stop the pump. Close the valve."
    return cut(text, [text[:10], text[10:]]), cut(text, ["Stop the pump.", "Close the valve."])


def words():
    return cut("Stop pump", ["Stop pu", "mp"]), cut("Stop pump", ["Stop", "pump"])


def signs_of_damage():
    return cut("水泵停", ["水\ufffd", "\ufffd停"]), cut("水泵停", ["水泵", "停"])


def chinese():
    text = "水泵停了。关上阀门。"
    return cut(text, [text[:7], text[7:]]), cut(text, [text[:5], text[5:]])


def over_headings():
    return cut(PAGE, split_recursive(PAGE, 400)), cut(PAGE, split_markdown(PAGE, 400))


def table():
    text = load_text("inspection_table")
    return cut(text, split_recursive(text, 160)), cut(text, split_markdown(text, 160))


def fences():
    at = PAGE.index("station start")
    return cut(PAGE, [PAGE[:at], PAGE[at:]]), cut(PAGE, split_markdown(PAGE, 400))


def indentation():
    text = "if lamp:\n    start()"
    return cut(text, ["if lamp:\nstart()"]), cut(text, [text])


def decoded():
    return cut("Close Valve 水.", ["close valve [UNK]."]), cut("Close Valve 水.", ["Close Valve 水."])


def heading_paths():
    right = split_markdown(PAGE, 400)
    wrong = [
        *right[:-1],
        right[-1].__class__(right[-1].text, right[-1].start, right[-1].end, {"heading_path": ("load",)}),
    ]
    return cut(PAGE, wrong), cut(PAGE, right)


def page_labels():
    text = "Close the valve.\n\n\fThe lamp goes out.\n\n\fWait."
    right = split_pages(text)
    wrong = [Chunk(c.text, c.start, c.end, {"page": n}) for n, c in enumerate(right)]
    return cut(text, wrong), cut(text, right)


def times():
    text = "[00:00:04] Ana: Hello.\n[00:11:40] Ben: I am back."
    right = split_time_windows(text, 60)
    wrong = [Chunk(c.text, c.start, c.end, {"start_time": 60.0 * n}) for n, c in enumerate(right)]
    document = read_transcript(text)
    return {"chunks": wrong, "document": document}, {"chunks": right, "document": document}


def lost_end():
    text = " ".join(f"word{n}" for n in range(42))
    return cut(text, ngram_chunks(text, 8, 3)), cut(text, split_words(text, 8, 3))


def token_limit():
    text = "one two three four five six seven eight nine ten eleven twelve thirteen"
    return cut(text, placed(text, [text]), embed=EMBED), cut(text, split_words(text, 6), embed=EMBED)


def orphans():
    text = "# Heat pumps\n\nA heat pump moves warmth into the house.\n\nIt cuts heating bills by a third.\n"
    return cut(text, split_recursive(text, 60)), cut(text, split_recursive(text, 200))


def lost_sentence():
    text = "Stop. Never press twice. Wait."
    return cut(text, ["Stop.", "Wait."]), cut(text, ["Stop. Never press twice.", "Wait."])


def web_page():
    page = "<h1>Stop</h1><div>Bare text.</div><p>Wait.</p>"
    return {"page": page, "chunks": ["Stop", "Wait."]}, {"page": page, "chunks": ["Stop", "Bare text.", "Wait."]}


def scraps():
    text = load_text("maintenance_prose")
    return cut(text, split_recursive(text, 60)), cut(text, split_recursive(text, 600))


def full_stop():
    text = "Stop. Wait."
    return cut(text, placed(text, ["Stop", ".", "Wait."])), cut(text, placed(text, ["Stop.", "Wait."]))


def oversize():
    text = load_text("maintenance_prose")
    return cut(text, [text]), cut(text, split_recursive(text, 500))


def misplaced():
    text = "ok no\n\nok"
    bad = [{"text": "ok no", "start": 0}, {"text": "ok", "start": 3}]
    return cut(text, bad), cut(text, [bad[0], {"text": "ok", "start": 7}])


def endless():
    return {"chunk_size": 20, "chunk_overlap": 20}, {"chunk_size": 20, "chunk_overlap": 5}


def cuts_moved():
    text = load_text("maintenance_prose")
    same = split_recursive(text, 300)
    return {"before": same, "chunks": split_recursive(text, 299)}, {
        "before": same,
        "chunks": split_recursive(text, 300),
    }


def edited():
    old, new = (placed(text, ["Stop.", "Wait."]) for text in ("Stop. Wait.", "Now: Stop. Wait."))
    return {"before": old, "chunks": new}, {"before": old, "chunks": old}


def numbers():
    return {"numbers": ["8", "9", "10"]}, {"numbers": ["7", "8", "9"]}


def blow_up():
    text = load_text("maintenance_prose")
    return cut(text, split_words(text, 40, 20)), cut(text, split_words(text, 40))


def units():
    text = load_text("maintenance_prose")
    return cut(text, split_words(text, 500)), cut(text, split_words(text, 100))


IN_TEXT = {
    "My answers are half sentences": sentences,
    "Words are cut in two": words,
    "There is a � where a character should be": signs_of_damage,
    "Chinese text is cut in the middle of sentences": chinese,
    "The answer is beside the point, although it comes from the right chunk": over_headings,
    "The table came back without its header": table,
    "I get half a command or half a program": fences,
    "The program came back without its indentation": indentation,
    "The text comes back in lower case, with [UNK] in it": decoded,
    "The answer names the wrong section": heading_paths,
    "The citation points at the wrong page": page_labels,
    "The answer names the wrong speaker or the wrong time": times,
    "The end of documents is never found": lost_end,
    "What stands late in a chunk is never found": token_limit,
    "The chunk that answers comes last": orphans,
    "Single sentences are missing": lost_sentence,
    "Most of a web page is missing": web_page,
    "Many chunks are scraps": scraps,
    "A chunk is nothing but a full stop": full_stop,
    "One chunk is as long as a chapter": oversize,
    "The positions of the chunks are wrong": misplaced,
    "The splitter never comes to an end": endless,
    "The number of chunks changed although the text did not": cuts_moved,
    "After a small edit everything is embedded again": edited,
    "The neighbour of a passage comes from somewhere else": numbers,
    "The index is much larger than the text": blow_up,
    "The chunks have far more tokens than planned": units,
}
