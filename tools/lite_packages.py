"""The Python packages of the course in JupyterLite: all wheels in one folder, and the list by which Pyodide loads them.

Three places give a wheel, in this order: the kernel's own folder (its stand-ins for ipykernel and others), Pyodide as
`python_in_browser` has checked it (NumPy, Matplotlib), and pip, in the version of constraints.txt, if it is Python
alone. What a package needs is read in its wheel, so that the list is complete: nothing is looked for later.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools import python_in_browser

ROOT = Path(__file__).resolve().parent.parent
# What the kernel loads as it starts; in the list under these names.
KERNEL = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
# What labs want of a notebook beside labkit's NumPy.
LABS = ("anywidget", "ipywidgets", "matplotlib")
BROWSER = {
    "python_version": "3.14",
    "python_full_version": "3.14.0",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "os_name": "posix",
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "extra": "",
}
SECONDS = 300


def gather(target: Path, pyodide: Path, labkit: Path, kernel: Path) -> None:
    """Write into ``target`` the wheels and the list, `pyodide-lock.json`; an OSError where one cannot be had."""
    official = json.loads((pyodide / python_in_browser.LOCK).read_text(encoding="utf-8"))
    own = {_name(path): path for path in [labkit, *sorted(kernel.glob("*.whl"))]}
    entries, waiting = {}, ["labkit", *KERNEL]
    while waiting:
        if (name := waiting.pop()) in entries:
            continue
        held = pyodide / official["packages"].get(name, {"file_name": name})["file_name"]
        if name not in own and held.exists():
            shutil.copyfile(held, target / held.name)
            entries[name] = official["packages"][name]
        else:
            wheel = own.get(name) or _downloaded(name, target)
            if wheel.parent != target:
                shutil.copyfile(wheel, target / wheel.name)
            entries[name] = entry(wheel, LABS if name == "labkit" else ())
        waiting += entries[name]["depends"]
    official["packages"] = dict(sorted(entries.items()))
    (target / python_in_browser.LOCK).write_text(json.dumps(official), encoding="utf-8")


def entry(wheel: Path, more: tuple[str, ...] = ()) -> dict:
    """What Pyodide's list says of a wheel; it depends on what its metadata wants in the browser, and on ``more``."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        said = HeaderParser().parsestr(packed.read(metadata).decode())
    wanted = [Requirement(line) for line in said.get_all("Requires-Dist", [])]
    depends = {canonicalize_name(each.name) for each in wanted if not each.marker or each.marker.evaluate(BROWSER)}
    tops = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    return {
        "name": canonicalize_name(said["Name"]),
        "version": said["Version"],
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": sorted(depends | set(more)),
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }


def pinned(name: str, constraints: str) -> str:
    """The requirement that constraints.txt has for a package in the browser's Python."""
    for line in constraints.splitlines():
        if re.match(r"[\w.-]+==", line):
            found = Requirement(line)
            if canonicalize_name(found.name) == name and (not found.marker or found.marker.evaluate(BROWSER)):
                return f"{found.name}{found.specifier}"
    raise OSError(f"JupyterLite: expected {name} in constraints.txt, got no line for it; run `make constraints`")


def _downloaded(name: str, target: Path) -> Path:
    wanted = pinned(name, (ROOT / "constraints.txt").read_text(encoding="utf-8"))
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    pure = ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none", "--python-version=314"]
    try:
        subprocess.run(
            [*pip, *pure, "--dest", str(target), wanted], check=True, capture_output=True, text=True, timeout=SECONDS
        )
    except (subprocess.SubprocessError, OSError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()[-1]
        raise OSError(
            f"JupyterLite: expected {wanted} from pip as a wheel of Python alone, got: {said}; check the network"
        ) from None
    return next(path for path in target.glob("*.whl") if _name(path) == name)


def _name(wheel: Path) -> str:
    return parse_wheel_filename(wheel.name)[0]
