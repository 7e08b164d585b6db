"""Exercises of the main page of lecture 10; deck 000 "Extension to Multiple Classes", "LVQ as Perceptron Update" and
"Capacity Questions".
"""

from __future__ import annotations

import numpy as np

from labkit.learners import LVQ
from labkit.learners.linear import signed
from labkit.learners.perceptron.programming import has_separator
from labkit.lectures.l10_perceptron_family.common import penguins
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, numbers, same_results, slips

# ---------------------------------------------------------------- 1: one update


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


@exercise("write my_update(W, x, j, epsilon, eta): the weights (a row per class) after x of class j was looked at")
def one_update(my_update):
    """``my_update(W, x, j, epsilon, eta)`` -> the new W."""

    def slipped(W, x, j, epsilon, eta, *, ahead=False, strict=False, always=False, everyone=False, nobody=False):
        least = 0.0 if ahead else epsilon
        others = [i for i in range(len(W)) if i != j]
        paying = (lambda j, scores: others if everyone else []) if everyone or nobody else None
        return _strengthened(W, x, j, eta, lambda lead: always or (lead < least if strict else lead <= least), paying)

    mistakes = slips(
        slipped,
        ahead="being ahead is not enough: by how much must class j be ahead?",
        strict="a lead of exactly epsilon (0 at the start) is still a mistake",
        always="an example that is far enough ahead changes nothing",
        everyone="only the strongest of the others is weakened",
        nobody="what class j gains, its challenger loses",
    )
    hint = "find the challenger (the best score among the other classes); compare; move two rows by eta x"
    how = (
        "the scores are W @ x; without place j the largest is the challenger's; is the lead over it more than epsilon?"
    )
    same_results(my_update, _vigilance, _machine_cases(), mistakes=mistakes, hint=hint, how=how)
    return "two rows move, in opposite ways, until the lead is more than epsilon"


# ---------------------------------------------------------------- 2: find the bug


def _lvq(x, w_true, w_rival, eta):
    return w_true + eta * (x - w_true), w_rival - eta * (x - w_rival)


def _prototype_cases():
    rng = np.random.default_rng(61)
    for _ in range(5):
        yield *(rng.integers(-6, 7, 2) / 2 for _ in range(3)), 0.25


def _lvq_given(x, w_true, w_rival, eta):
    to_true, to_rival = np.subtract(w_true, x), np.subtract(w_rival, x)
    return w_true + eta * to_true, w_rival - eta * to_rival


@exercise("mend lvq(x, w_true, w_rival, eta): the prototypes after w_rival has wrongly won x", given=_lvq_given)
def lvq_step(lvq):
    """``lvq(x, w_true, w_rival, eta)`` -> (new w_true, new w_rival)."""
    mistakes = [
        (lambda x, t, r, eta: (t - eta * (x - t), r + eta * (x - r)), "draw the arrow x - w: which one follows it?"),
        (lambda x, t, r, eta: (t + eta * (x - t), r + eta * (x - r)), "both approach x; the rival should not"),
        (lambda x, t, r, eta: (t + eta * (x - t), r), "the rival has won wrongly: it moves as well"),
        (lambda x, t, r, eta: (t + eta * x, r - eta * x), "the gradient of -|x - w|^2 / 2 is not x alone"),
        (lambda x, t, r, eta: _lvq(x, t, r, eta)[::-1], "w_true comes first, w_rival second"),
        (lambda x, t, r, eta: (t + eta * (x - t), r - eta * (x - t)), "each prototype moves along its own arrow to x"),
    ]
    hint = "each moves by eta along the arrow between itself and x, one to it and one from it"
    how = "which way does np.subtract(w_true, x) point: to x, or away from it?"
    same_results(lvq, _lvq, _prototype_cases(), mistakes=mistakes, hint=hint, how=how)
    return "the true prototype approaches, the winner retreats"


# ---------------------------------------------------------------- 3: on real data

ENOUGH = 10


@exercise(
    "write my_prepared(X): the four measurements made fit for distances; fewer than 10 penguins wrong", seconds=30
)
def prepared(my_prepared):
    """``my_prepared(X)`` -> an array with a row for each penguin."""
    X, y = penguins()
    made = numbers(my_prepared(X.copy()))
    if made.ndim != 2 or len(made) != len(X) or not np.isfinite(made).all():
        raise NotYet(expected=f"finite numbers, a row for each of {len(X)} penguins", got=f"shape {made.shape}",
                     hint="change the columns, keep the rows")  # fmt: skip
    wrong = int((held_out_answers(LVQ(), made, y) != y).sum())
    if wrong >= ENOUGH:
        spread = made.std(axis=0)
        uneven = spread.max() > 3 * max(float(spread.min()), 1e-12)
        hint = "one column has far larger numbers than the others" if uneven else "keep what tells the species apart"
        raise NotYet(expected=f"fewer than {ENOUGH} wrong", got=f"{wrong}", hint=hint,
                     more=["divide every column by how far it spreads"])  # fmt: skip
    return f"{wrong} of {len(y)} wrong; with the measurements as they are it was 118"


# ---------------------------------------------------------------- 4: a counter-example


@exercise("place my_points and my_labels: a line separates them, but one prototype for each class still errs")
def fooled(my_points, my_labels):
    """Points with two coordinates, and as many labels of two kinds."""
    X, y = numbers(my_points), np.asarray(my_labels)
    if X.ndim != 2 or X.shape[1:] != (2,) or y.shape != X.shape[:1] or len(np.unique(y)) != 2:
        got = f"points of shape {X.shape} with {y.size} labels"
        raise NotYet(expected="points [x1, x2] and as many labels, of two kinds", got=got, hint="count them")
    if not has_separator(signed(X, -1.0, np.where(y == np.unique(y)[1], 1.0, -1.0))):
        raise NotYet(
            expected="points that a line separates", got="points that none does", hint="draw them, use a ruler"
        )
    wrong = int((LVQ().fit(X, y).predict(X) != y).sum())
    if not wrong:
        raise NotYet(expected="at least one mistake of LVQ", got="none", good="a line separates them",
                     hint="the border starts halfway between the means: let it have a long way to turn",
                     more=["two long rows side by side, one shifted along the other"])  # fmt: skip
    return f"LVQ gets {wrong} wrong after its 30 sweeps, although a line would get none wrong"
