"""The Chunk Lab in a real browser, from the built book: its results are those of the module, and it is quick."""

import random
import statistics

import pytest
from lab_visit import Visit, busy, choose_setting, expected, request, simple, visit
from site_check import new_context

from ragchunk_lessons import lab, read_chunks

HOSTILE = "<script>window.hit = 1</script> One. <img src=x onerror='window.hit = 2'> <b>Two</b> &lt;i&gt; </div></span>"

pytestmark = pytest.mark.site
__all__ = ["visit"]  # fixtures


# --- the same results as in Python --------------------------------------------------------------------

PIECES = (
    "The pump stops. ",
    "Why? Dr. Smith asked at 3.5 bar. ",
    "泵停了，先断电。",
    "再关阀门！然后等五分钟；",
    "👩‍👩‍👧 naïve 🇨🇭 e\u0301 ",
    "\r\n\r\n",
    "\r",
    "\n\n",
    "\n# Heading\n\n",
    "## Second *level*\r\n",
    "```python\nx = 1\n\n# no heading\n```\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "- one\n- two\n",
    "1.1 Start\n\n",
    "def f(x):\n    return x\n\n\n",
    "<b>bold</b> &amp; <script>no()</script> ",
    "tab\tand\u00a0space\u3000 ",
    "\x00 \u202e \u200b",
    "abcdefghijklmnopqrstuvwxyz" * 4,
)


def hundred_texts():
    choose = random.Random(5)
    for number in range(100):
        text = "".join(choose.choices(PIECES, k=choose.randint(1, 40)))
        name = list(lab.SPLITTERS)[number % len(lab.SPLITTERS)]
        size = choose.randint(5, 120)
        overlap = choose.randint(0, size - 1) if lab.SPLITTERS[name].overlap else 0
        yield text, name, size, overlap, choose.choice(lab.UNITS[:2])


def test_a_hundred_texts_give_what_the_module_gives(visit):
    checked = 0
    for text, name, size, overlap, unit in hundred_texts():
        choose_setting(visit, splitter=name, size=size, overlap=overlap, unit=unit)
        assert visit.drop(text) == expected(text, name, size, overlap, unit), (text, name, size, overlap, unit)
        checked += 1
    assert checked == 100


def test_tokens_are_those_of_tiktoken(visit):
    text = lab.sample("chinese_500") + "\n\n" + lab.sample("definition")
    visit.after(lambda: visit.setting("splitter").select_option("windows"))
    visit.after(lambda: visit.setting("overlap").fill("0"))
    visit.after(lambda: visit.setting("unit").select_option("tokens"))
    visit.after(lambda: visit.setting("size").fill("40"))
    told = visit.drop(text)
    assert told == expected(text, "windows", 40, 0, "tokens")
    visit.after(lambda: visit.setting("unit").select_option("characters"))


# --- use ----------------------------------------------------------------------------------------------


def test_a_keystroke_on_ten_thousand_characters(visit):
    simple(visit)
    text = (lab.sample("station_manual") * 2)[:10_000]
    visit.drop(text)
    times = visit.page.evaluate("""async () => {
      const box = document.querySelector("[data-lab=text]"), lab = document.getElementById("lab"), times = [];
      const whole = box.value;
      for (let stroke = 1; stroke <= 15; stroke++) {
        await new Promise(go => setTimeout(go, 120));
        box.value = whole.slice(0, 5000) + "x".repeat(stroke) + whole.slice(5000);
        const before = lab.dataset.shown, start = performance.now();
        box.dispatchEvent(new Event("input", { bubbles: true }));
        while (lab.dataset.shown === before) await new Promise(go => setTimeout(go, 1));
        await new Promise(go => requestAnimationFrame(() => setTimeout(go)));  // it is on the screen
        times.push(performance.now() - start);
      }
      return times;
    }""")
    assert "x" * 15 in visit.part("results").inner_text()
    print(f"a keystroke takes {statistics.median(times):.0f} ms, while the machine was {busy():.1f} times busy")
    assert statistics.median(times) < 150 * busy(), [round(time) for time in times]


def test_a_megabyte_stays_usable_and_the_newest_question_wins(visit):
    simple(visit)
    text = (lab.sample("station_manual") * 25)[:1_000_000]
    told = visit.drop(text)
    assert told["facts"]["characters"] == 1_000_000 and told["facts"]["ok"]
    assert "not shown" in visit.page.locator(".lab-strip").first.inner_text()
    visit.setting("size").fill("300")
    visit.setting("size").fill("400")
    told = visit.after(lambda: visit.setting("size").fill("500"))
    assert told["facts"]["chunks"] == expected(text, size=500)["facts"]["chunks"]
    blocked = visit.page.evaluate("""async () => {
      let worst = 0, last = performance.now();
      document.querySelector(".lab-setting [name=size]").value = 350;
      document.querySelector(".lab-setting").dispatchEvent(new Event("input"));
      for (const end = last + 1500; last < end;) {
        await new Promise(go => setTimeout(go, 10));
        worst = Math.max(worst, performance.now() - last);
        last = performance.now();
      }
      return worst;
    }""")
    assert blocked < 1000, f"the page stood still for {blocked:.0f} ms"
    visit.drop("Short again.")


