"""A quick check: questions on a card of their own, answered one by one."""

import json

import pytest

from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck
from labkit.tutor.record import Record
from labkit.tutor.sheet import Sheet

YES_NO = {"yes": "so it is", "no": "look again"}


@pytest.fixture
def quick():
    names = ("one", "two")
    questions = [Question(name, f"Is it {name}?", YES_NO, right="yes") for name in names]
    return QuickCheck("labkit.lectures.l20_adaboost.questions", questions)


def test_text_has_the_questions_and_no_answer(quick):
    assert repr(quick) == "Quick check:\n1. Is it one? [yes | no]\n2. Is it two? [yes | no]"
    data, _ = quick._repr_mimebundle_()
    assert data["text/plain"] == repr(quick)


def test_content_hides_right_and_replies(quick):
    content = quick.content()
    readable = json.dumps([{**asked, "sealed": ""} for asked in content["questions"]])
    assert "so it is" not in readable and "right" not in readable


def test_answers_are_kept_and_recorded(quick, tmp_path, monkeypatch):
    monkeypatch.setenv("LABKIT_RECORD", str(tmp_path / "record.jsonl"))
    sheet = Sheet(quick)
    sheet._answer(quick, {"do": "answer", "with": [1, 1]})
    assert [asked["chosen"] for asked in sheet.content["questions"]] == [None, 1]
    (entry,) = Record(tmp_path / "record.jsonl").entries()
    assert entry == {"lesson": "20_adaboost", "kind": "quick check", "name": "two", "answer": "no", "right": False}
    sheet._answer(quick, {"do": "answer", "with": [1, 0]})
    assert "it stays" in sheet.content["error"] and sheet.content["questions"][1]["chosen"] == 1
    assert [asked["chosen"] for asked in quick.content()["questions"]] == [None, 1]  # in a new kernel


def test_names_must_differ(quick):
    with pytest.raises(ValueError, match="each with a name of its own, got"):
        QuickCheck(__name__, [quick.questions[0]] * 2)
    with pytest.raises(ValueError, match="at least one"):
        QuickCheck(__name__, [])
