// The parts of the Chunk Lab that are made by script, and how they show what the module found. Only the strip is HTML, made and escaped by the module; all else is text.
(() => {
  const { words } = window.ChunkLab;
  const grouped = number => typeof number === "number" ? number.toLocaleString("en").replaceAll(",", "\u202f") : number;

  const make = (tag, className, ...children) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children);
    return element;
  };

  // The controls of one setting, from the page's template; `onChinese` is called once the offered stops are taken.
  const makeSetting = (number, onChinese) => {
    const field = document.getElementById("lab-setting").content.firstElementChild.cloneNode(true);
    field.querySelector("legend").textContent = words.setting(number);
    const inputs = Object.fromEntries([...field.querySelectorAll("[name]")].map(input => [input.name, input]));
    const button = make("button", "", words.useChinese);
    button.type = "button";
    button.addEventListener("click", () => {
      inputs.splitter.value = "recursive_cjk";
      inputs.splitter.focus();
      onChinese();
    });
    const hint = make("p", "lab-hint", words.chinese, " ", button);
    hint.hidden = true;
    const message = make("p", "lab-problem");
    message.setAttribute("role", "alert");
    field.append(message, hint);
    return { field, inputs, hint, message };
  };

  // A place for the result of one setting.
  const column = (number, onCopy, onMore) => {
    const parts = {
      verdict: make("p", "lab-verdict"), strip: make("div", "lab-strip"), facts: make("dl", "lab-facts"),
      report: make("div", "lab-report"), cards: make("ol", "lab-cards"), more: make("button", "lab-more"),
    };
    const copy = make("button", "", words.copyLines);
    copy.type = parts.more.type = "button";
    copy.addEventListener("click", onCopy);
    parts.more.addEventListener("click", onMore);
    parts.report.tabIndex = 0;
    const title = make("h2", "", words.setting(number));
    title.id = `lab-title-${number}`;
    parts.report.setAttribute("role", "region");
    parts.report.setAttribute("aria-label", words.audit);
    const audit = make("div", "lab-audit", parts.verdict, parts.facts, make("p", "lab-soft lab-over", words.audit), parts.report, copy);
    const summary = make("summary", "", words.cards);
    const cards = make("details", "", summary, parts.cards, parts.more);
    cards.open = true;
    const section = make("section", "lab-result", title, make("div", "lab-pair", parts.strip, audit), cards);
    section.setAttribute("aria-labelledby", title.id);
    return { section, ...parts };
  };

  const fact = (list, name, value, bad) => {
    list.append(make("dt", "", words.facts[name]), make("dd", bad ? "lab-bad" : "", String(value)));
  };

  const showFacts = (list, facts) => {
    const unit = words.units[facts.unit];
    list.replaceChildren();
    fact(list, "chunks", grouped(facts.chunks));
    fact(list, "coverage", facts.coverage, facts.lost > 0);
    if (facts.lost) fact(list, "lost", words.lost(grouped(facts.lost), facts.places), true);
    for (const name of ["rewritten", "misplaced", "oversize"]) if (facts[name]) fact(list, name, grouped(facts[name]), true);
    if (facts.repeated) fact(list, "repeated", grouped(facts.repeated));
    for (const name of ["longest", "shortest"]) {
      if (facts[name]) fact(list, name, words.measured(grouped(facts[name].length), unit, facts[name].number));
    }
    if (facts.tokens !== null) fact(list, "tokens", grouped(facts.tokens));
    if (facts.overlap) fact(list, "overlap", `${facts.overlap} ${unit}`);
    fact(list, "blow_up", `${facts.blow_up}×`);
  };

  const lostHere = texts => texts.map(text =>
    make("p", "lab-lost", make("b", "", words.lostHere), " ", make("span", "lab-quoted", text)));

  const card = (told, unit) => {
    const item = make("li", "", ...lostHere(told.lost));
    if (told.number === null) return item;
    const place = told.start === null ? words.nowhere : words.where(told.start, told.end);
    const line = [place, words.length(told.length, words.units[unit])];
    if (told.tokens !== null && unit !== "tokens") line.push(words.lengthTokens(told.tokens));
    if (told.shared) line.push(words.shared(told.shared));
    const head = make("p", "lab-head", make("b", "", words.chunk(told.number)), ` ${line.join(" · ")}`);
    if (told.marks.length) head.append(" ", make("span", "lab-bad", told.marks.map(mark => words.marks[mark]).join(", ")));
    // Python counts code points, JavaScript halves of some.
    const shared = told.shared ? [...told.text].slice(0, told.shared).join("") : "";
    const body = make("div", "lab-body", ...(shared ? [make("mark", "", shared)] : []), told.text.slice(shared.length));
    body.dir = "auto";
    if (told.hidden) body.append(" ", make("span", "lab-soft", words.hidden(grouped(told.hidden))));
    item.append(head, body);
    return item;
  };

  const show = (place, result) => {
    const { facts } = result;
    place.section.hidden = false;
    place.verdict.textContent = facts.ok ? words.fine : words.notFine;
    place.verdict.classList.toggle("lab-bad", !facts.ok);
    place.strip.innerHTML = result.strip;
    place.strip.lang = place.cards.lang = result.chinese ? "zh-Hans" : "";  // fonts and voices need to know
    showFacts(place.facts, facts);
    place.cards.replaceChildren(...result.cards.map(told => card(told, facts.unit)));
    const left = facts.chunks - result.cards.filter(told => told.number !== null).length;
    place.more.hidden = left <= 0;
    place.more.textContent = words.more(grouped(left));
    place.report.classList.add("lab-old");
  };

  const showReport = (place, report) => {
    place.report.textContent = report;
    place.report.classList.remove("lab-old");
  };

  Object.assign(window.ChunkLab, { makeSetting, column, show, showReport, grouped });
})();
