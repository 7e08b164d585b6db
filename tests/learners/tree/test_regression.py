"""Regression trees: the lecture's ten points, scikit-learn's trees, and the greedy counter-example."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from labkit.core.data import additive, load
from labkit.core.table import Table
from labkit.learners import RegressionTree
from labkit.learners.tree.cost_complexity import prune_steps, pruning_path
from labkit.learners.tree.engine.level_growth import grow
from labkit.learners.tree.exhaustive import smallest_tree
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import EQUAL
from tests.golden import close, golden


def ten_points():
    table = load("reg10")
    return table.numeric("x"), table["y"]


def three_leaves(**options):
    """The best-first tree of three leaves: x <= 4.5, then x <= 8.5."""
    return RegressionTree(max_leaves=3, order="best", **options).fit(*ten_points()).model_


def noisy(seed, n=120, d=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] ** 2 + 0.3 * rng.normal(size=n)


def left_to_right(model):
    """The leaves of a tree of one feature by the values that arrive there."""
    return list(dict.fromkeys(model.apply(np.linspace(-100, 100, 4001)[:, None]).tolist()))


# ---------------------------------------------------------------- the lecture's numbers


def test_first_split_of_the_ten_points():
    """I-001-040, I-002-045."""
    tree = RegressionTree(max_depth=1).fit(*ten_points()).model_.tree
    after = tree.impurity[1:] @ tree.weight[1:] / tree.weight[0]
    assert close([float(tree.threshold[0]), float(after)], golden("REG-02"))


def test_best_first_tree_of_three_leaves():
    """I-002-044: constants over three intervals."""
    tree = three_leaves().tree
    assert close(tree.threshold[tree.splits], golden("REG-03"))


def test_leaves_answer_with_means_or_medians():
    """I-001-041."""
    for leaf, id in (("mean", "REG-04"), ("median", "REG-05")):
        model = three_leaves(leaf=leaf)
        assert close(model.tree.prediction[left_to_right(model)], golden(id))
        assert close(model.predict(np.array([[2.0], [6.0], [9.4]])), golden(id))


def test_leaves_answer_with_lines():
    """I-001-042."""
    model = three_leaves(leaf="linear")
    leaves = left_to_right(model)
    assert close(model.lines[leaves], golden("REG-06"))
    (c, b), at = golden("REG-06").value[0], np.array([[2.5]])
    assert model.predict(at)[0] == pytest.approx(c + 2.5 * b)
    assert model.verdict(leaves[0]) == "1.05 +0.01·x1"


def test_one_outlier_of_y_takes_the_first_split_for_itself():
    """E-002-08, I-002-046; one of x does not."""
    X, y = ten_points()
    wild = y.copy()
    wild[0] = 60.0
    assert close(RegressionTree(max_depth=1).fit(X, wild).model_.tree.threshold[0], golden("REG-07"))
    far = np.where(X == 10, 1e6, X)
    assert RegressionTree(max_depth=1).fit(far, y).model_.tree.threshold[0] == 4.5


def test_price_of_a_leaf_prunes_the_three_leaves():
    """I-002-048: alpha is the lambda of the penalised risk."""
    path = pruning_path(three_leaves().tree)
    assert close(path.alphas[1:], golden("REG-09")) and path.leaves.tolist() == [3, 2, 1]
    first, second = golden("REG-09").value
    for alpha, leaves in ((0.99 * first, 3), (1.01 * first, 2), (0.99 * second, 2), (1.01 * second, 1)):
        assert len(three_leaves(alpha=alpha).leaves) == leaves


def test_pruning_of_numbers_is_told_in_mean_squared_errors():
    """I-002-048: what a slider of lambda walks along."""
    record = [step.caption for step in prune_steps(RegressionTree(max_leaves=3, order="best").fit(*ten_points()))]
    assert record[0] == "start: the whole tree, 3 leaves, mean squared error 0.022"
    assert record[1] == "step 1: at alpha = 2.16, 1 subtree becomes a leaf; 2 leaves, mean squared error 2.182"


def test_linear_leaves_count_only_the_slopes_that_their_examples_determine():
    X, y = noisy(3)
    X = np.column_stack([X, X.sum(axis=1)])[:12]
    assert RegressionTree(leaf="linear", max_leaves=1).fit(X, y[:12]).model_.free_parameters == X.shape[1]
    model = RegressionTree(leaf="linear", min_leaf=2).fit(X, y[:12]).model_
    assert model.free_parameters == model.compact.free_parameters <= 12, "no more than there are examples"


def test_median_leaf_hardly_feels_an_outlier_that_drags_the_mean():
    """I-001-041, E-001-09: a toggle with one wild y in a leaf that it shares."""
    X, y = ten_points()
    y = np.where(X[:, 0] == 8, 50.0, y)
    answers = {
        leaf: RegressionTree(leaf=leaf, min_leaf=4, max_depth=1).fit(X, y).predict(X[:, :1])[7]
        for leaf in ("mean", "median")
    }
    assert answers["median"] < 10 < answers["mean"]


def test_plane_is_cut_into_boxes_of_one_number_each():
    """I-002-044: f = sum of w_j [x in R_j], painted and asked."""
    X, y = additive(80, seed=1)
    model = RegressionTree(max_leaves=5).fit(X, y).model_
    leaves = model.leaf_boxes((0.0, 1.0), (0.0, 1.0))
    boxes = leaves.boxes
    areas = (boxes[:, 1] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 2])
    assert len(boxes) == 5 and areas.sum() == pytest.approx(1.0)
    inside = (X[:, :1] > boxes[:, 0]) & (X[:, :1] <= boxes[:, 1]) & (X[:, 1:] > boxes[:, 2]) & (X[:, 1:] <= boxes[:, 3])
    np.testing.assert_allclose(inside @ leaves.predictions, model.predict(X))
    np.testing.assert_allclose(leaves.predictions, [y[here].mean() for here in inside.T])
    axis = np.linspace(0.01, 0.99, 30)
    cases = np.array([(a, b) for b in axis for a in axis])
    np.testing.assert_array_equal(model.number_grid(axis, axis).ravel(), model.predict(cases))


def test_table_of_two_numbers_is_asked_by_name():
    """I-002-047: pressure by age and obesity; the deck's own data are not shipped."""
    table = Table.from_dict(
        {"age": [20.0, 35.0, 40.0, 41.0, 50.0, 60.0], "obesity": [22.0, 30.0, 25.0, 24.0, 31.0, 23.0]}
    )
    pressure = [120.0, 128.0, 124.0, 140.0, 146.0, 142.0]
    model = RegressionTree(max_depth=2).fit(table, pressure).model_
    assert model.question(0) == "age \u2264 40.5"
    np.testing.assert_allclose(model.tree.prediction[1:3], [124.0, 428 / 3])
    leaves = model.leaf_boxes((15.0, 70.0), (20.0, 35.0))
    assert len(leaves.boxes) == len(model.leaves)


