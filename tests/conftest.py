"""Fixtures of the whole-course tests: one browser and one JupyterLab for every test that asks for them."""

import os

import pytest

from tools import browser as chrome

NO_BROWSER = "no Chromium on PATH"
REPAIR = "install it (Debian, Ubuntu: apt-get install chromium) and run make test again"


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marker
def pytest_collection_modifyitems(items):
    """Mark what needs a browser: `make test` runs these in a process of their own, with one browser and one server."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


def pytest_terminal_summary(terminalreporter):
    skipped = [r for r in terminalreporter.stats.get("skipped", []) if NO_BROWSER in str(r.longrepr)]
    if skipped:
        files = ", ".join(sorted({r.nodeid.split("::")[0] for r in skipped}))
        line = f"left out: {len(skipped)} browser tests ({files}), because {NO_BROWSER}: {REPAIR}"
        terminalreporter.write_line(line, yellow=True)


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, driven by Playwright. Missing: the test is left out, or fails where CI=true."""
    if chrome.executable() is None:
        if os.environ.get("CI") == "true":
            pytest.exit(f"{NO_BROWSER}: {REPAIR}", returncode=1)
        pytest.skip(NO_BROWSER)
    with chrome.chromium() as browser:
        yield browser


@pytest.fixture
def page(browser):
    """A fresh page. `page.errors` collects console and page errors; any left at the end fails the test."""
    with chrome.watched(browser) as page:
        yield page


@pytest.fixture(scope="session")
def jupyter(browser, tmp_path_factory):
    """One JupyterLab for the session: `jupyter.open_notebook(page, path)`, `jupyter.run_all(page)`."""
    with chrome.jupyterlab(tmp_path_factory.mktemp("jupyter")) as server:
        yield server
