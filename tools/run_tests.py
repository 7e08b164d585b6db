"""What `make test` and `make check` run.

`make test`: the linter; then all tests in two processes, beside them those that need a browser, which share one browser
and one JupyterLab, and after these every committed notebook, cell by cell, with nbval. `make check`: the linter and the
tests without browser and notebooks, of learners and labs only those that were touched since the last commit.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINT = {"lint": ["ruff", "check"], "format": ["ruff", "format", "--check"]}
ASKED = ("LABKIT_SITE",)  # what a person may ask of the tests
TESTS = ["pytest", "-q", "-n", "2", "-m", "not browser"]


def beside() -> dict[str, list[str]]:
    """Name -> arguments of `python -m`: what runs, one after the other, while the tests do."""
    notebooks = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "notebooks").glob("*.ipynb"))
    return {
        "browser": ["pytest", "-q", "-m", "browser"],
        # loadfile, because nbval needs all cells of a notebook in one process
        "notebooks": ["pytest", "-q", "-n", "2", "--dist", "loadfile", "--nbval", "--nbval-current-env", *notebooks],
    }


def touched(files: list[str]) -> set[str]:
    """The families of learners and the lectures that these files belong to."""
    parts = [Path(name).parts for name in files]
    return {part[2] for part in parts if len(part) > 3 and part[1] in ("learners", "lectures")}


def changed_files() -> list[str]:
    """Changed or new since the last commit."""
    commands = ["git diff --name-only HEAD", "git ls-files --others --exclude-standard"]
    return [name for line in commands for name in subprocess.check_output(line.split(), cwd=ROOT, text=True).split()]


def main(arguments: list[str]) -> int:
    """Run all of them even when one fails, so that one run shows everything there is to mend."""
    begin, quick = time.monotonic(), arguments == ["check"]
    failed = [name for name, line in LINT.items() if _run(name, line)]
    if quick:
        names = sorted(touched(changed_files()))
        print(f"touched: {', '.join(names) or 'no learner and no lecture'}", flush=True)
        failed += ["tests"] if _run("tests", [*TESTS, f"--touched={','.join(names)}"]) else []
    else:
        failed += _everything()
    outcome = f"failed: {', '.join(failed)}" if failed else "all passed"
    print(f"make {'check' if quick else 'test'}: {outcome}, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


def _everything() -> list[str]:
    """The names of what failed."""
    with tempfile.TemporaryFile() as said:
        tests = subprocess.Popen([sys.executable, "-m", *TESTS], cwd=ROOT, env=_environment(), stdout=said, stderr=said)
        failed = [name for name, line in beside().items() if _run(name, line)]
        print("--- tests (have been running meanwhile)", flush=True)
        failed += ["tests"] if tests.wait() else []
        said.seek(0)
        print(said.read().decode(errors="replace"), flush=True)
    return failed


def _run(name: str, line: list[str]) -> int:
    print(f"--- {name}", flush=True)
    return subprocess.call([sys.executable, "-m", *line], cwd=ROOT, env=_environment())


def _environment() -> dict[str, str]:
    """Notebooks record nothing, and every process computes on one thread: several run at once, and threads of one
    would wait for those of another."""
    clean = {key: value for key, value in os.environ.items() if key in ASKED or not key.startswith("LABKIT_")}
    return clean | {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