@pytest.mark.parametrize("leaf", ["mean", "median", "linear"])
def test_number_grid_is_what_the_leaves_answer(leaf):
    X, y = noisy(7)
    x, up = np.linspace(-2, 2, 9), np.linspace(-1, 3, 7)
    cases = np.array([(a, b) for b in up for a in x])
    flat = RegressionTree(leaf=leaf, max_depth=3).fit(X[:, :2], y).model_
    np.testing.assert_allclose(flat.number_grid(x, up).ravel(), flat.predict(cases), atol=1e-12)
    deep, at = RegressionTree(leaf=leaf, max_depth=3).fit(X, y + 3 * X[:, 2]).model_, np.array([0.0, 0.0, 0.4])
    np.testing.assert_allclose(
        deep.number_grid(x, up, at).ravel(), deep.predict(np.column_stack([cases, np.full(63, 0.4)])), atol=1e-12
    )
    assert deep.number_grid(x, up) is None


# ---------------------------------------------------------------- the greedy counter-example


def counter_example():
    table = load("cart_counterexample")
    cells, y = table.numeric("a", "b", "c"), table["y"].astype(int)
    return cells, y, TreeExamples(cells, y, 2, np.zeros(3, dtype=bool))


def test_first_split_on_a_makes_the_fewest_errors():
    """I-002-049, E-002-12."""
    cells, y, _ = counter_example()
    for feature, id in enumerate(("CCX-01", "CCX-02", "CCX-03")):
        stump = RegressionTree(max_depth=1).fit(cells[:, [feature]], y)
        wrong = np.minimum(stump.model_.tree.prediction, 1 - stump.model_.tree.prediction)[1:]
        assert close(round(float(wrong @ stump.model_.tree.weight[1:])), golden(id))


def test_greedy_growth_needs_seven_leaves_where_four_are_enough():
    """I-002-050: by Gini and by squared error, which agree for two classes."""
    cells, y, examples = counter_example()
    for tree in (grow(examples, Plan("gini")), RegressionTree().fit(cells, y).model_.tree):
        assert tree.feature[0] == 0
        assert close([len(tree.leaves), len(tree.splits), int(tree.depth.max())], golden("CCX-06"))
    assert len(smallest_tree(examples).leaves) == golden("CCX-07").value[0]


