"""A site of one lesson on loopback, as its pages hold labs: cards, editors of exercises and Python, nothing else."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
from contextlib import contextmanager
from html import escape
from pathlib import Path

from tools import build_notebooks, python_in_browser, site_labs, site_python

ROOT = Path(__file__).resolve().parent.parent
ASKED = "LABKIT_SITE"
NO_PYTHON = "no Python for the browser"
REPAIR = f"make test-site fetches it ({python_in_browser.SIZE}, once), or name a folder that has it: PYODIDE=<folder>"
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".bin": "application/octet-stream"}


def is_wanted(environment) -> bool:
    """Whether Python may be fetched for tests: in CI, or when asked; what is at hand is used anyway."""
    return environment.get("CI") == "true" or ASKED in environment or python_in_browser.at_hand()


def page_of(lesson: str, folder: Path, *, python: bool = True) -> Path:
    """The page of a lesson in a folder, with what it needs beside it."""
    source = ROOT / "course" / f"{lesson}.py"
    notebook = build_notebooks.convert(source)
    build_notebooks.run(notebook, lesson, ROOT, store_widget_state=True)
    data = site_labs.taken(notebook, lesson)
    shared = site_labs.assets(folder / "assets")
    if python:
        data["python"] = f"assets/{site_python.made(folder / 'assets')}"
    parts = "\n".join(part for cell in notebook.cells for part in _parts(cell))
    target = folder / f"{lesson}.html"
    head = f"""<meta charset="utf-8"><title>{lesson}</title><link rel="icon" href="data:,">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>:root {{ color-scheme: light dark; background: Canvas; color: CanvasText; }}</style>
        <link rel="stylesheet" href="assets/{shared["style"]}">
        <script defer src="assets/{shared["script"]}"></script>"""
    body = f"""<main style="max-width: 1100px; margin: auto"><h1>{lesson}</h1>
        <p id="labkit-note" role="status" hidden></p>{parts}</main>
        <script type="application/json" id="labkit-page">{site_labs.script_json(data)}</script>"""
    html = f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'
    target.write_text(html, encoding="utf-8")
    return target


def _parts(cell):
    mark = cell.metadata.get("labkit", {})
    if "answer" in mark:
        yield f'<div data-answer="{mark["answer"]}"><pre>{escape(cell.source)}</pre></div>'
    if "progress" in mark:
        yield "<div data-progress></div>"
    for output in cell.get("outputs", []):
        if view := output.get("data", {}).get(site_labs.VIEW):
            yield f'<div data-lab="{view["model_id"]}"></div>'


@contextmanager
def served(folder: Path):
    """Its address on loopback; ``served.cut`` names files of which only the first half is sent."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012

        def log_message(self, *_):
            """Nothing: what is asked for is seen in the browser."""

        def copyfile(self, source, outputfile):
            path = Path(self.translate_path(self.path))
            if path.name in server.cut:
                outputfile.write(source.read(path.stat().st_size // 2))
                self.close_connection = True
            else:
                shutil.copyfileobj(source, outputfile)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    server.cut = set()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
