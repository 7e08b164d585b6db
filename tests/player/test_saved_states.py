"""What a saved notebook keeps of its labs: only what is shown, nothing lost, every script once."""

import copy
import json
from types import SimpleNamespace

import pytest

from labkit.player import saved_states
from labkit.player.saved_states import STATES, VIEW


def card(layout, script="the script", **values):
    state = {"_esm": script, "_css": "the style", "layout": f"IPY_MODEL_{layout}", **values}
    return {"model_name": "AnyModel", "state": state, "buffers": [{"path": ["payload"], "data": "AAAA"}]}


def layout():
    return {"model_name": "LayoutModel", "state": {"width": None}}


def notebook(shown, states):
    """A notebook that shows some models, and what JupyterLab gives of states with it."""
    outputs = [{"data": {VIEW: {"model_id": name}, "text/plain": name, "image/png": "iVBORw0KGgo="}} for name in shown]
    cells = [{"cell_type": "markdown"}, *({"cell_type": "code", "outputs": [output]} for output in outputs)]
    return {"cells": cells, "metadata": {"widgets": {STATES: {"state": copy.deepcopy(states)}}}}


STATE = {"a": card("la", title="A"), "la": layout(), "b": card("lb", title="B"), "lb": layout()}


@pytest.fixture
def manager(tmp_path):
    """Saves as the contents manager does: the hook first, then the file."""

    def save(content, path="work/lesson.ipynb"):
        model = {"type": "notebook", "content": content}
        saved_states.before_saving(model=model, path=path, contents_manager=SimpleNamespace(root_dir=str(tmp_path)))
        target = tmp_path / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(model["content"]))
        return json.loads(target.read_text())

    return save


def kept(content):
    return content["metadata"].get("widgets", {STATES: {"state": {}}})[STATES]["state"]


def views(content):
    outputs = [output for cell in content["cells"] for output in cell.get("outputs", [])]
    return [output["data"].get(VIEW, {}).get("model_id") for output in outputs]


def test_states_that_no_view_leads_to_are_dropped(manager):
    boxed = {"box": {"model_name": "HBoxModel", "state": {"children": ["IPY_MODEL_a"]}}, **STATE}
    assert list(kept(manager(notebook(["box"], boxed)))) == ["box", "a", "la"]


def test_states_that_the_browser_does_not_send_are_carried_over_again_and_again(manager):
    first = manager(notebook(["a", "b"], STATE))
    for _ in range(2):
        assert manager(notebook(["a", "b"], {})) == first
    again = {"c": card("lc", title="C"), "lc": layout()}  # the first cell was run again
    assert list(kept(manager(notebook(["c", "b"], again)))) == ["c", "lc", "b", "lb"]


def test_newer_state_of_a_lab_wins(manager):
    manager(notebook(["a"], STATE))
    moved = {"a": card("la", title="A", frame=5), "la": layout()}
    assert kept(manager(notebook(["a"], moved)))["a"]["state"]["frame"] == 5


def test_view_without_a_state_gives_way_to_its_picture(manager):
    saved = manager(notebook(["a", "gone"], STATE))
    assert views(saved) == ["a", None]
    assert set(saved["cells"][2]["outputs"][0]["data"]) == {"text/plain", "image/png"}
    assert "widgets" not in manager(notebook(["gone"], {}))["metadata"]


def test_script_is_kept_once_a_kind_of_card(manager):
    other = {"c": card("lc", script="another script"), "lc": layout()}
    states = kept(manager(notebook(["a", "b", "c"], {**STATE, **other})))
    scripts = {name: entry["state"]["_esm"] for name, entry in states.items() if "_esm" in entry["state"]}
    assert scripts == {"a": "the script", "b": saved_states.LOADER, "c": "another script"}
    assert states["b"]["state"]["_script_of"] == "a" and "_css" not in states["b"]["state"]
    assert states["b"]["buffers"] == STATE["b"]["buffers"] and states["b"]["state"]["title"] == "B"


def test_script_outlives_the_card_that_held_it(manager):
    manager(notebook(["a", "b"], STATE))
    assert kept(manager(notebook(["b"], {}))) == {"b": STATE["b"], "lb": STATE["lb"]}


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"cells": []}', '{"metadata": {"widgets": 3}}'])
def test_damaged_file_carries_nothing_over(manager, tmp_path, damage):
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "lesson.ipynb").write_text(damage)
    assert list(kept(manager(notebook(["a", "b"], {"a": STATE["a"], "la": STATE["la"]})))) == ["a", "la"]


def test_other_files_are_left_alone(tmp_path):
    model = {"type": "file", "content": "text"}
    saved_states.before_saving(model=model, path="notes.md", contents_manager=SimpleNamespace(root_dir=str(tmp_path)))
    assert model == {"type": "file", "content": "text"}
