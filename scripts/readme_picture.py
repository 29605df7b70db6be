"""Take the picture of the README, assets/readme.png, from the built book: run it after make book."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402
from site_check import FLAGS, Server, find_browser, new_context  # noqa: E402

PAGE = "book/intro.html"
TARGET = ROOT / "assets" / "readme.png"


def main():
    server = Server(ROOT / "_build" / "html")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        page = new_context(browser, "light").new_page()
        page.goto(server.url + PAGE, wait_until="networkidle")
        strip = page.locator(".rcl").first.bounding_box()
        height = strip["y"] + strip["height"] + 24
        page.set_viewport_size({"width": 1280, "height": int(height)})
        page.screenshot(path=str(TARGET))
        browser.close()
    server.close()
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
