// Compile folders of Python with the very Python that will run them: node compile_in_pyodide.mjs PYODIDE FOLDER
// In FOLDER, what is below `labkit/` gets its compiled files beside the sources; elsewhere they take their place.
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
OPTIMIZE = {"stdlib": 2, "numpy": 0, "labkit": 0}  # NumPy makes docstrings out of docstrings, labkit shows some
for path in sorted(Path("/work").rglob("*.py")):
    inside = path.relative_to("/work")
    if inside.parts[:3] == ("labkit", "labkit", "course"):
        continue  # is only read
    name = "/".join(inside.parts[1:])  # in tracebacks
    py_compile.compile(str(path), str(path.with_suffix(".pyc")), name, doraise=True,
        optimize=OPTIMIZE[inside.parts[0]], invalidation_mode=UNCHECKED)
    if inside.parts[0] != "labkit":
        path.unlink()
`);
