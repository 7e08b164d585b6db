"""The scripts behind make: personal copies, notebooks from lessons, the set-up's messages."""

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import nbformat
import pytest
from jupytext.config import load_jupytext_config

from labkit.command import answers, copies, jupyter
from tools import build_notebooks, serve, setup_env

ROOT = Path(__file__).resolve().parent.parent
LESSON = "09_perceptron.ipynb"
BESIDE = "09_perceptron (before update 1).ipynb"


# --- work copies


STUB, CHECK = "def f(x):\n    return None", "lesson.exercises.double(f)"
MINE = "def f(x):\n    return 2 * x"


def lesson_of(*sources, output="1"):
    """A notebook; a source that begins with # is text, the others are code."""
    notebook = nbformat.v4.new_notebook(metadata={"jupytext": {"formats": "ipynb,py"}})
    for number, source in enumerate(sources):
        if source.startswith("#"):
            notebook.cells.append(nbformat.v4.new_markdown_cell(source, id=f"cell{number}"))
        else:
            outputs = [nbformat.v4.new_output("stream", text=output)]
            notebook.cells.append(nbformat.v4.new_code_cell(source, id=f"cell{number}", outputs=outputs))
    return notebook


class Desk:
    """A course folder and a student's work folder; `lines` is what the last refresh said."""

    def __init__(self, root):
        self.originals, self.work = root / "notebooks", root / "work"
        self.originals.mkdir()

    def publish(self, *sources, output="1"):
        nbformat.write(lesson_of(*sources, output=output), self.originals / LESSON)
        return self.refresh()

    def refresh(self):
        self.lines = []
        copies.refresh(self.originals, self.work, say=self.lines.append)
        return self

    def write(self, *sources):
        """What the student makes of the copy: answered, run and saved."""
        notebook = lesson_of(*sources)
        del notebook.metadata["jupytext"]
        nbformat.write(notebook, self.work / LESSON)

    def sources(self):
        """File name -> sources of its cells."""
        paths = sorted(self.work.glob("*.ipynb"), reverse=True)
        return {path.name: [cell.source for cell in nbformat.read(path, as_version=4).cells] for path in paths}


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path).publish("# v1", STUB, CHECK)


def test_copy_is_made_without_outputs_and_not_paired(desk):
    assert desk.sources() == {LESSON: ["# v1", STUB, CHECK]} and desk.lines == []
    copy = nbformat.read(desk.work / LESSON, as_version=4)
    assert "jupytext" not in copy.metadata and not any(cell.get("outputs") for cell in copy.cells)


def test_copy_says_of_its_kernel_what_the_kernel_says_of_itself(desk):
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelspec import get_kernel_dict

    metadata = nbformat.read(desk.work / LESSON, as_version=4).metadata
    spec = get_kernel_dict()
    assert metadata.kernelspec == {"name": "python3", **{key: spec[key] for key in ("display_name", "language")}}
    assert metadata.language_info == IPythonKernel.language_info and list(metadata.language_info) == sorted(
        IPythonKernel.language_info
    )


def test_second_refresh_changes_and_says_nothing(desk):
    before = (desk.work / LESSON).read_bytes()
    desk.refresh()
    assert (desk.work / LESSON).read_bytes() == before and desk.lines == []


def test_untouched_copy_is_replaced_by_an_update(desk):
    desk.publish("# v2", STUB, CHECK)
    assert desk.sources() == {LESSON: ["# v2", STUB, CHECK]}
    assert len(desk.lines) == 1 and "replaced" in desk.lines[0]


def test_copy_that_was_only_run_counts_as_untouched(desk):
    desk.write("# v1", STUB, CHECK, "")  # Shift+Enter in the last cell makes an empty one
    before = (desk.work / LESSON).read_bytes()
    desk.refresh()
    assert (desk.work / LESSON).read_bytes() == before
    desk.publish("# v2", STUB, CHECK)
    assert desk.sources() == {LESSON: ["# v2", STUB, CHECK]}


def test_changed_copy_gets_the_new_text_with_its_answer_and_the_old_one_is_kept(desk):
    desk.write("# v1", MINE, CHECK, "scratch = 1")
    before = (desk.work / LESSON).read_bytes()
    desk.publish("# v2", "new = 0", "# more", STUB + "  # here", CHECK)
    assert desk.sources() == {
        LESSON: ["# v2", "new = 0", "# more", MINE, CHECK],
        BESIDE: ["# v1", MINE, CHECK, "scratch = 1"],
    }
    assert (desk.work / BESIDE).read_bytes() == before
    nbformat.validate(copy := nbformat.read(desk.work / LESSON, as_version=4))
    assert not any(cell.get("outputs") for cell in copy.cells)
    assert desk.lines == [
        f"{LESSON}: the lesson was updated and has your answer; all you had written is kept in {BESIDE}"
    ]


