"""Backfitting: the lecture's numbers, a plain loop, joint least squares as its limit, and how it fails."""

from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.datasets import load_diabetes

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import Backfitting, LinearRegression, RegressionNeighbours, RegressionTree
from labkit.learners.additive.curve import PlacedSmoother, Smoother
from labkit.learners.additive.smoothers import KernelSmoother, LevelMeans, NeighbourSmoother, PolynomialSmoother
from tests.golden import close, golden


def sixty():
    table = data.load("backfit60")
    return table.numeric("x1", "x2"), table["y"]


def grid(n=20):
    """A balanced design: every x1 with every x2."""
    x = (np.arange(n) + 0.5) / n
    X = np.array([(a, b) for a in x for b in x])
    return X, X[:, 0] ** 2 + np.sin(2 * np.pi * X[:, 1])


def noisy(n=150, d=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n, d))
    X[:, -1] += 0.8 * X[:, 0]  # features that share something
    return X, X[:, 0] ** 2 + np.sin(3 * X[:, 1]) - X[:, -1] + rng.normal(0, 0.2, n)


def after_sweeps(trace, *sweeps):
    """The last step of each of these sweeps."""
    return [[step for step in trace if step.sweep == sweep and step.event == UPDATE][-1] for sweep in sweeps]


# ---------------------------------------------------------------- the lecture's numbers


def test_one_sweep_is_exact_on_a_balanced_grid():
    """I-002-052, E-002-11."""
    X, y = grid()
    trace = Backfitting(smoother=LevelMeans()).trace(X, y)
    (first,) = after_sweeps(trace, 1)
    assert close(first.model.intercept, golden("BFT-01"))
    g1, g2 = first.model.curves
    assert close([*g1.predict([0.025, 0.975]), *g2.predict([0.275])], golden("BFT-02"))
    assert first.mse < 1e-28
    assert [step.event for step in trace] == [START, *[UPDATE] * 4, STOP], "the second sweep finds nothing to change"


def test_cubics_converge_to_the_published_functions():
    X, y = sixty()
    model = Backfitting(smoother=PolynomialSmoother(3), tolerance=1e-13).fit(X, y).model_
    assert close(model.curves[0].values[[0, 59]], golden("BFT-04"))


def test_neighbours_have_the_published_errors():
    """I-002-053: of ties the lowest row; and the error rises again, since the mean of neighbours is no projection."""
    trace = Backfitting(smoother=RegressionNeighbours(k=7, p=1), tolerance=0, max_sweeps=10).trace(*sixty())
    errors = [step.mse for step in after_sweeps(trace, 1, 2, 5, 10)]
    assert close(errors, golden("BFT-05"))
    assert errors[3] > errors[2]


@pytest.mark.parametrize("smoother", [PolynomialSmoother(3), LevelMeans()], ids=repr)
def test_limit_is_the_joint_least_squares_fit(smoother):
    """E-002-10, I-002-037 (BFT-03): block coordinate descent, so it ends where all functions together are best."""
    X, y = sixty() if isinstance(smoother, PolynomialSmoother) else noisy(200, 2)
    X = X if isinstance(smoother, PolynomialSmoother) else np.round(3 * X)
    fitted = Backfitting(smoother=smoother, tolerance=1e-14, max_sweeps=1000).fit(X, y)
    if isinstance(smoother, PolynomialSmoother):
        columns = [X[:, j] ** k for j in range(2) for k in (1, 2, 3)]
    else:
        columns = [(X[:, j] == level).astype(float) for j in range(2) for level in np.unique(X[:, j])]
    A = np.column_stack([np.ones(len(y)), *columns])
    joint = A @ np.linalg.lstsq(A, y, rcond=None)[0]
    np.testing.assert_allclose(fitted.predict(X), joint, atol=1e-10)


# ---------------------------------------------------------------- every half-sweep


@pytest.mark.parametrize("smoother", [NeighbourSmoother(5), KernelSmoother(0.1), RegressionTree(max_depth=2)], ids=repr)
@pytest.mark.parametrize("order", [None, [2, 0, 1]])
def test_story_is_a_plain_loop(smoother, order):
    X, y = noisy()
    trace = Backfitting(smoother=smoother, order=order, max_sweeps=4, tolerance=0).trace(X, y)
    g, record = np.zeros(X.shape), iter(trace[1:])
    for sweep in range(1, 5):
        for j in order or range(3):
            r = y - y.mean() - np.delete(g, j, axis=1).sum(axis=1)
            g[:, j] = answer(smoother, X[:, j], r)
            g[:, j] -= g[:, j].mean()
            step = next(record)
            assert (step.event, step.sweep, step.feature, step.equation) == (UPDATE, sweep, j, 4)
            np.testing.assert_allclose(step.partial(j), r, atol=1e-12)
            np.testing.assert_allclose(step.model.curves[j].values, g[:, j], atol=1e-12)
            np.testing.assert_allclose(step.residuals, y - y.mean() - g.sum(axis=1), atol=1e-12)
            assert step.mse == pytest.approx(np.mean(step.residuals**2))
            moved = g[:, j] - step.before.values
            assert step.change == pytest.approx(np.sqrt(np.mean(moved**2)))
    assert next(record).event == STOP


