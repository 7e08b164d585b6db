"""Fixtures of the whole-course tests: one browser and one JupyterLab for every test that asks for them."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from tools import serve

ROOT = Path(__file__).resolve().parent.parent
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
NO_BROWSER = "no Chromium on PATH"
REPAIR = "install it (Debian, Ubuntu: apt-get install chromium) and run make test again"


def pytest_collection_modifyitems(items):
    """Mark what needs a browser and keep it on one worker, so that one browser and one server serve all."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


def pytest_terminal_summary(terminalreporter):
    skipped = [r for r in terminalreporter.stats.get("skipped", []) if NO_BROWSER in str(r.longrepr)]
    if skipped:
        files = ", ".join(sorted({r.nodeid.split("::")[0] for r in skipped}))
        line = f"left out: {len(skipped)} browser tests ({files}), because {NO_BROWSER}: {REPAIR}"
        terminalreporter.write_line(line, yellow=True)


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, driven by Playwright. Missing: the test is left out, or fails where CI=true."""
    executable = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if executable is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{NO_BROWSER}: {REPAIR}", pytrace=False)
        pytest.skip(NO_BROWSER)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """A fresh page. `page.errors` collects console and page errors; any left at the end fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda message: _collect(message, page.errors))
    yield page
    errors = list(page.errors)
    context.close()
    assert not errors, "the browser reported:\n" + "\n".join(errors)


def _collect(message, errors):
    if message.type == "error":
        errors.append(f"{message.text} ({message.location.get('url', '')})")


class Jupyter:
    """A running JupyterLab at the repository root, and how a test opens and runs a notebook in it."""

    def __init__(self, port: int, token: str):
        self.url = f"http://127.0.0.1:{port}"
        self.token = token

    def open_notebook(self, page, path: str) -> None:
        """Open `path` (relative to the repository) and wait until its kernel is truly idle."""
        page.goto(f"{self.url}/lab/tree/{path}?reset&token={self.token}")
        page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
        # The status bar reads idle before a kernel exists: ask the session itself.
        page.evaluate(
            """async () => {
                const until = async get => {
                    while (!get()) await new Promise(resolve => setTimeout(resolve, 50));
                    return get();
                };
                await jupyterapp.restored;
                const context = await until(() => jupyterapp.shell.currentWidget?.context);
                await context.ready;
                await context.sessionContext.ready;
                await until(() => context.sessionContext.session?.kernel?.status === 'idle');
            }"""
        )

    def run_all(self, page) -> None:
        """Run every cell; an error output fails the test with its message."""
        errors = page.evaluate(
            """async () => {
                await jupyterapp.commands.execute('notebook:run-all-cells');
                const cells = jupyterapp.shell.currentWidget.context.model.toJSON().cells;
                return cells.flatMap(cell => cell.outputs ?? [])
                    .filter(output => output.output_type === 'error')
                    .map(output => `${output.ename}: ${output.evalue}`);
            }"""
        )
        assert not errors, "error outputs:\n" + "\n".join(errors)


@pytest.fixture(scope="session")
def jupyter(browser, tmp_path_factory):
    """One JupyterLab for the session, with settings of its own. Nothing is saved: autosave is off."""
    home = tmp_path_factory.mktemp("jupyter")
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
    )
    log = home / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=ROOT, env=_private(home), stdout=out, stderr=out)
    try:
        _wait_until_up(f"http://127.0.0.1:{port}/api/status?token={token}", server, log)
        yield Jupyter(port, token)
    finally:
        server.terminate()
        server.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _private(home: Path) -> dict[str, str]:
    """The environment of a server that reads and writes no settings of the person who runs the tests."""
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


def _wait_until_up(url: str, server: subprocess.Popen, log: Path, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-2000:]}", pytrace=False)
