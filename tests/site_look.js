// Looks at the page it runs in: pictures that are missing or mute, words too faint to read (WCAG AA),
// elements that stick out. test_site calls it in every page and view.
() => {
  const name = e => e.getAttribute("aria-label") || e.alt || e.querySelector("title")?.textContent || "";
  const passed = e => e.closest("[aria-hidden=true], [role=presentation], button, .toggle-button");
  const pictures = [...document.querySelectorAll("img")];
  const drawn = [...document.querySelectorAll("[role=img], article svg")];
  const whole = drawn.filter(e => !e.parentElement.closest("[role=img]"));
  const mute = [...pictures, ...whole].filter(e => !passed(e) && !name(e).trim());
  const root = document.documentElement;
  const rgba = text => (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ground = e => {  // the colour behind an element; null where a pattern is
    for (; e; e = e.parentElement) {
      const style = getComputedStyle(e), color = rgba(style.backgroundColor);
      if (style.backgroundImage !== "none") return null;
      if (color[3] === undefined || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const faint = [...document.querySelectorAll("article *, nav *, footer *")].filter(e => {
    const words = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!words || e.closest("svg, [aria-hidden=true], .headerlink, mjx-container") || !e.checkVisibility()) return false;
    const style = getComputedStyle(e), behind = ground(e);
    if (!behind || style.opacity < 1) return false;
    const [high, low] = [light(rgba(style.color)), light(behind)].sort((x, y) => y - x);
    return (high + .05) / (low + .05) < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5);
  });
  return {
    faint: faint.map(e => `${e.tagName}.${e.className} ${e.textContent.trim().slice(0, 40)}`).slice(0, 5),
    broken: pictures.filter(e => !(e.complete && e.naturalWidth)).map(e => e.src),
    mute: mute.map(e => e.outerHTML.slice(0, 90)),
    wide: root.scrollWidth - root.clientWidth,
    lang: root.lang, theme: root.dataset.theme, titles: document.querySelectorAll("article h1, body.deck h1").length,
    ground: getComputedStyle(document.body).backgroundColor,
  };
}
