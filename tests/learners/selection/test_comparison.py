"""Complexity by every criterion: the golden table, and what each chooses. I-004-003, I-004-004, I-004-005."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import SOLVED, START, STOP
from labkit.learners import DecisionTree, NearestNeighbours, RegressionNeighbours, RegressionTree
from labkit.learners.selection.comparison import ModelFamily, compare, polynomials, varied
from labkit.learners.selection.validation import cross_validate
from tests.golden import close, golden


@pytest.fixture(scope="module")
def poly12():
    table = data.load("poly12")
    return compare(polynomials(range(7)), table.numeric("x"), table["y"])


def test_degrees_by_all_criteria_AIC_01(poly12):
    rows = [[step.complexity, 12 * step.training, step.aic, step.bic, step.aicc, step.leave_one_out] for step in poly12]
    assert close(rows, golden("AIC-01"))


def test_each_measure_chooses_its_degree_AIC_01(poly12):
    table = np.array(golden("AIC-01").value)
    for column, measure in enumerate(("training", "aic", "bic", "aicc", "leave_one_out"), start=1):
        assert poly12.chosen(measure) == table[table[:, column].argmin(), 0]
    assert poly12.chosen("training") == 6, "always the most complex"
    assert poly12.chosen("aicc") == 3 < poly12.chosen("aic"), "with 12 examples a parameter is dear"


def test_parameters_are_the_coefficients_and_the_variance_E_004_05(poly12):
    assert [step.criteria.k for step in poly12] == pytest.approx(range(2, 9))


@pytest.mark.parametrize("seed", range(5))
def test_bic_never_chooses_more_than_aic_from_eight_examples_E_004_04(seed):
    X, y = data.curve(20, noise=0.5, seed=seed)
    trace = compare(polynomials(range(8)), X, y, folds=None, leave_one_out=False)
    assert trace.chosen("bic") <= trace.chosen("aic")


def test_training_error_never_rises_with_the_degree(poly12):
    assert (np.diff(poly12.curve("training")) <= 1e-12).all()


def test_story_is_one_step_a_complexity(poly12):
    assert (poly12[0].event, poly12[-1].event) == (START, STOP)
    assert poly12[3].caption.startswith("degree 3: squared error 0.004849 on the training examples")
    assert poly12[-1].caption.endswith("; no further degree")
    X, y = data.curve(20)
    alone = compare(polynomials([2]), X, y)
    assert [step.event for step in alone] == [SOLVED]
    assert alone[0].model.predict(X).shape == (20,)


def test_neighbours_and_trees_have_a_best_complexity_between_the_ends():
    X, y = data.curve(80, noise=0.3, seed=1)
    few = compare(varied(RegressionNeighbours(), "k", (60, 20, 8, 3, 1)), X, y)
    leaves = compare(varied(RegressionTree(), "max_leaves", (1, 4, 8, 60), label="leaves"), X, y)
    for trace, ends in ((few, (60, 1)), (leaves, (1, 60))):
        for measure in ("validation", "leave_one_out", "aicc"):
            assert trace.chosen(measure) not in ends
    assert few.chosen("training") == 1 and np.isnan(few[-1].aic), "by heart: no criterion"
    assert leaves[1].caption.startswith("leaves 4:")


def test_leave_one_out_without_shortcut_is_cross_validation():
    X, y = data.curve(30, seed=3)
    step = compare(varied(RegressionTree(), "max_leaves", [4]), X, y)[0]
    assert step.leave_one_out == cross_validate(RegressionTree(max_leaves=4), X, y, folds="leave one out").mean


def test_classes_are_compared_by_their_errors():
    X, y = data.moons(120, noise=0.25, seed=1)
    trace = compare(varied(DecisionTree(), "max_leaves", (2, 4, 8, 40)), X, y, leave_one_out=False)
    assert trace[0].measure == "error" and trace[0].leave_one_out is None
    assert trace.chosen("training") == 40 > trace.chosen("bic")
    with pytest.raises(ValueError, match="measure: expected one that was computed, got 'leave_one_out'"):
        trace.chosen("leave_one_out")


def test_learner_without_likelihood_has_the_other_measures():
    X, y = data.moons(60, noise=0.25)
    trace = compare(varied(NearestNeighbours(), "k", (15, 5, 1)), X, y, score="accuracy")
    assert trace[0].aic is None and np.isnan(trace.curve("bic")).all()
    assert trace.chosen("training") == 1, "of accuracies the largest"
    with pytest.raises(ValueError, match="was computed"):
        trace.chosen("aic")


def test_of_equals_the_simplest_is_chosen():
    X = np.linspace(0, 1, 12)[:, None]
    trace = compare(polynomials(range(5)), X, 3 * X[:, 0] ** 2 - 1)
    for measure in ("training", "aic", "bic", "validation", "leave_one_out"):
        assert trace.chosen(measure) == 2, "exact from the second degree on; what is left is rounding"


def test_complexity_may_be_anything_that_the_learner_takes():
    X, y = data.moons(40, noise=0.2)
    family = varied(NearestNeighbours(k=3), "weights", ("uniform", "distance"))
    trace = compare(family, X, y, leave_one_out=False)
    assert trace[0].caption.startswith("weights uniform: error")
    assert trace.chosen("training") == "distance"


def test_bad_families_are_refused():
    with pytest.raises(ValueError, match="degrees: expected a whole number >= 0"):
        polynomials([-1])
    with pytest.raises(ValueError, match="learners: expected one for each of 2 complexities"):
        ModelFamily("k", (1, 2), (RegressionTree(),))
    with pytest.raises(ValueError, match="Invalid parameter 'leafs'"):
        varied(RegressionTree(), "leafs", [1])
    X, y = data.curve(20)
    with pytest.raises(ValueError, match=r"family: expected one such as polynomials\(range\(7\)\), got RegressionTree"):
        compare(RegressionTree(), X, y)
    with pytest.raises(ValueError, match="measure: expected one of 'training'"):
        compare(polynomials([1]), X, y).chosen("dic")