def answer(smoother, x, r):
    """What a smoother says at the examples, by other code."""
    if isinstance(smoother, NeighbourSmoother):
        return np.array([r[np.argsort(abs(x - place), kind="stable")[: smoother.k]].mean() for place in x])
    if isinstance(smoother, KernelSmoother):
        K = np.exp(-(((x[:, None] - x) / (smoother.width * np.ptp(x))) ** 2) / 2)
        return K @ r / K.sum(axis=1)
    return smoother.fit(x[:, None], r).predict(x[:, None])


@pytest.mark.parametrize("smoother", [PolynomialSmoother(5), LevelMeans(), LinearRegression()], ids=repr)
def test_no_half_sweep_of_projections_raises_the_error(smoother):
    X, y = noisy()
    X = np.round(4 * X)
    errors = Backfitting(smoother=smoother, tolerance=1e-10).trace(X, y).curve("mse")
    assert (np.diff(errors) <= 1e-12 * errors[0]).all() and errors[-1] < errors[0] / 2


def test_every_step_predicts_and_the_parts_add_up():
    X, y = noisy()
    new = np.random.default_rng(5).uniform(-2, 2, (30, 3))
    for step in Backfitting(max_sweeps=3).trace(X, y):
        said = step.model.predict(new)
        np.testing.assert_allclose(step.model.parts(new).sum(axis=1) + step.model.intercept, said)
        np.testing.assert_allclose(y - step.model.predict(X), step.residuals, atol=1e-12)
        assert all(abs(g.values.mean()) < 1e-12 for g in step.model.curves)


def test_captions_say_what_was_refitted_to_what():
    trace = Backfitting(smoother=NeighbourSmoother(7), tolerance=0, max_sweeps=2).trace(*sixty())
    captions = [step.caption for step in trace]
    assert captions[0].startswith("start: the mean 0.3") and "flat functions; mean squared error 0." in captions[0]
    assert captions[1].startswith("sweep 1: g1 refitted to what g2 leaves; mean squared error 0.")
    assert captions[4].startswith("sweep 2: g2 refitted to what g1 leaves; mean squared error 0.005")
    assert captions[-1].startswith("stop after 2 sweeps: not converged: a function still changes by 0.16 of")
    X, y = noisy()
    assert "sweep 1: g2 refitted to what the other functions leave" in Backfitting().trace(X, y)[2].caption
    assert "sweep 1: g1 refitted to y;" in Backfitting().trace(X[:, :1], y)[1].caption


def test_field_is_the_prediction_on_a_grid():
    X, y = sixty()
    model = Backfitting().fit(X, y).model_
    a, b = np.linspace(0, 1, 7), np.linspace(-0.2, 1.2, 5)
    cases = np.array([(x1, x2) for x2 in b for x1 in a])
    np.testing.assert_allclose(model.number_grid(a, b).ravel(), model.predict(cases), atol=1e-12)
    assert Backfitting().fit(*noisy()).model_.number_grid(a, b) is None


# ---------------------------------------------------------------- what it can and cannot learn


def test_lectures_target_is_found_function_by_function():
    X, y = data.additive(400, noise=0.1, seed=3)
    model = Backfitting(smoother=KernelSmoother(0.04)).fit(X, y).model_
    at = np.linspace(0.1, 0.9, 50)
    truth = at**2 - 1 / 3, np.sin(2 * np.pi * at)
    for curve, true in zip(model.curves, truth, strict=True):
        assert np.sqrt(np.mean((curve.predict(at) - true) ** 2)) < 0.12


def test_products_of_features_are_out_of_reach():
    X = np.random.default_rng(0).uniform(-1, 1, (400, 2))
    assert Backfitting(smoother=PolynomialSmoother(5)).fit(X, X[:, 0] * X[:, 1]).score(X, X[:, 0] * X[:, 1]) < 0.1


