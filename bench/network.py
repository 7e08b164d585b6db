"""Multilayer networks against scikit-learn's: the same Adam on the same batches from the same weights.

Batches of 200 examples, 50 epochs, two hidden layers of 32 units, no early stopping. Timed is what one would run, with
a new random order in every epoch, which each draws its own way. That both do the same is checked by a pair of twins
that keep the order of the rows: their losses at the end are the same but for rounding. scikit-learn divides its
penalty alpha by the examples of a batch, labkit by all of them: lam = alpha N / 200. They add Adam's epsilon at
different places, so it is tiny here.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.utils._testing import ignore_warnings

from bench.measure import Comparison, Problem, record
from labkit import learners
from labkit.learners.descent.stochastic import Adam

NO_PEER = {}
HIDDEN, BATCH, EPOCHS, ALPHA, EPSILON = (32, 32), 200, 50, 1e-4, 1e-14
SAME, ALIKE = 1e-6, 0.1  # so much two losses may differ, as a share: in the same order, in another one


def wavy(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A number that no linear model gets right, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] * X[:, -1] + rng.normal(0, 0.3, n)


def classified(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    X, number = wavy(n, d, seed)
    return X, (number > 0).astype(int)


def their_start(d: int, seed: int) -> list[np.ndarray]:
    """The weights that scikit-learn draws for this seed, biases in front."""
    rng = np.random.RandomState(seed)  # as scikit-learn does
    layers = []
    for senders, receivers in pairwise((d, *HIDDEN, 1)):
        reach = np.sqrt(6 / (senders + receivers))
        V = rng.uniform(-reach, reach, (senders, receivers))
        layers.append(np.vstack([rng.uniform(-reach, reach, receivers), V]))
    return layers


def ours(kind: type, d: int, n: int, seed: int, activation: str, shuffled: bool):
    return kind(
        hidden=HIDDEN, activation=activation, lam=ALPHA * n / BATCH, scaled=False, max_epochs=EPOCHS,
        start=their_start(d, seed), solver=Adam(rate=0.001, batch=BATCH, epsilon=EPSILON, shuffled=shuffled, seed=seed),
    )  # fmt: skip


def theirs(kind: type, seed: int, activation: str, shuffled: bool):
    return kind(
        hidden_layer_sizes=HIDDEN, activation=activation, alpha=ALPHA, batch_size=BATCH, max_iter=EPOCHS, tol=0.0,
        n_iter_no_change=EPOCHS, shuffle=shuffled, epsilon=EPSILON, random_state=seed,
    )  # fmt: skip


def log_loss(fitted, X: np.ndarray, y: np.ndarray) -> float:
    return float(-np.log(fitted.predict_proba(X)[np.arange(len(y)), y]).mean())


def squared_loss(fitted, X: np.ndarray, y: np.ndarray) -> float:
    return float(((fitted.predict(X) - y) ** 2).mean())


# ---------------------------------------------------------------- problems


def against(kinds: tuple[type, type], make, loss, activation: str, d: int, n: int, seed: int) -> Problem:
    X, y = make(n, d, seed)
    in_order, shuffled = (
        (ours(kinds[0], d, n, seed, activation, random), theirs(kinds[1], seed, activation, random))
        for random in (False, True)
    )

    def close(pair, tolerance: float) -> bool:
        reached = [loss(each, X, y) for each in pair]
        return abs(reached[0] / reached[1] - 1) < tolerance

    def agree(*pair) -> bool:
        return close(pair, ALIKE) and close([fitted(each, X, y) for each in in_order], SAME)

    return Problem(lambda: fitted(shuffled[0], X, y), lambda: fitted(shuffled[1], X, y), agree)


@ignore_warnings(category=ConvergenceWarning)
def fitted(network, X: np.ndarray, y: np.ndarray):
    """After all its epochs: that they are not enough to converge is not the question."""
    return network.fit(X, y)


def story(d: int, n: int, seed: int) -> Problem:
    return record(ours(learners.NeuralNetwork, d, n, seed, "relu", True), *classified(n, d, seed))


# ---------------------------------------------------------------- rows

CLASSES, NUMBERS = learners.NeuralNetwork, learners.RegressionNetwork
classes = partial(against, (CLASSES, MLPClassifier), classified, log_loss)
numbers = partial(against, (NUMBERS, MLPRegressor), wavy, squared_loss)
COMPARISONS = (
    Comparison("mlp fit", CLASSES, 2000, partial(classes, "relu", 10), "sklearn MLPClassifier", limit=0.5, d=10),
    Comparison("mlp fit tanh", CLASSES, 2000, partial(classes, "tanh", 10), "sklearn MLPClassifier", d=10),
    Comparison("mlp regression fit", NUMBERS, 2000, partial(numbers, "relu", 10), "sklearn MLPRegressor", d=10),
    Comparison("mlp story", CLASSES, 2000, partial(story, 10), "labkit fit", limit=1.1, d=10),
)
