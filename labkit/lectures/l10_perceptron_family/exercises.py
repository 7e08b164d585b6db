"""Exercises of lecture 10, the perceptron's family; deck 000 "Extension to Multiple Classes", "Fuzzy Updates", "LVQ as
Perceptron Update" and "Capacity Questions".
"""

from __future__ import annotations

from math import comb, erf, sqrt

import numpy as np

from labkit.tutor.check import NotYet, close, exercise, numbers, same_results, shown

HALF_AT = 20  # N where a random labelling in 9 dimensions is separable half of the time


def _lvq(x, w_true, w_rival, eta):
    return w_true + eta * (x - w_true), w_rival - eta * (x - w_rival)


def _prototype_cases():
    rng = np.random.default_rng(61)
    for _ in range(5):
        yield *(rng.integers(-6, 7, 2) / 2 for _ in range(3)), 0.25


@exercise("write my_lvq(x, w_true, w_rival, eta): both prototypes after x of w_true's class was won by w_rival")
def lvq_step(my_lvq):
    """``my_lvq(x, w_true, w_rival, eta)`` -> (new w_true, new w_rival)."""
    mistakes = [
        (lambda x, t, r, eta: (t - eta * (x - t), r + eta * (x - r)), "draw the arrow x - w: which one follows it?"),
        (lambda x, t, r, eta: (t + eta * (x - t), r + eta * (x - r)), "both approach x; the rival should not"),
        (lambda x, t, r, eta: (t + eta * (x - t), r), "the rival has won wrongly: it moves as well"),
        (lambda x, t, r, eta: (t + eta * x, r - eta * x), "the gradient of -|x - w|^2 / 2 is not x alone"),
        (lambda x, t, r, eta: _lvq(x, t, r, eta)[::-1], "w_true comes first, w_rival second"),
        (lambda x, t, r, eta: (t + eta * (x - t), r - eta * (x - t)), "each prototype moves along its own arrow to x"),
    ]
    hint = "each moves by eta along the arrow between itself and x, one to it and one from it"
    same_results(my_lvq, _lvq, _prototype_cases(), mistakes=mistakes, hint=hint)
    return "the true prototype approaches, the winner retreats"


def _vigilance(W, x, j, epsilon, eta):
    return _strengthened(W, x, j, eta, lambda lead: lead <= epsilon)


def _strengthened(W, x, j, eta, mistake, rivals=None):
    """The update of class j where ``mistake(lead)``; ``rivals`` marks the classes that pay, else the challenger."""
    scores = W @ x
    others = np.where(np.arange(len(W)) == j, -np.inf, scores)
    c = int(others.argmax())
    if not mistake(scores[j] - scores[c]):
        return W
    new = W.copy()
    new[j] = new[j] + eta * x
    paying = [c] if rivals is None else rivals(j, scores)
    new[paying] = new[paying] - eta * x
    return new


def _machine_cases():
    rng = np.random.default_rng(55)
    x = np.array([-1.0, 1.0, 2.0])
    yield np.zeros((3, 3)), x, 1, 0.0, 0.5  # equal scores: a mistake
    yield np.array([[0, 0, 1], [0, 1, 1], [0, 0, 0.0]]), x, 1, 1.0, 0.5  # ahead by exactly epsilon
    yield np.array([[0, 0, 1], [0, 0, 2], [0, 0, 0.0]]), x, 1, 3.0, 0.5  # ahead, but not enough
    for _ in range(6):
        yield rng.integers(-4, 5, (3, 3)) / 2, rng.integers(-4, 5, 3) / 2, int(rng.integers(3)), 1.0, 0.5


@exercise("write my_vigilance(W, x, j, epsilon, eta): the weights (a row per class) after x of class j was looked at")
def vigilance_update(my_vigilance):
    """``my_vigilance(W, x, j, epsilon, eta)`` -> the new W."""

    def changed(mistake=lambda lead, epsilon: lead <= epsilon, rivals=None):
        return lambda W, x, j, epsilon, eta: _strengthened(W, x, j, eta, lambda lead: mistake(lead, epsilon), rivals)

    everyone = changed(rivals=lambda j, scores: [i for i in range(len(scores)) if i != j])
    nobody = changed(rivals=lambda j, scores: [])
    mistakes = [
        (changed(lambda lead, epsilon: lead <= 0), "being ahead is not enough: by how much must class j be ahead?"),
        (
            changed(lambda lead, epsilon: lead < epsilon),
            "a lead of exactly epsilon (0 at the start) is still a mistake",
        ),
        (changed(lambda lead, epsilon: True), "an example that is far enough ahead changes nothing"),
        (everyone, "only the strongest of the others is weakened"),
        (nobody, "what class j gains, its challenger loses"),
    ]
    hint = "find the challenger (the best score among the other classes); compare; move two rows by eta x"
    same_results(my_vigilance, _vigilance, _machine_cases(), mistakes=mistakes, hint=hint)
    return "two rows move, in opposite ways, until the lead is more than epsilon"


def _cover(N, p):
    return 2 * sum(comb(N - 1, i) for i in range(p + 1)) / 2**N


def _normal(z):
    return (1 + erf(z / sqrt(2))) / 2


