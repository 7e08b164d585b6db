"""Exercises of a page without a notebook: their cells are run by the desk that opens the labs."""

import json
import struct

import pytest

from labkit.tutor.answer_desk import AnswerDesk
from labkit.tutor.pages import definitions

BEFORE = ["import numpy as np", "from labkit.lectures import l09_perceptron as lesson"]
CHECK = "lesson.exercises.one_update(my_update)"
RIGHT = "def my_update(w, x, t):\n    return w + (t - (w @ x >= 0)) * x"
UNTOUCHED = "def my_update(w, x, t):\n    ..."


@pytest.fixture
def mark():
    answers = []

    def take(answer):
        (length,) = struct.unpack_from("<I", answer)
        answers.append(json.loads(answer[4 : 4 + length]))

    desk = AnswerDesk(take)

    def ask(answer=None, check=CHECK, before=BEFORE, **message):
        mark = {"before": before, "answer": answer, "check": check}
        asked = {"message": message} if answer is None else {"mark": mark}
        desk.receive(json.dumps({"key": "one", **asked}).encode())
        return answers[-1]

    return ask


def says(answer):
    return answer["changed"]["content"]["says"]


def test_right_answer_is_praised_and_recorded(mark):
    answer = mark(RIGHT)
    assert says(answer).startswith("right: ")
    assert answer["entry"] == {
        "lesson": "09_perceptron", "kind": "exercise", "name": "one_update", "answer": "right", "right": True
    }  # fmt: skip


def test_untouched_exercise_records_nothing(mark):
    answer = mark(UNTOUCHED)
    assert answer["changed"]["content"]["status"] == "untouched" and answer["entry"] == {}


def test_hints_come_one_at_a_time_and_a_solution_when_it_is_asked_for(mark):
    answer = mark("def my_update(w, x, t):\n    return w")
    left = answer["changed"]["content"]["hints_left"]
    assert answer["changed"]["content"]["hints"] == [] and left > 1
    assert mark(do="hint")["changed"]["content"]["hints_left"] == left - 1
    (source,) = mark(do="solution")["changed"]["content"]["sources"]
    assert "def my_update" in source["text"] and "return" in source["text"]


def test_code_that_does_not_run_is_told_with_its_line(mark):
    said = says(mark("def my_update(w, x, t):\n    return w +"))
    assert "SyntaxError" in said and said.endswith("in line 2")
    assert says(mark("a = 1\nb = a / 0")).endswith("ZeroDivisionError: division by zero in line 2 (b = a / 0)")
    said = says(mark("def my_update(w, x, t):\n    return w[99]"))
    assert "IndexError" in said and "in line 2 (return w[99])" in said


def test_what_an_answer_prints_comes_along(mark):
    assert mark("print('seen')\n" + RIGHT)["printed"] == "seen\n"


def test_answer_that_ends_the_process_ends_nothing(mark):
    assert "SystemExit" in says(mark("raise SystemExit"))
    assert says(mark(RIGHT)).startswith("right: ")


def test_bug_as_it_was_given_is_known(mark):
    given = (
        "def find_line(Z):\n    w, mistakes = np.zeros(Z.shape[1]), 1\n    while mistakes:\n        mistakes = 0\n"
        "        for z in Z:\n            if w @ z < 0:\n                w, mistakes = w + z, mistakes + 1\n"
        "    return w"
    )
    assert says(mark(given, "lesson.exercises.never_starts(find_line)")).startswith("not mended yet")


def test_unknown_request_fails_in_one_sentence(mark):
    assert "\n" not in mark(RIGHT, "lesson.exercises.no_such(my_update)")["failed"]


def test_answer_may_use_an_earlier_one(mark):
    earlier = "def side(w, x):\n    return w @ x >= 0"
    answer = mark("def my_update(w, x, t):\n    return w + (t - side(w, x)) * x", before=[*BEFORE, earlier])
    assert says(answer).startswith("right: ")


def test_earlier_answer_that_does_not_run_is_said(mark):
    uses = "def my_update(w, x, t):\n    return side"
    assert mark(uses, before=[*BEFORE, "side = 1 / 0"])["failed"].startswith("ZeroDivisionError")
    assert says(mark(RIGHT, before=[*BEFORE, "side = 1 / 0"])).startswith("right: ")  # nothing asks for it
    assert "NameError" in says(mark(uses, before=[*BEFORE, "side = 1 +"]))


def test_answer_may_use_what_its_page_has_imported(mark):
    assert says(mark("def my_update(w, x, t):\n    return w + (t - np.greater_equal(w @ x, 0)) * x")).startswith(
        "right: "
    )


def test_solution_comes_with_its_helpers():
    text = definitions("23_which_learner", ["my_X", "my_y"], "solutions")
    exec(text, names := {})
    assert len(names["my_X"]) == len(names["my_y"])