def test_only_answers_are_carried_that_the_student_has_changed(desk):
    desk.publish("# v2", STUB, CHECK, "# b", "b = None", "lesson.check_b(b)")
    desk.write("# v2", STUB, CHECK, "# b", "b = 3", "lesson.check_b(b)")
    desk.publish("# v3", "def f(x):\n    ...", CHECK, "# b", "b = ()", "lesson.check_b(b)")
    assert desk.sources()[LESSON] == ["# v3", "def f(x):\n    ...", CHECK, "# b", "b = 3", "lesson.check_b(b)"]


def test_answer_follows_its_exercise_to_another_place_and_another_way_to_call_it(desk):
    desk.write("# v1", MINE, CHECK)
    desk.publish("# v2", "a = None", "lesson.check_a(a)", "# then", STUB, "lesson.check_double(f)")
    assert desk.sources()[LESSON] == ["# v2", "a = None", "lesson.check_a(a)", "# then", MINE, "lesson.check_double(f)"]


def test_answer_on_a_page_with_more_is_carried(desk):
    more = "lesson.exercises_more.double(f)"
    desk.write("# v1", MINE, more)
    desk.publish("# v2", STUB, more)
    assert desk.sources()[LESSON] == ["# v2", MINE, more]


def test_answer_in_several_cells_is_carried_whole_and_once(desk):
    both = "lesson.exercises.double(f)\nlesson.exercises.triple(f)"
    desk.write("# v1", "helper = 2", MINE, "f(3)", "# a note", both)
    desk.publish("# v2", STUB, both, "last = 1")
    assert desk.sources()[LESSON] == ["# v2", "helper = 2", MINE, "f(3)", both, "last = 1"]
    ids = [cell.id for cell in nbformat.read(desk.work / LESSON, as_version=4).cells]
    assert len(set(ids)) == len(ids)


def test_answer_to_an_exercise_that_is_gone_stays_in_the_old_copy(desk):
    desk.write("# v1", MINE, CHECK)
    desk.publish("# v2")
    assert desk.sources() == {LESSON: ["# v2"], BESIDE: ["# v1", MINE, CHECK]}
    assert "answer" not in desk.lines[0]


def test_new_outputs_alone_are_no_update_for_a_changed_copy(desk):
    desk.write("# mine", MINE, CHECK)
    desk.publish("# v1", STUB, CHECK, output="2")
    assert desk.sources() == {LESSON: ["# mine", MINE, CHECK]} and desk.lines == []


def test_update_arrives_once_and_the_next_one_carries_the_answer_on(desk):
    desk.write("# v1", MINE, CHECK)
    desk.publish("# v2", STUB, CHECK).refresh()
    assert list(desk.sources()) == [LESSON, BESIDE] and desk.lines == []
    desk.publish("# v3", STUB, CHECK)
    second = "09_perceptron (before update 2).ipynb"
    assert desk.sources() == {
        LESSON: ["# v3", MINE, CHECK],
        BESIDE: ["# v1", MINE, CHECK],
        second: ["# v2", MINE, CHECK],
    }
    assert second in desk.lines[0]


DAMAGE = ["", "\x00", "{", "[1]", '{"09_perceptron": 3}', '{"09_perceptron": {}}']


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_state_counts_every_copy_as_changed(desk, damage):
    (desk.work / copies.STATE).write_text(damage)
    desk.publish("# v2", STUB, CHECK)
    assert desk.sources() == {LESSON: ["# v2", STUB, CHECK], BESIDE: ["# v1", STUB, CHECK]}
    assert "damaged" in desk.lines[0]


def test_lost_state_loses_no_answer_and_repeats_no_lesson(desk):
    desk.write("# v1", MINE, CHECK)
    (desk.work / copies.STATE).unlink()
    desk.refresh()
    assert desk.sources() == {LESSON: ["# v1", MINE, CHECK]} and desk.lines == []
    (desk.work / copies.STATE).unlink()
    desk.publish("# v2", STUB, CHECK)
    assert desk.sources() == {LESSON: ["# v2", MINE, CHECK], BESIDE: ["# v1", MINE, CHECK]}


