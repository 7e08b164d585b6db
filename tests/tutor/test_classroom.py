"""A class predicts together: answers arrive in a folder under random names, are counted, and nothing else happens."""

import json
import os

import pytest

from labkit.lectures.l20_adaboost import RoundsLab
from labkit.tutor import classroom
from labkit.tutor.question import SKIPPED, Question
from labkit.tutor.quick_check import QuickCheck
from labkit.tutor.record import Record

ASKED = {"lesson": "20_adaboost", "kind": "prediction", "name": "half", "options": ["3/10", "1/2", "7/10"]}


def entry(answer, name="half"):
    return {"lesson": "20_adaboost", "kind": "prediction", "name": name, "answer": answer, "right": False}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LABKIT_CLASS", str(tmp_path / "class"))
    (tmp_path / "class").mkdir()
    return tmp_path / "class"


@pytest.fixture
def lecturer(folder, monkeypatch):
    monkeypatch.setenv("LABKIT_QUESTIONS", "class")
    return folder


def write(folder, name, entries):
    (folder / name).write_text("".join(json.dumps(each) + "\n" for each in entries), encoding="utf-8")


def commit(option):
    lab = RoundsLab()
    lab.receive({"do": "predict", "with": [option]}, lambda *_: None)
    return lab


def test_a_student_has_one_file_in_all_kernels_and_no_name(folder, tmp_path, monkeypatch):
    for student in ("anne", "bert"):
        monkeypatch.setenv("LABKIT_RECORD", str(tmp_path / student / "progress.jsonl"))
        for option in (0, 1):
            monkeypatch.setattr(classroom, "WORD", str(option))  # of another kernel
            question = {**ASKED, "chosen": None, "sealed": "eyJyaWdodCI6IDF9"}
            Question.answered({**question, "name": f"question {option}"}, option)
    files = list(folder.iterdir())
    assert len(files) == 2
    assert [len(classroom.handed_in(file)) for file in files] == [2, 2]
    said = " ".join(file.name + file.read_text() for file in files)
    assert "anne" not in said and "bert" not in said


def test_without_a_class_nothing_is_written_or_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lab = commit(1)
    assert "class" not in lab.asks and not list(tmp_path.iterdir())
    lab.receive({"do": "class"}, lambda *_: None)
    assert "expected a class, got none" in lab.error


def test_the_lecturers_card_counts_and_its_own_answer_does_not(lecturer, monkeypatch):
    monkeypatch.delenv("LABKIT_QUESTIONS")
    monkeypatch.setattr(classroom, "WORD", "a" * 32)
    commit(2)
    monkeypatch.setenv("LABKIT_QUESTIONS", "class")
    lab = commit(0)
    assert lab.asks["class"] == {}
    lab.receive({"do": "class"}, lambda *_: None)
    assert lab.asks["class"] == {"counts": [0, 0, 1], "left_out": []} and lab.error == ""


def test_a_quick_check_counts_too(lecturer):
    check = QuickCheck(
        "labkit.lectures.l20_adaboost.questions", [Question("half", "?", {"a": "x", "b": "y"}, right="a")]
    )
    write(lecturer, "one.jsonl", [entry("b") | {"kind": "quick check"}])
    content = check.receive(check.content(), {"do": "class", "with": [0]})
    assert content["questions"][0]["class"]["counts"] == [0, 1]


def test_the_last_answer_counts_and_only_options_do(lecturer):
    write(lecturer, "one.jsonl", [entry("3/10"), entry("1/2"), entry("7/10", name="other")])
    write(lecturer, "two.jsonl", [entry("<img src=x onerror=alert(1)>")])
    report = {"report": classroom.KIND, "answers": [entry("1/2"), {"odd": 1}]}
    (lecturer / "report.json").write_text(json.dumps(report))
    assert classroom.counted(ASKED) == {"counts": [0, 2, 0], "left_out": []}


def test_a_line_that_is_being_written_waits(lecturer):
    write(lecturer, "one.jsonl", [entry("1/2")])
    with (lecturer / "one.jsonl").open("a") as file:
        file.write('{"lesson": "20_ada')
    assert classroom.counted(ASKED) == {"counts": [0, 1, 0], "left_out": []}


def test_damaged_files_are_named_and_left_out(lecturer, tmp_path, monkeypatch):
    monkeypatch.setattr(classroom, "LARGEST", 400_000)
    write(lecturer, "good.jsonl", [entry("1/2")])
    (lecturer / "a half.json").write_text('{"report": "labkit pro')
    (lecturer / "b deep.json").write_text("[" * 200_000)
    (lecturer / "c bytes.jsonl").write_bytes(b"\xff\xfe\n")
    (lecturer / "d other.json").write_text("{}")
    (lecturer / "e large.json").write_text(" " * 500_000)
    (lecturer / "f folder.json").mkdir()
    os.symlink(tmp_path / "nowhere", lecturer / "g link.json")
    os.mkfifo(lecturer / "h pipe.json")
    assert classroom.counted(ASKED) == {
        "counts": [0, 1, 0],
        "left_out": [f"{name}.json" + ("l" if name == "c bytes" else "") for name in
                     ("a half", "b deep", "c bytes", "d other", "e large", "f folder", "g link", "h pipe")],
    }  # fmt: skip


def test_a_folder_that_is_not_there_is_said(lecturer):
    lecturer.rmdir()
    lab = RoundsLab()
    lab.receive({"do": "class"}, lambda *_: None)
    assert "expected a folder to read" in lab.error and "is it there?" in lab.error


def test_a_class_that_cannot_be_told_keeps_the_answer(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("LABKIT_RECORD", str(tmp_path / "progress.jsonl"))
    monkeypatch.setenv("LABKIT_CLASS", str(tmp_path / "file"))
    (tmp_path / "file").write_text("")
    lab = commit(1)
    assert "not recorded" in lab.asks["trouble"]
    assert len(Record.here().entries()) == 1


def test_a_skipped_question_tells_nothing(folder):
    commit(SKIPPED)
    assert not list(folder.iterdir())
