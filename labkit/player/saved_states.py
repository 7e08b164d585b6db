"""What a saved notebook keeps of its labs, so that they play when it is opened again without their kernel.

JupyterLab saves only the states of widgets whose kernel is alive, and every one of them since the kernel began. Before
a notebook is written, this module

    keeps only what is shown       the states that the views in the outputs lead to
    carries over                   states that JupyterLab did not send, from the file on disk
    removes views without a state  the still picture or the text beside it is shown instead of an error
    keeps a script once            cards of one kind find theirs in the first of them (shared_script.js)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

VIEW = "application/vnd.jupyter.widget-view+json"
STATES = "application/vnd.jupyter.widget-state+json"
REFERENCE = re.compile(r'"IPY_MODEL_([^"]+)"')
HOLDER = "_script_of"  # in the state of a card whose script and style another one holds
SCRIPT = ("_esm", "_css")
LOADER = files("labkit.player").joinpath("shared_script.js").read_text(encoding="utf-8")


def before_saving(*, model: dict, path: str, contents_manager, **_) -> None:
    """A hook of Jupyter's contents manager."""
    if model["type"] == "notebook":
        keep_shown(model["content"], on_disk(Path(getattr(contents_manager, "root_dir", "")), path))


def on_disk(root: Path, path: str) -> dict:
    """The states in the notebook as it was saved last; none if there is no such file."""
    try:
        return states_of(json.loads((root / path.strip("/")).read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def states_of(notebook: dict) -> dict:
    """Model id -> state, each with its own script."""
    saved = notebook["metadata"].get("widgets", {}).get(STATES, {}).get("state", {})
    return {name: _with_script(entry, saved) for name, entry in saved.items()}


def keep_shown(notebook: dict, earlier: dict) -> None:
    """Leave the states in the notebook that its views need; ``earlier`` has those that may be missing."""
    states = {**earlier, **states_of(notebook)}
    shown = []
    for data in _outputs(notebook):
        if VIEW in data and data[VIEW].get("model_id") in states:
            shown.append(data[VIEW]["model_id"])
        elif len(data) > 1:
            data.pop(VIEW, None)
    notebook["metadata"].pop("widgets", None)
    if shown:
        kept = _sharing_scripts(_reachable(shown, states))
        notebook["metadata"]["widgets"] = {STATES: {"version_major": 2, "version_minor": 0, "state": kept}}


def _outputs(notebook: dict) -> Iterator[dict]:
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            yield output.get("data", {})


def _reachable(shown: list[str], states: dict) -> dict:
    found, open_ = {}, list(reversed(shown))
    while open_:
        name = open_.pop()
        if name in states and name not in found:
            found[name] = states[name]
            open_ += REFERENCE.findall(json.dumps(states[name]["state"]))
    return found


def _sharing_scripts(states: dict) -> dict:
    holders = {}
    for name, entry in states.items():
        script = tuple(entry["state"].get(part) for part in SCRIPT)
        if script[0] and holders.setdefault(script, name) != name:
            own = {key: value for key, value in entry["state"].items() if key not in SCRIPT}
            states[name] = {**entry, "state": {**own, "_esm": LOADER, HOLDER: holders[script]}}
    return states


def _with_script(entry: dict, states: dict) -> dict:
    """The state as the browser gave it."""
    holder = states.get(entry["state"].get(HOLDER))
    if holder is None:
        return entry
    own = {key: value for key, value in entry["state"].items() if key != HOLDER}
    script = {part: holder["state"][part] for part in SCRIPT if part in holder["state"]}
    return {**entry, "state": {**own, **script}}