# ---------------------------------------------------------------- scikit-learn's trees


@pytest.mark.parametrize("limits", [{}, {"max_depth": 4}, {"min_leaf": 5}, {"min_split": 12}], ids=str)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_tree_is_scikit_learns_in_leaf_sizes_impurities_and_predictions(seed, weighted, limits):
    X, y = noisy(seed)
    v = np.random.default_rng(seed).integers(1, 4, len(y)).astype(float) if weighted else None
    names = {"max_depth": "max_depth", "min_leaf": "min_samples_leaf", "min_split": "min_samples_split"}
    if weighted and "max_depth" not in limits:
        limits = {}  # scikit-learn's limits count examples, labkit's their weight
    theirs = DecisionTreeRegressor(**{names[k]: value for k, value in limits.items()}).fit(X, y, v)
    ours = RegressionTree(**limits).fit(X, y, v)
    one, other = ours.model_.tree, theirs.tree_
    assert len(one) == other.node_count
    for mine, its in ((one.weight, other.weighted_n_node_samples), (one.impurity, other.impurity)):
        np.testing.assert_allclose(np.sort(mine), np.sort(its), atol=1e-9)
    # Two examples are cut apart equally well by any feature, so only the training examples must get the same answers.
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_best_first_is_scikit_learns_with_a_budget_of_leaves(seed):
    X, y = noisy(seed)
    theirs = DecisionTreeRegressor(max_leaf_nodes=9).fit(X, y)
    ours = RegressionTree(max_leaves=9, order="best").fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_alpha_is_scikit_learns_ccp_alpha(seed):
    X, y = noisy(seed)
    for alpha in (0.003, 0.03, 0.3):
        theirs = DecisionTreeRegressor(ccp_alpha=alpha).fit(X, y)
        np.testing.assert_allclose(RegressionTree(alpha=alpha).fit(X, y).predict(X), theirs.predict(X), atol=1e-9)


# ---------------------------------------------------------------- leaves, limits, categories


@pytest.mark.parametrize("leaf", ["mean", "median", "linear"])
def test_story_tells_the_mean_squared_error_after_every_split(leaf):
    X, y = noisy(1)
    v = np.random.default_rng(1).uniform(0.5, 2, len(y))
    trace = RegressionTree(leaf=leaf, min_leaf=6, order="best").trace(X, y, sample_weight=v)
    errors = [np.average((step.model.predict(X) - y) ** 2, weights=v) for step in trace]
    np.testing.assert_allclose(trace.curve("error"), errors, rtol=1e-9)
    assert [len(step.model.leaves) for step in trace] == trace.curve("leaves").tolist()
    if leaf != "median":
        assert (np.diff(errors) <= 1e-12).all()
    assert "mean squared error" in trace[1].caption


def test_lines_follow_a_slope_that_constants_cannot():
    X = np.linspace(0, 1, 60)[:, None]
    y = np.where(X[:, 0] < 0.5, X[:, 0], 3 - 2 * X[:, 0])
    steep, flat = (RegressionTree(leaf=leaf, max_depth=1).fit(X, y).score(X, y) for leaf in ("linear", "mean"))
    assert steep == pytest.approx(1.0) and flat < 0.9


def test_medians_have_the_smaller_absolute_and_the_larger_squared_error():
    """E-001-09."""
    X, y = noisy(2)
    off = {leaf: y - RegressionTree(leaf=leaf, max_depth=3).fit(X, y).predict(X) for leaf in ("mean", "median")}
    assert np.abs(off["median"]).sum() < np.abs(off["mean"]).sum()
    assert (off["median"] ** 2).sum() > (off["mean"] ** 2).sum()


@pytest.mark.parametrize("leaf", ["median", "linear"])
def test_pruning_weighs_the_errors_of_the_leaves_own_answers(leaf):
    X, y = noisy(3)
    full = RegressionTree(leaf=leaf, min_leaf=8).fit(X, y)
    best = min((step.cost(0.02), step.leaves) for step in prune_steps(full))
    pruned = RegressionTree(leaf=leaf, min_leaf=8, alpha=0.02).fit(X, y)
    leaves = len(pruned.model_.leaves)
    cost = ((pruned.predict(X) - y) ** 2).mean() + 0.02 * leaves
    assert cost == pytest.approx(best[0]) and leaves < len(full.model_.leaves)


def test_node_whose_error_is_small_enough_stays_a_leaf():
    """I-001-040: grow until the error falls below a threshold."""
    X, y = noisy(4)
    tree = RegressionTree(min_error=0.2).fit(X, y).model_.tree
    assert tree.impurity[tree.splits].min() >= 0.2 > tree.impurity[tree.leaves].max()


