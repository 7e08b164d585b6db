"""Random forests: the lecture's settings, out-of-bag votes by hand, scikit-learn's error, importance, bad input."""

import numpy as np
import pytest
from sklearn import datasets
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from labkit.core import data
from labkit.core.resampling import holdout
from labkit.core.table import Table
from labkit.learners import CART, Bagging, RandomForest, RegressionBagging, RegressionForest
from labkit.learners.ensemble.forest import RULES, columns_drawn
from labkit.learners.ensemble.importance import staged_by_impurity, staged_by_permutation
from tests.golden import close, golden
from tests.learners.ensemble.forests import noisy, numbers, plane


def test_forest_chooses_among_as_many_columns_as_the_lecture_says():
    p = np.array([4, 16, 64, 100])
    assert close([RULES[rule](p) for rule in ("sqrt", "log2", "third")], golden("RF-01"))
    assert [columns_drawn("sqrt", int(n)) for n in p] == [2, 4, 8, 10]
    assert [columns_drawn("log2", int(n)) for n in p] == [3, 5, 7, 7]  # Breiman's floor(log2 p) + 1: E-000-37
    assert [columns_drawn("third", int(n)) for n in (1, 2, *p)] == [1, 1, 1, 5, 21, 33]
    assert columns_drawn("all", 9) == 9 and columns_drawn(4, 9) == 4
    assert RandomForest().n_min == 1 and RegressionForest().n_min == 5  # I-000-103, I-000-104
    assert (RandomForest().m, RegressionForest().m) == ("sqrt", "third")


@pytest.mark.parametrize("classes", [2, 3])
def test_forest_that_looks_at_all_columns_is_bagging(classes):
    X, y = noisy(3, classes=classes)
    fresh, _ = noisy(4, n=1000)
    forest, bagging = RandomForest(trees=25, m="all").fit(X, y), Bagging(learner=CART(), members=25).fit(X, y)
    assert np.array_equal(forest.predict_proba(fresh), bagging.predict_proba(fresh))
    assert np.array_equal(forest.model_.ensemble.oob_error, bagging.model_.ensemble.oob_error, equal_nan=True)


def test_forest_of_numbers_that_looks_at_all_columns_is_bagging():
    X, y = numbers(3)
    forest, bagging = RegressionForest(trees=12, m="all", n_min=1).fit(X, y), RegressionBagging(members=12).fit(X, y)
    assert np.allclose(forest.predict(X[:50] + 0.1), bagging.predict(X[:50] + 0.1))
    assert np.isclose(forest.oob_error_, bagging.model_.ensemble.oob_error[-1])


@pytest.mark.parametrize("classes", [2, 4])
def test_forest_votes_out_of_bag_are_those_of_trees_that_have_not_seen_the_example(classes):
    X, y = noisy(5, n=60, classes=classes)
    for step in RandomForest(trees=15).trace(X, y)[1:-1]:
        wrong = asked = 0
        for i in range(60):
            votes = np.zeros(classes)
            for b in range(step.tree):
                if step.model.ensemble.drawn[b, i] == 0:
                    votes[step.model.member(b).predict(X[i : i + 1])[0]] += 1
            if votes.any():
                asked += 1
                wrong += votes.argmax() != y[i]
        assert np.isclose(step.oob_error, wrong / asked)


def test_forest_answers_by_the_majority_of_its_trees_the_first_class_of_equals():
    X, y = noisy(6, classes=3)
    model = RandomForest(trees=6).fit(X, y).model_
    said = np.array([model.member(b).predict(X) for b in range(6)])
    for k in range(1, 7):
        votes = np.array([(said[:k] == c).sum(axis=0) for c in range(3)])
        assert np.array_equal(model.prefix(k).predict(X), votes.argmax(axis=0))
        assert np.array_equal(model.staged_predict(X)[k - 1], votes.argmax(axis=0))
        assert np.allclose(model.prefix(k).predict_proba(X), votes.T / k)


def test_forest_of_numbers_answers_by_the_mean_of_its_trees():
    X, y = numbers(6)
    model = RegressionForest(trees=5).fit(X, y).model_
    said = np.array([model.member(b).predict(X) for b in range(5)])
    assert np.allclose(model.predict(X), said.mean(axis=0))
    assert np.allclose(model.staged_predict(X)[2], said[:3].mean(axis=0))


