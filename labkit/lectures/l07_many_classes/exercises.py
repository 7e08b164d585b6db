"""Exercises of the main page of lecture 07; deck 000 "Multi-class Case", "Multiple Class Case-2"; deck 004 "Linear
Discriminant Functions: Multiple classes"."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core.resampling import folds
from labkit.learners import OneVsRest, SoftmaxRegression
from labkit.lectures.l07_many_classes.common import BILL, EXPERT, LAM, birds
from labkit.lectures.shared.held_out import PARTS
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: one gradient


def _gradient(W, x, k, *, raw=False, uphill=False, alone=False, untold=False):
    a = W @ x
    mu = np.exp(a) if raw else np.exp(a - a.max()) / np.exp(a - a.max()).sum()
    z = np.zeros(len(W)) if untold else (np.arange(len(W)) == k).astype(float)
    excess = np.where(z == 1, mu - z, 0.0) if alone else mu - z
    return mu, np.outer(-excess if uphill else excess, x)


def _gradient_cases():
    yield np.zeros((2, 2)), np.array([1.0, 4.0]), 0
    yield np.zeros((3, 2)), np.array([1.0, -2.0]), 2
    yield np.array([[0.0, 1.0], [1.0, -1.0], [0.5, 0.0]]), np.array([1.0, 2.0]), 1
    yield np.array([[1.0, 0.5, 0.0], [0.0, -1.0, 2.0], [0.3, 0.3, 0.3]]), np.array([1.0, 2.0, -1.0]), 2


@exercise("write my_gradient(W, x, k): the probabilities of all classes, and the gradient of the loss of one example")
def gradient(my_gradient):
    """``my_gradient(W, x, k)`` -> (mu, gradient); W and the gradient have a row for each class."""
    mistakes = [
        *slips(
            _gradient,
            raw="do the probabilities sum to 1?",
            uphill="that is uphill on the likelihood; the loss has the other sign: mu - z",
            alone="the other classes have a gradient too: their score should fall",
            untold="z is missing: 1 for the class of the example, 0 for the others",
        ),
        (lambda W, x, k: _gradient(W, x, k)[::-1], "the probabilities come first, then the gradient"),
        (lambda W, x, k: (_gradient(W, x, k)[0], _gradient(W, x, k)[1].T), "a row for each class: transpose it"),
    ]
    how = "a = W @ x; mu = exp(a) / exp(a).sum(); then np.outer(mu - z, x)"
    same_results(my_gradient, _gradient, _gradient_cases(), mistakes=mistakes, how=how,
                 parts=("the probabilities", "the gradient"),
                 hint="scores, softmax, what is too much of each class, times x")  # fmt: skip
    return "the row of the true class moves towards x, the others away from it, and the rows sum to zero"


# ---------------------------------------------------------------- 2: find the bug


def _decide_given(W, b, x):
    return int(np.argmax([W[0] @ x + b[k] for k in range(len(b))]))


def _decide(W, b, x):
    return int(np.argmax(W @ x + b))


def _decide_cases():
    yield np.array([[1.0], [-1.0]]), np.array([0.0, 0.0]), np.array([-3.0])
    W, b = np.array([[1.0, 0.0], [-1.0, 1.0], [0.0, -2.0]]), np.array([0.5, 0.0, 1.0])
    for x in ([2.0, 0.0], [-1.0, 1.0], [0.0, -2.0], [0.2, 0.1], [-0.4, 0.0]):
        yield W, b, np.array(x)


@exercise("mend decide(W, b, x): the row of the largest score", given=_decide_given)
def largest_score(decide):
    """``decide(W, b, x)`` -> a row number."""
    mistakes = [
        (lambda W, b, x: int(np.argmax(W @ x)), "the constants b are part of the scores"),
        (lambda W, b, x: int(np.argmax(b)), "that does not look at x at all"),
        (lambda W, b, x: int(np.argmin(W @ x + b)), "that is the smallest score"),
        (lambda W, b, x: float(np.max(W @ x + b)), "that is the score; asked for is its row"),
    ]
    same_results(decide, _decide, _decide_cases(), mistakes=mistakes, how="every class has weights of its own",
                 hint="all scores have one part in common: does it help to tell the classes apart?")  # fmt: skip
    return "with one w for all classes, w'x is added to every score and cancels: only the constants would decide"


# ---------------------------------------------------------------- 3: on real data

MOST_WRONG, LEAST_NAMED = 4, 315


@cache
def held_out_probabilities() -> tuple[np.ndarray, np.ndarray]:
    """Of every bird, by a machine that has not seen it; and its species."""
    X, y = birds(BILL)
    found = np.empty((len(y), len(np.unique(y))))
    for known, rest in folds(len(y), k=PARTS, seed=0, classes=y):
        machine = SoftmaxRegression(lam=LAM, reference=None).fit(X[known], y[known])
        found[rest] = machine.predict_proba(X[rest])
    return found, y


@exercise("choose my_threshold: at most 4 of the named birds wrong, at least 315 named")
def when_to_ask(my_threshold):
    """A probability."""
    if not isinstance(my_threshold, int | float) or not 0 <= my_threshold <= 1:
        raise NotYet(expected="a probability from 0 to 1", got=shown(my_threshold), hint="a number such as 0.5")
    mu, y = held_out_probabilities()
    named = mu.max(axis=1) >= my_threshold
    wrong = int((mu.argmax(axis=1) != y)[named].sum())
    got = f"{wrong} wrong of {int(named.sum())} named"
    if wrong > MOST_WRONG:
        raise NotYet(expected="at most 4 wrong", got=got, hint="be stricter: where is it unsure?",
                     good="enough birds are named" if named.sum() >= LEAST_NAMED else "",
                     more=["most birds have a probability near 1; look between 0.8 and 1"])  # fmt: skip
    if named.sum() < LEAST_NAMED:
        raise NotYet(expected="at least 315 named", got=got, hint="less strict: many right birds are lost",
                     good="few of the named birds are wrong", more=["look between 0.8 and 1"])  # fmt: skip
    return f"{got}; without a threshold 12 are wrong: two thirds of them said so beforehand"


# ---------------------------------------------------------------- 4: a counter-example


@exercise("place my_points and my_labels: softmax gets all right, one expert claims none of its points")
def fooled(my_points, my_labels):
    """Points with two coordinates, and as many labels of three kinds."""
    X, y = numbers(my_points), np.asarray(my_labels)
    if X.ndim != 2 or X.shape[1:] != (2,) or y.shape != X.shape[:1]:
        got = f"points of shape {X.shape} with {y.size} labels"
        raise NotYet(expected="points [x1, x2] and a label for each", got=got, hint="count them")
    classes, counts = np.unique(y, return_counts=True)
    if len(classes) != 3 or counts.min() < 2:
        got = ", ".join(f"{count} of {label}" for label, count in zip(classes, counts, strict=True))
        raise NotYet(expected="three classes with at least two points each", got=got, hint="add points")
    wrong = int((SoftmaxRegression(lam=LAM, reference=None).fit(X, y).predict(X) != y).sum())
    if wrong:
        raise NotYet(expected="a softmax without a mistake", got=f"{wrong} wrong",
                     hint="leave straight gaps between the classes", more=["two straight gaps are enough"])  # fmt: skip
    claims = OneVsRest(learner=EXPERT).fit(X, y).model_.received(X)
    own = [int(claims[y == label, k].sum()) for k, label in enumerate(classes)]
    if min(own) > 0:
        raise NotYet(expected="an expert who claims none of its points", got=f"claims of {own} points",
                     good="softmax gets all of them right",
                     hint="an expert has one line: where must its class lie so that no line helps?",
                     more=["think of a class that has a neighbour on either side"])  # fmt: skip
    return f"the expert for {classes[int(np.argmin(own))]} cannot part it from both sides, and never says yes"
