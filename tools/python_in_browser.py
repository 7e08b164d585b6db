"""Python for the browser: Pyodide and the packages that labkit needs there, fetched once and checked file by file.

    python tools/python_in_browser.py            fetch what is missing, say where it is
    PYODIDE=folder python tools/...              use a distribution that is at hand; nothing is fetched

Pyodide itself and its list of packages come from npm (``pyodide``, 7 MB). NumPy for WebAssembly is on no index of its
own: it is taken out of a package on PyPI that ships an untouched Pyodide (``open-webui``, 106 MB, of which 40 MB are
kept; none of its own code). Whatever came from where, every wheel must have the sha256 that Pyodide's own list gives
it, and the list and the core files those that are written here. All of it is kept in the person's cache.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: two that fetch at the same time fetch twice
    fcntl = None

VERSION = "314.0.3"
PACKAGE = f"pyodide@{VERSION}"  # of npm
BUNDLE, IN_BUNDLE = "open-webui==0.12.4", "open_webui/frontend/pyodide/"  # of PyPI, and where it keeps the wheels
SIZE = "113 MB"  # of both
LOCK = "pyodide-lock.json"
CORE = {
    LOCK: "c963d22858f6bcb8f41586a2142f03905ab370c88ea22a86a2736e95fac2a8f3",
    "pyodide.mjs": "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5",
    "pyodide.asm.mjs": "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d",
    "pyodide.asm.wasm": "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf",
    "python_stdlib.zip": "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4",
}
NEEDED = ("numpy", "matplotlib", "micropip")  # with all that they depend on
SECONDS = 900  # for either package, on a slow line
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "labkit"
REPAIR = f"check the network and run it again, or name a folder with all of Pyodide {VERSION}: PYODIDE=<folder>"


def folder() -> Path:
    """Where the files are, or will be."""
    given = os.environ.get("PYODIDE")
    return Path(given).expanduser().resolve() if given else CACHE / f"pyodide-{VERSION}"


def fetched() -> Path:
    """The folder with core files, lock and wheels, all of them checked; an OSError where they cannot be had."""
    place = folder()
    if os.environ.get("PYODIDE"):
        if trouble := faults(place):
            raise OSError(f"PYODIDE: expected a folder with Pyodide {VERSION}, got {place} where {trouble}; mend it")
        return place
    with _one_at_a_time(place):
        if faults(place):
            _fetch(place)
    return place


@contextmanager
def _one_at_a_time(place: Path) -> Iterator[None]:
    """Another process that asks meanwhile waits, and finds what was fetched."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.with_name(f"{place.name}.lock").open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def at_hand() -> bool:
    """Whether nothing has to be fetched."""
    return not faults(folder())


def faults(place: Path) -> str:
    """What is missing or not as it should be, nothing if all is well."""
    for name, expected in CORE.items():
        if trouble := _fault(place / name, expected):
            return trouble
    return next(filter(None, (_fault(place / each["file_name"], each["sha256"]) for each in needed(place))), "")


def needed(place: Path, names: tuple[str, ...] = NEEDED) -> list[dict]:
    """The lock's entries for these packages and all that they depend on."""
    packages, waiting, found = packages_of(place), list(names), {}
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = packages[name]
            waiting += packages[name]["depends"]
    return [found[name] for name in sorted(found)]


def packages_of(place: Path) -> dict[str, dict]:
    return json.loads((place / LOCK).read_text(encoding="utf-8"))["packages"]


def _fault(path: Path, expected: str) -> str:
    if not path.is_file():
        return f"{path.name} is missing"
    got = hashlib.sha256(path.read_bytes()).hexdigest()
    return (
        "" if got == expected else f"{path.name} is not the official one (sha256 {got[:12]}..., not {expected[:12]}...)"
    )


def _fetch(place: Path) -> None:
    """Either all of it is in ``place`` afterwards, or nothing was changed there."""
    print(f"Python for the browser: fetching {SIZE} with npm and pip, once; kept in {place}", flush=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=f"{place.name}-") as name:
        work = Path(name)
        made = work / "made"
        made.mkdir()
        _run(["npm", "pack", PACKAGE, "--ignore-scripts", "--silent", "--pack-destination", str(work)], work)
        with tarfile.open(next(work.glob("pyodide-*.tgz"))) as packed:
            for each in CORE:
                (made / each).write_bytes(packed.extractfile(f"package/{each}").read())
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        _run([*pip, "--only-binary=:all:", "--python-version", "312", "--dest", str(work), BUNDLE], work)
        _unpack_wheels(next(work.glob("open_webui-*.whl")), made)
        if trouble := faults(made):
            raise OSError(f"Python for the browser: expected the official files, got others ({trouble}); {REPAIR}")
        if place.exists():
            shutil.rmtree(place)
        made.rename(place)
    print(f"Python for the browser: {len(list(place.iterdir()))} files, all as Pyodide's own list has them", flush=True)


def _unpack_wheels(bundle: Path, target: Path) -> None:
    """Those that the lock knows by name and by sha256; the others stay where they are."""
    with zipfile.ZipFile(bundle) as packed:
        held = set(packed.namelist())
        for each in packages_of(target).values():
            if (inside := IN_BUNDLE + each["file_name"]) in held:
                body = packed.read(inside)
                if hashlib.sha256(body).hexdigest() == each["sha256"]:
                    (target / each["file_name"]).write_bytes(body)


def _run(command: list[str], work: Path) -> None:
    try:
        subprocess.run(command, cwd=work, check=True, capture_output=True, text=True, timeout=SECONDS)
    except FileNotFoundError:
        raise OSError(
            f"Python for the browser: expected {command[0]} on PATH, got none; install it, or {REPAIR}"
        ) from None
    except subprocess.TimeoutExpired:
        raise OSError(f"Python for the browser: expected an answer within {SECONDS} s, got none; {REPAIR}") from None
    except subprocess.CalledProcessError as error:
        said = (error.stderr.strip() or error.stdout.strip() or f"exit {error.returncode}").splitlines()[-1]
        raise OSError(f"Python for the browser: expected {command[-1]} to be fetched, got: {said}; {REPAIR}") from None


if __name__ == "__main__":
    try:
        print(fetched())
    except OSError as trouble:
        sys.exit(str(trouble))