def test_forest_story_is_prefixes_of_one_forest_and_the_first_trees_do_not_depend_on_the_rest():
    X, y = noisy(7)
    trace = RandomForest(trees=9).trace(X, y)
    assert len(trace) == 11 and all(step.model.ensemble is trace[0].model.ensemble for step in trace)
    few = RandomForest(trees=4).fit(X, y)
    assert np.array_equal(trace[4].model.predict_proba(X), few.predict_proba(X))
    assert (trace[0].model.predict(X) == np.bincount(y).argmax()).all()
    assert trace[4].caption.startswith("tree 4: ") and "out-of-bag error" in trace[4].caption
    assert trace[-1].caption == "stop after 9 trees: all 9 trees are grown"


@pytest.mark.parametrize("classes", [2, 3])
def test_forest_on_a_grid_is_its_prediction(classes):
    X, y = noisy(8, d=2, classes=classes)
    model, (axis, points) = RandomForest(trees=20).fit(X, y).model_, plane()
    for k in (0, 1, 20):
        some = model.prefix(k)
        score, said = some.score_grid(axis, axis), some.predict(points)
        assert np.array_equal(some.class_grid(axis, axis).ravel(), said)
        assert score is None if classes == 3 else np.array_equal(score.ravel() > 0, said)


def test_forest_of_numbers_on_a_grid_is_its_prediction():
    X, y = numbers(8, d=2)
    model, (axis, points) = RegressionForest(trees=8).fit(X, y).model_, plane()
    assert np.allclose(model.number_grid(axis, axis).ravel(), model.predict(points))
    X, y = numbers(8, d=3)
    model = RegressionForest(trees=8).fit(X, y).model_
    assert model.number_grid(axis, axis) is None
    cells = np.column_stack([points, np.full(len(points), 0.3)])
    assert np.allclose(model.number_grid(axis, axis, through=np.array([0, 0, 0.3])).ravel(), model.predict(cells))


def test_forest_grid_through_a_case_needs_numbers_for_all_attributes():
    X, y = numbers(8, d=3)
    case, (axis, _) = np.array([0, 0, 0.3]), plane()
    model = RegressionForest(trees=3).fit(X, y).model_
    with pytest.raises(ValueError, match=r"through: expected a case of 3 numbers, got shape \(2,\); pass all of them"):
        model.number_grid(axis, axis, through=case[:2])
    names = ["low" if value < 0 else "high" for value in X[:, 2]]
    table = Table.from_dict({"a": X[:, 0].tolist(), "b": X[:, 1].tolist(), "c": names})
    for forest in (RandomForest(trees=3).fit(table, X[:, 2] < 0), RegressionForest(trees=3).fit(table, X[:, 2])):
        ask = forest.model_.number_grid if forest.model_.classes is None else forest.model_.class_grid
        assert ask(axis, axis, through=case) is None


def test_forest_takes_a_seed_of_any_size():
    X, y = noisy(1)
    assert RandomForest(trees=2, seed=10**30).fit(X, y).score(X, y) > 0.5


# ---------------------------------------------------------------- against scikit-learn


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
def test_forest_errs_as_often_as_sklearns_over_twenty_seeds(name, record_property):
    X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
    differences = []
    for seed in range(20):
        train, test = holdout(len(y), share=0.4, seed=seed, classes=y)
        ours = RandomForest(trees=40, seed=seed).fit(X[train], y[train]).score(X[test], y[test])
        theirs = RandomForestClassifier(40, random_state=seed).fit(X[train], y[train]).score(X[test], y[test])
        differences.append(ours - theirs)
    mean, noise = np.mean(differences), np.std(differences, ddof=1) / np.sqrt(20)
    record_property("difference", f"{mean:.4f} +- {noise:.4f}")
    assert abs(mean) <= max(3 * noise, 0.002), f"{mean:.4f} +- {noise:.4f}"


