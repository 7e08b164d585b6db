"""How much tree cross-validation chooses: the same by fitting every fold again for every alpha and every depth."""

import numpy as np
import pytest

from labkit.core import resampling
from labkit.core.learner import Classifier
from labkit.core.story import STOP, Trace
from labkit.learners import CART
from labkit.learners.tree.cost_complexity import prune_steps, pruned, pruning_path
from labkit.learners.tree.cross_validation import choice_steps, choose_alpha, choose_depth
from labkit.learners.tree.engine.level_growth import grow
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.regression import RegressionTree
from tests.learners.tree.grown import grown, noisy


class Pruned(Classifier):
    """The smallest learner of trees that can be pruned."""

    alpha: float = 0.0

    def fit(self, X, y):
        model = grown(X, y)
        tree = pruned(model.tree, self.alpha) if self.alpha else model.tree
        self.model_ = TreeModel.whole(tree, model.attributes, model.classes)
        self.n_features_in_ = X.shape[1]
        return self

    def _check(self, data): ...

    def _story(self, data, record): ...


def numbers(seed, n=80):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n, 1))
    return X, np.sign(X[:, 0]) + rng.normal(0, 0.5, n)


def naive_losses(learner, X, y, trials, folds, seed, classes):
    """Fit every fold for every alpha."""
    losses = np.empty((len(trials), len(y)))
    for train, test in resampling.folds(len(y), k=folds, seed=seed, classes=classes):
        for k, alpha in enumerate(np.minimum(trials, 1e6)):
            answers = type(learner)(alpha=alpha).fit(X[train], y[train]).predict(X[test])
            losses[k, test] = answers != y[test] if classes is not None else (answers - y[test]) ** 2
    return losses


# ---------------------------------------------------------------- alpha


@pytest.mark.parametrize("seed", range(3))
def test_choice_of_alpha_equals_fitting_each_fold_for_each_alpha(seed):  # I-000-094
    X, y = noisy(seed, n=80)
    choice = choose_alpha(Pruned(alpha=0.3), X, y, folds=5, seed=seed)
    path = pruning_path(grown(X, y).tree)
    assert np.array_equal(choice.alphas, path.alphas) and np.array_equal(choice.leaves, path.leaves)
    assert np.allclose(choice.trials[:-1], np.sqrt(path.alphas[1:] * path.alphas[:-1])) and np.isinf(choice.trials[-1])
    losses = naive_losses(Pruned(), X, y, choice.trials.clip(1e-15), 5, seed, y)  # 0 would not prune at all
    assert np.allclose(choice.errors, losses.mean(axis=1))
    assert np.allclose(choice.standard_errors, losses.std(axis=1) / np.sqrt(80))


def test_choice_of_alpha_for_numbers_equals_fitting_each_fold_for_each_alpha():
    X, y = numbers(0, n=40)
    choice = choose_alpha(RegressionTree(min_leaf=3), X, y, folds=4)
    losses = np.empty((len(choice.trials), 40))
    for train, test in resampling.folds(40, k=4, seed=0):
        for k, alpha in enumerate(np.minimum(choice.trials, 1e6)):
            answers = RegressionTree(min_leaf=3, alpha=alpha).fit(X[train], y[train]).predict(X[test])
            losses[k, test] = (answers - y[test]) ** 2
    assert np.allclose(choice.errors, losses.mean(axis=1))


def test_chosen_alpha_has_the_least_error_and_the_larger_tree_loses_ties():  # I-000-090
    X, y = noisy(1, n=150)
    choice = choose_alpha(Pruned(), X, y)
    assert choice.alphas[choice.best] < choice.alpha < choice.alphas[choice.best + 1]
    assert choice.errors[choice.best] == choice.errors.min()
    assert (choice.errors[choice.best + 1 :] > choice.errors.min()).all()
    assert choice.leaves[choice.best] < choice.leaves[0] / 4  # a quarter of the labels is noise


def test_one_standard_error_takes_the_smallest_tree_that_is_as_good_within_chance():
    X, y = noisy(0, n=60)
    least, choice = (choose_alpha(Pruned(), X, y, one_standard_error=rule) for rule in (False, True))
    limit = least.errors[least.best] + least.standard_errors[least.best]
    assert choice.best >= least.best
    assert choice.errors[choice.best] <= limit
    assert (choice.errors[choice.best + 1 :] > limit).all()


