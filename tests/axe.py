"""axe-core, which finds what keeps people out of a page: fetched once by npm into the person's cache."""

from __future__ import annotations

import os
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

VERSION = "4.14.0"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "labkit" / "axe-core"
MISSING = "no axe-core"
REPAIR = "install npm (Debian, Ubuntu: apt-get install npm) and run make test again with a network"
FETCH_SECONDS = 120

RUN = """async where => {
    const { violations } = await axe.run(where);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(" and ")}`);
}"""


def script() -> str:
    """Its source; an OSError where it is not in the cache and npm cannot fetch it."""
    kept = CACHE / f"axe-{VERSION}.min.js"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=kept.parent) as folder:  # another part of the tests may fetch it, too
            fetched = Path(folder) / kept.name
            fetched.write_text(_fetched(Path(folder)), encoding="utf-8")
            fetched.replace(kept)
    return kept.read_text(encoding="utf-8")


def _fetched(folder: Path) -> str:
    command = ["npm", "pack", f"axe-core@{VERSION}", "--pack-destination", str(folder), "--silent"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=FETCH_SECONDS)
    except subprocess.SubprocessError as error:
        raise OSError(f"npm could not fetch axe-core: {error}") from error
    with tarfile.open(folder / f"axe-core-{VERSION}.tgz") as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


def violations(page, source: str, where: str) -> list[str]:
    """What axe-core finds, of any impact, in the parts of a page that match a selector."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(source)
    return page.evaluate(RUN, where)
