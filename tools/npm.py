"""One file out of a package of npm: fetched once into the person's cache, and checked by its sha256."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tarfile
import tempfile
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "labkit" / "npm"
FETCH_SECONDS = 120


def text(package: str, inside: str, sha256: str) -> str:
    """The file ``inside`` of "name@version"; an OSError where it is not in the cache and npm cannot fetch it."""
    kept = CACHE / f"{package}-{Path(inside).name}"
    if not (kept.exists() and _print_of(kept.read_bytes()) == sha256):
        content = _fetched(package, inside)
        if _print_of(content) != sha256:
            raise OSError(f"{package}: expected {inside} with the sha256 {sha256}, got another file; do not use it")
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_name(f"{kept.name}.{os.getpid()}")
        unfinished.write_bytes(content)
        unfinished.replace(kept)  # another process may read it
    return kept.read_text(encoding="utf-8")


def _print_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _fetched(package: str, inside: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", package, "--pack-destination", folder, "--ignore-scripts", "--silent"]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=FETCH_SECONDS)
        except (OSError, subprocess.SubprocessError) as error:
            raise OSError(
                f"{package}: expected npm to fetch it, got: {error}; install npm, check the network"
            ) from error
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as packed:
            return packed.extractfile(f"package/{inside}").read()
