// Python for the Chunk Lab, in a worker of its own: it loads what it needs from the site and answers one task after another.
const here = new URL(".", import.meta.url);
const pyodideAt = new URL("../vendor/pyodide/", here);
const plainFetch = self.fetch.bind(self);
let python, lab, sizes;
const vocabularies = new Set();

const tell = (stage, share) => self.postMessage({ progress: { stage, share } });

// Every file that Pyodide fetches is counted, so that the bar shows what has come.
function countBytes(total) {
  let seen = 0, told = 0;
  self.fetch = async (address, options) => {
    const answer = await plainFetch(address, options);
    if (!answer.ok || !answer.body) return answer;
    const body = answer.body.pipeThrough(new TransformStream({
      transform(part, out) {
        seen += part.byteLength;
        if (seen - told > total / 50) tell("python", Math.min(.9, .9 * (told = seen) / total));
        out.enqueue(part);
      },
    }));
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

async function bytes(name) {
  const answer = await self.fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${answer.status} for ${name}`);
  return answer.arrayBuffer();
}

async function start() {
  tell("python", 0);
  sizes = JSON.parse(new TextDecoder().decode(await bytes("lab.json")));
  countBytes(sizes.needed);
  const archive = bytes(`lab.zip?${sizes.version}`);
  archive.catch(() => {});  // seen where it is awaited
  const { loadPyodide } = await import(new URL("pyodide.mjs", pyodideAt));
  python = await loadPyodide({ indexURL: pyodideAt.href, packages: [] });
  tell("unpacking", .92);
  python.unpackArchive(await archive, "zip", { extractDir: "/lab" });
  self.fetch = plainFetch;
  tell("importing", .95);
  python.runPython("import sys; sys.path.insert(0, '/lab')");
  lab = python.runPython(`
import json
from ragchunk_lessons import lab
from ragchunk_lessons.show import STYLE
lab.run({"text": "One. Two. Three.", "splitter": "recursive", "chunk_size": 9, "chunk_overlap": 0, "unit": "characters"})
{
    "run": lambda asked: json.dumps(lab.run(json.loads(asked))),
    "lines": lambda asked: json.dumps(lab.chunk_lines(json.loads(asked))),
    "sample": lambda asked: json.dumps(lab.sample(json.loads(asked))),
}
`, { globals: python.toPy({}) });
  self.postMessage({ ready: python.runPython("from ragchunk_lessons.show import STYLE; STYLE") });
}

async function needVocabulary(asked) {
  const name = asked.encoding;
  if (!(asked.unit === "tokens" || asked.tokens) || vocabularies.has(name) || !(name in sizes.tokens)) return;
  tell("tokens", null);
  python.unpackArchive(await bytes(`tokens_${name}.zip?${sizes.version}`), "zip", { extractDir: "/lab" });
  vocabularies.add(name);
}

let queue = start().catch(error => {
  self.postMessage({ failed: String(error) });
  throw error;
});
queue.catch(() => {});

self.onmessage = ({ data: { id, task, asked } }) => {
  queue = queue.then(async () => {
    if (task === "run") {
      try {
        await needVocabulary(asked);
      } catch (error) {
        return self.postMessage({ id, noTokens: String(error) });
      }
    }
    try {
      self.postMessage({ id, result: JSON.parse(lab.get(task)(JSON.stringify(asked))) });
    } catch (error) {
      self.postMessage({ id, crashed: String(error) });
    }
  });
};
