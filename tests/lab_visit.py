"""A visit to the Chunk Lab in a real browser: what its tests share."""

import json
import os

import pytest
from lesson_frame import ROOT
from site_check import new_context

from ragchunk_lessons import lab

SITE = ROOT / "_build" / "html"
PAGE = "book/chunk_lab.html"


class Visit:
    """The page, opened; ``wrong`` collects what a reader's browser would complain about."""

    def __init__(self, browser, server, view="light", fragment="", context=None):
        self.context = context or new_context(browser, view)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.wrong, self.asked = [], []
        self.page.on("request", lambda sent: self.heard(sent, server))
        self.page.on("requestfailed", lambda failed: self.wrong.append(f"failed: {failed.url}"))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.wrong.append(f"script: {error}"))
        self.page.goto(server.url + PAGE + fragment, wait_until="networkidle")

    def heard(self, sent, server):
        self.asked.append(sent)
        if sent.url.startswith(("http", "ws")) and not sent.url.startswith(server.url):
            self.wrong.append(f"asks another host: {sent.url}")
        if sent.method != "GET":
            self.wrong.append(f"sends something: {sent.method} {sent.url}")

    def start(self):
        self.page.click("[data-lab=start]")
        self.page.wait_for_selector("#lab[data-state=ready][data-shown]", timeout=90_000)
        return self

    def part(self, name):
        return self.page.locator(f"[data-lab={name}]")

    def setting(self, name, at=0):
        return self.page.locator(".lab-setting").nth(at).locator(f"[name={name}]")

    def after(self, act, mark="shown"):
        """Do something, and wait until its result is shown."""
        before = int(self.page.get_attribute("#lab", f"data-{mark}") or 0)
        act()
        self.page.wait_for_function(
            f"before => +document.getElementById('lab').dataset.{mark} > before", arg=before, timeout=60_000
        )
        return self.result()

    def result(self, at=0):
        found = self.page.evaluate("at => document.getElementById('lab').results[at]", at)
        if found:
            found.pop("report", None)
        return found

    def drop(self, text):
        file = {"name": "text.txt", "mimeType": "text/plain", "buffer": text.encode()}
        return self.after(lambda: self.part("file").set_input_files(file))

    def clipboard(self, click):
        self.page.evaluate("navigator.clipboard.writeText('')")
        self.part("copied").evaluate("element => element.textContent = ''")
        click()
        self.page.wait_for_function("document.querySelector('[data-lab=copied]').textContent !== ''")
        return self.page.evaluate("navigator.clipboard.readText()")


@pytest.fixture(scope="module")
def visit(browser, server):
    """One page with the lab started, for the tests that need no page of their own."""
    visit = Visit(browser, server).start()
    yield visit
    assert not visit.wrong


def request(text, splitter="recursive", size=200, overlap=0, unit="characters", cards=40):
    """What the page asks its worker, as the Python module takes it."""
    given = {"text": text, "splitter": splitter, "chunk_size": size, "chunk_overlap": overlap, "unit": unit}
    return {**given, "encoding": "cl100k_base", "tokens": False, "cards": cards}


def expected(*arguments, **more):
    return json.loads(json.dumps(lab.run(request(*arguments, **more))))


def choose_setting(visit, **values):
    """Set all of the first setting at once."""
    set_all = """values => {
      const field = document.querySelector(".lab-setting"), last = field.querySelector("[name=unit]");
      for (const [name, value] of Object.entries(values)) field.querySelector(`[name=${name}]`).value = value;
      last.dispatchEvent(new Event("input", { bubbles: true }));
    }"""
    visit.after(lambda: visit.page.evaluate(set_all, values))


def simple(visit):
    """The first setting as it is at the beginning, and one setting only."""
    for name in ("two", "tokens"):
        visit.part(name).uncheck()
    choose_setting(visit, splitter="recursive", size=200, overlap=0, unit="characters", encoding="cl100k_base")


def busy():
    """How many times as long a thing may take here as on an idle machine; 1 when each process has a core."""
    return max(1.0, os.getloadavg()[0] / os.cpu_count()) if hasattr(os, "getloadavg") else 1.0
