// Leafs through the slides of a part: keys, two buttons, and the number of the slide in the address.
(() => {
  const slides = [...document.querySelectorAll(".deck .slide")];
  const bar = document.querySelector(".deck .turn");
  const [back, on] = bar.querySelectorAll("button");
  const place = bar.querySelector("span");
  let at = 0;

  const show = number => {
    at = Math.max(0, Math.min(slides.length - 1, number));
    place.textContent = `${at + 1} / ${slides.length}`;
    back.disabled = at === 0;
    on.disabled = at === slides.length - 1;
  };
  const go = number => {
    show(number);
    slides[at].scrollIntoView({ block: "start" });
    history.replaceState(null, "", `#slide-${at + 1}`);
  };
  // A slide taller than the window is read to its end before the next one comes.
  const rest = () => slides[at].getBoundingClientRect().bottom - innerHeight;
  const forward = () => (rest() > 8 ? scrollBy(0, Math.min(rest(), innerHeight * 0.85)) : go(at + 1));

  const keys = {
    ArrowRight: () => go(at + 1), PageDown: forward, " ": forward, ArrowDown: forward,
    ArrowLeft: () => go(at - 1), PageUp: () => go(at - 1), ArrowUp: () => go(at - 1),
    Home: () => go(0), End: () => go(slides.length - 1),
  };
  addEventListener("keydown", event => {
    const typed = event.target.closest("a, button, input, select, textarea, summary, [tabindex]");
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    if (typed && (event.key === " " || typed.matches("input, select, textarea"))) return;
    event.preventDefault();
    keys[event.key]();
  });
  bar.addEventListener("click", event => {
    const by = event.target.closest("button")?.dataset.by;
    if (by) go(at + Number(by));
  });
  const watch = new IntersectionObserver(seen => {
    for (const one of seen) if (one.isIntersecting) show(slides.indexOf(one.target));
  }, { rootMargin: "-45% 0px -45% 0px" });
  slides.forEach(one => watch.observe(one));

  bar.hidden = false;
  const asked = /^#slide-(\d+)$/.exec(location.hash);
  show(asked ? asked[1] - 1 : 0);
})();
