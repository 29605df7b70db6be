// Before the first paint: follow the reader's choice, else the system, so that a dark page never flashes light.
(() => {
  const root = document.documentElement;
  if (root.dataset.theme === "auto") {
    root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
})();
