"""How much tree: the alpha or the depth that cross-validation chooses.

Lecture 16; deck 000 "Pruning the Tree - 4"; deck 001 "When to Stop Splitting".
Inventory: I-000-094, I-001-031.

The alphas of the tree of all examples cut the half line into intervals; each is tried at the geometric mean of its ends

    beta_k = sqrt(alpha_k alpha_(k+1)), the last one infinite                           (1)

on the trees of the folds, which have alphas of their own. The error is over all held-out cases, and its standard
error that of a mean of N losses:

    CV(k) = sum_i loss_i / N,   SE(k) = std(loss) / sqrt(N)                             (2)

The choice is the smallest CV(k); of equals the larger alpha, the smaller tree. With one standard error it is the
largest alpha whose CV(k) is at most the smallest plus its SE. A growing tree goes on while the error of the next depth
is lower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields

import numpy as np

from labkit.core import inputs, resampling
from labkit.core.learner import Classifier
from labkit.core.story import STOP
from labkit.core.table import Table
from labkit.learners.tree.cost_complexity import PruneStep, pruning_path
from labkit.learners.tree.growth import leaves
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import TreeExamples
from labkit.learners.tree.pruning import climbed, whole
from labkit.learners.tree.tree import TOLERANCE, Tree


@dataclass(frozen=True, slots=True, eq=False)
class AlphaChoice:
    """What each alpha of the path is worth, and which is chosen."""

    alphas: np.ndarray
    leaves: np.ndarray  # of the tree of all examples
    trials: np.ndarray  # the alphas at which the trees of the folds were pruned
    errors: np.ndarray
    standard_errors: np.ndarray
    best: int

    @property
    def alpha(self) -> float:
        """In the middle of the interval of the chosen tree, where neither rounding nor alpha = 0 can miss it."""
        ends = np.append(self.alphas, self.alphas[-1] + 1.0)
        return float(ends[self.best : self.best + 2].mean())


def choose_alpha(
    learner, X, y, *, folds: int = 10, seed: int = 0, one_standard_error: bool = False, risk: str = "error"
) -> AlphaChoice:
    """Try every alpha of the learner's pruning path on held-out cases."""
    X, y = X if isinstance(X, Table) else np.asarray(X), np.asarray(y)
    inputs.number("folds", folds, least=2, most=len(y), whole=True)
    path = pruning_path(_grown(learner, X, y).tree, risk)
    trials = np.append(np.sqrt(path.alphas[:-1] * path.alphas[1:]), np.inf)  # (1)
    classes = y if isinstance(learner, Classifier) else None
    losses = np.empty((len(trials), len(y)))
    for train, test in resampling.folds(len(y), k=folds, seed=seed, classes=classes):
        model = _grown(learner, X[train], y[train])
        losses[:, test] = _losses(model, X[test], y[test], trials, risk)
    errors, deviations = losses.mean(axis=1), losses.std(axis=1) / np.sqrt(len(y))  # (2)
    best = _choice(errors, deviations if one_standard_error else None)
    return AlphaChoice(path.alphas, path.leaves, *map(inputs.frozen, (trials, errors, deviations)), best)


def _grown(learner, X, y):
    """The model of a like learner that is not pruned."""
    params = learner.get_params(deep=False)
    params |= {"alpha": 0.0} if "alpha" in params else {}
    return whole(type(learner)(**params).fit(X, y))


def _losses(model: TreeModel, X, y, trials: np.ndarray, risk: str) -> np.ndarray:
    """(trials, cases); the trials rise, so every case climbs from the leaf where it stops in the whole tree."""
    path, losses = pruning_path(model.tree, risk), []
    rows, nodes, weights = model.land(X)
    for alpha in trials:
        nodes = climbed(model.tree, path.step, nodes, path.after(alpha))
        answers = model.answers(X, rows, nodes, weights)
        losses.append((answers - y) ** 2 if model.classes is None else answers != y)
    return np.array(losses, dtype=float)


def _choice(errors: np.ndarray, deviations: np.ndarray | None) -> int:
    """The smallest tree of least error, or within one standard error of it where these are given."""
    least = errors.min()
    slack = TOLERANCE * least if deviations is None else deviations[errors == least].min()
    return int(np.flatnonzero(errors <= least + slack)[-1])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ChoiceStep(PruneStep):
    """Back to one of the trees of a pruning; ``reason`` says why it is the best."""

    @property
    def caption(self) -> str:
        tree = f"the tree of step {self.prune}" if self.prune else "the whole tree"
        return f"chosen: {tree}, {leaves(self.leaves)}; {self.reason}"


def choice_steps(pruning: Iterable[PruneStep], errors, standard_errors=None, *, measured: str = "held-out"
                 ) -> Iterator[PruneStep]:  # fmt: skip
    """The story of ``prune_steps`` with another end: the tree of least error; of equals, or of those within one
    standard error where these are given, the smallest. ``errors`` has one for each tree, ``measured`` says on what."""
    *trees, _ = pruning  # the last step only repeats the root
    errors = inputs.real_numbers("errors", errors)
    if errors.shape != (len(trees),):
        raise ValueError(f"errors: expected one for each of {len(trees)} trees, got {errors.size}; measure each tree")
    best = trees[_choice(errors, None if standard_errors is None else np.asarray(standard_errors))]
    near = "" if standard_errors is None else "within one standard error of "
    record = {field.name: getattr(best, field.name) for field in fields(PruneStep)}
    record |= {"event": STOP, "equation": None}
    record["reason"] = f"its {measured} error, {errors[best.prune]:.3g}, is {near}the least"
    return iter([*trees, ChoiceStep(**record)])


# ---------------------------------------------------------------- while growing


@dataclass(frozen=True, slots=True, eq=False)
class DepthChoice:
    """The cross-validated error of the depths 0, 1, 2..., and the depth at which it stops falling."""

    errors: np.ndarray
    depth: int


def choose_depth(grow: Callable[[TreeExamples], Tree], examples: TreeExamples, *, folds=10, seed=0) -> DepthChoice:
    """Go deeper while the error falls. It stops where the next level alone does not help, as on XOR at the root.

    A held-out case that misses a value stops where it is asked for, whatever the learner does about such cases later.
    """
    classes = examples.y if examples.classes else None
    parts = resampling.folds(len(examples), k=min(folds, len(examples)), seed=seed, classes=classes)
    curves = [_curve(grow(examples.take(train)), examples.take(test)) for train, test in parts]
    deepest = max(len(curve) for curve in curves)
    total = sum(np.pad(curve, (0, deepest - len(curve)), mode="edge") for curve in curves)
    errors = total / examples.all_weights.sum()
    falls = np.append(np.diff(errors) < -TOLERANCE * errors[0], False)
    return DepthChoice(inputs.frozen(errors), int(np.flatnonzero(~falls)[0]))


def _curve(tree: Tree, cases: TreeExamples) -> np.ndarray:
    """The summed loss of the cases when the tree ends at depth 0, 1, 2..."""
    weights = cases.all_weights
    node = tree.apply(cases.cells)
    curve = []
    for depth in range(int(tree.depth.max()), -1, -1):
        node = np.where(tree.depth[node] > depth, tree.parent[node], node)
        answers = tree.prediction[node]
        loss = answers != cases.y if cases.classes else (answers - cases.y) ** 2
        curve.append(float(weights @ loss))
    return np.array(curve[::-1])
