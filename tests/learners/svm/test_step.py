"""The step: what it derives from its multipliers is what the story says."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import SVM, BasisClassifier
from labkit.learners.svm.engine.pair_story import PairUpdate
from labkit.learners.svm.features import PolynomialMap

X, Y = data.gaussians(50, seed=3)


@pytest.fixture(scope="module")
def trace():
    return SVM(kernel="linear", C=1.0, solver="smo").trace(X, Y)


def test_first_of_the_pair_is_the_example_of_the_step(trace):
    assert trace[0].event == START
    assert trace[0].example is trace[0].pair is trace[0].equation is None
    for step in trace[1:-1]:
        assert step.event == UPDATE
        assert isinstance(step.pair, PairUpdate)
        assert step.example == step.pair.rows[0]
        assert step.equation == 4
    assert trace[-1].event == STOP
    assert trace[-1].example is trace[-1].equation is None


def test_numbers_of_a_step_are_those_of_its_model(trace):
    """I-001-013: multipliers, margins and slacks of every example."""
    z = 2 * Y - 1
    for step in (trace[3], trace[-1]):
        scores = step.model.decision_function(X)
        np.testing.assert_allclose(step.slacks, np.maximum(0, 1 - z * scores), atol=1e-9)
        np.testing.assert_allclose(step.model.w[1:], (step.alpha * z) @ X, atol=1e-9)
        assert step.mistakes == (step.model.predict(X) != Y).sum()
        assert step.margin == pytest.approx(2 / np.linalg.norm(step.model.w[1:]))
        assert step.gap == pytest.approx(step.primal - step.dual)


def test_story_inside_another_learner_reads_the_same():
    trace = BasisClassifier(learner=SVM(kernel="linear", solver="smo"), basis=PolynomialMap(2)).trace(X, Y)
    assert trace[1].caption.startswith("iteration 1: examples")
    assert trace[-1].kkt.worst < 1e-2
    assert trace.curve("dual")[-1] > 0


def test_all_at_once_has_no_pair():
    X, Y = data.gaussians(300, seed=3)
    trace = SVM(kernel="linear", solver="interior point").trace(X, Y)
    assert all(step.pair is None and step.example is None for step in trace)
    assert trace[0].caption == "start: all multipliers are inside their bounds"
    assert "between the primal and the dual value" in trace[1].caption
    assert trace[-1].kkt.worst < 2e-3


def test_interior_point_says_that_a_hard_margin_has_no_gap_before_all_are_on_their_side():
    trace = SVM(kernel="linear", C=np.inf, solver="interior point").trace(*data.separable(40, seed=3))
    record = [step.caption for step in trace[1:-1]]
    assert "not every example is on its own side yet" in record[0] and "inf between" not in " ".join(record)
    assert record[-1].endswith("between the primal and the dual value")
