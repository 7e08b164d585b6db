"""The command `labkit`: lessons that arrive, options that go on, and what is said where something is missing."""

import errno
import json
import os
import sys
from pathlib import Path

import pytest

from labkit.command import jupyter
from labkit.command import main as command
from labkit.tutor import installation

ROOT = Path(__file__).resolve().parents[2]
LESSONS = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}


def test_lessons_arrive_without_outputs_and_say_how_to_open_them(tmp_path, capsys):
    folder = tmp_path / "a" / "lessons"
    assert command.main(["lessons", str(folder)]) == 0
    assert {path.name for path in folder.glob("*.ipynb")} == LESSONS
    cells = json.loads((folder / "20_adaboost.ipynb").read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells)
    assert f"`labkit lab {folder}` opens them" in capsys.readouterr().out


def test_a_second_copy_keeps_what_was_written(tmp_path):
    command.main(["lessons", str(tmp_path)])
    mine = tmp_path / "20_adaboost.ipynb"
    lesson = json.loads(mine.read_text(encoding="utf-8"))
    lesson["cells"][0]["source"] = "mine"
    mine.write_text(json.dumps(lesson), encoding="utf-8")
    command.main(["lessons", str(tmp_path)])
    assert json.loads(mine.read_text(encoding="utf-8"))["cells"][0]["source"] == "mine"


@pytest.fixture
def called(monkeypatch):
    lines = []
    monkeypatch.setattr(command.subprocess, "call", lambda line, cwd, env: lines.append((line, cwd, env)) or 0)
    monkeypatch.setattr(command.os, "execvpe", lambda name, line, env: lines.append((line, None, env)))
    monkeypatch.setattr(jupyter, "running", lambda root: None)
    return lines


def test_lab_opens_the_start_page_of_the_folder_and_records_there(tmp_path, called):
    assert command.main(["lab", str(tmp_path), "--no-browser"]) == 0
    (line, cwd, env), record = called[0], tmp_path / "progress.jsonl"
    assert line[:3] == [sys.executable, "-m", "jupyterlab"] and "--no-browser" in line
    assert f"--ServerApp.root_dir={tmp_path}" in line and "--LabApp.default_url=/lab/tree/00_start_here.ipynb" in line
    assert not any("token" in word or "password" in word or "--ip" in word for word in line)  # Jupyter's own are safe
    assert cwd == tmp_path and env["LABKIT_RECORD"] == str(record)


@pytest.mark.parametrize(
    "words, lesson", [(["20"], "20_adaboost"), (["20_more"], "20_more"), (["21"], "21_gradient_boosting")]
)
def test_lecture_opens_the_lesson_as_slides_beside_its_speakers_page(tmp_path, called, words, lesson):
    assert command.main(["lecture", *words, str(tmp_path), "--no-browser"]) == 0
    line, _, env = called[0]
    assert f"--LabApp.default_url=/lab/tree/{lesson}.ipynb" in line and "--no-browser" in line
    assert f"--LabApp.extra_labextensions_path={jupyter.HALL / 'labextensions'}" in line
    assert env["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0] == str(jupyter.HALL)
    assert not {"LABKIT_RECORD", "LABKIT_CLASS", "LABKIT_QUESTIONS"} & set(env)
    assert (tmp_path / f"{lesson}.md").read_text(encoding="utf-8").startswith(f"# Teaching lecture {lesson[:2]}")


def test_lecture_asks_the_class_of_a_folder(tmp_path, called, capsys):
    folder = tmp_path / "a" / "class"
    command.main(["lecture", "20", str(tmp_path), "--class", str(folder)])
    assert called[0][2]["LABKIT_CLASS"] == str(folder) and called[0][2]["LABKIT_QUESTIONS"] == "class"
    (tmp_path / "file").write_text("")
    assert command.main(["lecture", "20", str(tmp_path), "--class", str(tmp_path / "file" / "class")]) == 1
    assert "could not be made" in capsys.readouterr().err


def test_lecture_says_what_is_missing(tmp_path, monkeypatch, capsys):
    assert command.main(["lecture", "99", str(tmp_path)]) == 1
    assert "expected a lesson such as 20" in capsys.readouterr().err
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert command.main(["lecture", "20", str(tmp_path)]) == 1
    assert "pip install jupyterlab-slideshow" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_singleuser_becomes_the_users_server_even_where_lessons_cannot_be_written(tmp_path, called, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    command.main(["singleuser", str(blocked), "--debug"])
    line, _, env = called[0]
    assert line[0] == "jupyterhub-singleuser" and line[-1] == "--debug"
    assert env["LABKIT_RECORD"].startswith(str(blocked))
    assert "could not be written" in capsys.readouterr().err


def test_singleuser_without_a_hub_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", os.devnull)
    assert command.main(["singleuser", str(tmp_path)]) == 1
    assert "pip install jupyterhub" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert command.main(["lessons", str(tmp_path / "file" / "lessons")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("labkit: the lessons could not be written") and said.count("\n") == 1


def test_full_disk_is_named_and_keeps_nobody_from_their_copies(tmp_path, called, monkeypatch, capsys):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(command.copies, "refresh", full)
    assert command.main(["lab", str(tmp_path)]) == 1 and not called  # nothing is there to be opened
    assert "No space left on device): free some of the disk" in capsys.readouterr().err
    (tmp_path / jupyter.START).write_text("mine")
    assert command.main(["lab", str(tmp_path)]) == 0 and len(called) == 1
    assert "free some of the disk" in capsys.readouterr().err


def test_missing_lessons_are_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "HOMES", (tmp_path / "nowhere",))
    assert command.main(["lessons", str(tmp_path)]) == 1
    assert "install labkit's wheel again" in capsys.readouterr().err


def test_doctor_fails_where_something_is_missing(monkeypatch, capsys):
    assert command.main(["doctor"]) == 0
    monkeypatch.setattr(installation, "OLDEST_PYTHON", (99, 0))
    assert command.main(["doctor"]) == 1
    assert "too old" in capsys.readouterr().out


@pytest.mark.parametrize("words", [[], ["fly"], ["doctor", "--now"]])
def test_unknown_words_are_answered_with_the_known_ones(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        command.main(words)
    assert stopped.value.code == 2 and "lab" in capsys.readouterr().err


def test_range_of_versions_is_part_of_no_name(monkeypatch):
    asked = ["numpy<3,>=2.0", 'numpy==0.1; extra == "lab"', 'jupytext>=1; extra == "lab"', 'other>=1; extra == "hub"']
    monkeypatch.setattr(installation, "requires", lambda _: asked)
    _, jupytext, numpy, _ = installation.findings()
    assert jupytext == ("jupytext", "") and numpy[0] == "numpy 0.1" and "expected 0.1, got" in numpy[1]
