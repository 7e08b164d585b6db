"""An author's round: build, open, edit, save on either side, build again; through jupytext's own contents manager."""

import difflib
import json
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
import pytest
from tornado.web import HTTPError

from labkit.command import copies
from tests.author_desk import SIDES, TEXT, Desk, as_jupyterlab_saves
from tools import browser, build_notebooks, pairs

ROOT = Path(__file__).resolve().parent.parent
LESSONS = [path.stem for path in build_notebooks.lessons([])]


@pytest.fixture
def empty_desk(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))  # where signatures of trusted notebooks go
    return Desk(tmp_path)


@pytest.fixture
def desk(empty_desk):
    return empty_desk.publish(TEXT)


either_side = pytest.mark.parametrize("side", SIDES)
whichever_is_newer = pytest.mark.parametrize("newer", SIDES)
every_lesson = pytest.mark.parametrize("lesson", LESSONS)


# --- every lesson of the course


@every_lesson
def test_lesson_opens_from_both_sides_whichever_is_newer_and_saving_it_changes_nothing(empty_desk, lesson):
    text = (ROOT / "course" / f"{lesson}.py").read_text(encoding="utf-8")
    desk = empty_desk.publish(text, lesson)
    built = desk.files()
    for newer, older in (SIDES, SIDES[::-1]):
        desk.make_newer(newer, lesson).open(newer, lesson)
        desk.save(older, desk.open(older, lesson), lesson)
        assert desk.files() == built, f"{older} saved while {newer} was newer"


@every_lesson
def test_committed_notebook_has_the_metadata_of_a_pair(lesson):
    notebook = nbformat.read(ROOT / "notebooks" / f"{lesson}.ipynb", as_version=4)
    assert notebook.metadata == pairs.METADATA, f"build it again: make notebooks ONLY={lesson}"
    others = {key for cell in notebook.cells for key in cell.metadata} - set(pairs.CELL_METADATA)
    assert not others, (
        f"cells have metadata that the pair does not keep, {sorted(others)}: make notebooks ONLY={lesson}"
    )


# --- opening


@either_side
@whichever_is_newer
def test_opened_lesson_has_the_text_of_the_course_and_the_outputs_of_the_notebook(desk, side, newer):
    cells = desk.make_newer(newer).open(side)["cells"]
    told = build_notebooks.convert(desk.path("course")).cells
    assert [cell["source"] for cell in cells] == [cell.source for cell in told]
    assert [cell["outputs"][0]["text"] for cell in cells if cell["cell_type"] == "code"] == [
        f"output {number}\n" for number in range(5)
    ]


@either_side
def test_conflict_is_refused_and_nothing_is_lost(desk, side):
    """Both sides changed, and the notebook is the newer one: only a person can say which is right."""
    for name, title in (("course", "Her lesson"), ("notebooks", "His lesson")):
        path = desk.path(name)
        path.write_text(path.read_text().replace("A lesson", title))
    before = desk.make_newer("notebooks").files()
    with pytest.raises(HTTPError) as caught:
        desk.open(side)
    assert caught.value.status_code == 400 and "more recent" in caught.value.log_message
    assert desk.files() == before and desk.is_stale()


# --- editing


EDITS = {
    "markdown": (0, "# A lesson\n\nOf two sentences. Here."),
    "code": (6, "print(1)"),
    "function": (2, "def area(radius):\n    return radius"),
    "import": (1, "import math\nimport sys"),
}


def changed_lines(old, new):
    """The lines that went and the lines that came."""
    diff = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    return [line[2:] for line in diff if line[0] == "-"], [line[2:] for line in diff if line[0] == "+"]


def assert_rebuilding_changes_nothing(desk):
    assert not desk.is_stale()
    saved = desk.files()
    assert desk.publish(desk.path("course").read_text(encoding="utf-8")).files() == saved


@either_side
@whichever_is_newer
@pytest.mark.parametrize("edit", EDITS)
def test_edit_changes_only_its_lines_and_its_cell(desk, side, newer, edit):
    index, source = EDITS[edit]
    before = nbformat.read(desk.path("notebooks"), as_version=4)
    content = desk.make_newer(newer).open(side)
    lost, won = changed_lines(content["cells"][index]["source"], source)
    content["cells"][index]["source"] = source
    desk.save(side, content)

    comment = "# " if edit == "markdown" else ""
    text = desk.path("course").read_text()
    assert changed_lines(TEXT, text) == ([comment + line for line in lost], [comment + line for line in won])
    after = nbformat.read(desk.path("notebooks"), as_version=4)
    differ = [old != new for old, new in zip(before.cells, after.cells, strict=True)]
    assert differ.index(True) == index and differ.count(True) == 1
    assert after.cells[index].get("outputs") == before.cells[index].get("outputs")
    assert_rebuilding_changes_nothing(desk)


@either_side
def test_second_save_after_an_edit_changes_nothing(desk, side):
    """The open page still has the ids that the cells had before the first save."""
    content = desk.open(side)
    content["cells"][3]["source"] = "area(2)"
    desk.save(side, content)
    saved = desk.files()
    desk.save(side, content)
    assert desk.files() == saved
    for newer in SIDES:
        desk.make_newer(newer).save(side, desk.open(side))
        assert desk.files() == saved


