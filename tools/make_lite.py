"""Make build/lite, the whole course as notebooks in the browser: JupyterLab without a server (JupyterLite).

    python tools/make_lite.py [FOLDER]       where to, if not build/lite

Any web server gives it out; `make lite` says how to look at it here. Notebooks come as students get them with
`make lab`, and Python, NumPy and labkit come from the same place as the page: no other host is asked. What somebody
changes stays in their browser, in its storage for this address.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from labkit.command import copies, jupyter
from labkit.player import server
from labkit.tutor.record import PLACE
from tools import lite_packages, python_in_browser
from tools import wheel as labkit_wheel

ROOT = Path(__file__).resolve().parent.parent
LITE = ROOT / "build" / "lite"
NOTICE = ROOT / "tools" / "templates" / "lite" / "notice.js"
# Of its own: a JupyterLab that finds JupyterLite's kernel beside it would load it too.
ENVIRONMENT = ROOT / "build" / "lite-environment"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
KERNEL_NAME = "python"  # what that kernel calls itself; by another name a notebook would be changed as it is opened
SETTINGS = {
    "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 30},
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # dark where the system is
}
# The folder's own page opens the start page; JupyterLab reads settings in it, even if there are none.
START = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>labkit</title>
<meta http-equiv="refresh" content="0; url=lab/index.html?path={start}">
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
<a href="lab/index.html?path={start}">labkit</a></html>
"""
PAGE = {
    "<html>": '<html lang="en">',
    "<title>JupyterLite</title>": '<title>labkit</title><link rel="icon" href="favicon.ico">'
    '<script type="module" src="notice.js"></script>',
}


def make(target: Path = LITE) -> None:
    """Build it anew; an OSError where something cannot be had."""
    pyodide = python_in_browser.fetched()
    source = ROOT / "build" / "lite-source"
    shutil.rmtree(source, ignore_errors=True)
    (source / "static" / "pyodide").mkdir(parents=True)
    print("JupyterLite: packing labkit", flush=True)
    wheel = labkit_wheel.made(source / "dist")
    python = _environment(wheel)
    kernel = next((ENVIRONMENT / "share" / "jupyter" / "labextensions" / KERNEL).rglob("pypi"))
    _write_python(source / "static" / "pyodide", pyodide, wheel, kernel)
    _write_notebooks(source / "files")
    _write_settings(source)
    shutil.rmtree(target, ignore_errors=True)
    _run("building", python, "-m", "jupyterlite_core", "build", f"--output-dir={target}", "--contents=files",
         "--apps=lab", "--no-sourcemaps", "--no-unused-shared-packages", folder=source)  # fmt: skip
    (target / "index.html").write_text(START.format(start=jupyter.START), encoding="utf-8")
    _complete_page(target / "lab" / "index.html")


def _complete_page(path: Path) -> None:
    """JupyterLite names its page and icon only once its script has come; a browser asks for an icon before. And it
    says nothing where Python or the storage is refused: `notice.js` does."""
    text = path.read_text(encoding="utf-8")
    for old, new in PAGE.items():
        if old not in text:
            raise OSError(f"JupyterLite: expected {old} in {path.name}, got another page; look at what is new in it")
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    shutil.copyfile(NOTICE, path.with_name(NOTICE.name))


def _environment(wheel: Path) -> Path:
    """The Python that has JupyterLite, the labs' widgets and what labkit adds to a JupyterLab."""
    python = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    uv = [sys.executable, "-m", "uv"]
    _run("making an environment", *uv, "venv", "-q", "--clear", "--python", sys.executable, ENVIRONMENT)
    _run("installing JupyterLite", *uv, "pip", "install", "-q", "--python", python,
         "--constraint", ROOT / "constraints.txt", f"{wheel}[lite]")  # fmt: skip
    return python


def _write_python(target: Path, pyodide: Path, wheel: Path, kernel: Path) -> None:
    for name in python_in_browser.CORE:
        shutil.copyfile(pyodide / name, target / name)
    lite_packages.gather(target, pyodide, wheel, kernel)


def _write_notebooks(target: Path) -> None:
    target.mkdir()
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        lesson = copies.fresh(json.loads(path.read_text(encoding="utf-8")))
        lesson["metadata"] = {
            "kernelspec": {"display_name": "Python (Pyodide)", "language": "python", "name": KERNEL_NAME},
            "language_info": {"name": "python"},
        }
        (target / path.name).write_text(json.dumps(lesson, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _write_settings(source: Path) -> None:
    overrides = json.loads((server.SETTINGS / "labconfig" / "default_setting_overrides.json").read_text())
    (source / "overrides.json").write_text(json.dumps(overrides | SETTINGS))
    python = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,  # everything is in the list; nothing is asked elsewhere
        "loadPyodideOptions": {
            "packages": list(lite_packages.KERNEL),
            # Answers are kept where the notebooks are, so they are there tomorrow and can be downloaded.
            "env": {"HOME": "/home/pyodide", PLACE: "/drive/progress.jsonl"},
        },
    }
    config = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "labkit",
            "exposeAppInBrowser": True,
            "litePluginSettings": {f"{KERNEL}:kernel": python},
        },
    }
    (source / "jupyter-lite.json").write_text(json.dumps(config, indent=1))


def _run(what: str, *command, folder: Path = ROOT) -> None:
    """Run a command; its last words are an OSError."""
    print(f"JupyterLite: {what}", flush=True)
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        said = " ".join((done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-3:])
        raise OSError(f"JupyterLite: expected {what} to work, got: {said}; check the network and the disk")


def main(arguments: list[str]) -> int:
    target = Path(arguments[0]).resolve() if arguments else LITE
    try:
        make(target)
    except OSError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(f"JupyterLite: {size / 1e6:.0f} MB in {target}\nlook at it: python -m http.server --directory {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
