// The state of the Chunk Lab in the part of an address behind "#", which a browser does not send.
(() => {
  const MOST = 8000;  // characters of a link
  const LONGEST = 2_000_000;  // characters that a link may unpack to
  const NAMES = ["splitter", "size", "overlap", "unit", "encoding"];

  const packed = async text => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  };

  const unpacked = async letters => {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), one => one.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      if (text.length > LONGEST) throw new RangeError("too long");
    }
  };

  // {sample | text, settings: [{splitter, size, …}, …], tokens} as a fragment; `whole` is whether the text is in it.
  const write = async state => {
    const fields = new URLSearchParams();
    state.settings.forEach((setting, at) => {
      for (const name of NAMES) fields.set(at ? name + (at + 1) : name, setting[name]);
    });
    if (state.tokens) fields.set("tokens", "1");
    if (state.sample) fields.set("sample", state.sample);
    const short = fields.toString();
    if (state.sample || !state.text) return { fragment: short, whole: true };
    // No text that one would read packs to a fortieth: a far too long one is not even tried.
    fields.set("z", state.text.length > 40 * MOST ? "-".repeat(MOST) : await packed(state.text));
    const long = fields.toString();
    return long.length > MOST ? { fragment: short, whole: false } : { fragment: long, whole: true };
  };

  // What a fragment says; null if it is none of ours. `broken` is whether its text cannot be read.
  const read = async fragment => {
    const fields = new URLSearchParams(fragment.replace(/^#/, ""));
    if (![...NAMES, "sample", "z", "text"].some(name => fields.has(name))) return null;
    const settings = ["", "2"].map(at => Object.fromEntries(
      NAMES.filter(name => fields.has(name + at)).map(name => [name, fields.get(name + at)])));
    const state = { sample: fields.get("sample") || "", text: fields.get("text"), tokens: fields.has("tokens"), broken: false,
      settings: Object.keys(settings[1]).length ? settings : [settings[0]] };
    if (fields.has("z")) {
      try {
        state.text = await unpacked(fields.get("z"));
      } catch {
        state.broken = true;
      }
    }
    return state;
  };

  window.ChunkLab.link = { MOST, NAMES, write, read };
})();