def test_regression_forest_errs_as_much_as_sklearns_over_twenty_seeds():
    X, y = datasets.load_diabetes(return_X_y=True)
    ratios = []
    for seed in range(20):
        train, test = holdout(len(y), share=0.4, seed=seed)
        ours = RegressionForest(trees=40, seed=seed).fit(X[train], y[train])
        theirs = RandomForestRegressor(40, max_features=3, min_samples_split=6, random_state=seed)
        theirs.fit(X[train], y[train])
        mine, other = (np.mean((f.predict(X[test]) - y[test]) ** 2) for f in (ours, theirs))
        ratios.append(mine / other)
    assert abs(np.mean(ratios) - 1) <= 3 * np.std(ratios, ddof=1) / np.sqrt(20)


def test_forest_error_out_of_bag_is_near_the_error_on_new_cases():
    X, y = noisy(9, n=4000, d=4)
    forest = RandomForest(trees=60).fit(X[:1000], y[:1000])
    assert abs(forest.oob_error_ - (1 - forest.score(X[1000:], y[1000:]))) < 0.02


# ---------------------------------------------------------------- importance


def test_importance_finds_the_columns_that_matter():
    X, y = noisy(10, n=600, d=5)  # the first and the last
    forest = RandomForest(trees=60).fit(X, y)
    by_impurity, by_permutation = forest.importance(), forest.importance("permutation")
    assert np.isclose(by_impurity.sum(), 1)
    assert set(np.argsort(by_impurity)[-2:]) == set(np.argsort(by_permutation)[-2:]) == {0, 4}
    assert np.abs(by_permutation[1:4]).max() < 0.02 < by_permutation[[0, 4]].min()
    assert by_impurity[1:4].min() > 0.05  # noise pays in training: why the other kind exists


def test_importance_by_impurity_equals_sklearns_for_one_tree_of_all_columns():
    X, y = noisy(11, d=4)
    forest = RandomForest(trees=1, m="all").fit(X, y)
    counts = forest.model_.ensemble.drawn[0]
    there = counts > 0
    alone = CART().fit(X[there], y[there], sample_weight=counts[there])
    tree = alone.model_.tree
    fall = np.zeros(4)
    for node in tree.splits:
        children = list(tree.children(node))
        left = sum(tree.weight[c] * tree.impurity[c] for c in children)
        fall[tree.feature[node]] += tree.weight[node] * tree.impurity[node] - left
    assert np.allclose(forest.importance(), fall / fall.sum())


def test_importance_by_permutation_is_the_rise_of_single_trees_errors():
    X, y = noisy(12, n=40, d=2)
    X[:, 1] = 0.0  # nothing to shuffle
    forest = RandomForest(trees=30).fit(X, y)
    rises = forest.importance("permutation", seed=4)
    assert rises[1] == 0 and rises[0] > 0.1
    assert np.array_equal(rises, forest.importance("permutation", seed=4))
    assert not np.array_equal(rises, forest.importance("permutation", seed=5))


@pytest.mark.parametrize("kind", [RandomForest, RegressionForest])
def test_staged_importance_is_that_of_every_smaller_forest(kind):
    X, y = noisy(13, n=60, d=3)
    y = y if kind is RandomForest else X[:, 0]
    model = kind(trees=8).fit(X, y).model_
    by_impurity, by_permutation = staged_by_impurity(model), staged_by_permutation(model, seed=2)
    assert not by_impurity[0].any() and not by_permutation[0].any()
    for k in range(1, 9):
        smaller = kind(trees=k).fit(X, y)
        assert np.allclose(by_impurity[k], smaller.importance())
        assert np.allclose(by_permutation[k], smaller.importance("permutation", seed=2))


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"trees": 0}, "trees: expected .*an ensemble needs a member"),
        ({"m": 0}, "m: expected"),
        ({"m": 4}, "there are 3 attributes"),
        ({"m": "half"}, "m: expected one of"),
        ({"n_min": 0}, "n_min"),
        ({"max_depth": 0}, "max_depth"),
        ({"seed": -1}, "seed"),
    ],
)
def test_forest_refuses_what_cannot_work(bad, message):
    X, y = noisy(0)
    with pytest.raises(ValueError, match=message):
        RandomForest(**bad).fit(X, y)


