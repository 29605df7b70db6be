// The search page: says politely how many pages were found, and helps on when there is none.
document.addEventListener("DOMContentLoaded", () => {
  const results = document.getElementById("search-results");
  const help = document.getElementById("search-help");
  if (!results || !help) return;
  results.setAttribute("role", "status");
  const look = () => {
    const said = results.querySelector(".search-summary")?.textContent.trim();
    const asked = new URLSearchParams(location.search).get("q");
    help.hidden = Boolean(asked) && !(said && !results.querySelector("ul.search > li"));
  };
  new MutationObserver(look).observe(results, { childList: true, subtree: true, characterData: true });
  look();
});
