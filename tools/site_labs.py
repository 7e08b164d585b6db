"""What stands on a page of the site instead of widgets: labs, quick checks and exercises as plain data, one script for
all of them.

``taken(notebook)`` moves the saved widgets of an executed notebook into data for ``labkit-page``, and marks in the
notebook where each stands:

    output.data[VIEW]["model_id"]     KEY of a card: <div data-lab="KEY"><img still></div>
    cell.metadata["labkit"]           {"answer": KEY}: an exercise, <div data-answer="KEY"><pre>its code</pre></div>
                                      {"check": KEY}: the cell that checks it; its source need not be seen
                                      {"progress": true}: <div data-progress></div> shows what was answered on this site
    <script type="application/json" id="labkit-page">{{ script_json(data) }}</script>

``assets(folder)`` writes what all pages share and returns the addresses below the folder; a page has
``<link rel="stylesheet" href="STYLE">`` and ``<script defer src="SCRIPT">``, and its data name Python's folder:
``data["python"] = "assets/" + PYTHON``, relative to the page.
"""

from __future__ import annotations

import ast
import hashlib
import json
from importlib import import_module
from pathlib import Path

import nbformat

from labkit.player.player import SHOWN
from labkit.player.widget import Card, source
from labkit.render import theme
from labkit.tutor.cells import made_in
from tools import pairs

VIEW, STATE = pairs.WIDGET_MIMES
EXPORT = "export default { render };"
PAGE_SCRIPTS = ("storage.js", "python.js", "answer.js", "host.js")
SHEET = source("labkit.tutor", "sheet.js")


def taken(notebook: nbformat.NotebookNode, lesson: str) -> dict:
    """The data of the page; a widget that is none of ours keeps its text line alone."""
    models = notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
    labs: dict[str, dict] = {}
    for k, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            view = output.get("data", {}).get(VIEW)
            model = models.get(view["model_id"]) if view else None
            if view and (model is None or model["model_module"] != "anywidget"):
                del output["data"][VIEW]
            elif view:
                entry = entry_of(model)
                entry |= (
                    exercise_at(notebook.cells, k) if entry["state"].get("content", {}).get("show") == "check" else {}
                )
                key = _key(entry, labs)
                labs[key] = entry
                output["data"][VIEW] = {"model_id": key}
        if cell.cell_type == "code" and cell.source.strip().endswith(".progress()"):
            cell.metadata["labkit"] = {"progress": True}
    for key, entry in labs.items():
        if place := entry.pop("place", None):
            answer, check = place
            notebook.cells[answer].metadata["labkit"] = {"answer": key}
            notebook.cells[check].metadata["labkit"] = {"check": key}
    notebook.metadata.widgets = {STATE: {"state": {key: {} for key in labs}}}  # else nbconvert passes them over
    return page_data(lesson, labs)


def page_data(lesson: str, labs: dict[str, dict]) -> dict:
    return {"lesson": lesson, "themes": json.loads(theme.as_json()), "labs": labs}


def script_json(data: dict) -> str:
    """JSON that may stand inside of a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def entry_of(model: dict) -> dict:
    """The data of one card from its saved state."""
    state = model["state"]
    shown = {name: state[name] for name in (*SHOWN, "content") if name in state}
    entry = {"home": state.get("home", ""), "token": state.get("token", ""), "state": shown}
    for buffer in model.get("buffers", []):  # only the payload is binary
        entry[buffer["path"][0]] = buffer["data"]
    return entry


def _key(entry: dict, others: dict) -> str:
    """Readable, and the same every time: a lab's own name, else its kind with a number."""
    module, _, name = entry["home"].partition(":")
    if name:
        wanted = getattr(import_module(module), name).name
    elif "exercise" in entry:
        wanted = entry["exercise"]["check"].partition("(")[0].strip().rpartition(".")[2]
    else:
        wanted = "quick-check" if "content" in entry["state"] else "picture"
    same = sum(other == wanted or other.startswith(f"{wanted}--") for other in others)
    return f"{wanted}--{same + 1}" if same else wanted


# --- exercises


def exercise_at(cells: list, check: int) -> dict:
    """The sources that an answer may need, the answer as it stands on the page and its check."""
    call = ast.parse(cells[check].source).body[-1]
    names = {each.id for each in call.value.args} if isinstance(getattr(call, "value", None), ast.Call) else set()
    answer = next((k for k in range(check - 1, -1, -1) if names & _made_in(cells[k])), None)
    if not names or answer is None:
        return {}
    before = [cell.source for cell in cells[:answer] if _made_in(cell)]  # an answer may use any of these
    parts = {"before": before, "answer": cells[answer].source, "check": cells[check].source}
    return {"exercise": parts, "place": (answer, check)}


def _made_in(cell) -> set[str]:
    return made_in(cell.source) if cell.cell_type == "code" else set()


# --- what all pages share


def script() -> str:
    """Cards, sheets and their host as one plain script, which a page opened as a file may load too."""
    card, sheet = Card._esm.replace(EXPORT, ""), SHEET.replace(EXPORT, "")
    page = source("labkit.player.page", *PAGE_SCRIPTS)
    return f'"use strict";\n(() => {{\nconst renders = {{}};\n{card}\nrenders.card = render;\n{{\n{sheet}\nrenders.sheet = render;\n}}\n{page}\n}})();\n'  # noqa: E501


def style() -> str:
    return Card._css + source("labkit.player.page", "page.css")


def assets(folder: Path) -> dict[str, str]:
    """Write script and style; their names, which change with what is in them."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for kind, ending, text in (("script", "js", script()), ("style", "css", style())):
        name = f"labkit-{digest(text.encode())}.{ending}"
        (folder / name).write_text(text, encoding="utf-8")
        made[kind] = name
    return made


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:10]
