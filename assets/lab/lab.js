// The page Chunk Lab: controls, the worker that runs Python, and the order in which questions go to it.
(() => {
  const { words, link, makeSetting, column, show, showReport, grouped, copy, readFile } = window.ChunkLab;
  const lab = document.getElementById("lab");
  if (!lab) return;
  const part = name => lab.querySelector(`[data-lab="${name}"]`);
  const [box, sample, two, tokens, problem] = ["text", "sample", "two", "tokens", "problem"].map(part);
  const SLOW = 20, STALLED = 60;  // seconds
  const CARDS = 40;
  const LOSS = { sample: "definition", settings: [{ splitter: "ngram", size: "8", overlap: "3", unit: "words" }], tokens: false };

  const here = document.currentScript.src;
  let text = "";          // the text as it came; the box turns CRLF into LF
  let arrived = null;     // the state of a link, kept until the lab has started
  let worker = null, number = 0, timer = 0, load = 0;
  let busy = null;        // what the worker works on: {id, resolve, timer}
  let touched = false, again = false;  // whether something changed while the lab started anew, or while it was busy
  let resting = 0, speaking = 0, round = 0;
  const cards = [CARDS, CARDS];
  const units = ["characters", "characters"];  // those that the reader chose; a recipe may have its own
  const typed = [false, false];  // whether a size came from the reader or from a link
  const results = lab.results = [null, null];

  const settings = [0, 1].map(at => {
    const setting = makeSetting(at + 1, () => changed());
    part("settings").append(setting.field);
    setting.inputs.unit.addEventListener("input", () => { units[at] = setting.inputs.unit.value; });
    setting.inputs.splitter.addEventListener("input", () => suggest(at));
    for (const name of ["size", "overlap"]) setting.inputs[name].addEventListener("input", () => { typed[at] = true; });
    setting.field.addEventListener("input", () => { cards[at] = CARDS; changed(); });
    return setting;
  });
  settings[1].inputs.size.value = 400;
  const columns = [0, 1].map(at => column(at + 1, () => copyLines(at), () => { cards[at] += 200; changed(); }));
  part("results").append(...columns.map(place => place.section));

  // A recipe that counts words gets a size in words, unless the reader has typed one.
  const plain = settings.map(({ inputs }) => [inputs.size.value, inputs.overlap.value]);
  function suggest(at) {
    const { splitter, size, overlap } = settings[at].inputs;
    const own = splitter.selectedOptions[0].dataset;
    if (!typed[at]) [size.value, overlap.value] = own.size ? [own.size, own.overlap] : plain[at];
  }

  const used = () => two.checked ? [0, 1] : [0];

  // Only what the chosen splitter can be told is open.
  function fit() {
    settings.forEach(({ field, inputs }, at) => {
      const { unit, without = "" } = inputs.splitter.selectedOptions[0].dataset;
      inputs.size.disabled = without.includes("size");
      inputs.overlap.disabled = without.includes("overlap");
      inputs.unit.disabled = Boolean(unit);
      inputs.unit.value = unit || units[at];
      inputs.encoding.parentElement.hidden = inputs.unit.value !== "tokens" && !tokens.checked;
      field.hidden = at === 1 && !two.checked;
      columns[at].section.hidden = field.hidden || !results[at] || !text.trim();
    });
    part("results").classList.toggle("lab-both", two.checked);
  }

  const whole = input => /^\s*-?\d+\s*$/.test(input.value) ? Number(input.value) : null;

  const asked = at => {
    const { splitter, size, overlap, unit, encoding } = settings[at].inputs;
    return { text, splitter: splitter.value, chunk_size: whole(size), chunk_overlap: whole(overlap), unit: unit.value,
      encoding: encoding.value, tokens: tokens.checked, cards: cards[at] };
  };

  function setText(value) {
    text = value;
    box.value = value;
    noteText();
  }

  function noteText() {
    const note = text.includes("\r") ? ` ${words.carriage}` : "";
    part("text-note").textContent = words.characters(grouped([...text].length)) + note;
  }

  // --- asking Python; the newest question wins, since only one is on its way and the next is made when it is back
  const ask = (task, question) => new Promise(resolve => {
    busy = { id: ++number, resolve, timer: 0 };
    arm();
    clearTimeout(speaking);
    speaking = setTimeout(() => { part("says").textContent = words.working; }, 400);
    worker.postMessage({ id: number, task, asked: question });
  });

  function arm() {
    clearTimeout(busy.timer);
    busy.timer = setTimeout(() => { stopRun(words.slow(SLOW)); }, SLOW * 1000);
  }

  function stopRun(why) {
    const { resolve } = busy;
    clearTimeout(busy.timer);
    busy = null;
    worker.terminate();
    resolve(null);
    begin(why);
  }

  function changed() {
    part("copied").textContent = "";  // it spoke of other chunks
    fit();
    clearTimeout(timer);
    clearTimeout(resting);
    timer = setTimeout(update, text.length > 200_000 ? 500 : text.length > 20_000 ? 150 : 0);
  }

  async function update() {
    if (lab.dataset.state !== "ready") {
      touched = true;
      return;
    }
    if (busy) {
      again = true;
      return;
    }
    again = false;
    const mine = ++round;
    problem.textContent = text.trim() ? "" : words.noText;
    for (const at of used()) {
      const answer = await ask("run", asked(at));
      if (!answer) return;
      results[at] = take(at, answer);
      if (again) return update();
    }
    lab.dataset.shown = mine;
    resting = setTimeout(advise, text.length > 200_000 ? 1500 : 200);  // typing goes first
  }

  function take(at, { result, noTokens, crashed }) {
    const { message, hint, inputs } = settings[at];
    message.textContent = noTokens ? words.noTokens : crashed ? words.crashed : result.error || "";
    hint.hidden = true;
    for (const name of ["size", "overlap"]) {  // an error names the settings that it is about
      inputs[name].setAttribute("aria-invalid", String(Boolean(result?.error?.includes(name))));
    }
    if (message.textContent) {
      columns[at].section.hidden = true;
      return null;
    }
    hint.hidden = !(result.chinese && inputs.splitter.value === "recursive");
    show(columns[at], result);
    columns[at].section.hidden = !text.trim();  // of no text there is nothing to say
    return result;
  }

  async function advise() {
    if (busy) return;
    for (const at of used()) {
      if (!results[at]) continue;
      const answer = await ask("run", { ...asked(at), advice: true });
      if (!answer) return;
      if (again) return update();
      if (answer.result?.report) {
        results[at].report = answer.result.report;
        showReport(columns[at], answer.result.report);
      }
    }
    lab.dataset.advised = round;
  }

  // One line for a screen reader, once the hand rests.
  function speak() {
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      part("says").textContent = used().filter(at => results[at] && text.trim())
        .map(at => `${words.setting(at + 1)}: ${results[at].says}.`).join(" ");
    }, 700);
  }

  // --- starting
  function fail(why) {
    lab.dataset.state = "failed";
    worker?.terminate();
    clearTimeout(load);
    part("loading").hidden = true;
    part("start").hidden = false;
    part("start").textContent = words.again;
    problem.textContent = why;
  }

  function begin(why = "") {
    if (location.protocol === "file:") return fail(words.fromFile);
    if (typeof WebAssembly !== "object") return fail(words.noWasm);
    lab.dataset.state = "loading";
    problem.textContent = why;
    part("start").hidden = part("weight").hidden = true;
    part("loading").hidden = false;
    lab.querySelector(".lab-start").hidden = false;
    stage("python", 0);
    try {
      worker = new Worker(new URL("lab_worker.js", here), { type: "module" });
    } catch {
      return fail(words.noLoad);
    }
    const own = worker;
    touched = false;
    worker.onerror = () => { if (own === worker && lab.dataset.state === "loading") fail(words.noLoad); };
    worker.onmessage = ({ data }) => { if (own === worker) heard(data, why); };
    wait();
  }

  function wait() {
    clearTimeout(load);
    load = setTimeout(() => fail(words.noLoad), STALLED * 1000);
  }

  function stage(name, share) {
    part("stage").textContent = words[name];
    const bar = part("loading").querySelector("progress");
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
  }

  async function heard(data, why) {
    if (data.progress) {
      stage(data.progress.stage, data.progress.share);
      if (data.progress.stage === "tokens") {
        part("says").textContent = words.tokens;
        if (busy) arm();
      } else {
        wait();
      }
    } else if (data.failed) {
      console.warn(data.failed);
      fail(words.noLoad);
    } else if (data.ready) {
      clearTimeout(load);
      ready(data.ready, why);
    } else if (busy && data.id === busy.id) {
      const { resolve } = busy;
      clearTimeout(busy.timer);
      busy = null;
      speak();
      if (data.crashed) console.warn(data.crashed);
      resolve(data);
      // What came in meanwhile is asked as soon as the one who waited has gone on.
      setTimeout(() => { if (again && !busy) update(); });
    }
  }

  async function ready(style, why) {
    if (!document.getElementById("lab-strip-style")) {
      const sheet = document.createElement("style");
      sheet.id = "lab-strip-style";
      sheet.textContent = style;
      document.head.append(sheet);
    }
    const focused = document.activeElement === document.body;
    lab.dataset.state = "ready";
    lab.querySelector(".lab-start").hidden = true;
    part("bench").hidden = false;
    if (why) return touched ? update() : undefined;  // what was stopped is not tried again as it was
    if (arrived) {
      const state = arrived;
      arrived = null;
      await apply(state);
    } else {
      await apply({ sample: "rag_three_paragraphs", settings: [], tokens: false });
    }
    if (focused) sample.focus({ preventScroll: true });
  }

  // --- texts
  async function loadSample(name) {
    if (![...sample.options].some(option => option.value === name && name)) return;
    sample.value = name;
    const answer = await idle(() => ask("sample", name));
    if (!answer?.result) return;
    setText(answer.result);
    const chinese = /[\u4e00-\u9fff]/.test(text.slice(0, 20));
    for (const { inputs: { splitter } } of settings) {
      if (chinese && splitter.value === "recursive") splitter.value = "recursive_cjk";
    }
  }

  async function idle(next) {
    while (busy) await new Promise(go => setTimeout(go, 20));
    return next();
  }

  async function loadFile(file) {
    const { content, why } = await readFile(file);
    problem.textContent = why && `${file.name}: ${why}`;
    if (why) return;
    sample.value = "";
    setText(content);
    changed();
  }

  // --- links and copies
  const state = () => ({
    sample: sample.value, text, tokens: tokens.checked,
    settings: used().map(at => Object.fromEntries(link.NAMES.map(name => [name, settings[at].inputs[name].value]))),
  });

  async function apply(wanted) {
    part("copied").textContent = "";
    two.checked = wanted.settings.length > 1;
    tokens.checked = Boolean(wanted.tokens);
    wanted.settings.forEach((setting, at) => {
      typed[at] ||= Boolean(setting.size);
      for (const [name, value] of Object.entries(setting)) {
        const input = settings[at].inputs[name];
        if (input.tagName !== "SELECT" || [...input.options].some(option => option.value === value)) input.value = value;
      }
      if (!settings[at].inputs.splitter.selectedOptions[0].dataset.unit) units[at] = settings[at].inputs.unit.value;
    });
    if (wanted.broken) problem.textContent = words.brokenLink;
    const named = wanted.settings.some(setting => setting.splitter);
    if (wanted.sample) {
      const before = settings.map(({ inputs }) => inputs.splitter.value);
      await loadSample(wanted.sample);
      if (named) settings.forEach(({ inputs }, at) => { inputs.splitter.value = before[at]; });
    } else if (typeof wanted.text === "string") {
      sample.value = "";
      setText(wanted.text);
    }
    fit();
    if (!wanted.broken) await update();
  }

  async function copyLines(at) {
    const answer = await idle(() => ask("lines", asked(at)));
    if (typeof answer?.result === "string") copy(part("copied"), answer.result, words.linesCopied(answer.result.split("\n").length - 1));
  }

  async function copyLink() {
    const { fragment, whole: all } = await link.write(state());
    history.replaceState(null, "", `#${fragment}`);
    copy(part("copied"), location.href, all ? words.linkCopied : words.linkShort(grouped(link.MOST)));
  }

  async function follow() {
    const found = await link.read(location.hash);
    if (!found) return;
    if (lab.dataset.state === "ready") return apply(found);
    arrived = found;
    part("arrived").hidden = false;
    part("arrived").textContent = found.broken ? words.brokenLink : found.sample ? words.arrivedSample
      : found.text ? words.arrivedText(grouped([...found.text].length)) : words.arrivedSettings;
  }

  part("start").addEventListener("click", () => begin());
  part("loss").addEventListener("click", () => apply(LOSS));
  part("copy-link").addEventListener("click", copyLink);
  part("file").addEventListener("change", event => event.target.files[0] && loadFile(event.target.files[0]));
  sample.addEventListener("change", async () => { if (sample.value) { await loadSample(sample.value); changed(); } });
  box.addEventListener("input", () => { text = box.value; sample.value = ""; noteText(); changed(); });
  for (const input of [two, tokens]) input.addEventListener("change", changed);
  box.addEventListener("dragover", event => { event.preventDefault(); box.classList.add("lab-over-it"); });
  box.addEventListener("dragleave", () => box.classList.remove("lab-over-it"));
  box.addEventListener("drop", event => {
    box.classList.remove("lab-over-it");
    const file = event.dataTransfer.files[0];
    if (!file) return;  // dragged text is the browser's own business
    event.preventDefault();
    loadFile(file);
  });
  window.addEventListener("hashchange", follow);
  fit();
  follow();
  if (location.protocol === "file:") problem.textContent = words.fromFile;
  lab.hidden = false;
})();
