"""Make assets/card.png, the picture that chat programs show for a link to the book, from our own figure.

    python scripts/social_card.py

Run it again when the strip (ragchunk_lessons/show.py) or the title changes.
"""

import sys

import yaml
from running import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from book_head import CARD_SIZE
from playwright.sync_api import sync_playwright
from site_check import FLAGS, find_browser

from ragchunk_lessons import locate, show_chunks
from ragchunk_lessons.corpora import DEFINITION
from ragchunk_lessons.published import ngram_chunks

TARGET = ROOT / "assets" / "card.png"
PAGE = """<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8"><style>{style}
body {{ margin: 0; width: {width}px; height: {height}px; box-sizing: border-box; padding: 58px 72px;
  background: var(--paper); border-top: 12px solid var(--cut); color: var(--ink); line-height: 1.2; }}
h1 {{ font: 600 62px/1.1 var(--serif); margin: 0 0 12px; }}
p {{ font: 31px/1.3 var(--serif); margin: 0 0 30px; color: var(--soft); }}
.rcl-strip {{ font-size: 24px !important; margin: 0 !important; padding: 20px 26px !important; }}
.rcl-facts {{ font-size: 24px !important; margin-top: 14px !important; }}
.rcl-key, .rcl-scale, .rcl-fact:nth-child(n+4) {{ display: none !important; }}
</style><h1>{title}</h1><p>How do you cut a text and lose nothing?</p>{strip}</html>"""


def main():
    chunks = locate(DEFINITION, ngram_chunks(DEFINITION, n=8, overlap=3)).chunks
    page = PAGE.format(
        style=(ROOT / "assets" / "book.css").read_text(encoding="utf-8"),
        width=CARD_SIZE[0],
        height=CARD_SIZE[1],
        title=yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["title"],
        strip=show_chunks(DEFINITION, chunks)._repr_html_(),
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        tab = browser.new_page(viewport={"width": CARD_SIZE[0], "height": CARD_SIZE[1]})
        tab.set_content(page)
        tab.screenshot(path=str(TARGET))
        browser.close()
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
