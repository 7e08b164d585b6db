"""Gradient boosting: the lecture's six points, xgboost's predictions, a plain loop, limits and bad input."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from labkit.core import data
from labkit.core.data import load
from labkit.core.table import Table
from labkit.learners import GradientBoosting, RegressionBoosting
from labkit.learners.ensemble.losses import Logistic, Squared
from labkit.learners.ensemble.score_tree import TreeLimits, grow_node
from labkit.learners.tree.tree import EQUAL
from tests.golden import close, golden


def six_points(target):
    table = load("gbm6")
    return table.numeric("x"), table[target]


def noisy(seed, n=200, d=4):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] ** 2 + 0.5 * rng.normal(size=n)


# ---------------------------------------------------------------- the lecture's numbers


def test_first_tree_of_the_squared_loss_on_the_six_points():
    """I-000-113."""
    model = RegressionBoosting(rounds=1, max_depth=1, start="zero").fit(*six_points("y")).model_
    tree = model.member(0).tree
    assert close([float(tree.threshold[0]), float(tree.gain[0])], golden("GBM-04"))
    assert close(tree.prediction[1:], golden("GBM-05"))
    priced = RegressionBoosting(rounds=1, max_depth=1, start="zero", gamma=0.5).fit(*six_points("y")).model_
    assert close(float(priced.member(0).tree.impurity[1:].sum()), golden("GBM-06"))


def test_rounds_of_the_log_loss_on_the_six_points():
    """I-000-110, I-000-111, I-000-114."""
    trace = GradientBoosting(rounds=2, max_depth=1, start="zero").trace(*six_points("z"))
    assert close([trace[1].gradient.tolist(), trace[1].hessian.tolist()], golden("GBM-07"))
    tree = trace[1].tree.tree
    assert close([float(v) for v in (tree.threshold[0], tree.gain[0], *tree.prediction[1:])], golden("GBM-09"))
    assert float(trace[2].tree.tree.gain[0]) == pytest.approx(max(golden("GBM-10").value))
    np.testing.assert_allclose(trace[1].scores, 0.1 * tree.prediction[1:][[0, 0, 1, 1, 1, 1]])


# ---------------------------------------------------------------- a plain loop


def plain_scores(X, z, w, loss, limits, rounds, shrinkage):
    F = np.full(len(X), loss.start(z, w)[0])
    for _ in range(rounds):
        g, h = loss.slopes(z, F)
        tree = grow_node(X, g * w, w if h is None else h * w, limits)
        F = F + shrinkage * np.array([tree.score(x, limits.lam) for x in X])
    return F


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_boosting_equals_a_plain_loop(seed, weighted):
    X, y = noisy(seed, n=60, d=2)
    w = np.random.default_rng(seed).random(60) + 0.1 if weighted else np.ones(60)
    settings = dict(rounds=6, shrinkage=0.5, max_depth=3, lam=0.5, gamma=0.1)
    limits = TreeLimits(max_depth=3, lam=0.5, gamma=0.1)
    number = RegressionBoosting(**settings).fit(X, y, sample_weight=w)
    np.testing.assert_allclose(number.predict(X), plain_scores(X, y, w, Squared(), limits, 6, 0.5), atol=1e-9)
    z = (y > 1).astype(int)
    classes = GradientBoosting(**settings).fit(X, z, sample_weight=w)
    np.testing.assert_allclose(
        classes.decision_function(X), plain_scores(X, z, w, Logistic(), limits, 6, 0.5), atol=1e-9
    )


def test_categories_are_asked_for_one_at_a_time():
    """I-000-114: is it category k?"""
    rng = np.random.default_rng(0)
    colour, x = rng.choice(["red", "green", "blue"], 120), rng.normal(size=120)
    y = np.where(colour == "green", 2.0, 0.0) + x + 0.1 * rng.normal(size=120)
    learner = RegressionBoosting(rounds=30, max_depth=2).fit(Table.from_dict({"colour": colour, "x": x}), y)
    tree = learner.model_.member(0).tree
    assert EQUAL in tree.kind
    one_hot = np.column_stack([*(colour != word for word in ("blue", "green", "red")), x]).astype(float)
    same = RegressionBoosting(rounds=30, max_depth=2).fit(one_hot, y)
    table = Table.from_dict({"x": x, "colour": colour})
    np.testing.assert_allclose(learner.predict(table), same.predict(one_hot))
    assert learner.model_.number_grid(np.arange(3.0), np.arange(3.0)) is None
    assert np.isfinite(learner.predict(Table.from_dict({"colour": ["mauve"], "x": [0.0]}))).all()


# ---------------------------------------------------------------- xgboost, scikit-learn


def data_sets():
    X, y = load_breast_cancer(return_X_y=True)
    yield "cancer", X, y, "classes"
    X, y = data.moons(200, noise=0.3, seed=0)
    yield "moons", X, y, "classes"
    X, y = load_iris(return_X_y=True)
    yield "iris", X, y, "many"
    X, y = data.blobs(200, classes=4, spread=0.3, seed=0)
    yield "blobs", X, y, "many"
    X, y = load_diabetes(return_X_y=True)
    yield "diabetes", X, y / 50, "numbers"
    X, y = noisy(3)
    yield "noisy", X, y, "numbers"


@pytest.mark.parametrize(
    "prices", [{}, {"lam": 0.2}, {"max_depth": 5, "min_hessian": 1.0}, {"gamma": 0.5, "max_depth": 2}], ids=str
)
@pytest.mark.parametrize(("X", "y", "kind"), [pytest.param(*rest, id=name) for name, *rest in data_sets()])
def test_scores_equal_those_of_xgboost(X, y, kind, prices):
    """Its gains are not halved: that is twice the gamma. Its softmax has twice our second derivatives: half the lambda,
    half the step, half the gain. It makes no split of negative gain before gamma, and prunes by gamma.
    """
    xgboost = pytest.importorskip("xgboost")
    X, rounds = X.astype(np.float32).astype(float), 25
    settings = {"lam": 1.0, "max_depth": 3, "gamma": 0.0, "min_hessian": 0.0, "shrinkage": 0.1} | prices
    objective = {"classes": "binary:logistic", "many": "multi:softprob", "numbers": "reg:squarederror"}[kind]
    theirs = {
        "objective": objective,
        "tree_method": "exact",
        "base_score": 0.0 if kind == "numbers" else 0.5,
        "reg_lambda": settings["lam"],
        "gamma": settings["gamma"],
        "eta": settings["shrinkage"],
        "max_depth": settings["max_depth"],
        "min_child_weight": settings["min_hessian"],
        "nthread": 1,
    }
    theirs |= {"num_class": len(np.unique(y))} if kind == "many" else {}
    booster = xgboost.train(theirs, xgboost.DMatrix(X, y), rounds)
    if kind == "many":
        settings |= {name: settings[name] / 2 for name in ("lam", "shrinkage", "min_hessian")}
    else:
        settings["gamma"] /= 2
    negative = "prune" if settings["gamma"] else "stop"
    ours = RegressionBoosting if kind == "numbers" else GradientBoosting
    learner = ours(rounds=rounds, bins=None, start="zero", negative=negative, **settings).fit(X, y)
    scores = learner.predict(X) if kind == "numbers" else learner.decision_function(X)
    expected = booster.predict(xgboost.DMatrix(X), output_margin=True)
    if kind == "many":  # it starts at 1/2 for every class
        expected = expected - 0.5
    np.testing.assert_allclose(scores, expected, atol=1e-4)


def test_held_out_error_is_that_of_scikit_learn():
    X, y = noisy(0, n=1500)
    settings = dict(max_iter=60, max_depth=3, max_leaf_nodes=None, early_stopping=False, l2_regularization=1.0)
    for ours, theirs, z in (
        (RegressionBoosting(rounds=60), HistGradientBoostingRegressor(**settings), y),
        (GradientBoosting(rounds=60), HistGradientBoostingClassifier(**settings), y > 1),
    ):
        mine, other = (learner.fit(X[:1000], z[:1000]).score(X[1000:], z[1000:]) for learner in (ours, theirs))
        assert mine > other - 0.02


# ---------------------------------------------------------------- what the parameters do


def test_bins_are_exact_where_values_are_few():
    X, y = noisy(1)
    exact = RegressionBoosting(rounds=20, bins=None).fit(X, y).predict(X)
    np.testing.assert_array_equal(RegressionBoosting(rounds=20, bins=200).fit(X, y).predict(X), exact)
    coarse = RegressionBoosting(rounds=20, bins=8).fit(X, y)
    tree = coarse.model_.member(0).tree
    assert not np.array_equal(coarse.predict(X), exact)
    assert len(tree) > 1


@pytest.mark.parametrize("shrinkage", [0.1, 1.0])
def test_training_loss_falls_every_round(shrinkage):
    X, y = noisy(2)
    for learner, z in (
        (RegressionBoosting, y),
        (GradientBoosting, y > 1),
        (GradientBoosting, np.digitize(y, [0, 1, 2])),
    ):
        loss = learner(rounds=30, shrinkage=shrinkage).trace(X, z).curve("loss")[:-1]
        assert (np.diff(loss) < 0).all()


def test_rows_and_columns_are_drawn_by_the_seed():
    X, y = noisy(4)
    settings = dict(rounds=10, rows=0.5, columns=0.5)
    trace = RegressionBoosting(**settings, seed=1).trace(X, y)
    assert all(step.numbers.taken.sum() == 100 for step in trace[1:])
    assert not np.array_equal(trace[1].numbers.taken, trace[2].numbers.taken)
    for step in trace[1:]:
        tree = step.tree.tree
        assert len(set(tree.feature[tree.splits])) <= 2
        assert tree.weight[0] == 100
        np.testing.assert_allclose(step.scores, step.model.predict(X))
    other = RegressionBoosting(**settings, seed=2).fit(X, y)
    assert not np.array_equal(other.predict(X), trace[-1].model.predict(X))


def test_patience_keeps_the_best_prefix():
    X, y = noisy(5, n=150)
    learner = RegressionBoosting(rounds=400, shrinkage=0.5, patience=5, validation=0.3)
    trace = learner.trace(X, y)
    last, losses = trace[-1], trace.curve("validation_loss")[1:-1]
    best = int(losses.argmin()) + 1
    assert last.model.members == best == last.round - 5
    assert last.validation_loss == pytest.approx(losses.min())
    assert f"not fallen since round {best}" in last.caption
    np.testing.assert_array_equal(learner.fit(X, y).predict(X), trace[best].model.predict(X))
    np.testing.assert_allclose(last.scores, last.model.predict(X))
    held_out = last.task.held_out
    assert held_out.sum() == 45
    assert trace[1].tree.tree.weight[0] == 105
    assert losses[0] == pytest.approx(np.mean(0.5 * (y - trace[1].scores)[held_out] ** 2))


def test_patience_that_is_never_lost_goes_through_all_rounds():
    X, y = noisy(5)
    last = RegressionBoosting(rounds=5, patience=5).trace(X, y)[-1]
    assert last.round == 5
    assert last.reason == "all 5 rounds are done"


def test_patience_that_is_lost_from_the_start_keeps_the_start():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40)
    learner = RegressionBoosting(shrinkage=1.0, lam=0, max_depth=5, patience=5, validation=0.5)
    trace = learner.trace(X, y)
    assert trace[0].validation_loss < min(step.validation_loss for step in trace[1:-1])
    assert trace[-1].model.members == 0
    assert trace[-1].caption == "stop after 5 rounds: the held-out loss has not fallen since the start"
    np.testing.assert_array_equal(learner.fit(X, y).predict(X), trace[0].scores)


@pytest.mark.parametrize("scale", [1e-200, 1e-30, 1e-20, 1e20])
@pytest.mark.parametrize("learner", [GradientBoosting, RegressionBoosting])
def test_without_a_price_only_the_proportions_of_weights_count(learner, scale):
    rng = np.random.default_rng(0)
    X, w = rng.normal(size=(60, 3)), rng.uniform(0.5, 1.5, size=60)
    y = (X[:, 0] + X[:, 1] ** 2 > 0.5).astype(int)
    light, whole = (learner(rounds=5, lam=0).fit(X, y, w * by).model_ for by in (scale, 1))
    thresholds = [model.ensemble.members.arrays.nodes.threshold for model in (light, whole)]
    np.testing.assert_array_equal(*thresholds)
    np.testing.assert_allclose(light.staged_predict(X), whole.staged_predict(X))


@pytest.mark.parametrize("y", [np.zeros(6), 1e-300 * np.arange(6.0)])
@pytest.mark.parametrize("weight", [1e-300, 1.0])
def test_numbers_too_small_to_be_squared_do_not_disturb(y, weight):
    learner = RegressionBoosting(rounds=3, min_hessian=1.0, negative="prune")
    predictions = learner.fit(np.arange(6.0)[:, None], y, np.full(6, weight)).predict(np.arange(6.0)[:, None])
    assert ((y.min() <= predictions) & (predictions <= y.max())).all()


def test_weight_two_is_the_same_example_twice():
    X, y = noisy(6, n=50)
    twice = np.repeat(np.arange(50), 1 + np.arange(50) % 2)
    for learner, z in ((RegressionBoosting, y), (GradientBoosting, np.digitize(y, [0, 1]))):
        weighted = learner(rounds=10).fit(X, z, sample_weight=1 + np.arange(50) % 2)
        np.testing.assert_allclose(weighted.predict(X), learner(rounds=10).fit(X[twice], z[twice]).predict(X))


def test_start_is_the_prior_or_zero():
    X, y = noisy(7)
    z = y > 0
    assert RegressionBoosting(rounds=1).fit(X, y).model_.start == pytest.approx(y.mean())
    assert GradientBoosting(rounds=1).fit(X, z).model_.start == pytest.approx(np.log(z.mean() / (1 - z.mean())))
    assert GradientBoosting(rounds=1, start="zero").fit(X, z).model_.start == 0


# ---------------------------------------------------------------- the ends of the world


def test_one_row_and_constant_columns_answer_with_the_start():
    assert RegressionBoosting(rounds=3).fit([[1.0]], [7.0]).predict([[5.0]]) == 7.0
    y = np.array([1.0, 2.0, 6.0])
    np.testing.assert_allclose(RegressionBoosting(rounds=3).fit(np.ones((3, 2)), y).predict(np.zeros((1, 2))), 3.0)


def test_perfect_fit_without_prices_stays_finite():
    X, y = noisy(8, n=40)
    numbers = RegressionBoosting(rounds=300, shrinkage=1.0, max_depth=8, lam=0.0).fit(X, y)
    np.testing.assert_allclose(numbers.predict(X), y, atol=1e-10)
    assert len(numbers.model_.member(299).tree) == 1, "it splits rounding errors"
    for z in (y > 1, np.digitize(y, [0, 1])):
        classes = GradientBoosting(rounds=300, shrinkage=1.0, lam=0.0).fit(X, z)
        assert np.isfinite(classes.decision_function(X)).all()
        assert classes.score(X, z) == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rounds": 0}, "rounds: expected a whole number >= 1, got 0"),
        ({"shrinkage": 0}, "shrinkage: expected a number > 0 and <= 1, got 0"),
        ({"shrinkage": 1.5}, "shrinkage: expected a number > 0 and <= 1, got 1.5"),
        ({"lam": -1}, "lam: expected a number >= 0, got -1"),
        ({"gamma": -0.1}, "gamma: expected a number >= 0, got -0.1"),
        ({"bins": 1}, "bins: expected a whole number >= 2, got 1"),
        ({"rows": 0.001}, "rows: expected a share of the 40 examples that holds at least one, got 0.001"),
        ({"columns": 0}, "columns: expected a number > 0 and <= 1, got 0"),
        ({"patience": 0}, "patience: expected a whole number >= 1, got 0"),
        (
            {"patience": 3, "validation": 0.001},
            "validation: expected a share of the 40 examples .* or set patience=None",
        ),
        ({"patience": 3, "validation": 1}, "validation: expected a number > 0 and < 1, got 1"),
        ({"negative": "keep"}, "negative: expected one of 'stop', 'prune', got 'keep'"),
        ({"start": "mean"}, "start: expected one of 'prior', 'zero', got 'mean'"),
    ],
    ids=str,
)
def test_settings_that_cannot_work_are_refused(settings, message):
    X, y = noisy(0, n=40)
    with pytest.raises(ValueError, match=message):
        RegressionBoosting(**settings).fit(X, y)
    with pytest.raises(ValueError, match=message):
        GradientBoosting(**settings).fit(X, y > 1)


def test_missing_values_are_refused():
    with pytest.raises(ValueError, match="column 'x': expected no missing values, got one in row 1"):
        RegressionBoosting().fit(Table.from_dict({"x": [1.0, None]}), [1.0, 2.0])
