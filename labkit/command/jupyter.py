"""JupyterLab for labkit: its command line, its settings, and the one that is already running."""

from __future__ import annotations

import os
import sys
import urllib.request
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from labkit.player import server
from labkit.tutor.record import PLACE

START = "00_start_here.ipynb"
HALL = server.SETTINGS.with_name("lecture_hall")  # what a server for slides has beside ours


def line(root: Path, start: str, *options: str) -> list[str]:
    """The command line of a JupyterLab in the folder `root` that opens `start`, a path relative to it."""
    made = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url=/lab/tree/{quote(start)}",
        *ours(),
        "--Application.log_level=WARN",
        *options,
    ]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        made.append("--allow-root")
    return made


def ours() -> list[str]:
    """The options that labs want of any Jupyter server."""
    return [
        "--ServerApp.jpserver_extensions=labkit.player.server=True",
        f"--LabApp.extra_labextensions_path={server.LABEXTENSIONS}",
        # Else every kernel warns in the terminal that its local connection could be listened to.
        "--KernelManager.transport_encryption=auto",
    ]


def slides() -> list[str]:
    """The options of a server whose lessons open as slides."""
    return [f"--LabApp.extra_labextensions_path={HALL / 'labextensions'}"]


def environment(record: Path | None = None, settings: Sequence[Path] = ()) -> dict[str, str]:
    """The environment of the server: our settings and further ones, kernels of this Python before any other's, and in
    a student's kernels the file that their progress goes to."""
    paths = [*map(str, settings), str(server.SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    made = {name: value for name, value in os.environ.items() if name != PLACE} | {
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths)),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }
    return made | ({PLACE: str(record)} if record else {})


def running(root: Path) -> dict | None:
    """What Jupyter has noted about a JupyterLab of ours on this folder that answers; a killed one does not."""
    from jupyter_server.serverapp import list_running_servers  # slow to load

    found = (each for each in list_running_servers() if Path(each["root_dir"]).resolve() == root.resolve())
    return next(filter(_answers, found), None)


def _answers(found: dict) -> bool:
    """Another program may have the process number of a killed server, another Jupyter its port."""
    try:
        address = f"{found['url']}lab/extensions/labkit/package.json?token={found['token']}"
        urllib.request.urlopen(address, timeout=5).close()
        return True
    except (OSError, ValueError):
        return False


def open_running(found: dict, start: str, options: list[str]) -> None:
    """Two servers would write the same files, so the first is opened instead of a second one."""
    address = f"{found['url']}lab/tree/{quote(start)}?token={found['token']}"
    print(f"JupyterLab is already running on this folder: {address}", flush=True)
    if "--no-browser" not in options:
        webbrowser.open(address)
