// Runs a script in the Python of the site's pages: node glances.mjs PYTHON_FOLDER SCRIPT. What it prints is printed;
// `js.seconds()` is the processor time, in which a busy machine counts less.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

globalThis.seconds = () => process.cpuUsage().user / 1e6;
const [folder, script] = process.argv.slice(2);
const unpacked = (name) => gunzipSync(fs.readFileSync(path.join(folder, name)));
const manifest = JSON.parse(fs.readFileSync(path.join(folder, "manifest.json")));
const work = fs.mkdtempSync(path.join(os.tmpdir(), "labkit-"));
fs.writeFileSync(path.join(work, "stdlib.zip"), unpacked("stdlib.bin"));
try {
  const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: `${folder}/`, packageBaseUrl: `${folder}/`,
    stdLibURL: path.join(work, "stdlib.zip"), lockFileContents: JSON.stringify(manifest.lock) });
  const site = python.runPython("import site; site.getsitepackages()[0]"), numpy = unpacked("numpy.bin");
  let at = 0;
  for (const [name, size] of manifest.numpy) {
    python.FS.mkdirTree(path.dirname(`${site}/${name}`));
    python.FS.writeFile(`${site}/${name}`, numpy.subarray(at, (at += size)));
  }
  python.FS.writeFile("/labkit.zip", unpacked("labkit.bin"));
  python.runPython("import sys; sys.path.insert(0, '/labkit.zip')");
  python.runPython(fs.readFileSync(script, "utf8"));
} finally {
  fs.rmSync(work, { recursive: true });
}
