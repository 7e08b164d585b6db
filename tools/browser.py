"""Chromium and a JupyterLab of its own, for the browser tests and the bench.

Nothing of the person who runs them is read or written: settings, kernels' files and workspaces live in a folder that
the caller gives, and autosave is off.
"""

from __future__ import annotations

import http.server
import json
import secrets
import shutil
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Container, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tools import serve

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MEDIA_TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".bin": "application/octet-stream"}
START_SECONDS = 60  # a server that is not up, or down, by then never will be

WAIT_FOR_KERNEL = """async () => {
    const until = async get => {
        for (let wait = 0; !get(); wait++) {
            if (wait > 1200) throw new Error(`no kernel within a minute: ${get}`);
            await new Promise(resolve => setTimeout(resolve, 50));
        }
        return get();
    };
    await jupyterapp.restored;
    const context = await until(() => jupyterapp.shell.currentWidget?.context);
    await context.ready;
    await context.sessionContext.ready;
    await until(() => context.sessionContext.session?.kernel?.status === 'idle');
}"""
EMPTY = "import ipywidgets\nipywidgets.Widget.close_all()\n%reset -f"
CLOSE_AND_OPEN = """async ([path, empty]) => {
    const { context } = jupyterapp.shell.currentWidget;
    const { kernel } = context.sessionContext.session ?? {};
    const emptied = kernel?.status === 'idle' ? await kernel.requestExecute({ code: empty }).done : null;
    const model = emptied?.content.status === 'ok' ? { id: kernel.id } : undefined;
    context.model.dirty = false;
    jupyterapp.shell.currentWidget.dispose();
    await jupyterapp.commands.execute('docmanager:open', { path, kernel: model });
}"""
RUN_ALL = """async () => {
    await jupyterapp.commands.execute('notebook:run-all-cells');
    const cells = jupyterapp.shell.currentWidget.context.model.toJSON().cells;
    return cells.flatMap(cell => cell.outputs ?? [])
        .filter(output => output.output_type === 'error')
        .map(output => `${output.ename}: ${output.evalue}`);
}"""

SAVE_AND_READ = """async () => {
    const { context } = jupyterapp.shell.currentWidget;
    await context.save();
    const saved = await jupyterapp.serviceManager.contents.get(context.path, { content: true });
    return JSON.stringify(saved.content);
}"""


# What anywidget says of a card whose script took two seconds to load. It is steered all the same (test_late.py).
LATE = "[anywidget] Failed to initialize model."
# A notebook that is closed just when JupyterLab gives it the focus; the next one is opened all the same.
CLOSED = "_ensureFocus"


def executable() -> str | None:
    """The system's Chromium, if there is one."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@contextmanager
def chromium() -> Iterator:
    """A Playwright browser on the system's Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@contextmanager
def watched(browser, **options) -> Iterator:
    """A fresh page. `page.errors` collects console and page errors; any left at the end is raised."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: _collect_trouble(error.stack or str(error), page.errors))
    page.on("console", lambda message: _collect(message, page.errors))
    yield page
    context.close()
    assert not page.errors, "the browser reported:\n" + "\n".join(page.errors)


def _collect_trouble(trouble: str, errors: list[str]) -> None:
    if LATE not in trouble and CLOSED not in trouble:
        errors.append(trouble)


def _collect(message, errors: list[str]) -> None:
    if message.type == "error":
        errors.append(f"{message.text} ({message.location.get('url', '')})")


class Jupyter:
    """A running JupyterLab at the repository root, and how to open and run a notebook in it."""

    most_saved = 2_000_000  # bytes of a lesson with all its labs

    def __init__(self, port: int, token: str, pid: int):
        self.url = f"http://127.0.0.1:{port}"
        self.token = token
        self.pid = pid

    def open_notebook(self, page, path: str) -> None:
        """Open `path` (relative to the repository) and wait until its kernel is truly idle."""
        page.goto(f"{self.url}/lab/tree/{path}?reset&token={self.token}")
        page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
        page.evaluate(WAIT_FOR_KERNEL)  # the status bar reads idle before a kernel exists

    def open_next(self, page, path: str) -> None:
        """The same in a page whose JupyterLab is running: what was open is closed unsaved, and its kernel, emptied, is
        taken on."""
        if not page.url.startswith(self.url):
            self.open_notebook(page, path)
            return
        page.evaluate(CLOSE_AND_OPEN, [path, EMPTY])
        page.evaluate(WAIT_FOR_KERNEL)

    def run_all(self, page) -> None:
        """Run every cell; an error output is raised with its message."""
        errors = page.evaluate(RUN_ALL)
        assert not errors, "error outputs:\n" + "\n".join(errors)

    def saved(self, page) -> str:
        """What is kept of the open notebook once it is saved."""
        return page.evaluate(SAVE_AND_READ)


class Lite(Jupyter):
    """The course in JupyterLite, which is all in the page; `path` is a lesson's name there. Of the files that `cut`
    names only the first half is sent."""

    most_saved = 3_000_000  # no server is there that keeps the cards' common script once

    def __init__(self, url: str, cut: set[str]):
        self.url, self.cut = url, cut

    def open_notebook(self, page, path: str) -> None:
        page.goto(f"{self.url}/lab/index.html?path={path}")
        page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
        page.evaluate(WAIT_FOR_KERNEL)


@contextmanager
def served(folder: Path, cut: Container[str] = ()) -> Iterator[str]:
    """The address of a folder on loopback; of files whose name or ending is in ``cut`` only half is sent."""
    handler = partial(_Quiet, cut=cut, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    # What the system may not know.
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **MEDIA_TYPES}  # noqa: RUF012

    def __init__(self, *arguments, cut: Container[str], **options):
        self._cut = cut
        super().__init__(*arguments, **options)

    def log_message(self, *said) -> None:
        pass

    def copyfile(self, source, outputfile) -> None:
        path = Path(self.translate_path(self.path))
        if path.name in self._cut or path.suffix in self._cut:
            outputfile.write(source.read(path.stat().st_size // 2))
            self.close_connection = True
        else:
            super().copyfile(source, outputfile)


@contextmanager
def jupyterlab(home: Path, root: Path = serve.ROOT) -> Iterator[Jupyter]:
    """A JupyterLab on the course in `root`, whose settings live in `home`."""
    port, token = _free_port(), secrets.token_hex(16)
    command = serve.command(
        "notebooks/00_start_here.ipynb",
        "--no-browser",
        "--ip=127.0.0.1",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        "--LabApp.expose_app_in_browser=True",
        f"--FileCheckpoints.checkpoint_dir={home / 'checkpoints'}",
        root=root,
    )
    log = home / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=serve.ROOT, env=_private(home), stdout=out, stderr=out)
    try:
        _wait_until_up(f"http://127.0.0.1:{port}/api/status?token={token}", server, log)
        yield Jupyter(port, token, server.pid)
    finally:
        server.terminate()
        server.wait(timeout=START_SECONDS)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _private(home: Path) -> dict[str, str]:
    settings = home / "settings" / "@jupyterlab" / "docmanager-extension"
    settings.mkdir(parents=True)
    (settings / "plugin.jupyterlab-settings").write_text(json.dumps({"autosave": False}))
    return serve.environment() | {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }


def _wait_until_up(url: str, server: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")