def test_smoother_of_every_feature_may_be_its_own_and_any_learner():
    X, y = noisy()
    mixed = Backfitting(smoother=[PolynomialSmoother(2), RegressionNeighbours(k=9), LinearRegression()]).fit(X, y)
    assert mixed.score(X, y) > 0.8
    slope = np.diff(mixed.model_.curves[2].predict([0.0, 1.0, 2.0]))
    assert slope[0] == pytest.approx(slope[1]), "the third one is a line"
    plain = Backfitting(smoother=NeighbourSmoother(9), max_sweeps=5).fit(X, y)
    learned = Backfitting(smoother=RegressionNeighbours(k=9, p=1), max_sweeps=5).fit(X, y)
    np.testing.assert_allclose(learned.predict(X), plain.predict(X), atol=1e-12)


def test_lines_are_multiple_regression_on_real_data():
    X, y = load_diabetes(return_X_y=True)
    fitted = Backfitting(smoother=PolynomialSmoother(1), tolerance=1e-12, max_sweeps=5000).fit(X, y)
    np.testing.assert_allclose(fitted.predict(X), LinearRegression().fit(X, y).predict(X), rtol=1e-6)


# ---------------------------------------------------------------- degenerate and bad input


def test_same_feature_twice_is_shared_by_order_and_predicted_alike():
    X, y = noisy(d=2)
    X = X[:, [0, 0]]
    one, other = (Backfitting(smoother=PolynomialSmoother(3), order=order).fit(X, y) for order in ([0, 1], [1, 0]))
    np.testing.assert_allclose(one.predict(X), other.predict(X), atol=1e-9)
    assert np.ptp(one.model_.curves[1].values) < 1e-9 < np.ptp(one.model_.curves[0].values)
    assert np.ptp(other.model_.curves[0].values) < 1e-9