def test_limits_are_kept():
    X, y = noisy(5)
    assert np.nanmin(RegressionTree(min_gain=0.1).fit(X, y).model_.tree.gain) >= 0.1
    level = RegressionTree(max_leaves=6).fit(X, y).model_.tree
    assert len(level.leaves) == 6 and level.depth.max() == 3, "level by level, six leaves reach depth 3"


def test_categories_are_asked_for_and_lines_leave_them_out():
    colour = ["red", "blue", "green", "red", "blue", "green"] * 4
    x = np.arange(24.0)
    y = np.where(np.array(colour) == "red", 10.0, 0.0) + 0.1 * x
    table = Table.from_dict({"colour": colour, "x": x})
    learner = RegressionTree(leaf="linear", max_depth=1).fit(table, y)
    assert learner.model_.tree.kind[0] == EQUAL and learner.model_.question(0) == "colour = red"
    np.testing.assert_allclose(learner.predict(table), y, atol=1e-12)
    new = Table.from_dict({"x": [3.0], "colour": ["purple"]})  # never seen: the answer of the node that asks
    root = learner.model_.lines[0]
    assert learner.predict(new)[0] == pytest.approx(root[0] + 3 * root[2])


def test_missing_values_are_refused_by_column_and_row():
    table = Table.from_dict({"x": [1.0, None, 3.0]})
    with pytest.raises(ValueError, match="column 'x': expected no missing values, got one in row 1; fill"):
        RegressionTree().fit(table, [1, 2, 3])


@pytest.mark.parametrize("leaf", ["mean", "median", "linear"])
def test_one_example_and_constant_numbers_make_a_single_leaf(leaf):
    assert RegressionTree(leaf=leaf).fit([[1.0, 2.0]], [5.0]).predict([[9.0, 9.0]]).tolist() == [5.0]
    X, _ = noisy(6)
    constant = RegressionTree(leaf=leaf).fit(X, np.full(len(X), 0.1))
    assert len(constant.model_.tree) == 1
    np.testing.assert_allclose(constant.predict(X), 0.1)


@pytest.mark.parametrize("missing", ["fill", "surrogates", "fractions"])
@pytest.mark.parametrize("leaf", ["mean", "median"])
def test_missing_values_are_learned_from_and_answered(missing, leaf):  # I-000-130
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    X[:, 1] = X[:, 0] + 0.1 * rng.normal(size=200)  # a backup
    y = np.where(X[:, 0] > 0, 5.0, 0.0) + 0.1 * rng.normal(size=200)
    gappy = np.where(rng.random(X.shape) < 0.2, np.nan, X)
    learner = RegressionTree(missing=missing, leaf=leaf, max_depth=3, alpha=1e-3)
    right = learner.fit(gappy, y).score(gappy, y)
    assert right > {"fill": 0.5, "surrogates": 0.85, "fractions": 0.5}[missing]
    assert np.isfinite(learner.predict(np.full((1, 3), np.nan))).all()
    twice = learner.fit(np.repeat(gappy, 2, axis=0), np.repeat(y, 2)).predict(gappy)
    np.testing.assert_allclose(learner.fit(gappy, y, sample_weight=np.full(200, 2.0)).predict(gappy), twice)


def test_surrogates_answer_as_well_as_the_complete_values_where_they_are_copies():
    x = np.arange(20.0)
    X, y = np.column_stack([x, x]), np.where(x < 8, 1.0, 3.0)
    X[[2, 15], 0] = np.nan
    learner = RegressionTree(missing="surrogates").fit(X, y)
    assert (learner.predict(X) == y).all()


def test_nothing_missing_grows_the_same_tree_whatever_is_done_about_it():
    X, y = np.random.default_rng(1).normal(size=(2, 80, 3))[0], np.random.default_rng(2).normal(size=80)
    plain = RegressionTree(max_depth=4).fit(X, y).model_.tree
    for missing in ("fill", "surrogates", "fractions"):
        tree = RegressionTree(max_depth=4, missing=missing).fit(X, y).model_.tree
        np.testing.assert_array_equal(tree.threshold, plain.threshold)


def test_linear_leaves_fill_in_and_refuse_other_ways():
    x = np.arange(12.0)[:, None]
    gappy = np.where(x == 4, np.nan, x)
    learner = RegressionTree(leaf="linear", max_depth=1, missing="fill").fit(gappy, 2 * x[:, 0])
    assert np.isfinite(learner.predict(gappy)).all()
    with pytest.raises(ValueError, match="missing: expected 'refuse' or 'fill'"):
        RegressionTree(leaf="linear", missing="fractions").fit(gappy, x[:, 0])
