"""Start JupyterLab at the repository root, on the student's copies or on the course's originals.

    python tools/serve.py student      # make lab: work/, copies that nobody overwrites
    python tools/serve.py author       # make author: notebooks/, paired with course/ by jupytext

The root must be the repository's: with notebooks/ as root jupytext's pairing silently comes apart. If a JupyterLab of
ours is already running there, it is opened instead of a second one: two would write the same files.
"""

import os
import subprocess
import sys
import urllib.request
import webbrowser
from pathlib import Path
from urllib.parse import quote

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from labkit.player import server
from labkit.tutor.record import PLACE
from tools import work_copies

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"student": "work/00_start_here.ipynb", "author": "notebooks/00_start_here.ipynb"}
RECORD = ROOT / "work" / "progress.jsonl"  # of a student
# Holds labconfig/page_config.json, which switches JupyterLab's news question off for our server only.
CONFIG = ROOT / "tools" / "jupyter"


def command(start: str, *options: str, root: Path = ROOT) -> list[str]:
    """The command line of a JupyterLab that opens `start`, a path relative to `root`, the repository."""
    line = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url=/lab/tree/{quote(start)}",
        "--ServerApp.jpserver_extensions=labkit.player.server=True",
        f"--LabApp.extra_labextensions_path={server.LABEXTENSIONS}",
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


def environment(mode: str = "author") -> dict[str, str]:
    """The environment of the server: our settings, kernels of this Python before any other's, and in a student's
    kernels the file that their progress goes to."""
    paths = [str(CONFIG), str(server.SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    settings = {name: value for name, value in os.environ.items() if name != PLACE} | {
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths)),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }
    return settings | ({PLACE: str(RECORD)} if mode == "student" else {})


def running(root: Path = ROOT) -> dict | None:
    """What Jupyter has noted about a JupyterLab of ours on this folder that answers; a killed one does not."""
    from jupyter_server.serverapp import list_running_servers  # slow to load

    ours = (found for found in list_running_servers() if Path(found["root_dir"]).resolve() == root.resolve())
    return next(filter(_answers, ours), None)


def _answers(found: dict) -> bool:
    """Another program may have the process number of a killed server, another Jupyter its port."""
    try:
        address = f"{found['url']}lab/extensions/labkit/package.json?token={found['token']}"
        urllib.request.urlopen(address, timeout=5).close()
        return True
    except (OSError, ValueError):
        return False


def open_running(found: dict, start: str, options: list[str]) -> None:
    address = f"{found['url']}lab/tree/{quote(start)}?token={found['token']}"
    print(f"JupyterLab is already running on this folder: {address}", flush=True)
    if "--no-browser" not in options:
        webbrowser.open(address)


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in PAGES:
        print("usage: serve.py student|author [options of jupyter lab]", file=sys.stderr)
        return 2
    mode, *options = arguments
    if found := running():
        open_running(found, PAGES[mode], options)
        return 0
    try:
        if mode == "student":
            work_copies.refresh(ROOT / "notebooks", ROOT / "work", say=print)
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