def test_forest_trees_from_samples_of_one_class_are_leaves():
    X, y = np.arange(6.0)[:, None], np.array([0, 0, 0, 0, 0, 1])
    forest = RandomForest(trees=40).fit(X, y)
    bag = forest.model_.ensemble
    single = np.flatnonzero(bag.drawn[:, 5] == 0)
    assert len(single) > 5
    for b in single:
        assert len(forest.model_.member(b).tree) == 1 and (forest.model_.member(b).predict(X) == 0).all()


def test_forest_of_one_tree_counts_only_examples_out_of_bag():
    X, y = noisy(1, n=30)
    step = RandomForest(trees=1).trace(X, y)[-1]
    out = step.drawn == 0
    assert 0 < out.sum() < 30 and step.oob_error == np.mean(step.model.predict(X[out]) != y[out])


def test_forest_asks_importance_only_after_fitting():
    with pytest.raises(ValueError, match="expected a fitted RandomForest"):
        RandomForest().importance()
    with pytest.raises(ValueError, match="kind: expected one of"):
        RandomForest(trees=2).fit(*noisy(0)).importance("gini")


def test_forest_takes_tables_and_stops_at_a_category_that_it_never_saw():
    tennis = data.load("tennis")
    X, y = tennis.without("play", "day"), tennis["play"]
    forest = RandomForest(trees=50, m="all").fit(X, y)
    assert forest.score(X, y) == 1.0 and len(forest.importance()) == 4
    seen = np.flatnonzero(X["outlook"] != "overcast")
    forest = RandomForest(trees=30, seed=1).fit(X[seen], y[seen])
    for b in range(30):  # as each of its trees does by itself
        assert forest.model_.ensemble.members.answers(X, 30)[b].tolist() == [
            list(forest.classes_).index(said) for said in forest.model_.member(b).predict(X)
        ]


def test_forest_draws_attributes_and_not_their_categories():  # I-000-132
    """Deck 000 "Random Forests Algorithm": m of the p variables. One with ten categories is one of three, not ten of
    twelve."""
    rng = np.random.default_rng(0)
    y, words = np.arange(300) % 2, rng.choice(list("abcdefghij"), 300)
    table = Table.from_dict({"word": words.tolist(), "a": rng.normal(size=300), "b": rng.normal(size=300)})
    arrays = RandomForest(trees=300, m=1, max_depth=1).fit(table, y).model_.ensemble.members.arrays
    roots = np.bincount(arrays.nodes.feature[arrays.roots], minlength=3)
    assert ((roots - 100) ** 2 / 100).sum() < 13.8  # chi-square of 2 degrees, one in a thousand
    asked = arrays.nodes.threshold[arrays.roots[arrays.nodes.feature[arrays.roots] == 0]]
    assert len(np.unique(asked)) > 3  # of the categories the best one is taken, tree by tree
    with pytest.raises(ValueError, match=r"m: expected a whole number >= 1 and <= 3 \(there are 3 attributes\), got 4"):
        RandomForest(m=4).fit(table, y)


def test_forest_may_draw_attributes_once_for_each_tree():  # I-003-052
    """Deck 003: each tree can be constructed using a small random subset of features."""
    X, y = noisy(3, n=200, d=6)
    whole = np.round(X)
    for cells, m in ((X, "all"), (X, "sqrt"), (whole, "all"), (whole, 2)):
        forest = RandomForest(trees=40, columns=0.5, m=m, seed=2).fit(cells, y)
        asked = [set(each.tree.feature[each.tree.splits].tolist()) for each in forest.estimators_]
        assert max(map(len, asked)) == 3
        assert set.union(*asked) == set(range(6)) and len(set(map(frozenset, asked))) > 8
        few = RandomForest(trees=5, columns=0.5, m=m, seed=2).fit(cells, y)
        assert np.array_equal(few.predict_proba(X), forest.model_.prefix(5).predict_proba(X))
    one = RandomForest(trees=9, columns=0.01, m="all").fit(X, y)
    assert all(len(set(each.tree.feature[each.tree.splits])) == 1 for each in one.estimators_)
    with pytest.raises(ValueError, match="columns: expected a number > 0 and <= 1, got 0"):
        RandomForest(columns=0).fit(X, y)
