"""Progress: a line, a table, a report; what there is to do is read from the lecture."""

import json
import sys
from types import ModuleType

import pytest

import labkit.lectures.l20_adaboost as lecture
from labkit.command.main import main
from labkit.lectures.l20_adaboost import exercises
from labkit.tutor import progress
from labkit.tutor.progress import NOWHERE, Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck
from labkit.tutor.record import Record

YES_NO = {"yes": "a", "no": "b"}
LESSON = "labkit.lectures.l20_adaboost"


class TwoQuestions(Progress):
    """With a module beside those that the lecture has."""

    names = {"prediction": {"half"}, "quick check": {"coin", "xor"}, "exercise": {"one_round", "margins"}}  # noqa: RUF012


@pytest.fixture
def record(tmp_path):
    made = Record(tmp_path / "progress.jsonl")
    made.add("20_adaboost", "prediction", "half", "1/2", True)
    made.add("20_adaboost", "quick check", "coin", "no", False)
    made.add("20_adaboost", "exercise", "one_round", "right", True)
    made.add("20_adaboost", "exercise", "one_round", "wrong", False)  # played with afterwards
    made.add("20_adaboost", "exercise", "gone_by_now", "right", True)
    made.add("09_perceptron", "exercise", "margins", "right", True)
    return made


def test_line_counts_what_was_answered_and_right(record):
    assert TwoQuestions(LESSON).line(record) == (
        "20_adaboost: 1 of 1 prediction (1 right), 1 of 2 quick questions (0 right), 1 of 2 exercises (1 right)."
    )


def test_line_without_a_record_says_where_progress_is_kept(monkeypatch):
    monkeypatch.delenv("LABKIT_RECORD", raising=False)
    assert repr(TwoQuestions(LESSON)()) == f"20_adaboost: 1 prediction, 2 quick questions, 2 exercises. {NOWHERE}"


def test_line_says_that_a_damaged_record_was_put_aside(record):
    with record.path.open("a") as file:
        file.write("garbage\n")
    assert "put aside in progress.damaged-1.jsonl" in TwoQuestions(LESSON).line(record)


def test_names_are_read_from_the_modules_of_the_lecture(monkeypatch):
    module = ModuleType(f"{LESSON}.extra")
    lab = type("ExtraLab", (), {"question": Question("on_a_lab", "?", YES_NO, "yes"), "__module__": module.__name__})
    module.lab, module.beside = lab, Question("given_to_a_lab", "?", YES_NO, "no")
    module.quick = QuickCheck(module.__name__, [Question("quick", "?", YES_NO, "no")])
    monkeypatch.setitem(sys.modules, module.__name__, module)
    before = Progress(LESSON).names
    parts = [*progress.iter_modules(lecture.__path__), type("Part", (), {"name": "extra"})]
    monkeypatch.setattr(progress, "iter_modules", lambda path: parts)
    after = Progress(LESSON).names
    assert after["prediction"] - before["prediction"] == {"on_a_lab", "given_to_a_lab"}
    assert after["quick check"] - before["quick check"] == {"quick"}
    assert after["exercise"] == before["exercise"] >= set(progress.exercises(exercises))


def test_table_has_a_row_for_every_lesson(record):
    table = progress.table(record)
    assert "20_adaboost" in table["lesson"] and len(set(table["lesson"])) == len(table)
    cell = dict(zip(table["lesson"], table["exercises"], strict=True))["20_adaboost"]
    assert cell.startswith("1 of ") and cell.endswith(", 1 right")
    assert "more row" not in repr(table)


def test_report_is_one_file_to_hand_in(record, capsys):
    assert main(["report", str(record.path)]) == 0
    target = record.path.with_name("report.json")
    assert capsys.readouterr().out.endswith(f"to hand in: {target}\n")
    made = json.loads(target.read_text())
    assert made["answers"] == record.entries() and {"lesson", "exercises"} <= set(made["summary"][0])


def test_report_without_a_record_says_how_it_begins(tmp_path, capsys):
    assert main(["report", str(tmp_path / "progress.jsonl")]) == 1
    assert "it begins with your first answer in a lesson" in capsys.readouterr().err
