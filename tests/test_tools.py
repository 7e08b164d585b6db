"""The scripts behind make: personal copies, notebooks from lessons, the set-up's messages."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from jupytext.config import load_jupytext_config

from tools import build_notebooks, serve, setup_env, work_copies

ROOT = Path(__file__).resolve().parent.parent
LESSON = "09_perceptron.ipynb"
BESIDE = "09_perceptron (updated 2).ipynb"


# --- work copies


class Desk:
    """A course folder and a student's work folder; `lines` is what the last refresh said."""

    def __init__(self, root):
        self.originals, self.work = root / "notebooks", root / "work"
        self.originals.mkdir()

    def publish(self, source, output="1"):
        notebook = nbformat.v4.new_notebook(metadata={"jupytext": {"formats": "ipynb,py"}})
        cell = nbformat.v4.new_code_cell(source, id="cell")
        cell.outputs = [nbformat.v4.new_output("stream", text=output)]
        notebook.cells = [cell]
        (self.originals / LESSON).write_text(nbformat.writes(notebook))
        return self

    def refresh(self):
        self.lines = []
        work_copies.refresh(self.originals, self.work, say=self.lines.append)
        return self

    def answer(self, text, name=LESSON):
        notebook = json.loads((self.work / name).read_text())
        notebook["cells"][0]["source"] = text
        (self.work / name).write_text(json.dumps(notebook))

    def sources(self):
        """File name -> source of its cell."""
        paths = sorted(self.work.glob("*.ipynb"))
        return {path.name: "".join(json.loads(path.read_text())["cells"][0]["source"]) for path in paths}


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path).publish("v1").refresh()


def test_copy_is_made_and_not_paired(desk):
    assert desk.sources() == {LESSON: "v1"}
    assert "jupytext" not in json.loads((desk.work / LESSON).read_text())["metadata"]


def test_second_refresh_changes_and_says_nothing(desk):
    before = (desk.work / LESSON).read_bytes()
    desk.refresh()
    assert (desk.work / LESSON).read_bytes() == before and desk.lines == []


def test_untouched_copy_is_replaced_by_an_update(desk):
    desk.publish("v2").refresh()
    assert desk.sources() == {LESSON: "v2"}
    assert len(desk.lines) == 1


def test_changed_copy_stays_and_the_update_arrives_beside_it(desk):
    desk.answer("mine")
    desk.publish("v2").refresh()
    assert desk.sources() == {LESSON: "mine", BESIDE: "v2"}
    assert len(desk.lines) == 1 and BESIDE in desk.lines[0]


def test_copy_that_was_only_run_is_kept(desk):
    notebook = json.loads((desk.work / LESSON).read_text())
    notebook["cells"][0]["outputs"] = []
    (desk.work / LESSON).write_text(json.dumps(notebook))
    desk.publish("v2").refresh()
    assert desk.sources() == {LESSON: "v1", BESIDE: "v2"}


def test_new_outputs_alone_are_no_update_for_a_changed_copy(desk):
    desk.answer("mine")
    desk.publish("v1", output="2").refresh()
    assert desk.sources() == {LESSON: "mine"} and desk.lines == []


def test_update_arrives_once(desk):
    desk.answer("mine")
    desk.publish("v2").refresh().refresh()
    assert desk.sources() == {LESSON: "mine", BESIDE: "v2"} and desk.lines == []


def test_update_that_was_deleted_does_not_come_back(desk):
    desk.answer("mine")
    desk.publish("v2").refresh()
    (desk.work / BESIDE).unlink()
    desk.refresh()
    assert desk.sources() == {LESSON: "mine"}


def test_untouched_update_is_replaced_and_a_changed_one_gets_a_third_beside(desk):
    desk.answer("mine")
    desk.publish("v2").refresh()
    desk.publish("v3").refresh()
    assert desk.sources() == {LESSON: "mine", BESIDE: "v3"}
    desk.answer("mine too", BESIDE)
    desk.publish("v4").refresh()
    assert desk.sources() == {
        LESSON: "mine",
        BESIDE: "mine too",
        "09_perceptron (updated 3).ipynb": "v4",
    }


DAMAGE = ["", "\x00", "{", "[1]", '{"09_perceptron": 3}', '{"09_perceptron": {}}']


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_state_counts_every_copy_as_changed(desk, damage):
    (desk.work / work_copies.STATE).write_text(damage)
    desk.publish("v2").refresh()
    assert desk.sources() == {LESSON: "v1", BESIDE: "v2"}
    assert "damaged" in desk.lines[0]


