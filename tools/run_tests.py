"""What `make test` runs: the linter, the tests, then every committed notebook cell by cell with nbval.

The browser tests share one browser and one JupyterLab, so they run in one process, beside all other tests.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def commands() -> dict[str, list[str]]:
    """Name -> arguments of `python -m`; "browser" runs while "tests" does."""
    notebooks = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "notebooks").glob("*.ipynb"))
    return {
        "lint": ["ruff", "check"],
        "format": ["ruff", "format", "--check"],
        "browser": ["pytest", "-q", "-m", "browser"],
        "tests": ["pytest", "-q", "-m", "not browser"],
        # loadfile, because nbval needs all cells of a notebook in one process
        "notebooks": ["pytest", "-q", "-n", "2", "--dist", "loadfile", "--nbval", "--nbval-current-env", *notebooks],
    }


def main() -> int:
    """Run all of them even when one fails, so that one run shows everything there is to mend."""
    begin = time.monotonic()
    lines = commands()
    failed = [name for name in ("lint", "format") if _run(name, lines[name])]
    with tempfile.TemporaryFile() as said:
        browser = subprocess.Popen([sys.executable, "-m", *lines["browser"]], cwd=ROOT, stdout=said, stderr=said)
        failed += [name for name in ("tests",) if _run(name, lines[name])]
        print("--- browser (has been running meanwhile)", flush=True)
        failed += ["browser"] if browser.wait() else []
        said.seek(0)
        print(said.read().decode(errors="replace"), flush=True)
    failed += [name for name in ("notebooks",) if _run(name, lines[name])]
    outcome = f"failed: {', '.join(failed)}" if failed else "all passed"
    print(f"make test: {outcome}, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


def _run(name: str, line: list[str]) -> int:
    print(f"--- {name}", flush=True)
    return subprocess.call([sys.executable, "-m", *line], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
