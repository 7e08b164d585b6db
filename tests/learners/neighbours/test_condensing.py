"""Fewer examples, and more: Hart's rule against a plain loop, and a memory that grows."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP, Trace
from labkit.learners import NearestNeighbours, RegressionNeighbours
from labkit.learners.neighbours.condensing import condense_steps

X, Y = data.moons(150, noise=0.15, seed=4)
NAMES = np.array(["down", "up"])[Y]


@pytest.mark.parametrize("p", [1, 2, np.inf])
def test_kept_examples_are_those_of_a_plain_loop(p):
    kept, added = [int((Y == 0).argmax()), int((Y == 1).argmax())], True
    while added:
        added = False
        for i in range(len(X)):
            away = np.linalg.norm(X[kept] - X[i], ord=p, axis=1)
            if i not in kept and Y[kept][away.argmin()] != Y[i]:
                kept.append(i)
                added = True
    trace = Trace(condense_steps(NearestNeighbours(p=p).fit(X, NAMES).model_))
    assert trace[-1].rows.tolist() == kept and len(trace) == len(kept)
    assert [trace[0].event, trace[-1].event] == [START, STOP]


def test_kept_examples_answer_all_others_right():  # I-003-051
    trace = Trace(condense_steps(NearestNeighbours(k=3).fit(X, NAMES).model_))
    last = trace[-1]
    assert len(last.rows) < len(X) / 2
    np.testing.assert_array_equal(last.model.predict(X), NAMES)
    for step in trace[1:-1]:
        assert last.rows[len(step.rows) - 1] == step.example
    assert trace[0].caption == "start: the first example of every class is kept, 2 of 150 examples"
    assert f"example {trace[1].example} would be answered wrong, so it is kept, too; 3 of 150" in trace[1].caption
    assert "no example that is left out is answered wrong" in last.caption


def test_equal_examples_of_two_classes_come_to_an_end():
    last = list(condense_steps(NearestNeighbours(k=1).fit([[0.0], [0.0], [1.0], [1.0]], [0, 1, 1, 0]).model_))[-1]
    assert sorted(last.rows.tolist()) == [0, 1, 2, 3] or last.model.predict([[0.0], [1.0]]).tolist() == [0, 1]


@pytest.mark.parametrize("learner", [NearestNeighbours(k=3), RegressionNeighbours(k=3)], ids=repr)
def test_added_examples_are_as_if_they_had_been_there(learner):  # I-004-083
    y = NAMES if isinstance(learner, NearestNeighbours) else X[:, 0] + X[:, 1]
    some = learner.fit(X[:100], y[:100]).model_
    more = some.with_examples(X[100:], y[100:])
    cases = X + 0.01
    np.testing.assert_array_equal(more.predict(cases), learner.fit(X, y).predict(cases))
    assert len(some.X) == 100 and not more.X.flags.writeable


def test_added_examples_are_checked():
    model = NearestNeighbours(k=1).fit(X, NAMES).model_
    with pytest.raises(ValueError, match=r"y: expected the model's classes .*, got 'left'; fit anew"):
        model.with_examples([[0.0, 0.0]], ["left"])
    with pytest.raises(ValueError, match="one target per example"):
        model.with_examples([[0.0, 0.0]], ["up", "up"])
    with pytest.raises(ValueError, match="X has 1 features"):
        model.with_examples([[0.0]], ["up"])