def test_features_that_nearly_determine_each_other_make_many_small_sweeps():
    """Of lines each sweep leaves rho^2 of the way; where patience ends before, the story says so."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=200)
    X = np.column_stack([x, x + 0.1 * rng.normal(size=200)])
    y = X @ [1.0, -1.0]
    rho = np.corrcoef(X.T)[0, 1]
    learner = Backfitting(smoother=PolynomialSmoother(1))
    changes = [step.change for step in learner.trace(X, y) if step.feature == 0]
    np.testing.assert_allclose(np.divide(changes[2:], changes[1:-1]), rho**2, rtol=1e-6)
    assert learner.fit(X, y).last_step_.reason.startswith("not converged: a function still changes by 0.0")


def test_scale_and_offset_of_y_change_nothing_else():
    X, y = noisy()
    plain = Backfitting().fit(X, y)
    for scale, offset in ((1e-8, 0.0), (1e8, 0.0), (1.0, 1e6)):
        moved = Backfitting().fit(X, scale * y + offset)
        np.testing.assert_allclose((moved.predict(X) - offset) / scale, plain.predict(X), atol=1e-8)
        assert moved.last_step_.sweep == plain.last_step_.sweep


def test_constant_y_and_constant_feature_need_nothing():
    X, _ = noisy()
    last = Backfitting().fit(X, np.full(len(X), 2.5)).last_step_
    assert last.sweep == 1 and last.mse == 0
    X[:, 1] = 4.0
    _, y = noisy()
    assert np.abs(Backfitting().fit(X, y).model_.curves[1].values).max() < 1e-12


def test_one_feature_needs_one_sweep_and_a_look():
    X, y = noisy(d=2)
    last = Backfitting(smoother=NeighbourSmoother(7)).fit(X[:, :1], y).last_step_
    assert last.caption == (
        "stop after 2 sweeps: no function changes by more than 1e-06 of the standard deviation of y; "
        "mean squared error 0.5343"
    )


@dataclass(frozen=True, slots=True)
class Doubling(Smoother):
    """Answers with twice what it is asked for; or with no number at all."""

    factor: float = 2.0

    def placed(self, x):
        return DoublingPlaced(self.factor)


@dataclass(frozen=True, slots=True, eq=False)
class DoublingPlaced(PlacedSmoother):
    factor: float

    def learned(self, r):
        return self.factor * r

    def at_examples(self, learned):
        return learned

    def at(self, learned, x):
        return np.zeros(len(x))


@pytest.mark.parametrize("factor", [2.0, np.nan])
def test_functions_that_run_away_are_stopped_and_said(factor):
    X, y = noisy(d=2)
    last = Backfitting(smoother=Doubling(factor)).fit(X, y).last_step_
    assert last.event == STOP and last.sweep < 30
    which = "of the start" if np.isnan(factor) else "of sweep 1"
    assert f"the functions run away, the functions {which} fit best and are taken" in last.caption
    assert last.mse == pytest.approx(np.var(y))


def real(name, target):
    table = data.load(name)
    names = [each for each, kind in table.kinds.items() if kind == "numeric" and each != target]
    X, y = table.numeric(*names), table[target].astype(float)
    known = np.isfinite(X).all(axis=1)
    return X[known], y[known]


REAL = {
    "diabetes": lambda: load_diabetes(return_X_y=True),
    "auto_mpg": lambda: real("auto_mpg", "mpg"),
    "concrete": lambda: real("concrete", "strength_mpa"),
}


@pytest.mark.parametrize("name", REAL)
def test_defaults_are_usable_on_real_data(name):
    """Better than a line on examples that were held out, and no sweep makes the fit worse."""
    X, y = REAL[name]()
    held = np.random.default_rng(0).permutation(len(y)) % 4 == 0
    fitted, line = (learner.fit(X[~held], y[~held]) for learner in (Backfitting(), LinearRegression()))
    assert fitted.score(X[held], y[held]) > line.score(X[held], y[held]) - 0.02
    assert fitted.score(X[~held], y[~held]) > line.score(X[~held], y[~held]) + 0.02
    trace = Backfitting(max_sweeps=20).trace(X, y)
    assert all(step.risen_from is None for step in trace) and (np.diff(trace.curve("mse")) < 1e-9 * np.var(y)).all()


@pytest.mark.parametrize("name", REAL)
def test_neighbours_on_real_data_never_end_worse_than_their_best_sweep(name):
    X, y = REAL[name]()
    trace = Backfitting(smoother=NeighbourSmoother(7), max_sweeps=60).trace(X, y)
    ends = trace.curve("mse")[:: X.shape[1]]
    assert trace[-1].mse <= ends.min() * (1 + 1e-6) or "no function changes" in trace[-1].reason
    assert Backfitting(smoother=NeighbourSmoother(7)).fit(X, y).score(X, y) > 0.9


def test_sweep_that_makes_the_fit_worse_is_noticed_and_said():
    X, y = REAL["concrete"]()
    trace = Backfitting(smoother=NeighbourSmoother(7)).trace(X, y)
    worse = [step for step in trace if step.risen_from is not None]
    assert worse and all(step.feature == X.shape[1] - 1 and step.mse > step.risen_from for step in worse)
    assert f", the sweep made it larger than {worse[0].risen_from:.4g}" in worse[0].caption
    last = trace[-1]
    assert last.reason.startswith(f"the functions run away, the functions of sweep {worse[0].sweep - 1} fit best")
    np.testing.assert_allclose(last.model.predict(X[:50]), trace[(worse[0].sweep - 1) * 8].model.predict(X[:50]))
    impatient = Backfitting(smoother=NeighbourSmoother(7), max_sweeps=30).fit(X, y).last_step_
    assert "; the error has risen, the functions of sweep" in impatient.reason and impatient.mse == last.mse


def test_order_of_rows_changes_nothing_where_examples_tie():
    rng = np.random.default_rng(1)
    X = np.column_stack([rng.integers(0, 2, 30), rng.integers(0, 5, 30) / 10])
    y = X @ [1.0, 2.0] + rng.normal(size=30)
    cases = np.array([(a, b / 10) for a in (0, 1) for b in range(5)])
    plain = Backfitting(smoother=NeighbourSmoother(4)).fit(X, y).predict(cases)
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(30)
        other = Backfitting(smoother=NeighbourSmoother(4)).fit(X[order], y[order]).predict(cases)
        np.testing.assert_allclose(other, plain, atol=1e-9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"smoother": 7},
            r"smoother: expected one such as PolynomialSmoother\(degree=3\), or a learner of numbers, got 7; choose",
        ),
        ({"smoother": LevelMeans}, r"got the class LevelMeans; make one, LevelMeans\(\)"),
        ({"smoother": [LevelMeans()]}, "smoother: expected one for each of the 3 features, got 1; pass one for all"),
        ({"smoother": NeighbourSmoother(151)}, "k of the smoother: expected a whole number >= 1 and <= 150"),
        ({"smoother": RegressionTree(max_depth=0)}, "max_depth: expected a whole number >= 1"),
        ({"order": [0, 1]}, r"order: expected every feature from 0 to 2 once, got \[0, 1\]; list them all"),
        ({"order": [0.0, 1.0, 2.0]}, "order: expected every feature"),
        ({"order": "012"}, "order: expected every feature"),
        ({"tolerance": -1}, "tolerance: expected a number >= 0"),
        ({"max_sweeps": 0}, "max_sweeps: expected a whole number >= 1"),
    ],
    ids=str,
)
def test_bad_hyper_parameters_are_refused_at_the_call(options, message):
    with pytest.raises(ValueError, match=message):
        Backfitting(**options).steps(*noisy())