def test_lost_state_loses_no_answer_and_repeats_no_lesson(desk):
    (desk.work / work_copies.STATE).unlink()
    desk.refresh()
    assert desk.sources() == {LESSON: "v1"} and desk.lines == []
    desk.publish("v2").refresh()
    assert desk.sources() == {LESSON: "v1", BESIDE: "v2"}


def test_copy_that_is_no_notebook_any_more_is_kept(desk):
    (desk.work / LESSON).write_text("<<<<<<< not json")
    desk.publish("v2").refresh()
    assert (desk.work / LESSON).read_text() == "<<<<<<< not json"
    assert (desk.work / BESIDE).exists()


def test_damaged_original_is_left_out_and_said(desk):
    (desk.originals / LESSON).write_text("<<<<<<< HEAD")
    desk.refresh()
    assert desk.sources() == {LESSON: "v1"}
    assert len(desk.lines) == 1 and LESSON in desk.lines[0]


def test_newest_copy_is_found_by_number_not_by_spelling(tmp_path):
    for name in (LESSON, BESIDE, "09_perceptron (updated 10).ipynb", "09_perceptron_family.ipynb"):
        (tmp_path / name).touch()
    assert work_copies.newest(tmp_path, "09_perceptron").name == "09_perceptron (updated 10).ipynb"
    assert work_copies.newest(tmp_path, "08_other") is None


# --- notebooks from lessons

SOURCE = """# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A lesson

# %% tags=["predict"]
import ipywidgets
print("one")

# %%
1 + 1

# %%
1 + 1

# %%
ipywidgets.IntSlider()
"""


@pytest.fixture
def course(tmp_path):
    (tmp_path / "course" / "solutions").mkdir(parents=True)
    (tmp_path / "course" / "09_topic.py").write_text(SOURCE)
    (tmp_path / "course" / "solutions" / "09_topic.py").write_text("secret = 42\n")
    return tmp_path


def convert(course):
    return build_notebooks.convert(course / "course" / "09_topic.py")


def save(course, notebook):
    (course / "notebooks").mkdir(exist_ok=True)
    (course / "notebooks" / "09_topic.ipynb").write_text(nbformat.writes(notebook) + "\n")


def build(course, *arguments):
    """In a process of its own: nbclient and the browser tests each want the thread's event loop."""
    code = (
        "import sys, pathlib; from tools import build_notebooks as b; "
        f"sys.exit(b.main({list(arguments)!r}, pathlib.Path({str(course)!r})))"
    )
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)


def test_conversion_is_valid_and_repeatable(course):
    first, second = convert(course), convert(course)
    nbformat.validate(first)
    assert nbformat.writes(first) == nbformat.writes(second)
    assert len({cell.id for cell in first.cells}) == len(first.cells) == 5


def test_cell_inserted_before_changes_no_other_id(course):
    before = {cell.id for cell in convert(course).cells}
    path = course / "course" / "09_topic.py"
    path.write_text(SOURCE.replace("# %% [markdown]", "# %%\nnew = 0\n\n# %% [markdown]", 1))
    assert before < {cell.id for cell in convert(course).cells}


def test_regenerating_and_executing_twice_gives_no_diff(course):
    target = course / "notebooks" / "09_topic.ipynb"
    assert build(course).stdout == "09_topic [##########] 4/4\n"
    first = target.read_bytes()
    build(course)
    assert target.read_bytes() == first
    assert first.endswith(b"}\n") and b"widget-view" not in first and b"widget-state" not in first
    notebook = nbformat.reads(first.decode(), as_version=4)
    assert [len(cell.get("outputs", [])) for cell in notebook.cells] == [0, 1, 1, 1, 1]
    assert "version" not in notebook.metadata.language_info
    assert build(course, "--check").returncode == 0


def test_failing_cell_is_said_and_nothing_is_written(course):
    (course / "course" / "09_topic.py").write_text(SOURCE + "\n# %%\n1 / 0\n")
    done = build(course)
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr
    assert not (course / "notebooks" / "09_topic.ipynb").exists()


def test_check_names_a_missing_an_edited_and_an_orphaned_notebook(course, capsys):
    assert build_notebooks.stale([], course) == ["09_topic"]
    save(course, convert(course))
    assert build_notebooks.stale([], course) == []
    edited = convert(course)
    edited.cells[2].source = "1 + 2"
    save(course, edited)
    (course / "notebooks" / "99_gone.ipynb").write_text(nbformat.writes(edited))
    assert build_notebooks.main(["--check"], course) == 1
    assert capsys.readouterr().out.splitlines() == [
        "notebooks/09_topic.ipynb is not what course/09_topic.py gives: run `make notebooks`",
        "notebooks/99_gone.ipynb has no lesson course/99_gone.py: delete it",
    ]
    assert build_notebooks.main(["--check", "09"], course) == 1
    assert "99_gone" not in capsys.readouterr().out


