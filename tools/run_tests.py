"""What `make test` runs: the linter, the tests, then every committed notebook cell by cell with nbval."""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def commands() -> dict[str, list[str]]:
    """Name -> arguments of `python -m`, in the order in which they run."""
    pytest = ["pytest", "-q", "-n", "2"]
    notebooks = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "notebooks").glob("*.ipynb"))
    # loadgroup keeps the browser tests on one worker; nbval needs each notebook on one.
    runs = {
        "lint": ["ruff", "check"],
        "format": ["ruff", "format", "--check"],
        "tests": [*pytest, "--dist", "loadgroup"],
        "notebooks": [*pytest, "--dist", "loadfile", "--nbval", "--nbval-current-env", *notebooks],
    }
    return runs if notebooks else {name: line for name, line in runs.items() if name != "notebooks"}


def main() -> int:
    """Run all of them even when one fails, so that one run shows everything there is to mend."""
    begin = time.monotonic()
    failed = []
    for name, line in commands().items():
        print(f"--- {name}", flush=True)
        if subprocess.call([sys.executable, "-m", *line], cwd=ROOT) != 0:
            failed.append(name)
    outcome = f"failed: {', '.join(failed)}" if failed else "all passed"
    print(f"make test: {outcome}, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
