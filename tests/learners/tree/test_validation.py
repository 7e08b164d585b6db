"""Pruning on held-out cases: the tennis days, the theorem by brute force, and where the greedy search is fooled."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE, Trace
from labkit.core.table import Table
from labkit.learners import C45
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.tree import LEAF, THRESHOLD
from labkit.learners.tree.validation import PruningCases, greedy_steps, reduced_error_steps
from tests.golden import golden
from tests.learners.tree.grown import grown, lecture, mask, noisy, prunings

STORIES = [reduced_error_steps, greedy_steps]


def tennis(*columns):
    """Grown on the days 1 to 10, with the attributes in this order; and the days 11 to 14 to prune on."""
    table = data.load("tennis")
    late = np.arange(10, 14)
    model = lecture("tennis", "play", *columns, rows=slice(10), multiway=True)
    return model, table.select(*columns)[late], table["play"][late]


def nested(model, node=0):
    """The tree as the golden values write it."""
    if not model.split[node]:
        return model.verdict(node)
    children = {model.answer(child): nested(model, child) for child in model.tree.children(node)}
    return {model.question(node): dict(sorted(children.items()))}


# ---------------------------------------------------------------- the lecture's tree


def test_tennis_tree_with_humidity_keeps_every_split():  # I-000-095, I-001-036
    model, X, y = tennis("outlook", "humidity", "temperature", "wind")
    last = Trace(reduced_error_steps(model, X, y))[-1]
    assert [nested(last.model), int(last.errors)] == golden("TEN-56").value


def test_tennis_tree_with_temperature_is_pruned_to_its_root():
    model, X, y = tennis("outlook", "temperature", "humidity", "wind")
    trace = Trace(reduced_error_steps(model, X, y))
    assert [(step.node, step.cut) for step in trace[1:-1]][-1] == (0, True)
    assert trace[-1].leaves == 1 and trace[-1].errors == trace[0].errors == 1


# ---------------------------------------------------------------- the theorem


@pytest.mark.parametrize("seed", range(25))
def test_reduced_error_pruning_gives_the_smallest_of_the_best_trees(seed):  # I-000-096
    X, y = noisy(seed, n=44, classes=3)
    model = grown(X[:18], y[:18], max_depth=4)
    tree, truth = model.tree, np.searchsorted(model.classes, y[18:])
    best = min(
        (int((tree.prediction[tree.apply(X[18:], split)] != truth).sum()), int(split.sum()))
        for split in (mask(tree, nodes) for nodes in prunings(tree))
    )
    last = Trace(reduced_error_steps(model, X[18:], y[18:]))[-1]
    assert (last.errors, int(last.model.split.sum())) == best


@pytest.mark.parametrize("seed", range(25))
def test_greedy_pruning_ends_where_every_cut_adds_errors_and_never_below_reduced_error(seed):
    X, y = noisy(seed, n=120)
    model = grown(X[:60], y[:60])
    last = Trace(greedy_steps(model, X[60:], y[60:]))[-1]
    for node in np.flatnonzero(last.model.split):
        without = last.model.split.copy()
        without[node] = False
        answers = model.classes[model.tree.prediction[model.tree.apply(X[60:], without)].astype(int)]
        assert (answers != y[60:]).sum() > last.errors
    assert last.errors >= Trace(reduced_error_steps(model, X[60:], y[60:]))[-1].errors


def test_greedy_pruning_may_be_fooled_by_a_large_cut():
    model, X, y = _fooling()
    greedy, best = (Trace(story(model, X, y))[-1] for story in (greedy_steps, reduced_error_steps))
    assert (greedy.errors, best.errors) == (2, 1)
    assert (greedy.leaves, best.leaves) == (1, 2)


def _fooling():
    """All five cases are wrong. A cut of either split below the root repairs two of them, that of the root three."""
    part = lambda *counts: Contents(*(np.array(a, dtype=float) for a in _parts(counts)))  # noqa: E731
    builder = Builder(part((5, 4)))
    builder.split(_at(0, 3.0), part((3, 1), (1, 3)))
    builder.split(_at(1, 1.0), part((0, 1), (3, 0)))
    builder.split(_at(2, 5.0), part((1, 0), (0, 3)))
    model = grown(np.array([[0.0], [1.0]]), [0, 1])
    model = TreeModel.whole(builder.tree(1), model.attributes, model.classes)
    X = np.array([0.0, 0.0, 4.0, 4.0, 6.0])[:, None]
    return model, X, np.array([0, 0, 1, 1, 0])


def _parts(counts):
    counts = np.array(counts)
    return counts.sum(axis=1), counts, np.zeros(len(counts)), counts.argmax(axis=1)


def _at(node, threshold):
    one = {"node": node, "kind": THRESHOLD, "feature": 0, "threshold": threshold, "gain": 0.0, "arity": 2}
    return Splits(**{name: np.array([value]) for name, value in one.items()})


# ---------------------------------------------------------------- the stories


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("seed", range(6))
def test_every_step_has_the_errors_of_its_model(story, seed):
    X, y = noisy(seed, n=90)
    model = grown(X[:50], y[:50])
    trace = Trace(story(model, X[50:], y[50:]))
    assert [step.event for step in trace] == [START, *[UPDATE] * (len(trace) - 2), STOP]
    for step in trace:
        assert step.errors == (step.model.predict(X[50:]) != y[50:]).sum()
        assert step.accuracy == pytest.approx((step.model.predict(X[50:]) == y[50:]).mean())
        assert step.model.tree is model.tree
    assert (np.diff(trace.curve("errors")) <= 0).all()


def test_reduced_error_pruning_looks_at_every_split_after_those_below_it():
    X, y = noisy(3, n=90)
    model = grown(X[:50], y[:50])
    seen = [step.node for step in reduced_error_steps(model, X[50:], y[50:])][1:-1]
    assert sorted(seen) == np.flatnonzero(model.tree.kind > LEAF).tolist()
    assert all(seen.index(t) < seen.index(model.tree.parent[t]) for t in seen if t)


def test_greedy_pruning_takes_the_larger_subtree_of_equals():
    model, X, y = tennis("outlook", "temperature", "humidity", "wind")
    first = list(greedy_steps(model, X, y))[1]
    assert first.node == 0 and first.leaf_errors == first.subtree_errors == 1


def test_captions_say_what_was_compared():
    model, X, y = tennis("outlook", "temperature", "humidity", "wind")
    captions = [step.caption for step in reduced_error_steps(model, X, y)]
    assert captions[0] == "start: 1 of 4 pruning cases wrong"
    assert captions[2] == "wind: 1 wrong as a leaf, 0 as it is; it stays split"
    assert captions[3] == "outlook: 1 wrong as a leaf, 1 as it is; it becomes a leaf; 1 of 4 pruning cases wrong"
    assert captions[4] == "stop: every node has been looked at; 1 of 4 pruning cases wrong"


# ---------------------------------------------------------------- unusual cases


@pytest.mark.parametrize("story", STORIES)
def test_cases_with_missing_values_count_where_they_stop(story):
    X, y = noisy(1, n=90)
    model = grown(X[:50], y[:50])
    cases = X[50:].copy()
    cases[np.random.default_rng(0).random(cases.shape) < 0.3] = np.nan
    for step in story(model, cases, y[50:]):
        assert step.errors == (step.model.predict(cases) != y[50:]).sum()


def test_class_that_training_did_not_have_is_an_error_everywhere():
    model = grown(np.array([[0.0], [1.0]]), ["no", "yes"])
    cases = PruningCases.of(model, np.array([[0.0], [1.0]]), ["perhaps", "yes"])
    assert cases.as_leaf.tolist() == [2, 1, 0]  # the root says "no"


def test_validation_pruning_refuses_numbers_and_unequal_lengths():
    numbers = grown(np.array([[0.0], [1.0]]), [0.0, 1.0], criterion="variance")
    with pytest.raises(ValueError, match="expected a tree of classes, got one of numbers; prune it by cost complexity"):
        reduced_error_steps(numbers, np.array([[0.0]]), [0.0])
    model = grown(np.array([[0.0], [1.0]]), [0, 1])
    with pytest.raises(ValueError, match="expected one target per example"):
        greedy_steps(model, Table.from_dict({"x1": [0.0]}), [0, 1])


@pytest.mark.parametrize("steps", [reduced_error_steps, greedy_steps])
def test_pruning_loses_no_tie_to_the_rounding_of_fractional_cases(steps):
    rng = np.random.default_rng(3)
    X, y = rng.integers(0, 4, (40, 3)).astype(float), rng.integers(0, 2, 40)
    X[rng.random(X.shape) < 0.3] = np.nan
    *_, last = steps(C45().fit(X[:25], y[:25]), X[25:], y[25:])
    cases = PruningCases.of(last.model, X[25:], y[25:])
    E = np.where(last.model.split, cases.stopped, cases.as_leaf)
    for node in np.flatnonzero(last.model.split)[::-1]:
        E[node] += E[list(last.model.tree.children(node))].sum()
        assert E[node] < cases.as_leaf[node] - 1e-9