def test_check_sees_a_solution_smuggled_into_metadata(course):
    notebook = convert(course)
    notebook.cells[1].metadata["answer"] = "42"
    save(course, notebook)
    assert build_notebooks.stale(["09"], course) == ["09_topic"]


def test_unknown_lesson_is_refused_with_the_known_names(course, capsys):
    assert build_notebooks.main(["77"], course) == 1
    assert "77" in (error := capsys.readouterr().err) and "09_topic" in error


def test_committed_notebooks_are_fresh():
    assert not build_notebooks.stale([]), "build these again, make notebooks, and commit them with course/"
    assert not build_notebooks.orphans(), "delete these: they have no lesson in course/"


# --- set-up


def test_setup_refuses_an_old_python_in_one_line():
    with pytest.raises(setup_env.SetupError, match=r"3\.11 or newer.*3\.9.*PYTHON=") as caught:
        setup_env.check_python((3, 9, 2))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_setup_names_the_package_that_brings_venv(monkeypatch, missing):
    monkeypatch.setattr(setup_env.importlib.util, "find_spec", lambda name: None if name == missing else True)
    with pytest.raises(setup_env.SetupError, match=rf"no {missing} module.*apt-get install python3\.12-venv"):
        setup_env.check_python((3, 12, 0))


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("error: dns error: failed to lookup address", "network"),
        ("Retrying after connection broken by NewConnectionError", "network"),
        ("ERROR: No matching distribution found for uv (from versions: none)", "network"),
        ("ERROR: ResolutionImpossible", "setup.log"),
        ("OSError: [Errno 28] No space left on device", "disk"),
        ("error: something else", "setup.log"),
    ],
)
def test_setup_tells_why_an_installation_failed(log, told):
    assert told in setup_env.reason(log) and "\n" not in setup_env.reason(log)


def test_setup_failure_prints_one_line_and_no_traceback(monkeypatch, capsys):
    monkeypatch.setattr(setup_env.Environment, "is_ready", lambda self, extra: False)

    def fail(self):
        raise setup_env.SetupError("do this")

    monkeypatch.setattr(setup_env.Environment, "create", fail)
    assert setup_env.main(["lab"]) == 1
    assert capsys.readouterr().err == "labkit: do this\n"


@pytest.fixture
def environment(tmp_path):
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_text(name)
    found = setup_env.Environment(tmp_path)
    found.python.parent.mkdir(parents=True)
    found.python.touch()
    found.stamp.write_text(found.wanted("lab"))
    return found


def test_setup_is_skipped_when_nothing_changed(environment):
    assert environment.is_ready("lab")
    assert not environment.is_ready("dev")
    environment.stamp.write_text(environment.wanted("dev"))
    assert environment.is_ready("lab")


def test_setup_runs_again_when_versions_change_or_it_was_interrupted(environment):
    (environment.root / "constraints.txt").write_text("newer")
    assert not environment.is_ready("lab")
    environment.stamp.unlink()
    assert not environment.is_ready("lab")


def test_setup_makes_half_an_environment_anew(environment):
    environment.create()
    pip = subprocess.run([environment.python, "-m", "pip", "--version"], capture_output=True)
    assert pip.returncode == 0
    assert not environment.stamp.exists()


# --- the server


def test_server_starts_at_the_root_on_the_given_page():
    line = serve.command("work/00_start_here.ipynb", "--no-browser")
    assert f"--ServerApp.root_dir={ROOT}" in line
    assert "--LabApp.default_url=/lab/tree/work/00_start_here.ipynb" in line
    assert line[-1] in ("--no-browser", "--allow-root")
    beside = serve.command("work/00_start_here (updated 2).ipynb")
    assert "--LabApp.default_url=/lab/tree/work/00_start_here%20%28updated%202%29.ipynb" in beside


@pytest.mark.parametrize("user", [0, 1000])
def test_server_allows_root_only_to_root(monkeypatch, user):
    monkeypatch.setattr(serve.os, "geteuid", lambda: user)
    assert ("--allow-root" in serve.command("notebooks")) == (user == 0)


# --- jupytext's pairing


@pytest.mark.parametrize(
    ("path", "is_paired"),
    [("notebooks/09_x.ipynb", True), ("course/09_x.py", True), ("work/09_x.ipynb", False)],
)
def test_only_course_and_notebooks_are_paired(path, is_paired):
    config = load_jupytext_config(str(ROOT / path))
    assert bool(config.default_formats(str(ROOT / path))) == is_paired
