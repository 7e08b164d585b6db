// Python for the labs of a page, in a worker: starts, says how far it is, then hands requests to labkit/tutor/answer_desk.py
// one after the other. Everything comes from the folder that this file is in; manifest.json names it with its sizes.

import { loadPyodide } from "./pyodide.mjs";

const BASE = new URL("./", import.meta.url).href;
const WORKING = 0.15; // of the way: what remains when all bytes are here
const LABKIT = "/labkit.zip";
const BEGIN = `
from js import labkitAnswer
from pyodide.ffi import to_js
from labkit.tutor.answer_desk import AnswerDesk
desk = AnswerDesk(lambda answer: labkitAnswer(to_js(answer)))
desk.receive
`;

let arrived = 0, total = Infinity;
const say = (share) => postMessage({ boot: [Math.min(share, 1), 1] });

// Files of this folder are counted as they come; those that were compressed as a whole are unpacked.
const plainFetch = self.fetch.bind(self);
self.fetch = async (address, options) => {
  const response = await plainFetch(address, options);
  if (!response.ok) throw new Error(`${String(address?.url ?? address).split("/").at(-1)}: ${response.status} ${response.statusText}`);
  if (response.body) count(response.clone().body.getReader());
  if (!response.url.endsWith(".bin")) return response;
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
};

async function count(reader) {
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      arrived += part.value.length;
      say((1 - WORKING) * (arrived / total));
    }
  } catch { /* whoever reads the file itself says so */ }
}

self.labkitAnswer = (bytes) => {
  const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  postMessage(whole.buffer, [whole.buffer]);
};

async function bytesOf(name) {
  return new Uint8Array(await (await fetch(BASE + name)).arrayBuffer());
}

// NumPy into folders: what is compiled to machine code cannot be imported from a zip.
function unpack(FS, bytes, files, folder) {
  let at = 0;
  for (const [name, size] of files) {
    FS.mkdirTree(`${folder}/${name}`.replace(/\/[^/]*$/, ""));
    FS.writeFile(`${folder}/${name}`, bytes.subarray(at, (at += size)));
  }
}

const last = (error) => String(error.message ?? error).trim().split("\n").at(-1);

async function start() {
  const manifest = await (await fetch(`${BASE}manifest.json`)).json();
  total = manifest.bytes;
  const parts = Promise.all([bytesOf("numpy.bin"), bytesOf("labkit.bin")]);
  parts.catch(() => {}); // awaited below
  const python = await loadPyodide({ indexURL: BASE, packageBaseUrl: BASE, stdLibURL: `${BASE}stdlib.bin`,
    lockFileContents: JSON.stringify(manifest.lock) });
  const [numpy, labkit] = await parts;
  unpack(python.FS, numpy, manifest.numpy, python.runPython("import site; site.getsitepackages()[0]"));
  python.FS.writeFile(LABKIT, labkit);
  say(1 - WORKING / 2);
  return python.runPython(`import sys\nsys.path.insert(0, "${LABKIT}")\n${BEGIN}`);
}

const started = start().then(
  (receive) => { postMessage({ ready: true }); return receive; },
  (error) => { postMessage({ lost: last(error) }); },
);

self.onmessage = async ({ data }) => {
  const receive = await started;
  if (!receive) return;
  try {
    receive(JSON.stringify(data));
    postMessage({ done: true });
  } catch (error) { // not of an answer, these are caught: Python itself cannot go on
    postMessage({ lost: last(error) });
  }
};
