"""Python as the pages of the site load it: Pyodide's core, its standard library, NumPy and labkit, compiled and packed.

``made(folder)`` writes ``python-<digest>/`` below a folder and returns that name: what is in it never changes, so that
browsers may keep it for ever. All comes from ``python_in_browser.fetched()`` and the project; node compiles it.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from tools import python_in_browser

ROOT = Path(__file__).resolve().parent.parent
WORKER = ROOT / "labkit" / "player" / "page" / "worker.js"
COMPILER = ROOT / "tools" / "compile_in_pyodide.mjs"
AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB, LABKIT, NUMPY = "stdlib.bin", "labkit.bin", "numpy.bin"
# Parts of NumPy that only those need who build or test with it.
NUMPY_LEFT_OUT = re.compile(r"/(tests|f2py|distutils|include|_pyinstaller)/|\.(pyi|h|a|pxd|c)$")
# Of the standard library: what needs a terminal, a mail or a process of its own.
STDLIB_LEFT_OUT = re.compile(
    r"(_pyrepl|wsgiref|xmlrpc|multiprocessing|pydoc_data|venv|curses|dbm|sqlite3|xml)/"
    r"|(pdb|mailbox|imaplib|smtplib|poplib|ftplib|optparse|nntplib|telnetlib|webbrowser|turtle)\.py"
)
LABKIT_KEPT = ("*.py", "core/tables/*", "core/index/*")
LABKIT_LEFT_OUT = ("command/", "player/jupyter/")
EARLIEST = (1980, 1, 1, 0, 0, 0)  # of every entry: the same files make the same zip


def made(folder: Path) -> str:
    """Its name below ``folder``."""
    source = python_in_browser.fetched()
    with tempfile.TemporaryDirectory() as name:
        work, target = Path(name) / "work", Path(name) / "python"
        target.mkdir()
        wheel = python_in_browser.packages_of(source)["numpy"]["file_name"]
        _unpack(source / "python_stdlib.zip", work / "stdlib", STDLIB_LEFT_OUT.match)
        _unpack(source / wheel, work / "numpy", NUMPY_LEFT_OUT.search)
        _gather_labkit(work / "labkit")
        _compile(source, work)
        for each in AS_THEY_ARE:
            shutil.copyfile(source / each, target / each)
        shutil.copyfile(WORKER, target / WORKER.name)
        _pack_together(work / "stdlib", target / STDLIB)
        files = _pack_plainly(work / "numpy", target / NUMPY)
        _pack_together(work / "labkit", target / LABKIT)
        _write_manifest(source, target, files)
        final = folder / f"python-{_digest_of(target)}"
        if not final.exists():
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copytree(target, final)
    return final.name


def _compile(source: Path, work: Path) -> None:
    try:
        subprocess.run(["node", str(COMPILER), str(source), str(work)], check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise OSError("the site's Python: expected node on PATH, got none; install it, or leave Python out") from None
    except subprocess.CalledProcessError as error:
        said = (error.stderr.strip() or "no word").splitlines()[-1]
        raise OSError(f"the site's Python: expected every file to compile, got: {said}; is node 20 or newer?") from None


def _write_manifest(source: Path, target: Path, numpy: list[tuple[str, int]]) -> None:
    """How many bytes there are to come, the files in ``numpy.bin``, and for ``loadPyodide`` a list of no packages."""
    lock = json.loads((source / python_in_browser.LOCK).read_text(encoding="utf-8")) | {"packages": {}}
    sizes = [(target / name).stat().st_size for name in ("pyodide.asm.wasm", STDLIB, NUMPY, LABKIT)]
    manifest = {"bytes": sum(sizes), "numpy": numpy, "lock": lock}
    (target / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def _gather_labkit(target: Path) -> None:
    """labkit with the lessons' texts, which hints and solutions read."""
    package = ROOT / "labkit"
    for pattern in LABKIT_KEPT:
        for path in package.rglob(pattern):
            inside = path.relative_to(package)
            if path.is_file() and not inside.as_posix().startswith(LABKIT_LEFT_OUT) and "__pycache__" not in path.parts:
                _copy(path, target / "labkit" / inside)
    for path in (ROOT / "course").rglob("*.py"):
        _copy(path, target / "labkit" / path.relative_to(ROOT))


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _unpack(archive: Path, target: Path, left_out: Callable[[str], object]) -> None:
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(target, [name for name in packed.namelist() if not left_out(name)])


def _files(folder: Path) -> list[Path]:
    """Those of one kind beside each other, which compresses best."""
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: (path.suffix, path))


def _pack_together(folder: Path, target: Path) -> None:
    """A zip that Python imports from as it is, compressed as a whole: a quarter less than file by file."""
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w", zipfile.ZIP_STORED) as packed:
        for path in _files(folder):
            packed.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix(), EARLIEST), path.read_bytes())
    target.write_bytes(gzip.compress(plain.getvalue(), 9, mtime=0))


def _pack_plainly(folder: Path, target: Path) -> list[tuple[str, int]]:
    """One file after the other: what is compiled to machine code must lie in folders. Returns names and sizes."""
    bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
    target.write_bytes(gzip.compress(b"".join(bodies.values()), 9, mtime=0))
    return [(name, len(body)) for name, body in bodies.items()]


def _digest_of(folder: Path) -> str:
    total = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:10]
