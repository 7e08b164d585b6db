"""The course in JupyterLite: what is kept, and what is said where Python or the storage is refused.

That lessons work there is in tests/test_lessons_in_browser.py.
"""

import base64
import hashlib
import json
import zipfile

import pytest

from tools import browser as chrome
from tools import lite_packages, make_lite

LESSON = "09_perceptron.ipynb"
RUN = "code => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.requestExecute({ code }).done"
READ = "path => jupyterapp.serviceManager.contents.get(path, { content: true }).then(file => file.content)"
ANSWER = """
from labkit.tutor.record import Record
said = Record.here().add("09_perceptron", "exercise", "update", "w + x", True)
assert not said, said
"""
REFUSED = "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };"
CHANGE = "text => jupyterapp.shell.currentWidget.context.model.cells.get(0).sharedModel.setSource(text)"
NOTICE = ".lite-notice"
PYTHON = "pyodide.asm.wasm"


def test_what_is_written_and_answered_is_there_after_a_reload(lite, page):
    lite.open_notebook(page, LESSON)
    assert page.evaluate(RUN, ANSWER)["content"]["status"] == "ok"
    page.evaluate(CHANGE, "# My own words")
    assert json.loads(lite.saved(page))["cells"][0]["source"] == "# My own words"
    lite.open_notebook(page, LESSON)
    assert json.loads(lite.saved(page))["cells"][0]["source"] == "# My own words"
    record = base64.b64decode(page.evaluate(READ, "progress.jsonl"))
    assert json.loads(record.splitlines()[-1])["answer"] == "w + x"
    assert page.locator(NOTICE).count() == 0


def test_python_that_is_cut_off_is_said(lite, browser):
    with chrome.watched(browser) as page:
        page.add_init_script("window.litePatience = 2")
        lite.cut.add(PYTHON)
        try:
            page.goto(f"{lite.url}/lab/index.html?path={LESSON}")
            page.wait_for_selector(NOTICE, timeout=120_000)
        finally:
            lite.cut.discard(PYTHON)
        assert "Python did not arrive whole" in page.locator(NOTICE).text_content()
        page.errors.clear()  # of the file that broke off


def test_storage_that_is_refused_is_said_at_once(lite, browser):
    with chrome.watched(browser) as page:
        page.add_init_script(REFUSED)
        page.goto(f"{lite.url}/lab/index.html?path={LESSON}")
        page.wait_for_selector(NOTICE, timeout=120_000)
        assert "download what you changed" in page.locator(NOTICE).text_content()
        page.errors.clear()  # of JupyterLite, which asks in vain


def test_every_package_of_the_list_is_pinned():
    constraints = "anyio==4.1 ; sys_platform == 'win32'\nanyio==4.2 ; sys_platform != 'win32'\njedi==0.20.1\n"
    assert lite_packages.pinned("anyio", constraints) == "anyio==4.2"
    with pytest.raises(OSError, match=r"expected ipython in constraints\.txt, got no line for it; run `make constr"):
        lite_packages.pinned("ipython", constraints)


METADATA = """Name: A-Package
Version: 1.2
Requires-Dist: NumPy>=2
Requires-Dist: pexpect; sys_platform != 'emscripten'
Requires-Dist: tomli; python_version < '3.11'
Requires-Dist: extras; extra == 'more'
"""


def test_package_needs_what_its_wheel_says_of_the_browser(tmp_path):
    wheel = tmp_path / "a_package-1.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("a_package-1.2.dist-info/METADATA", METADATA)
        packed.writestr("a_package/__init__.py", "")
        packed.writestr("single.py", "")
    made = lite_packages.entry(wheel, ("matplotlib",))
    assert (made["name"], made["version"], made["file_name"]) == ("a-package", "1.2", wheel.name)
    assert made["depends"] == ["matplotlib", "numpy"] and made["imports"] == ["a_package", "single"]
    assert made["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()


def test_page_of_another_jupyterlite_is_refused_by_what_it_lacks(tmp_path):
    page = tmp_path / "index.html"
    page.write_text("<html lang='de'><title>JupyterLite</title>")
    with pytest.raises(OSError, match=r"expected <html> in index\.html, got another page"):
        make_lite._complete_page(page)


def test_what_cannot_be_had_is_one_line(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("PYODIDE", str(tmp_path))
    assert make_lite.main([str(tmp_path / "lite")]) == 1
    said = capsys.readouterr().err
    assert (
        said.count("\n") == 1 and "PYODIDE: expected a folder with Pyodide" in said and not (tmp_path / "lite").exists()
    )
