"""Start JupyterLab at the repository root, on the student's copies or on the course's originals.

    python tools/serve.py student      # make lab: work/, copies that nobody overwrites
    python tools/serve.py author       # make author: notebooks/, paired with course/ by jupytext

The root must be the repository's: with notebooks/ as root jupytext's pairing silently comes apart.
"""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import work_copies

ROOT = Path(__file__).resolve().parent.parent
START = "00_start_here"
# Holds labconfig/page_config.json, which switches JupyterLab's news question off for our server only.
CONFIG = ROOT / "tools" / "jupyter"
RECORD = ROOT / "work" / "progress.jsonl"  # of what the student has answered


def command(start: str, *options: str, root: Path = ROOT) -> list[str]:
    """The command line of a JupyterLab that opens `start`, a path relative to `root`, the repository."""
    line = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url=/lab/tree/{quote(start)}",
        "--ServerApp.jpserver_extensions=labkit.player.server=True",
        # Else what a kernel and a browser add to a lesson takes it apart from its text in course/.
        "--ContentsManager.pre_save_hook=tools.pairs.before_saving",
        # Else every kernel warns in the terminal that its local connection could be listened to.
        "--KernelManager.transport_encryption=auto",
        "--Application.log_level=WARN",
        *options,
    ]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        line.append("--allow-root")
    return line


def environment() -> dict[str, str]:
    """The environment of the server: our page settings, and kernels of this Python before any other's."""
    paths = [str(CONFIG), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    mine = {name: value for name, value in os.environ.items() if name != "LABKIT_RECORD"}  # the student's kernels only
    return mine | {
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths)),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def start_page(mode: str) -> str:
    if mode == "author":
        return f"notebooks/{START}.ipynb"
    work_copies.refresh(ROOT / "notebooks", ROOT / "work", say=print)
    newest = work_copies.newest(ROOT / "work", START)
    return f"work/{newest.name}" if newest else "work"


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in ("student", "author"):
        print("usage: serve.py student|author [options of jupyter lab]", file=sys.stderr)
        return 2
    mode, *options = arguments
    try:
        line = command(start_page(mode), *options)
    except OSError as error:
        print(f"labkit: your copies could not be written ({error.strerror}): is this folder yours?", file=sys.stderr)
        return 1
    print("starting JupyterLab; stop it with Ctrl-C", flush=True)
    recording = {"LABKIT_RECORD": str(RECORD)} if mode == "student" else {}
    try:
        return subprocess.call(line, cwd=ROOT, env=environment() | recording)
    except KeyboardInterrupt:  # Ctrl-C reached JupyterLab too, which has asked and answered by itself
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
