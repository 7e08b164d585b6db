"""Exercises of the main page of lecture 13; deck 002 "Backpropagation Training of MLP Networks", "Backpropagation
training:", deck 001 "XOR Problem"."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.learners import LinearRegression, RegressionNetwork
from labkit.learners.descent import Adam, StochasticGradient
from labkit.learners.network import NetworkStep
from labkit.learners.network.multilayer import NeuralNetwork
from labkit.lectures.l13_neural_networks.common import V, W, corners
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: forward


def _forward(x, V, w):
    z = 1 / (1 + np.exp(-np.append(1.0, x) @ np.asarray(V)))
    return float(np.append(1.0, z) @ np.asarray(w))


def _slipped_forward(x, V, w, *, no_x0=False, no_z0=False, squashed=False, straight=False, turned=False):
    V, w = np.asarray(V, dtype=float), np.asarray(w, dtype=float)
    a = np.append(0.0 if no_x0 else 1.0, x) @ V
    z = a if straight else 1 / (1 + np.exp(a if turned else -a))
    y = np.append(0.0 if no_z0 else 1.0, z) @ w
    return float(1 / (1 + np.exp(-y)) if squashed else y)


def _forward_cases():
    yield np.array([1.0]), np.array([[0.0], [0.5]]), np.array([0.5, 2.0])
    yield np.array([0.5, -1.0]), np.array(V), np.ravel(W)
    yield np.array([2.0, 0.0]), np.array([[1.0, -1.0, 0.5], [0.2, 0.4, -0.3], [1.0, 1.0, 2.0]]), np.array([-1, 1, 2, 3])


@exercise("write my_forward(x, V, w): the answer of a network with one hidden layer of sigmoids")
def forward(my_forward):
    """``my_forward(x, V, w)`` -> a number."""
    mistakes = slips(
        _slipped_forward,
        no_x0="the first row of V holds the biases: which input goes with them?",
        no_z0="the first number of w is a bias too: what is sent along it?",
        squashed="the output is a plain sum here, no sigmoid",
        straight="a hidden unit passes its sum through the sigmoid",
        turned="the sigmoid is 1 / (1 + e^-a): look at the sign",
    )
    same_results(my_forward, _forward, _forward_cases(), mistakes=mistakes,
                 hint="put a 1 before x, multiply with V: these are the sums of the hidden units",
                 how="then the sigmoid of each, a 1 before them, and the sum with w")  # fmt: skip
    return "two sums, with a bend between them"


# ---------------------------------------------------------------- 2: find the bug


def _update(x, y, V, w, rate):
    V, w, x = np.asarray(V, dtype=float), np.asarray(w, dtype=float), np.append(1.0, x)
    z = np.append(1.0, 1 / (1 + np.exp(-x @ V)))
    delta = z @ w - y
    deltas = delta * z[1:] * (1 - z[1:]) * w[1:]
    return V - rate * np.outer(x, deltas), w - rate * delta * z


def _update_given(x, y, V, w, rate):
    x = np.append(1.0, x)
    z = np.append(1.0, 1 / (1 + np.exp(-x @ V)))
    delta = z @ w - y
    w = w - rate * delta * z
    deltas = delta * z[1:] * (1 - z[1:]) * w[1:]
    return V - rate * np.outer(x, deltas), w


def _slipped_update(x, y, V, w, rate, *, printed=False, no_slope=False, no_weight=False, kept=False):
    V, w, x = np.asarray(V, dtype=float), np.asarray(w, dtype=float), np.append(1.0, x)
    z = np.append(1.0, 1 / (1 + np.exp(-x @ V)))
    delta = z @ w - y
    moved = w - rate * delta * z
    deltas = delta * (1 if no_slope else z[1:] * (1 - z[1:])) * (1 if no_weight else (moved if printed else w)[1:])
    return V - rate * np.outer(x, deltas), w if kept else moved


def _update_cases():
    yield np.array([0.5, -1.0]), 1.0, np.array(V), np.ravel(W), 0.5
    yield np.array([2.0]), 0.0, np.array([[0.0, 1.0], [0.5, -0.5]]), np.array([0.1, 1.0, -1.0]), 1.0


@exercise("mend next_weights(x, y, V, w, rate): one update of all weights", given=_update_given)
def next_weights(next_weights):
    """``next_weights(x, y, V, w, rate)`` -> (new V, new w)."""
    mistakes = slips(
        _slipped_update,
        printed="the hidden units still get their share by weights that have moved already",
        no_slope="the share of a hidden unit is multiplied by the slope of its sigmoid, z (1 - z)",
        no_weight="the error comes back to a hidden unit through its weight",
        kept="w should move too, only later",
    )
    same_results(next_weights, _update, _update_cases(), mistakes=mistakes, parts=("the new V", "the new w"),
                 hint="compare with slopes by hand: which weights did the answer that is being corrected come from?",
                 how="keep w as it was until the shares of the hidden units are known")  # fmt: skip
    return "all slopes of one pass belong to the weights of that pass"


# ---------------------------------------------------------------- 3: on real data

GOOD, MOST_UNITS = 6.0, 200
LEARNED = 600


@cache
def _concrete() -> tuple[np.ndarray, np.ndarray]:
    """Mixtures in an order drawn once, and their strengths in MPa."""
    table = data.load("concrete")
    order = np.random.default_rng(13).permutation(len(table))
    return table.numeric(*table.names[:-1])[order], table[table.names[-1]].astype(float)[order]


def concrete_error(learner) -> float:
    """The root mean squared error on mixtures that were held out."""
    X, y = _concrete()
    left = learner.fit(X[:LEARNED], y[:LEARNED]).predict(X[LEARNED:]) - y[LEARNED:]
    return float(np.sqrt((left**2).mean()))


def straight_error() -> float:
    return concrete_error(LinearRegression())


def network_error(hidden: tuple[int, ...], lam: float) -> float:
    """Of a network of these layers, with this penalty."""
    solver = Adam(rate=0.01, batch=50)
    return concrete_error(RegressionNetwork(hidden=hidden, lam=lam, solver=solver, max_epochs=150, seed=1))


@exercise("choose my_hidden, a tuple such as (4,), and my_lam: below 6 MPa on fresh concrete", seconds=30)
def concrete(my_hidden, my_lam):
    """The sizes of the hidden layers, and the penalty."""
    sizes = (my_hidden,) if isinstance(my_hidden, int | np.integer) else tuple(my_hidden)
    if not all(isinstance(size, int | np.integer) and size > 0 for size in sizes) or sum(sizes) > MOST_UNITS:
        raise NotYet(expected="sizes of hidden layers such as (4,), 200 units at most", got=shown(my_hidden),
                     hint="one whole number for each layer")  # fmt: skip
    lam = float(numbers(my_lam))
    if lam < 0:
        raise NotYet(expected="a penalty of 0 or more", got=f"{lam:g}", hint="it is paid for large weights")
    found = network_error(tuple(map(int, sizes)), lam)
    if found >= GOOD:
        hint = "no hidden unit is a straight line" if not sizes else "more units, or less penalty, or more of it"
        raise NotYet(expected="below 6 MPa", got=f"{found:.2f}", hint=hint,
                     more=["vary one of the two, write down what happens", "penalties from 0.01 to 10"])  # fmt: skip
    return f"{found:.2f} MPa; a straight line comes to {straight_error():.2f}"


# ---------------------------------------------------------------- 4: a counter-example

MOST, APART, EPOCHS = 10.0, 1.0, 1000


def trained_from(V, w) -> NetworkStep:
    """The end of training on the four corners, from this start."""
    X, y = corners()
    learner = NeuralNetwork(hidden=(2,), activation="sigmoid", solver=StochasticGradient(rate=0.5, batch=4),
                            scaled=False, max_epochs=EPOCHS, start=[V, np.reshape(w, (-1, 1))])  # fmt: skip
    return learner.fit(X, y).last_step_


@exercise("place my_V (3 x 2) and my_w (3 numbers): two different units, XOR not learned", seconds=20)
def stuck(my_V, my_w):
    """The first weights, biases first."""
    V, w = numbers(my_V), numbers(my_w)
    if V.shape != (3, 2) or w.shape != (3,):
        raise NotYet(expected="my_V with 3 rows of 2 numbers, my_w with 3 numbers", got=f"{V.shape} and {w.shape}",
                     hint="rows: bias, x1, x2; a column for each hidden unit")  # fmt: skip
    if max(np.abs(V).max(), np.abs(w).max()) > MOST:
        raise NotYet(expected="weights between -10 and 10", got=f"{max(np.abs(V).max(), np.abs(w).max()):g}",
                     hint="that is enough to be stuck")  # fmt: skip
    if np.abs(V[:, 0] - V[:, 1]).min() < APART:
        raise NotYet(expected="two units that differ by 1 at least in each weight", got=f"{shown(V.tolist())}",
                     hint="twins would be too easy")  # fmt: skip
    wrong = trained_from(V, w).mistakes
    if not wrong:
        raise NotYet(expected="at least one corner that is still wrong", got="all four right",
                     hint="where does a sigmoid have nearly no slope?",
                     more=["a large bias makes a unit say the same to all corners"])  # fmt: skip
    return f"{wrong} of 4 corners are wrong after {EPOCHS:,} epochs: saturated units hardly move"