def test_a_run_that_takes_too_long_is_stopped_and_the_lab_starts_anew(browser, server):
    context = new_context(browser, "light")
    # The clock of the lab goes a hundred times as fast for its limit of 20 seconds, so that any run is too long.
    context.add_init_script("""{
      const set = window.setTimeout;
      window.setTimeout = (act, wait, ...more) => set(act, wait === 20000 && window.hurry ? 20 : wait, ...more);
    }""")
    visit = Visit(browser, server, context=context).start()
    visit.page.wait_for_selector("#lab[data-advised]")
    visit.page.evaluate("window.hurry = true")
    file = {"name": "a.txt", "mimeType": "text/plain", "buffer": (lab.sample("station_manual") * 20).encode()}
    visit.part("file").set_input_files(file)
    visit.page.wait_for_function("document.querySelector('[data-lab=problem]').textContent.includes('was stopped')")
    visit.page.evaluate("window.hurry = false")
    visit.page.wait_for_selector("#lab[data-state=ready]", timeout=90_000)
    assert "was stopped" in visit.part("problem").inner_text()  # and the same is not tried again
    assert visit.after(lambda: visit.part("text").fill("It works again.")) == expected("It works again.")
    assert visit.part("problem").inner_text() == ""
    # What is typed while the lab starts anew is cut as soon as it has.
    visit.page.wait_for_timeout(1500)
    visit.page.evaluate("window.hurry = true")
    visit.part("file").set_input_files(file)
    visit.page.wait_for_selector("#lab[data-state=loading]")
    visit.page.evaluate("window.hurry = false")
    assert visit.after(lambda: visit.part("text").fill("Typed meanwhile.")) == expected("Typed meanwhile.")
    context.close()


def test_hostile_text_stays_text(visit):
    simple(visit)
    visit.setting("splitter").select_option("ngram")
    visit.setting("size").fill("4")
    visit.drop(HOSTILE)
    visit.page.wait_for_timeout(600)
    assert visit.page.evaluate("window.hit") is None
    assert visit.page.locator(".lab-results :is(script, img, b b)").count() == 0
    assert "<script>window.hit" in visit.page.locator(".lab-strip").first.inner_text()
    assert "<img src=x" in visit.page.locator(".lab-cards").first.inner_text()
    assert visit.page.evaluate("document.querySelectorAll('.lab-strip > .rcl').length") >= 1


def test_what_the_reader_types_wrong_is_said(visit):
    simple(visit)
    visit.drop("One. Two.")
    visit.setting("overlap").fill("200")
    message = visit.page.locator(".lab-setting [role=alert]").first
    visit.page.wait_for_function("document.querySelector('.lab-setting [role=alert]').textContent !== ''")
    assert "must be smaller than the size" in message.inner_text()
    assert [visit.setting(name).get_attribute("aria-invalid") for name in ("size", "overlap")] == ["true", "true"]
    visit.setting("overlap").fill("-3")
    visit.page.wait_for_function("document.querySelector('.lab-setting [role=alert]').textContent.includes('-3')")
    assert [visit.setting(name).get_attribute("aria-invalid") for name in ("size", "overlap")] == ["false", "true"]
    visit.after(lambda: visit.setting("overlap").fill("0"))
    assert message.inner_text() == ""
    assert [visit.setting(name).get_attribute("aria-invalid") for name in ("size", "overlap")] == ["false", "false"]
    visit.part("file").set_input_files({"name": "a", "mimeType": "text/plain", "buffer": b"\xff\xfe\x00"})
    visit.page.wait_for_function("document.querySelector('[data-lab=problem]').textContent.includes('UTF-8')")
    visit.drop("Right.")
    assert visit.part("problem").inner_text() == ""


def test_the_audit_follows(visit):
    simple(visit)
    visit.after(lambda: visit.part("loss").click(), "advised")
    assert "lost: 1 span, 13 characters" in visit.page.locator(".lab-report").first.inner_text()
    assert "13 characters in 1 place" in visit.page.locator(".lab-facts").first.inner_text()
    assert visit.page.locator(".lab-lost").first.inner_text().endswith("to a RAG system.")
    visit.page.wait_for_function("document.querySelector('[data-lab=says]').textContent.includes('lost 13')")
    assert visit.part("says").get_attribute("aria-live") == "polite"


