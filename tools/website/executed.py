"""Executed notebooks with their widgets' state, kept in the person's cache by what they are made from."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import nbformat

from tools import build_notebooks

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "labkit" / "executed"
WORKERS = 2
KEPT = 4  # of each lesson: several checkouts may be built by turns
MADE_WITH = ("constraints.txt", "tools/build_notebooks.py", "tools/pairs.py")  # beside the lesson and the package


def executed(notebooks: dict[str, nbformat.NotebookNode]) -> Iterator[tuple[str, nbformat.NotebookNode]]:
    """Each of them by name, with its outputs, in their order; those that are in the cache are not run again."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(WORKERS) as pool:
        paths = list(pool.map(_kept, notebooks, notebooks.values()))
    for name, path in zip(notebooks, paths, strict=True):
        yield name, nbformat.read(path, as_version=4)


def _kept(name: str, notebook: nbformat.NotebookNode) -> Path:
    path = CACHE / f"{name}-{_print_of(notebook)}.ipynb"
    if not path.exists():
        build_notebooks.run(notebook, name, ROOT, store_widget_state=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_text(nbformat.writes(notebook), encoding="utf-8")
        unfinished.replace(path)  # another build may look for it
        for old in sorted(CACHE.glob(f"{name}-*.ipynb"), key=lambda each: each.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)
    return path


def _print_of(notebook: nbformat.NotebookNode) -> str:
    sources = "\0".join(cell.source for cell in notebook.cells)
    return hashlib.sha256((sources + _package()).encode()).hexdigest()[:16]


@cache
def _package() -> str:
    """A print of everything that a lesson's outputs may depend on."""
    files = [path for path in (ROOT / "labkit").rglob("*") if path.is_file() and path.suffix not in (".pyc", ".md")]
    made = hashlib.sha256()
    for path in sorted([*files, *(ROOT / name for name in MADE_WITH)]):
        made.update(path.read_bytes())
    return made.hexdigest()
