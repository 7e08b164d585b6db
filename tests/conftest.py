"""Fixtures of the whole-course tests: one browser and one JupyterLab for every test that asks for them."""

import os
import re
from pathlib import Path

import axe as axe_core
import pytest

from tools import browser as chrome
from tools import make_lite, python_in_browser

NO_BROWSER = "no Chromium on PATH"
REPAIR = "install it (Debian, Ubuntu: apt-get install chromium) and run make test again"
# Whether tests may fetch what is large and not the project's own: Python for the browser, other NumPys.
FETCHES = os.environ.get("CI") == "true" or bool(os.environ.get("LABKIT_SITE") or os.environ.get("SITE_LESSONS"))
LEFT_OUT = "left out, as it fetches much (CI=true or LABKIT_SITE=1 runs it): "
for name in [name for name in os.environ if name.startswith("LABKIT_")]:
    del os.environ[name]  # no test may record anything in a student's file, or run with a lecturer's settings
LONG = (
    "test_authors.py",
    "test_environment.py",
    "test_nbgrader.py",
    "test_new_lecture.py",
    "test_tools.py",
)  # of the tools: not in a check
NUMBERED = re.compile(r"(\d\d)_\w+")
PAGE = re.compile(r"test_(\d\d_\w+)\.py")  # in tests/course/: a page, named as the lecture's folder


def pytest_addoption(parser):
    parser.addoption("--touched", help="of learners and lectures only these: perceptron,l09_perceptron (make check)")


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough: of a lab or a page, in make check only where its lecture was touched")


def pytest_ignore_collect(collection_path, config):
    """Not even read by `make check`: what is about a family or a page that was not touched, and what takes long."""
    if (touched := config.getoption("--touched")) is None:
        return None
    part = subject_of(collection_path.relative_to(config.rootpath).parts)
    return True if collection_path.name in LONG or (part and part not in touched.split(",")) else None


def subject_of(folders):
    """The family or the lecture that a folder or a file of tests is about, if it is about one."""
    if folders[:2] == ("tests", "learners") and len(folders) > 2 and not folders[2].endswith(".py"):
        return folders[2]
    page = PAGE.fullmatch(folders[-1]) if folders[:2] == ("tests", "course") else None
    return f"l{page[1]}" if page else ""


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marker
def pytest_collection_modifyitems(config, items):
    """Mark what needs a browser: `make test` runs these in a process of their own, with one browser and one server."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
    if (touched := config.getoption("--touched")) is not None:
        kept = [item for item in items if is_quick(item, set(touched.split(",")))]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept


def is_quick(item, touched):
    """Whether `make check` runs a test: what is about no family and no lecture, a touched one, or not thorough."""
    room, part = subject(item)
    if room == "lectures" and not item.get_closest_marker("thorough"):
        return True
    return not part or any(f"{name}_".startswith(f"{part}_") for name in touched)


def subject(item):
    """("learners", family) or ("lectures", folder) that a test is run for; for a page ("lectures", "l20")."""
    for value in item.callspec.params.values() if hasattr(item, "callspec") else ():
        if isinstance(value, Path) and (page := NUMBERED.fullmatch(value.stem)):
            return "lectures", f"l{page[1]}"
        value = getattr(value, "learner", value)  # of a comparison of the bench
        module = (value if isinstance(value, type) else type(value)).__module__.split(".")
        if module[:2] in (["labkit", "learners"], ["labkit", "lectures"]):
            return module[1:3]
    return "", ""


def pytest_terminal_summary(terminalreporter):
    for why, repair in ((NO_BROWSER, REPAIR), (axe_core.MISSING, axe_core.REPAIR)):
        skipped = [r for r in terminalreporter.stats.get("skipped", []) if why in str(r.longrepr)]
        if skipped:
            files = ", ".join(sorted({r.nodeid.split("::")[0] for r in skipped}))
            line = f"left out: {len(skipped)} browser tests ({files}), because {why}: {repair}"
            terminalreporter.write_line(line, yellow=True)
    reasons = [str(r.longrepr[2]) for r in terminalreporter.stats.get("skipped", []) if LEFT_OUT in str(r.longrepr)]
    if whats := sorted({reason.partition(LEFT_OUT)[2] for reason in reasons}):
        terminalreporter.write_line(LEFT_OUT + ", ".join(whats), yellow=True)


@pytest.fixture(scope="session")
def fetching():
    """``fetching(what)`` leaves a test out that fetches much, unless somebody asked for it; one line says so."""

    def ask(what: str) -> None:
        if not FETCHES:
            pytest.skip(LEFT_OUT + what)

    return ask


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, driven by Playwright. Missing: the test is left out, or fails where CI=true."""
    if chrome.executable() is None:
        if os.environ.get("CI") == "true":
            pytest.exit(f"{NO_BROWSER}: {REPAIR}", returncode=1)
        pytest.skip(NO_BROWSER)
    with chrome.chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core. Missing: the test is left out, or fails where CI=true."""
    try:
        return axe_core.script()
    except OSError as error:
        if os.environ.get("CI") == "true":
            pytest.exit(f"{axe_core.MISSING} ({error}): {axe_core.REPAIR}", returncode=1)
        pytest.skip(axe_core.MISSING)


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


@pytest.fixture(scope="session")
def pyodide(fetching):
    """The folder of Python for the browser, 110 MB to fetch where it is not at hand."""
    if not python_in_browser.at_hand():
        fetching("labs that are steered in a page")
    return python_in_browser.fetched()


@pytest.fixture(scope="session")
def lite(browser, fetching, tmp_path_factory):
    """The course in JupyterLite: `lite.open_notebook(page, "09_perceptron.ipynb")`, and the rest as of `jupyter`."""
    fetching("lessons in JupyterLite")
    folder = tmp_path_factory.mktemp("lite")
    make_lite.make(folder)
    cut = set()
    with chrome.served(folder, cut) as url:
        yield chrome.Lite(url, cut)
