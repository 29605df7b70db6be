"""The Chunk Lab in a real browser, from the built book: how it opens, and whether everyone can use it."""

import pytest
from lab_visit import PAGE, SITE, Visit, busy, expected
from site_check import LOOK, VIEWS, new_context

pytestmark = pytest.mark.site


# --- opening ------------------------------------------------------------------------------------------


def test_nothing_is_loaded_before_it_is_asked_for(browser, server):
    visit = Visit(browser, server)
    assert not [sent.url for sent in visit.asked if "pyodide" in sent.url or sent.url.endswith((".zip", ".wasm"))]
    assert visit.part("start").is_visible() and not visit.part("bench").is_visible()
    assert not visit.wrong
    visit.context.close()


def test_it_opens_in_six_seconds(browser, server):
    """The best of three, since a busy neighbour is not the lab's doing."""
    clock = """async () => {
      const lab = document.getElementById("lab"), start = performance.now();
      document.querySelector("[data-lab=start]").click();
      while (!lab.dataset.shown) await new Promise(go => setTimeout(go, 10));
      return (performance.now() - start) / 1000;
    }"""
    times = []
    for _ in range(3):
        visit = Visit(browser, server)
        times.append(visit.page.evaluate(clock))
        assert not visit.wrong
        visit.context.close()
        if times[-1] < 6:
            break
    print(f"opened in {min(times):.1f} s, while the machine was {busy():.1f} times busy")
    assert min(times) < 6 * busy(), times


def test_progress_is_shown_while_it_loads(browser, server):
    visit = Visit(browser, server)
    visit.page.evaluate("""() => {
      window.seen = [];
      const bar = document.querySelector("#lab progress");
      new MutationObserver(() => seen.push(bar.value)).observe(bar, {attributes: true});
    }""")
    visit.start()
    seen = visit.page.evaluate("seen")
    assert len(set(seen)) > 5 and seen == sorted(seen) and seen[-1] > 0.9
    visit.context.close()


def test_a_load_that_fails_says_so_and_can_be_tried_again(browser, server):
    context = new_context(browser, "light")
    context.route("**/python_stdlib.zip", lambda route: route.abort())
    visit = Visit(browser, server, context=context)
    visit.page.click("[data-lab=start]")
    visit.page.wait_for_selector("#lab[data-state=failed]", timeout=60_000)
    assert "could not be loaded" in visit.part("problem").inner_text()
    context.unroute("**/python_stdlib.zip")
    visit.start()
    assert visit.part("problem").inner_text() == ""
    context.close()


def test_without_webassembly_it_says_so(browser, server):
    context = new_context(browser, "light")
    context.add_init_script("delete window.WebAssembly")
    visit = Visit(browser, server, context=context)
    visit.page.click("[data-lab=start]")
    assert "no WebAssembly" in visit.part("problem").inner_text()
    context.close()


def test_from_a_file_it_says_how_to_serve(browser, server):
    page = browser.new_page()
    page.goto((SITE / PAGE).as_uri())
    page.click("[data-lab=start]")
    assert "make serve" in page.inner_text("[data-lab=problem]")
    page.close()


def test_without_javascript_it_says_so_and_the_page_reads(browser, server):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url + PAGE)
    assert page.locator("article noscript").inner_text().startswith("The lab needs JavaScript")
    assert not page.locator("#lab").is_visible()
    assert page.locator("article a[href*='03_fixed_size']").is_visible()
    context.close()


def test_it_works_offline_once_loaded(browser, server):
    visit = Visit(browser, server).start()
    visit.context.set_offline(True)
    told = visit.after(lambda: visit.part("text").fill("Offline. It still cuts. Every time."))
    assert told == expected("Offline. It still cuts. Every time.")
    visit.after(lambda: visit.part("sample").select_option("chinese_500"))
    visit.setting("unit").select_option("tokens")  # the vocabulary is not there yet
    visit.page.wait_for_function("document.body.innerText.includes('The vocabulary could not be loaded')")
    visit.context.set_offline(False)
    assert visit.after(lambda: visit.setting("size").fill("60"))["facts"]["unit"] == "tokens"
    visit.context.close()


# --- for everyone -------------------------------------------------------------------------------------


def test_the_keyboard_is_enough(browser, server):
    visit = Visit(browser, server)
    page = visit.page

    def tab_to(check):
        for _ in range(150):
            if page.evaluate(f"(() => {{ const e = document.activeElement; return {check}; }})()"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {check}")

    tab_to("e.dataset.lab === 'start'")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.wait_for_selector("#lab[data-state=ready][data-shown]", timeout=90_000)
    tab_to("e.dataset.lab === 'text'")
    page.keyboard.press("Control+A")
    visit.after(lambda: page.keyboard.type("One. Two. Three."))
    tab_to("e.name === 'splitter'")
    visit.after(lambda: page.keyboard.press("ArrowDown"))
    tab_to("e.name === 'size'")
    page.keyboard.press("Control+A")
    visit.after(lambda: page.keyboard.type("9"))
    page.wait_for_timeout(500)
    assert visit.result() == expected("One. Two. Three.", "recursive_cjk", 9)
    tab_to("e.textContent === 'Copy chunks as JSON Lines'")
    tab_to("e.tagName === 'SUMMARY'")
    visit.context.close()


NAMES = """() => [...document.querySelectorAll("#lab :is(button, input, select, textarea, progress)")]
  .filter(e => e.checkVisibility())
  .filter(e => !(e.ariaLabel || e.textContent.trim() && e.tagName === "BUTTON" || e.labels?.[0]?.textContent.trim()))
  .map(e => e.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("view", VIEWS)
def test_it_reads_in_every_view(browser, server, view):
    visit = Visit(browser, server, view, fragment="#sample=definition&splitter=ngram&size=8&overlap=3&splitter2=fixed")
    for moment in ("before", "after"):
        if moment == "after":
            visit.start()
            visit.page.wait_for_selector("#lab[data-advised]")
        seen = visit.page.evaluate(LOOK)
        assert not seen["faint"], f"{moment}: too faint to read"
        assert seen["wide"] <= 1, f"{moment}: scrolls sideways by {seen['wide']} px"
        assert visit.page.evaluate(NAMES) == []
    assert not visit.wrong
    visit.context.close()
