// Compile folders of Python with the very Python that will run them: node compile_in_pyodide.mjs PYODIDE FOLDER
// In FOLDER, what is below `sources_kept/` gets its compiled files beside the sources; elsewhere they take their place.
// They have no columns for tracebacks, and the standard library's no docstrings, which are half of their size.
// Compiled files are never checked against their sources: in a page neither changes.
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/`, env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/work", work);
python.runPython(`
import py_compile
from pathlib import Path

UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
OPTIMIZE = {"stdlib": 2, "numpy": 0}  # NumPy makes docstrings out of docstrings
for path in sorted(Path("/work").rglob("*.py")):
    kept = "sources_kept" in path.parts
    if kept and "course" in path.parts:
        continue  # is only read
    target = None if kept else str(path.with_suffix(".pyc"))
    name = "/".join(path.relative_to("/work").parts[1:])  # in tracebacks
    dfile, optimize = (f"/home/pyodide/{name}", 0) if kept else (name, OPTIMIZE[path.parts[2]])
    py_compile.compile(str(path), target, dfile, doraise=True, optimize=optimize, invalidation_mode=UNCHECKED)
    if not kept:
        path.unlink()
`);
