"""How one case is answered: the neighbourhood grows, votes and means with it (I-004-014)."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE, Trace
from labkit.learners import NearestNeighbours, RegressionNeighbours
from labkit.learners.neighbours.distances import distance
from labkit.learners.neighbours.memory import NeighbourModel
from labkit.views.scene import Text
from labkit.views.tables.code import Code
from tests.golden import close, golden


def runner(k=3, **given):
    table = data.load("run_fun")
    learner = NearestNeighbours(k=k, **given).fit(np.asarray(table.select("temp_F", "wind_mph")), table["fun"])
    return Trace(learner.neighbour_steps([65.0, 9.0]))


def test_neighbourhood_of_the_runner_grows_with_its_tally():
    """KNN-02; votes for (no, yes)."""
    trace = runner()
    assert [step.event for step in trace] == [START, UPDATE, UPDATE, UPDATE, STOP]
    assert [step.votes.tolist() for step in trace] == [[0, 0], [0, 1], [1, 1], [2, 1], [2, 1]]
    assert [step.answer for step in trace] == [None, "yes", "no", "no", "no"]
    np.testing.assert_allclose(trace.curve("radius")[1:4], golden("KNN-02").value[:3])
    assert trace[-1].caption == "stop after 3 neighbours: the answer is no"
    assert trace[1].caption == "neighbour 1: example 8 at distance 1.414 is of class yes; votes: 1 for yes"
    assert trace[2].caption == "neighbour 2: example 7 at distance 2.236 is of class no; votes: 1 for no, 1 for yes"
    assert trace[0].caption == "start: the case (65, 9)"


def test_tie_of_the_runner_at_2_is_said():
    """I-004-017."""
    trace = runner(k=2)
    assert [step.leaders.tolist() for step in trace] == [[], ["yes"], ["no", "yes"], ["no", "yes"]]
    assert trace[-1].caption == "stop after 2 neighbours: the answer is no, the first of 2 with equal votes"


def test_case_of_many_features_is_named_by_the_first_of_them():
    X = np.arange(12.0).reshape(2, 6)
    start = next(NearestNeighbours(k=1).fit(X, [0, 1]).neighbour_steps(X[0]))
    assert start.caption == "start: the case (0, 1, 2, 3, ...)"


def test_steps_light_the_lines_of_predict():
    code = Code(NeighbourModel.predict)
    lit = [[mark.text for mark in code(step, (600, 120)).marks if isinstance(mark, Text) and mark.color == "ink"]
           for step in runner(k=1)]  # fmt: skip
    found, said = (
        ["    rows, distances = self.neighbours(X)  # (1)"],
        ["    return self.answers(rows, distances)  # (2)"],
    )
    assert lit == [[], found, said]


def test_running_mean_of_the_slide_KNN_04():
    learner = RegressionNeighbours(k=3).fit([[1.0], [2], [3], [5]], [1.0, 3, 4, 8])
    trace = Trace(learner.neighbour_steps([2.6]))
    assert close(trace.curve("answer")[1:4], golden("KNN-04"))
    assert trace[2].caption == "neighbour 2: example 1 at distance 0.6 has 3; the mean is 3.5"
    assert trace[-1].reason == "the answer is 2.667"
    assert trace[-1].outline is None  # one feature


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("p", [1, 2, np.inf])
def test_last_step_says_what_predict_says(weights, p):
    X, y = data.blobs(60, spread=0.4, seed=1)
    for kind in (NearestNeighbours, RegressionNeighbours):
        learner = kind(k=9, p=p, weights=weights).fit(X, y)
        for case in X[:5] + 0.01:
            last = Trace(learner.neighbour_steps(case))[-1]
            assert last.answer == learner.predict([case])[0]


@pytest.mark.parametrize("p", [1, 2, np.inf])
def test_outline_goes_through_the_last_neighbour(p):
    for step in runner(p=p)[1:]:
        farthest = step.model.X[step.neighbours[-1]]
        assert distance(farthest, step.case, p) == pytest.approx(step.radius)
        np.testing.assert_allclose([distance(point, step.case, p) for point in step.outline], step.radius)


def test_steps_share_the_neighbours_and_nobody_can_change_them():
    trace = runner()
    for step in trace:
        assert step.rows is trace[0].rows and not step.rows.flags.writeable
        assert not step.distances.flags.writeable and not step.case.flags.writeable
        assert not hasattr(step, "__dict__")


def test_bad_case_is_refused_at_the_call():
    learner = NearestNeighbours(k=1).fit([[0.0, 0], [1, 1]], [0, 1])
    with pytest.raises(ValueError, match="expecting 2 features"):
        learner.neighbour_steps([1.0])
    with pytest.raises(ValueError, match=r"^x: expected one case, got 2"):
        learner.neighbour_steps([[1.0, 0.0], [2.0, 0.0]])
    with pytest.raises(ValueError, match="NaN"):
        learner.neighbour_steps([np.nan, 0.0])
    with pytest.raises(ValueError, match="has not seen data"):
        NearestNeighbours().neighbour_steps([0.0, 0.0])