def test_copy_that_is_no_notebook_any_more_is_kept(desk):
    (desk.work / LESSON).write_text("<<<<<<< not json")
    desk.refresh()
    assert (desk.work / LESSON).read_text() == "<<<<<<< not json"
    desk.publish("# v2", STUB, CHECK)
    assert (desk.work / BESIDE).read_text() == "<<<<<<< not json"
    assert nbformat.read(desk.work / LESSON, as_version=4).cells[0].source == "# v2"


def test_damaged_original_is_left_out_and_said(desk):
    (desk.originals / LESSON).write_text("<<<<<<< HEAD")
    desk.refresh()
    assert desk.sources() == {LESSON: ["# v1", STUB, CHECK]}
    assert len(desk.lines) == 1 and LESSON in desk.lines[0]


@pytest.mark.parametrize(
    "notebook", sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb")), ids=lambda path: path.stem
)
def test_every_exercise_of_a_lesson_has_an_answer_that_is_found(notebook):
    cells = json.loads(notebook.read_text())["cells"]
    checks = {name for cell in cells for name in answers.CHECK.findall(answers.source(cell))}
    assert set(answers.digests(cells)) == checks


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
    for name in ("pyproject.toml", "constraints.txt", "setup.py"):
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
    beside = serve.command("work/00_start_here (2).ipynb")
    assert "--LabApp.default_url=/lab/tree/work/00_start_here%20%282%29.ipynb" in beside


@pytest.mark.parametrize("user", [0, 1000])
def test_server_allows_root_only_to_root(monkeypatch, user):
    monkeypatch.setattr(jupyter.os, "geteuid", lambda: user)
    assert ("--allow-root" in serve.command("notebooks")) == (user == 0)


@pytest.mark.parametrize(("mode", "recorded"), [("student", True), ("author", False)])
def test_progress_is_recorded_for_students_only(monkeypatch, mode, recorded):
    monkeypatch.setenv("LABKIT_RECORD", "elsewhere")
    monkeypatch.setenv("LABKIT_QUESTIONS", "open")
    given = serve.environment(mode)
    assert given.get("LABKIT_RECORD") == (str(ROOT / "work" / "progress.jsonl") if recorded else None)
    assert given["LABKIT_QUESTIONS"] == "open"


class Noted:
    """A folder of Jupyter's own notes about running servers; `pages` are those that were opened."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(folder))
        monkeypatch.setattr(jupyter.webbrowser, "open", self.opened)
        self.pages = []

    def opened(self, address):
        self.pages.append(address)

    def note(self, port, root=ROOT, pid=None):
        found = {
            "url": f"http://127.0.0.1:{port}/",
            "token": "secret",
            "root_dir": str(root),
            "pid": pid or os.getpid(),
        }
        (self.folder / f"jpserver-{len(list(self.folder.iterdir()))}.json").write_text(json.dumps(found))


@pytest.fixture
def noted(tmp_path, monkeypatch):
    return Noted(tmp_path, monkeypatch)


@contextmanager
def answering(status):
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status if self.path == "/lab/extensions/labkit/package.json?token=secret" else 403)
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield http.server_port
        http.shutdown()


def test_second_server_says_where_the_first_is_and_opens_it(noted, capsys):
    with answering(200) as port:
        noted.note(port)
        assert serve.main(["student"]) == 0
    address = f"http://127.0.0.1:{port}/lab/tree/work/00_start_here.ipynb?token=secret"
    assert capsys.readouterr().out == f"JupyterLab is already running on this folder: {address}\n"
    assert noted.pages == [address]


def test_server_elsewhere_a_killed_one_and_a_foreign_one_do_not_count(noted, tmp_path):
    with answering(200) as ours, answering(404) as foreign:
        noted.note(ours, root=tmp_path)
        noted.note(foreign)
        noted.note(ours, pid=2**22 + 1)  # beyond the largest process number
        assert jupyter.running(ROOT) is None
        assert len(list(noted.folder.iterdir())) == 2  # the note of the killed one is gone
        noted.note(ours)
        assert jupyter.running(ROOT)["url"].endswith(f":{ours}/")
    assert jupyter.running(ROOT) is None  # killed, and its process number is another program's now


# --- jupytext's pairing


@pytest.mark.parametrize(
    ("path", "is_paired"),
    [("notebooks/09_x.ipynb", True), ("course/09_x.py", True), ("work/09_x.ipynb", False)],
)
def test_only_course_and_notebooks_are_paired(path, is_paired):
    config = load_jupytext_config(str(ROOT / path))
    assert bool(config.default_formats(str(ROOT / path))) == is_paired
