"""Which examples will grow: the question comes before the answer, and the answer is AdaBoost's."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import STOP
from labkit.learners import AdaBoost
from labkit.learners.ensemble.guessing import GuessStep, guess_steps, heavier_rows


def rounds(most=4):
    table = data.load("adaboost10")
    return AdaBoost(rounds=most).trace(table.numeric("x1", "x2"), table["y"])


def test_heavier_rows_are_the_mistakes_of_the_weak_learner():
    table = data.load("adaboost10")
    X, y = table.numeric("x1", "x2"), table["y"]
    for step in rounds()[1:-1]:
        assert np.array_equal(heavier_rows(step), np.flatnonzero(step.weak.predict(X) != y))


def test_question_shows_the_weak_learner_with_the_weights_before_its_round():
    trace = rounds()
    *over, asked = guess_steps(trace, 2, [])
    assert over == [trace[1], trace[2]]
    assert asked.asked and asked.grown is None
    assert asked.weak.question(0) == trace[3].weak.question(0)
    assert asked.model is trace[2].model and asked.next_weights is trace[3].weights
    assert asked.caption == "round 3: its cut is drawn; which examples will grow?"


def test_answer_is_the_round_itself():
    trace = rounds()
    *_, asked, answered = guess_steps(trace, 0, [0, 1, 2], answered=True)
    assert asked.asked and not answered.asked
    assert answered.model is trace[1].model and answered.next_weights is trace[1].next_weights
    assert answered.grown.tolist() == answered.marked.tolist() == [0, 1, 2]


@pytest.mark.parametrize(("marked", "verdict"), [
    ([2, 1, 0], "round 1: its 3 mistakes grew, just as you marked"),
    ([0, 1], "round 1: its 3 mistakes grew; you marked 2 of 3"),
    ([0, 9, 8], "round 1: its 3 mistakes grew; you marked 1 of 3, and 2 that did not"),
    ([], "round 1: its 3 mistakes grew; you marked 0 of 3"),
])  # fmt: skip
def test_verdict_compares_what_grew_with_what_was_marked(marked, verdict):
    assert guess_steps(rounds(), 0, marked, answered=True)[-1].caption == verdict


@pytest.mark.parametrize(("z", "verdict"), [
    ([0, 0, 1, 1, 1], "round 1: it makes no mistake, so nothing grew, just as you marked"),
    ([0, 0, 1, 1, 0], "round 1: its only mistake grew; you marked 0 of 1"),
])  # fmt: skip
def test_verdict_about_few_mistakes(z, verdict):
    trace = AdaBoost(rounds=1).trace(np.arange(5.0)[:, None], z)
    assert guess_steps(trace, 0, [], answered=True)[-1].caption == verdict


def test_all_is_told_when_no_round_is_left():
    trace = rounds()
    assert guess_steps(trace, 4, [1]) is trace and trace[-1].event == STOP
    assert isinstance(guess_steps(trace, 3, [1])[-1], GuessStep)


def test_rows_that_are_no_examples_are_not_marked():
    (step,) = guess_steps(rounds(), 0, [3, 10, 99])
    assert step.marked.tolist() == [3] and not step.marked.flags.writeable
    with pytest.raises(ValueError, match="over: expected"):
        guess_steps(rounds(), -1, [])
