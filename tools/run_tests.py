"""What `make test` and `make check` run.

`make test`: the linter; then all tests and every committed notebook, cell by cell, with nbval, as parts that run at
the same time. `make check`: the linter and the tests without browser and notebooks, of learners and lectures only those
that were touched since the last commit.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINT = {"lint": ["ruff", "check"], "format": ["ruff", "format", "--check"]}
ASKED = ("LABKIT_SITE",)  # what a person may ask of the tests
PYTEST = ["pytest", "-q", "-p", "no:nbval"]  # which takes seconds to import
LESSONS = "tests/test_lessons_in_browser.py"
# Name -> where its tests are, the longest first; what is not named here is one more part.
FOLDERS = {
    "lessons": LESSONS,
    "player": "tests/player",
    "site": "tests/site",
    "command": "tests/command",
    "lite": "tests/test_lite.py",
    "lectures": "tests/lectures",
    "learners": "tests/learners",
    "course": "tests/course",
}
PAGE = re.compile(r"course/(?:\w+/)?(?:test_)?(\d\d)_\w+\.(?:py|md)$")  # also its solutions, its tests
NO_TESTS = 5  # the exit code of pytest in a part of which nothing was touched


def parts(touched: set[str] | None = None) -> dict[str, list[str]]:
    """Name -> arguments of `python -m`. Each test is in one part; each part collects no more than its own."""
    some = [] if touched is None else ["-m", "not browser", f"--touched={','.join(sorted(touched))}"]
    found = {name: [*PYTEST, *some, path] for name, path in FOLDERS.items()}
    rest = {"rest": [*PYTEST, *some, "tests", *(f"--ignore={path}" for path in FOLDERS.values())]}
    if touched is not None:
        del found["lessons"]
        return rest | found
    notebooks = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "notebooks").glob("*.ipynb"))
    nbval = ["pytest", "-q", "--nbval", "--nbval-current-env"]
    halves = {f"notebooks {k + 1}": [*nbval, *notebooks[k::2]] for k in range(2)}
    long = {name: found.pop(name) for name in ("lessons", "player")}
    return long | rest | halves | found


def touched(files: list[str]) -> set[str]:
    """The families of learners and the lectures that these files belong to; of a page by its number."""
    parts = [Path(name).parts for name in files]
    folders = {part[2] for part in parts if len(part) > 3 and part[1] in ("learners", "lectures")}
    numbers = {found[1] for name in files if (found := PAGE.search(name))}
    pages = (ROOT / "labkit" / "lectures").glob("l[0-9]*")
    return folders | {folder.name for folder in pages if folder.name[1:3] in numbers}


def changed_files() -> list[str]:
    """Changed or new since the last commit."""
    commands = ["git diff --name-only HEAD", "git ls-files --others --exclude-standard"]
    return [name for line in commands for name in subprocess.check_output(line.split(), cwd=ROOT, text=True).split()]


def main(arguments: list[str]) -> int:
    """Run all of them even when one fails, so that one run shows everything there is to mend."""
    begin, quick, names = time.monotonic(), arguments == ["check"], None
    if quick:
        names = touched(changed_files())
        print(f"touched: {', '.join(sorted(names)) or 'no learner and no lecture'}", flush=True)
    passed = {0, NO_TESTS} if quick else {0}
    done = [each for lines in (LINT, parts(names)) for each in _done(lines)]
    failed = [name for name, code, _ in done if code not in passed]
    for line in left_out(text for _, _, text in done):
        print(line)
    outcome = f"failed: {', '.join(failed)}" if failed else "all passed"
    print(f"make {'check' if quick else 'test'}: {outcome}, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


def left_out(texts: Iterable[str]) -> list[str]:
    """What any part says that it did not test, each once: it would be lost far up."""
    said = [line for text in texts for line in text.splitlines() if line.startswith("left out")]
    return list(dict.fromkeys(said))


def _done(lines: dict[str, list[str]]) -> Iterator[tuple[str, int, str]]:
    """(name, exit code, what it printed). One more runs at a time than there are cores: a test of the browser waits."""
    print(f"running: {', '.join(lines)}", flush=True)
    with ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:
        running = {pool.submit(_run, line): name for name, line in lines.items()}
        try:
            for part in as_completed(running):
                code, seconds, text = part.result()
                print(f"--- {running[part]}, {seconds:.0f} s\n{text}", flush=True)
                yield running[part], code, text
        finally:  # a person who stops it waits for no more
            pool.shutdown(wait=False, cancel_futures=True)


def _run(line: list[str]) -> tuple[int, float, str]:
    """(exit code, seconds, what it printed)."""
    begin = time.monotonic()
    done = subprocess.run([sys.executable, "-m", *line], cwd=ROOT, env=_environment(), text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)  # fmt: skip
    return done.returncode, time.monotonic() - begin, done.stdout


def _environment() -> dict[str, str]:
    """Notebooks record nothing; modules are compiled once, not by each of some two hundred kernels; and every process
    computes on one thread: several run at once, and threads of one would wait for those of another."""
    unwanted = ("LABKIT_", "PYTHONDONTWRITEBYTECODE")
    clean = {key: value for key, value in os.environ.items() if key in ASKED or not key.startswith(unwanted)}
    return clean | {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