def test_edit_in_a_text_editor_makes_the_notebook_stale_until_it_is_opened_and_saved(desk):
    path = desk.path("course")
    text = path.read_text().replace("Of one sentence.", "Of a sentence.")
    desk.manager.save({"type": "file", "format": "text", "content": text}, desk.name("course"))
    desk.make_newer("course")
    assert path.read_text() == text and desk.is_stale()
    before = desk.outputs()
    desk.save("notebooks", desk.open("notebooks"))
    assert path.read_text() == text and not desk.is_stale()
    assert desk.outputs() == before


@either_side
@pytest.mark.parametrize(
    "sources",
    [
        ["new = 1"],
        ["", "new = 1", ""],
        ["def new():\n    return 1", "new()"],
        ["one = 1\n\n# %%\ntwo = 2"],  # text in which jupytext sees two cells
        ["%time 1 + 1"],
        ["area(1)"],
        ["\n\nspace = 1\n\n"],
    ],
)
def test_new_cells_are_saved_as_the_build_would(desk, side, sources):
    content = desk.open(side)
    content["cells"][4:4] = [nbformat.v4.new_code_cell(source) for source in sources]
    desk.save(side, content)
    assert not desk.is_stale()
    saved = desk.files()
    for newer in SIDES:
        desk.make_newer(newer).save(side, desk.open(side))
        assert desk.files() == saved


def test_cells_moved_and_deleted_keep_the_outputs_of_the_others(desk):
    content = desk.open("notebooks")
    cells = content["cells"]
    content["cells"] = [cells[0], *cells[4:], cells[1]]
    desk.save("notebooks", content)
    assert not desk.is_stale()
    assert desk.outputs() == {"area(1)": "output 3\n", 'print("last")': "output 4\n", "import math": "output 0\n"}


def test_lab_that_was_run_is_saved_as_its_picture_only(desk):
    view = "application/vnd.jupyter.widget-view+json"
    content = desk.open("notebooks")
    content["cells"][1]["outputs"] = [
        {"output_type": "display_data", "metadata": {}, "data": {view: {"model_id": "1"}, "image/png": "iVBORw0KGgo="}}
    ]
    desk.save("notebooks", content)
    saved = nbformat.read(desk.path("notebooks"), as_version=4)
    assert list(saved.cells[1].outputs[0].data) == ["image/png"]
    assert not desk.is_stale()


def test_trusted_notebook_stays_trusted(desk):
    """Trusting one in JupyterLab marks its code cells and saves it; the server then signs what it has written."""

    def code(content):
        return [cell["metadata"] for cell in content["cells"] if cell["cell_type"] == "code"]

    content = desk.open("notebooks")
    assert not any(metadata["trusted"] for metadata in code(content))
    for metadata in code(content):
        metadata["trusted"] = True
    built = desk.files()
    desk.save("notebooks", content)
    assert desk.files() == built
    for side in SIDES:
        assert all(metadata["trusted"] for metadata in code(desk.open(side)))


def test_text_that_is_no_lesson_is_saved_as_it_is(desk):
    (desk.root / "course" / "solutions").mkdir()
    for name in ("course/solutions/09_topic.py", "course/notes.py", "notes.py"):
        desk.manager.save({"type": "file", "format": "text", "content": "answer = 42\n"}, name)
        assert (desk.root / name).read_text() == "answer = 42\n"


# --- a student's copies


def test_copy_is_not_paired_and_saved_as_it_comes(desk):
    copies.refresh(desk.root / "notebooks", desk.root / "work", say=print)
    before = desk.files()
    content = desk.open("work")
    assert "jupytext" not in content["metadata"]
    content["cells"][3]["source"] = "area(2)"
    desk.save("work", content)
    after = desk.files()
    assert [name for name in after if after[name] != before.get(name)] == [desk.name("work")]
    assert nbformat.read(desk.path("work"), as_version=4).metadata.kernelspec.display_name == "My Python"


# --- the server of `make author`


def call(server, name, content=None):
    url = f"{server.url}/api/contents/{name}?type=notebook&token={server.token}"
    body = json.dumps({"type": "notebook", "content": content}).encode() if content else None
    request = urllib.request.Request(url, body, method="PUT" if content else "GET")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)["content"]


def test_server_keeps_a_pair_together(desk, tmp_path):
    desk.manager = None
    (tmp_path / "home").mkdir()
    built = desk.files()
    with browser.jupyterlab(tmp_path / "home", root=desk.root) as server:
        for newer in SIDES:
            for side in SIDES:
                desk.make_newer(newer)
                call(server, desk.name(side), as_jupyterlab_saves(call(server, desk.name(side))))
                assert desk.files() == built, f"{side} opened and saved while {newer} was newer"
        for count, side in enumerate(SIDES):
            content = call(server, desk.name(side))
            content["cells"][6]["source"] = f"print({count})"
            call(server, desk.name(side), as_jupyterlab_saves(content))
            assert f"print({count})\n" in desk.path("course").read_text()
            assert_rebuilding_changes_nothing(desk)
        desk.path("course").write_text(TEXT.replace("one sentence", "two sentences"))
        desk.make_newer("notebooks")
        with pytest.raises(urllib.error.HTTPError, match="400"):
            call(server, desk.name("notebooks"))