def test_two_settings_side_by_side(visit):
    simple(visit)
    text = lab.sample("workshop_rules")
    visit.drop(text)
    visit.after(lambda: visit.part("two").check())
    visit.after(lambda: visit.setting("size", 1).fill("333"))
    assert visit.result(0) == expected(text)
    assert visit.result(1) == expected(text, size=333)
    boxes = [visit.page.locator(".lab-result").nth(at).bounding_box() for at in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    visit.after(lambda: visit.part("two").uncheck())
    assert not visit.page.locator(".lab-result").nth(1).is_visible()


def test_a_recipe_of_words_leaves_the_unit_as_it_was(visit):
    simple(visit)
    visit.drop("One two three four five six.")
    told = visit.after(lambda: visit.setting("splitter").select_option("ngram"))
    assert told["facts"]["unit"] == "words" and visit.setting("unit").is_disabled()
    told = visit.after(lambda: visit.setting("splitter").select_option("sentences"))
    assert told == expected("One two three four five six.", "sentences")
    assert visit.setting("unit").is_enabled()


def test_copied_chunks_are_read_again(visit):
    simple(visit)
    text = "泵停了。 <b>Two</b> 👩‍👩‍👧\r\nThree. " * 20
    visit.drop(text)
    lines = visit.clipboard(lambda: visit.page.get_by_role("button", name="Copy chunks as JSON Lines").first.click())
    assert lines == lab.chunk_lines(request(text))
    assert all(text[chunk["start"] : chunk["end"]] == chunk["text"] for chunk in read_chunks(lines))


def test_a_link_brings_the_state_back(browser, server, visit):
    simple(visit)
    text = "Line one.\r\n泵停了，先断电。👩‍👩‍👧 & <b>#x=1</b>\n" * 5
    visit.drop(text)
    visit.after(lambda: visit.part("two").check())
    visit.after(lambda: visit.setting("splitter", 1).select_option("ngram"))
    visit.after(lambda: visit.setting("size", 1).fill("7"))
    link = visit.clipboard(lambda: visit.part("copy-link").click())
    assert len(link) < 8200 and "holds the text" in visit.part("copied").inner_text()
    other = Visit(browser, server, fragment=link[link.index("#") :])
    assert "brings a text" in other.part("arrived").inner_text()
    other.start()
    assert other.result(0) == visit.result(0) == expected(text)
    assert other.result(1) == visit.result(1) == expected(text, "ngram", 7, 0, "words")
    assert not any("#" in sent.url or "z=" in sent.url for sent in other.asked[1:])  # the text is in no request
    assert not other.wrong
    other.context.close()
    visit.part("two").uncheck()


def test_a_text_too_long_for_a_link_is_left_out_and_this_is_said(visit):
    simple(visit)
    choose = random.Random(1)
    visit.drop("".join(chr(choose.randint(0x4E00, 0x9FFF)) for _ in range(20_000)))
    link = visit.clipboard(lambda: visit.part("copy-link").click())
    assert "without the text" in visit.part("copied").inner_text()
    assert "z=" not in link and "size=200" in link


@pytest.mark.parametrize("fragment", ["#sample=station_manual&splitter=markdown&size=300", "#sample=chinese_500"])
def test_a_lesson_can_link_to_its_text(browser, server, fragment):
    visit = Visit(browser, server, fragment=fragment).start()
    if "markdown" in fragment:
        assert visit.result() == expected(lab.sample("station_manual"), "markdown", 300)
    else:  # a Chinese sample is cut at Chinese stops unless the link says otherwise
        assert visit.result() == expected(lab.sample("chinese_500"), "recursive_cjk")
    visit.context.close()


def test_a_broken_link_says_so(browser, server):
    visit = Visit(browser, server, fragment="#z=AAAA&splitter=recursive&sample=no_such")
    assert "cannot be read" in visit.part("arrived").inner_text()
    visit.page.click("[data-lab=start]")
    visit.page.wait_for_selector("#lab[data-state=ready]", timeout=90_000)
    assert not visit.wrong
    visit.context.close()


def test_chinese_stops_are_offered(visit):
    simple(visit)
    visit.drop(lab.sample("chinese_technical"))
    visit.after(lambda: visit.page.get_by_role("button", name="Use Chinese stops").first.click())
    assert visit.result() == expected(lab.sample("chinese_technical"), "recursive_cjk")


# --- what a stranger expects ----------------------------------------------------------------------------


def test_a_recipe_in_words_gets_a_size_in_words_until_the_reader_types_one(browser, server):
    visit = Visit(browser, server).start()
    choose = visit.part("settings").locator("select[name=splitter]").first
    size, overlap = (visit.part("settings").locator(f"input[name={name}]").first for name in ("size", "overlap"))
    visit.after(lambda: choose.select_option("ngram"))
    assert (size.input_value(), overlap.input_value()) == ("8", "3")
    assert float(visit.result()["facts"]["coverage"].split()[0]) > 90
    visit.after(lambda: choose.select_option("recursive"))
    assert (size.input_value(), overlap.input_value()) == ("200", "0")
    visit.after(lambda: size.fill("120"))
    visit.after(lambda: choose.select_option("ngram"))
    assert size.input_value() == "120"
    assert not visit.wrong


def test_of_no_text_nothing_is_said(browser, server):
    visit = Visit(browser, server).start()
    section = visit.part("results").locator("section").first
    assert section.is_visible()
    visit.after(lambda: visit.part("text").fill("  "))
    assert not section.is_visible() and "no text yet" in visit.part("problem").inner_text()
    visit.after(lambda: visit.part("text").fill("One. Two."))
    assert section.is_visible() and visit.part("problem").inner_text() == ""
