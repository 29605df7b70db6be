// How the results of a search are ordered; Sphinx puts this in front of its own search (scripts/book_search.py).
// A page that says a word often comes before one that says it once: SEARCH_COUNTS has the powers of two for it.
var Scorer = {
  objNameMatch: 40, objPartialMatch: 4, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,

  score: ([page, title, anchor, description, score]) => {
    const query = new URLSearchParams(location.search).get("q") || "";
    const words = splitQuery(query.toLowerCase().trim()).filter((word) => !stopwords.includes(word));
    if (description) return words.length > 1 ? score - 35 : score;  // a function, found by a part of the query
    if (anchor || typeof SEARCH_COUNTS === "undefined") return score;
    const stemmer = new Stemmer(), number = Search._index.docnames.indexOf(page);
    const often = words.map((word) => SEARCH_COUNTS[stemmer.stemWord(word)]?.[number] || 0);
    // A name of code is looked for by its parts too: chunk_overlap in the page that has overlap in its title.
    const parts = words.filter((word) => word.includes("_")).flatMap((word) => word.split("_"));
    if (parts.some((part) => part.length > 5 && title.toLowerCase().includes(part))) score += 6;
    return score + Math.min(...often, 9) + often.reduce((sum, one) => sum + one, 0) / (often.length || 1);
  },
};

// The text that a result shows is cut from the article; Sphinx would take the buttons above it, too.
Search.htmlToText = (source, anchor) => {
  const page = new DOMParser().parseFromString(source, "text/html");
  const article = page.querySelector("article") || page.body;
  for (const other of article.querySelectorAll(".headerlink, script, style, h1, .where, .run-links")) other.remove();
  return ((anchor && article.querySelector(anchor)) || article).textContent;
};
