"""Columns that are independent given the class: tennis by hand, scikit-learn, gaps and zero counts."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from labkit.core.data import load
from labkit.core.table import Table
from labkit.learners.gaussian.naive_bayes import NaiveBayes, dependence, independent
from labkit.learners.gaussian.qda import QDAModel
from labkit.learners.tree.information import mutual_information
from tests.golden import close, golden

COLUMNS = ("outlook", "temperature", "humidity", "wind")


def tennis():
    table = load("tennis")
    return table.select(*COLUMNS), table["play"]


def case(**values):
    return Table.from_dict({name: [values.get(name)] for name in COLUMNS})


STRONG = dict(outlook="sunny", temperature="cool", humidity="high", wind="strong")


# ---------------------------------------------------------------- the lectures' numbers


def test_joint_and_posterior_of_a_sunny_day_NB_01_NB_03():
    learner = NaiveBayes(laplace=0).fit(*tennis())
    no, yes = np.exp(learner.model_.scores(case(**STRONG)))[0]
    assert close(yes, golden("NB-01"))
    assert no == pytest.approx(5 / 14 * 3 / 5 * 1 / 5 * 4 / 5 * 3 / 5)
    assert close(learner.predict_proba(case(**STRONG))[0, 1], golden("NB-03"))
    assert learner.predict(case(**STRONG)).tolist() == ["no"]


def test_laplace_correction_adds_one_to_every_count_NB_04():
    learner = NaiveBayes(laplace=1).fit(*tennis())
    assert close(learner.predict_proba(case(**STRONG))[0, 1], golden("NB-04"))
    no, yes = learner.model_.shares[0]  # overcast, rain, sunny
    assert yes == pytest.approx([5 / 12, 4 / 12, 3 / 12])
    assert no == pytest.approx([1 / 8, 3 / 8, 4 / 8])


def test_every_column_has_its_say_I_004_056():
    model = NaiveBayes(laplace=0).fit(*tennis()).model_
    factors = np.exp(model.log_factors(case(**STRONG)))[0]
    assert factors[1] == pytest.approx([2 / 9, 3 / 9, 3 / 9, 3 / 9])  # of yes
    assert factors[0] == pytest.approx([3 / 5, 1 / 5, 4 / 5, 3 / 5])
    np.testing.assert_allclose(model.scores(case(**STRONG))[0], np.log(factors).sum(axis=1) + np.log(model.priors))


# ---------------------------------------------------------------- oracles


@pytest.mark.parametrize("table", [load_iris, load_wine, load_breast_cancer])
def test_numbers_agree_with_scikit_learn(table):
    X, y = table(return_X_y=True)
    ours, theirs = NaiveBayes().fit(X, y), GaussianNB(var_smoothing=0.0).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)
    np.testing.assert_allclose(ours.model_.scores(X), theirs.predict_joint_log_proba(X), rtol=1e-7)


@pytest.mark.parametrize("laplace", [0.5, 1.0, 3.0])
def test_categories_agree_with_scikit_learn(laplace):
    X, y = tennis()
    codes = np.column_stack([column.codes for column in X.columns])
    theirs = CategoricalNB(alpha=laplace).fit(codes, y)
    np.testing.assert_allclose(NaiveBayes(laplace=laplace).fit(X, y).predict_proba(X), theirs.predict_proba(codes))


def test_numbers_are_gaussians_with_diagonal_covariances():
    X, y = load_iris(return_X_y=True)
    model = NaiveBayes().fit(X, y).model_
    same = QDAModel.given(model.means, model.covariances, model.priors)
    np.testing.assert_allclose(model.scores(X), same.log_joint(X), rtol=1e-9)


def test_mixed_table_multiplies_numbers_and_categories():
    X, y = tennis()
    numbers = np.random.default_rng(0).normal(size=len(y)) + (y == "yes")
    mixed = Table.from_dict({"degrees": numbers, "wind": X["wind"]})
    both = NaiveBayes().fit(mixed, y).model_.log_factors(mixed)
    np.testing.assert_allclose(
        both[:, :, :1], NaiveBayes().fit(numbers[:, None], y).model_.log_factors(numbers[:, None])
    )
    np.testing.assert_allclose(
        both[:, :, 1:], NaiveBayes().fit(X.select("wind"), y).model_.log_factors(X.select("wind"))
    )


@pytest.mark.parametrize("classes", [2, 3])
def test_grid_is_what_is_decided_at_every_point(classes):
    X, y = load_iris(return_X_y=True)
    model = NaiveBayes().fit(X[y < classes, :2], y[y < classes]).model_
    x, z = np.linspace(4, 8, 9), np.linspace(2, 5, 5)
    ask = model.score_grid if classes == 2 else model.class_grid
    grid = np.array([[a, b] for b in z for a in x])
    expected = model.decision_function(grid) if classes == 2 else model.predict(grid)
    np.testing.assert_allclose(ask(x, z), expected.reshape(5, 9))
    turned = np.array([[a, b] for b in x for a in z])  # more rows than columns
    expected = model.decision_function(turned) if classes == 2 else model.predict(turned)
    np.testing.assert_allclose(ask(z, x), expected.reshape(9, 5))


# ---------------------------------------------------------------- gaps, zeros, ties


def test_missing_cell_and_unknown_category_say_nothing():
    X, y = tennis()
    learner = NaiveBayes().fit(X, y)
    gap = case(**(STRONG | {"outlook": None}))
    unheard = case(**(STRONG | {"outlook": "hail"}))
    without = NaiveBayes().fit(X.without("outlook"), y)
    expected = without.predict_proba(gap.without("outlook"))
    np.testing.assert_allclose(learner.predict_proba(gap), expected)
    np.testing.assert_allclose(learner.predict_proba(unheard), expected)


def test_part_of_a_table_knows_only_the_categories_it_has():
    X, y = tennis()
    dry = np.flatnonzero(X["outlook"] != "rain")
    part = X[dry]
    again = Table.from_dict({name: part[name] for name in COLUMNS})
    rain = case(**(STRONG | {"outlook": "rain"}))
    for laplace in (0, 1):
        ours, same = (NaiveBayes(laplace=laplace).fit(table, y[dry]) for table in (part, again))
        assert ours.model_.attributes[0].levels == ("overcast", "sunny")
        np.testing.assert_array_equal(ours.predict_proba(X), same.predict_proba(X))
        assert ours.model_.log_factors(rain)[0, :, 0].tolist() == [0.0, 0.0]


def test_missing_cells_are_left_out_of_the_estimates():
    table = Table.from_dict({"a": [1.0, 3.0, None, 10.0, 12.0, 14.0], "b": ["u", None, "u", "v", "v", "u"]})
    model = NaiveBayes(laplace=1).fit(table, [0, 0, 0, 1, 1, 1]).model_
    assert model.means.ravel() == pytest.approx([2.0, 12.0])
    assert model.variances.ravel() == pytest.approx([1.0, 8 / 3])
    np.testing.assert_allclose(model.shares[0], [[3 / 4, 1 / 4], [2 / 5, 3 / 5]])


def test_class_that_knows_nothing_of_a_column_is_neither_favoured_nor_harmed():
    table = Table.from_dict({"a": [None, None, 4.0, 6.0], "b": [None, None, "u", "v"]})
    learner = NaiveBayes(laplace=0).fit(table, [0, 0, 1, 1])
    assert learner.model_.means.ravel() == pytest.approx([5.0, 5.0])
    assert learner.model_.shares[0][0] == pytest.approx([0.5, 0.5])
    np.testing.assert_allclose(learner.predict_proba(table), 0.5)


def test_category_that_a_class_never_had_rules_it_out_without_correction():
    learner = NaiveBayes(laplace=0).fit(*tennis())
    assert learner.predict_proba(case(**(STRONG | {"outlook": "overcast"})))[0].tolist() == [0.0, 1.0]


def test_case_that_is_impossible_for_every_class_gets_the_priors():
    table = Table.from_dict({"a": ["u", "u", "v"], "b": ["s", "s", "t"]})
    learner = NaiveBayes(laplace=0).fit(table, [0, 0, 1])
    odd = Table.from_dict({"a": ["u"], "b": ["t"]})
    np.testing.assert_allclose(learner.predict_proba(odd), [[2 / 3, 1 / 3]])
    assert learner.decision_function(odd)[0] == pytest.approx(np.log(0.5))


def test_class_without_spread_takes_that_of_the_classes_together_and_is_named():
    X = np.array([[1.0, 0.3], [2.0, 0.3], [3.0, 0.3], [9.0, 0.5]])
    step = NaiveBayes().trace(X, ["a", "a", "a", "b"])[-1]
    assert step.borrowed == ((0, 1), (1, 0), (1, 1))
    assert "no spread of its own, so it is given one: x2 of class a and 2 more" in step.caption
    assert step.model.variances[1, 0] == pytest.approx(2 / 3 * 3 / 4)
    assert (step.model.variances[:, 1] > 0).all()
    assert step.model.predict([[2.0, 0.5]]).tolist() == ["b"]  # a column that tells the classes apart exactly


def test_constant_column_changes_nothing():
    X, y = load_iris(return_X_y=True)
    wide = np.column_stack([X, np.full(len(X), 0.1)])
    P = NaiveBayes().fit(X, y).predict_proba(X)
    np.testing.assert_allclose(NaiveBayes().fit(wide, y).predict_proba(wide), P, atol=1e-9)


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_posterior_does_not_depend_on_units_or_the_origin(scale):
    X, y = load_iris(return_X_y=True)
    P = NaiveBayes().fit(X, y).predict_proba(X)
    for moved in (X * [1, scale, 1, 1 / scale], scale * X + 1e5 * scale):
        np.testing.assert_allclose(NaiveBayes().fit(moved, y).predict_proba(moved), P, atol=1e-6)


def test_first_class_wins_a_tie():
    assert NaiveBayes().fit([[0.0], [2.0], [0.0], [2.0]], ["a", "a", "b", "b"]).predict([[1.0]]).tolist() == ["a"]


@pytest.mark.parametrize(
    ("laplace", "message"), [(-1, "laplace: expected a number >= 0"), ("one", "laplace: expected")]
)
def test_negative_correction_is_refused(laplace, message):
    with pytest.raises(ValueError, match=message):
        NaiveBayes(laplace=laplace).steps(*tennis())


def test_huge_number_in_a_table_is_refused():
    with pytest.raises(ValueError, match="their squares overflow"):
        NaiveBayes().steps(Table.from_dict({"a": [1e200, 1.0]}), [0, 1])


# ---------------------------------------------------------------- independent, and independent given a third


def two_coins_and_a_bell():
    """Two fair coins; C rings when they show the same side."""
    P = np.zeros((2, 2, 2))
    for a in (0, 1):
        for b in (0, 1):
            P[a, b, int(a == b)] = 0.25
    return P


def test_independence_and_independence_given_a_third_are_different_things_I_004_055():
    P = two_coins_and_a_bell()
    assert dependence(P.sum(axis=2)) == pytest.approx(0.0, abs=1e-12)
    assert dependence(P) == pytest.approx(1.0)  # the bell makes each coin tell the other
    common = np.einsum("c,ac,bc->abc", [0.5, 0.5], [[0.9, 0.1], [0.1, 0.9]], [[0.9, 0.1], [0.1, 0.9]])
    assert dependence(common) == pytest.approx(0.0, abs=1e-12)
    assert dependence(common.sum(axis=2)) > 0.1  # a common cause makes them alike


def test_independent_table_keeps_what_each_says_about_the_third():
    P = np.random.default_rng(0).dirichlet(np.ones(12)).reshape(2, 3, 2)
    Q = independent(P)
    assert dependence(Q) == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(Q.sum(axis=0), P.sum(axis=0))
    np.testing.assert_allclose(Q.sum(axis=1), P.sum(axis=1))


def test_dependence_is_the_mutual_information_of_the_trees():
    table = load("t1t2_expanded")
    t1, t2, z = (np.unique(table[name], return_inverse=True)[1] for name in ("t1", "t2", "z"))
    P = np.zeros((2, 2, 2))
    np.add.at(P, (t1, t2, z), 1 / len(z))
    assert dependence(P) == pytest.approx(mutual_information(t1, t2, z))
    assert dependence(P.sum(axis=2)) == pytest.approx(mutual_information(t1, t2))


@pytest.mark.parametrize("table", [[0.5, 0.5], [[1, 2], [3, 4]], [[1.5, -0.5]], [[np.nan, 1.0]]])
def test_dependence_refuses_what_are_no_joint_probabilities(table):
    with pytest.raises(ValueError, match=r"table: expected probabilities that add up to 1.* got .*divide counts"):
        dependence(table)