@pytest.mark.parametrize("seed", range(8))
def test_chosen_alpha_fits_the_tree_that_was_meant(seed):
    X, y = noisy(seed, n=60)
    choice = choose_alpha(Pruned(), X, y, folds=5)
    assert len(Pruned(alpha=choice.alpha).fit(X, y).model_.leaves) == choice.leaves[choice.best]


def test_choice_replays_and_is_read_only():
    X, y = noisy(2)
    one, two = (choose_alpha(Pruned(), X, y, seed=3) for _ in range(2))
    assert np.array_equal(one.errors, two.errors)
    assert not any(a.flags.writeable for a in (one.alphas, one.leaves, one.trials, one.errors, one.standard_errors))


# ---------------------------------------------------------------- the story of the choice


@pytest.mark.parametrize("seed", range(3))
def test_story_of_the_choice_is_the_pruning_and_then_the_chosen_tree(seed):
    X, y = noisy(seed, n=80)
    pruning = Trace(prune_steps(grown(X, y)))
    for careful in (False, True):
        choice = choose_alpha(Pruned(), X, y, folds=5, one_standard_error=careful)
        slack = choice.standard_errors if careful else None
        trace = Trace(choice_steps(pruning, choice.errors, slack, measured="cross-validation"))
        assert all(one is other for one, other in zip(trace[:-1], pruning[:-1], strict=True))
        end = trace[-1]
        assert (end.event, end.prune, end.leaves) == (STOP, choice.best, choice.leaves[choice.best])
        assert np.array_equal(end.model.predict(X), pruning[choice.best].model.predict(X))
        near = "within one standard error of " if careful else ""
        assert end.reason == f"its cross-validation error, {choice.errors[choice.best]:.3g}, is {near}the least"
        assert end.caption.startswith("chosen: the ") and end.reason in end.caption


def test_story_of_the_choice_takes_the_smaller_of_equal_trees():
    pruning = Trace(prune_steps(grown(*noisy(0, n=80))))
    errors = [0.2] * (len(pruning) - 1)
    assert Trace(choice_steps(pruning, errors))[-1].leaves == 1
    assert Trace(choice_steps(pruning, [0.1, *errors[1:]]))[-1].caption.startswith("chosen: the whole tree, ")


def test_story_of_the_choice_needs_an_error_for_every_tree():
    pruning = Trace(prune_steps(grown(*noisy(0, n=80))))
    with pytest.raises(ValueError, match=f"^errors: expected one for each of {len(pruning) - 1} trees, got 1"):
        choice_steps(pruning, [0.3])


def test_choice_of_alpha_refuses_more_folds_than_cases():
    with pytest.raises(ValueError, match="folds: expected a whole number >= 2 and <= 40, got 41"):
        choose_alpha(Pruned(), *noisy(0), folds=41)


# ---------------------------------------------------------------- depth


@pytest.mark.parametrize("classes", [3, 0])
def test_choice_of_depth_equals_growing_each_fold_to_each_depth(classes):  # I-001-031
    X, y = noisy(4, n=90, classes=3) if classes else numbers(4, n=90)
    weights = np.random.default_rng(0).integers(1, 4, 90).astype(float)
    examples = TreeExamples(X, y, classes, np.zeros(X.shape[1], dtype=bool), weights)
    plan = {"criterion": "gini" if classes else "variance"}
    choice = choose_depth(lambda part: grow(part, Plan(**plan)), examples, folds=5)
    for depth, error in enumerate(choice.errors):
        loss = 0.0
        for train, test in resampling.folds(90, k=5, seed=0, classes=y if classes else None):
            tree = grow(examples.take(train), Plan(**plan, max_depth=depth))
            answers = tree.prediction[tree.apply(X[test])]
            loss += weights[test] @ ((answers != y[test]) if classes else (answers - y[test]) ** 2)
        assert np.isclose(error, loss / weights.sum())
    falls = np.diff(choice.errors) < 0
    assert falls[: choice.depth].all() and not falls[choice.depth : choice.depth + 1].any()
    assert choice.depth >= 1


def test_choice_of_alpha_takes_lists():
    X, y = noisy(0)
    assert choose_alpha(CART(), X.tolist(), y.tolist()).alpha == choose_alpha(CART(), X, y).alpha
