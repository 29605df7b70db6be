"""A search that finds code names and Chinese words; Sphinx loads it (see _config.yml).

Sphinx's English splitter takes a run of Chinese for one word, so a word inside it is never found. Here such a run is
indexed by its characters and its pairs of characters, and a query is split in the same way in the browser. Names of
code stay whole, and their parts are indexed too: ``split_recursive``, ``split``, ``recursive``.
"""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

from sphinx.search.en import SearchEnglish

# Han, kana and hangul: scripts in which no space stands between words, or not only there.
DENSE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
RUNS = re.compile(rf"[{DENSE}]+|[^\W{DENSE}]+")

OFTEN = 4  # a page that says a word less often is not put in front for it
COUNTS = {}  # word -> page -> the power of two that its number reaches


def words_of(text):
    """The words that are indexed: a dense run as single characters and pairs, a name of code whole and in parts.

    >>> words_of("分块重叠 in split_text")
    ['分', '块', '重', '叠', '分块', '块重', '重叠', 'in', 'split_text', 'split', 'text']
    """
    words = []
    for run in RUNS.findall(text):
        if re.match(f"[{DENSE}]", run):
            words += [*run, *map("".join, pairwise(run))]
        else:
            words.append(run)
            if "_" in run.strip("_"):
                words += [part for part in run.split("_") if part]
    return words


# A query needs the pairs only, since they say more than the characters; one character alone stays as it is.
SPLIT_QUERY = r"""
var splitQuery = (query) =>
  query.split(/([DENSE]+)|[^\p{L}\p{N}_\p{Emoji_Presentation}]+/u).filter(Boolean).flatMap((run) => {
    const letters = Array.from(run);
    const pairs = letters.slice(1).map((letter, before) => letters[before] + letter);
    return /^[DENSE]{2,}$/u.test(run) ? pairs : [run];
  });
"""


class SearchBook(SearchEnglish):
    js_splitter_code = SPLIT_QUERY.replace("DENSE", DENSE)

    def split(self, input):
        return words_of(input)


def order_by_counts(app, config):
    config.html_search_scorer = str(Path(app.srcdir) / "assets" / "search" / "scorer.js")


def count_words(app, pagename, templatename, context, doctree):
    """How often a page says a word, for the order of results; as a power of two, which is short and exact enough."""
    indexer = getattr(app.builder, "indexer", None)
    if doctree is None or indexer is None:
        return
    found = indexer._word_collector(doctree)
    counts = Counter(indexer.lang.stem(word).lower() for word in [*found.words, *found.title_words])
    for word, count in counts.items():
        if count >= OFTEN and not word.isdigit():
            COUNTS.setdefault(word, {})[pagename] = count.bit_length() - OFTEN.bit_length() + 1


def write_counts(app, exception):
    if exception is None and app.builder.format == "html":
        numbers = {name: number for number, name in enumerate(sorted(app.env.titles))}  # as in searchindex.js
        counts = {
            word: {numbers[page]: power for page, power in sorted(COUNTS[word].items())} for word in sorted(COUNTS)
        }
        data = json.dumps(counts, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        (Path(app.outdir) / "_static" / "search-counts.js").write_text(f"var SEARCH_COUNTS = {data};", encoding="utf-8")


def setup(app):
    app.add_search_language(SearchBook)
    app.connect("config-inited", order_by_counts)
    app.connect("html-page-context", count_words)
    app.connect("build-finished", write_counts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