@exercise("write my_probability(N, p): how likely a random labelling of N points in p dimensions is separable, exactly")
def cover_probability(my_probability):
    """``my_probability(N, p)`` -> a number; points in general position, a hyperplane with a constant."""
    mistakes = [
        (lambda N, p: 2 * sum(comb(N - 1, i) for i in range(p)) / 2**N, "the constant counts: the sum has p + 1 terms"),
        (
            lambda N, p: sum(comb(N - 1, i) for i in range(p + 1)) / 2**N,
            "each plane serves a labelling and its opposite",
        ),
        (
            lambda N, p: 2 * sum(comb(N, i) for i in range(p + 1)) / 2**N,
            "two points in 1 dimension must give exactly 1",
        ),
        (
            lambda N, p: 2.0 * sum(comb(N - 1, i) for i in range(p + 1)),
            "that counts them; how many labellings are there?",
        ),
        (lambda N, p: _normal((2 * p - N) / sqrt(N)), "that is the printed approximation; sum the binomials"),
        (lambda N, p: _normal((2 * p + 2 - N) / sqrt(N - 1)), "that is an approximation; sum the binomials"),
    ]
    cases = [(2, 1), (3, 1), (6, 2), (8, 3), (20, 9), (40, 9)]
    hint = "count the separable labellings with binomials of N - 1, and divide by how many labellings there are"
    same_results(my_probability, _cover, cases, mistakes=mistakes, hint=hint)
    return "1 as long as N <= p + 1, and falling from there"


@exercise("set my_capacity: the number N of points in 9 dimensions at which half of all labellings are separable")
def capacity(my_capacity):
    """A number."""
    hints = {
        18: "that is 2p; a plane with a constant has one more number to choose",
        10: "up to there every labelling is separable; where is it every second?",
        19: "close: ask your my_probability there",
        21: "close: ask your my_probability there",
    }
    N = numbers(my_capacity)
    if not close(N, HALF_AT):
        hint = hints.get(float(N) if N.ndim == 0 else None, "try my_probability(N, 9) for growing N")
        raise NotYet(expected="an N with P(N, 9) = 1/2", got=shown(N), hint=hint)
    return "twice the number of weights, the constant's included"


def _slope(d, xi):
    return 1 / xi if abs(d) < xi / 2 else 0.0


@exercise("write my_slope(d, xi): the slope of the linear penalty, d / xi + 1/2 cut to [0, 1], at d")
def fuzzy_slope(my_slope):
    """``my_slope(d, xi)`` -> a number."""

    def logistic(d, xi):
        g = 1 / (1 + np.exp(-d / xi))
        return g * (1 - g) / xi

    mistakes = [
        (lambda d, xi: 1.0 if abs(d) < xi / 2 else 0.0, "a narrow penalty must be steeper than a wide one"),
        (lambda d, xi: 1 / xi, "far from the boundary the penalty is flat"),
        (lambda d, xi: 1 / xi if abs(d) < xi else 0.0, "how wide is the ramp from 0 to 1, if its slope is yours?"),
        (lambda d, xi: xi if abs(d) < xi / 2 else 0.0, "a narrow penalty must be steeper than a wide one"),
        (logistic, "that is the slope of the logistic penalty"),
    ]
    cases = [(0.0, 1.0), (0.2, 2.0), (-0.2, 0.5), (0.4, 0.5), (-0.4, 2.0), (-3.0, 2.0), (1.3, 2.0)]
    hint = "differentiate where the penalty rises; where it is cut it is constant"
    same_results(my_slope, _slope, cases, mistakes=mistakes, hint=hint)
    return "only examples inside the ramp speak, and louder the narrower it is"


def _kesler(x, j, k, C):
    row = np.zeros((C, len(x)))
    row[j], row[k] = x, -x
    return row.ravel()


def _kesler_cases():
    rng = np.random.default_rng(54)
    for j, k, C in ((0, 1, 2), (1, 0, 3), (2, 0, 3), (1, 3, 4)):
        yield rng.integers(1, 7, 3) / 2, j, k, C


@exercise("write my_kesler(x, j, k, C): the row p with q'p = w_j'x - w_k'x, where q is the C weight rows in one")
def kesler_row(my_kesler):
    """``my_kesler(x, j, k, C)`` -> C len(x) numbers; classes count from 0."""
    mistakes = [
        (lambda x, j, k, C: -_kesler(x, j, k, C), "q'p must grow with the score of class j"),
        (lambda x, j, k, C: np.abs(_kesler(x, j, k, C)), "q'p is a difference: one block is subtracted"),
        (lambda x, j, k, C: _kesler(x, j, k, C).reshape(C, -1), "lay the C blocks in one row"),
        (lambda x, j, k, C: _kesler(x, j, k, C).reshape(C, -1).T.ravel(), "block i holds all of x, in place of w_i"),
        (lambda x, j, k, C: np.concatenate([x, -x]), "there is a block for each of the C classes, most of them zero"),
    ]
    hint = "C blocks as long as x, all zero but two"
    same_results(my_kesler, _kesler, _kesler_cases(), mistakes=mistakes, hint=hint)
    return "one perceptron for all classes, so its theorem holds for them too"
