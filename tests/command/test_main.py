"""The command `labkit`: lessons that arrive, options that go on, and what is said where something is missing."""

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
