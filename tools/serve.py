"""Start JupyterLab at the repository root, on the student's copies or on the course's originals.

    python tools/serve.py student      # make lab: work/, copies that nobody overwrites
    python tools/serve.py author       # make author: notebooks/, paired with course/ by jupytext

The root must be the repository's: with notebooks/ as root jupytext's pairing silently comes apart. Where labkit is
installed without its repository, `labkit lab` does what the first one does.
"""

import subprocess
import sys
from pathlib import Path

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from labkit.command import copies, jupyter

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"student": f"work/{jupyter.START}", "author": f"notebooks/{jupyter.START}"}
RECORD = ROOT / "work" / "progress.jsonl"  # of a student


def command(start: str, *options: str, root: Path = ROOT) -> list[str]:
    """The command line of a JupyterLab that opens `start`, a path relative to `root`, the repository."""
    # Else what a kernel and a browser add to a lesson takes it apart from its text in course/.
    return jupyter.line(root, start, "--ContentsManager.pre_save_hook=tools.pairs.before_saving", *options)


def environment(mode: str = "author") -> dict[str, str]:
    return jupyter.environment(RECORD if mode == "student" else None)


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in PAGES:
        print("usage: serve.py student|author [options of jupyter lab]", file=sys.stderr)
        return 2
    mode, *options = arguments
    if found := jupyter.running(ROOT):
        jupyter.open_running(found, PAGES[mode], options)
        return 0
    try:
        if mode == "student":
            copies.refresh(ROOT / "notebooks", ROOT / "work", say=print)
    except OSError as error:
        print(f"labkit: your copies could not be written ({error.strerror}): is this folder yours?", file=sys.stderr)
        return 1
    print("starting JupyterLab; stop it with Ctrl-C", flush=True)
    try:
        return subprocess.call(command(PAGES[mode], *options), cwd=ROOT, env=environment(mode))
    except KeyboardInterrupt:  # Ctrl-C reached JupyterLab too, which has asked and answered by itself
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
