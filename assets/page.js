// What a page does by itself: nothing here is needed to read it.
(() => {
  // A place that scrolls sideways can be reached and moved by keyboard.
  const scrolls = "pre, .output, .text_html, .pst-scrollable-table-container, .math.notranslate, .bd-sidebar-primary, .bd-sidebar-secondary";
  const reach = () => {
    for (const element of document.querySelectorAll(scrolls)) {
      const style = getComputedStyle(element);
      const moves = (name, long) => /auto|scroll/.test(style[name]) && long > 1;
      const over = moves("overflowX", element.scrollWidth - element.clientWidth)
        || moves("overflowY", element.scrollHeight - element.clientHeight);
      if (over) element.tabIndex = 0;
      else if (element.getAttribute("tabindex") === "0") element.removeAttribute("tabindex");
    }
  };
  // A link to a solution opens it; so does printing.
  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target && target.closest("details.folded");
    if (folded) folded.open = true;
  };
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((one) => { one.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach((one) => { one.open = false; }));
  addEventListener("hashchange", open);
  let waits = false;
  const soon = () => {
    if (!waits) (window.requestIdleCallback || setTimeout)(() => { waits = false; reach(); });
    waits = true;
  };
  addEventListener("resize", soon);
  document.addEventListener("toggle", soon, true);
  if (document.readyState === "complete") soon(); else addEventListener("load", soon);
  open();
})();
