// Into the Chunk Lab and out of it: files, and the clipboard.
(() => {
  const { words } = window.ChunkLab;
  const MOST_MEGABYTES = 5;

  // The content of a file, or why there is none.
  const readFile = async file => {
    if (file.size > MOST_MEGABYTES * 1e6) return { why: words.tooLarge(MOST_MEGABYTES) };
    try {
      return { content: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), why: "" };
    } catch {
      return { why: words.notText };
    }
  };

  // Put a text on the clipboard and say so beside `said`; where a page may not, show the text for the reader to copy.
  const copy = async (place, value, said) => {
    place.textContent = "";
    if (place.nextElementSibling?.classList.contains("lab-by-hand")) place.nextElementSibling.remove();
    try {
      await navigator.clipboard.writeText(value);
      place.textContent = said;
    } catch {
      const area = document.createElement("textarea");
      area.className = "lab-by-hand";
      area.readOnly = true;
      area.value = value;
      area.setAttribute("aria-label", words.notCopied);
      place.textContent = words.notCopied;
      place.after(area);
      area.focus();
      area.select();
    }
  };

  Object.assign(window.ChunkLab, { copy, readFile });
})();
