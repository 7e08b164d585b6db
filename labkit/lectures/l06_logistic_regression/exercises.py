"""Exercises of the main page of lecture 06; deck 003 "ESTIMATING THE WEIGHT VECTOR W", deck 004 "Hessian", "Issues"."""

from __future__ import annotations

import numpy as np

from labkit.learners import LogisticRegression
from labkit.lectures.l06_logistic_regression.pictures import eight, tumours
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips


def design(x: np.ndarray) -> np.ndarray:
    """With a column of ones in front."""
    return np.column_stack([np.ones(len(x)), x])


def mu_of(X: np.ndarray, w: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-X @ w))


def cases() -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """(X, t, w), small ones first."""
    x, t = eight()
    X = design(x)
    rng = np.random.default_rng(6)
    more = design(rng.normal(size=(12, 2)))
    return [
        (np.array([[1.0, 2.0]]), np.array([1]), np.zeros(2)),
        (np.array([[1.0, 2.0], [1.0, -1.0], [1.0, 3.0]]), np.array([1, 0, 0]), np.array([0.5, -1.0])),
        (X, t, np.zeros(2)),
        (X, t, np.array([-2.0, 1.0])),
        (more, (rng.random(12) < 0.5).astype(int), np.array([0.3, -0.7, 1.1])),
    ]


# ---------------------------------------------------------------- 1: the gradient


def _gradient(X, t, w, *, score=False, uphill=False, mean=False, squared=False, doubled=False):
    mu = X @ w if score else mu_of(X, w)
    left = (t - mu) if uphill else mu - t
    left = left * mu * (1 - mu) if squared else left
    return (2 if doubled else 1) * X.T @ left / (len(t) if mean else 1)


@exercise("write my_gradient(X, t, w): the gradient of the cross-entropy at w")
def gradient(my_gradient):
    """``my_gradient(X, t, w)`` -> one number for each weight; the first column of X is 1."""
    mistakes = [
        *slips(
            _gradient,
            score="X @ w is the score: what makes a probability of it?",
            uphill="that points uphill in the likelihood, downhill in the loss: which does a gradient do?",
            mean="that is the mean; the loss is a sum over the examples",
            squared="that belongs to the squared loss: cross-entropy has no factor p(1 \u2212 p)",
            doubled="there is no 2: that comes from a square",
        ),
        (lambda X, t, w: mu_of(X, w) - t, "those are the residuals: each example adds its residual times x"),
    ]
    same_results(my_gradient, _gradient, cases(), mistakes=mistakes,
                 hint="first the probabilities, then how far each is off, then times X",
                 how="p = 1 / (1 + np.exp(-X @ w)); one line more, with X.T")  # fmt: skip
    return "every example adds p \u2212 t, times its x"


# ---------------------------------------------------------------- 2: find the bug


def _newton_given(X, t, w):
    p = 1 / (1 + np.exp(-X @ w))
    H = -(X.T * (p * (1 - p))) @ X
    return w - np.linalg.solve(H, X.T @ (p - t))


def _newton(X, t, w):
    mu = mu_of(X, w)
    return w + np.linalg.solve((X.T * (mu * (1 - mu))) @ X, X.T @ (t - mu))


def _newton_mistakes():
    def both(X, t, w):  # both signs turned: right once more, but for the sign of the move
        return 2 * w - _newton(X, t, w)

    def unweighted(X, t, w):
        return w + np.linalg.solve(X.T @ X, X.T @ (t - mu_of(X, w)))

    def rooted(X, t, w):
        mu = mu_of(X, w)
        return w + np.linalg.solve((X.T * np.sqrt(mu * (1 - mu))) @ X, X.T @ (t - mu))

    return [
        (both, "it still goes uphill in the loss: one sign too many or too few"),
        (unweighted, "the weights p(1 \u2212 p) belong into H"),
        (rooted, "no root: the weight is p(1 \u2212 p) itself"),
        (lambda X, t, w: _newton(X, t, w) - w, "that is the move; return where it leads"),
    ]


@exercise("mend newton(X, t, w): one move of Newton's", given=_newton_given)
def newton(newton):
    """``newton(X, t, w)`` -> the next weights."""
    usable = [case for case in cases() if len(case[1]) > 2]
    same_results(newton, _newton, usable, mistakes=_newton_mistakes(),
                 hint="is H the Hessian of the loss or of the likelihood? Which of them bends upwards?",
                 how="X.T @ (p - t) belongs to the loss, so H must too: its diagonal is not negative")  # fmt: skip
    return "the Hessian of the loss is minus that of ln L; with the wrong sign Newton climbs"


# ---------------------------------------------------------------- 3: on real data

ENOUGH = 20


@exercise("choose my_measurements, three of the ten: fewer than 20 of 569 tumours wrong", seconds=30)
def three_measurements(my_measurements):
    """Names of three columns."""
    X, y, names = tumours()
    chosen = [my_measurements] if isinstance(my_measurements, str) else list(my_measurements)
    if len(chosen) != 3 or len(set(chosen)) != 3 or not set(chosen) <= set(names):
        raise NotYet(
            expected=f"three names out of {', '.join(names)}", got=shown(my_measurements), hint="check the names"
        )
    columns = X[:, [names.index(name) for name in chosen]]
    wrong = int((held_out_answers(LogisticRegression(lam=1.0), columns, y, scaled=True) != y).sum())
    if wrong >= ENOUGH:
        raise NotYet(expected="fewer than 20 tumours wrong", got=str(wrong), hint=_hint(chosen),
                     more=["radius, perimeter and area say nearly the same: one of them is enough",
                           "texture is one of the three"])  # fmt: skip
    return f"{wrong} of 569 are wrong, each told by a curve that has not seen it; all ten get 13 wrong"


def _hint(chosen: list[str]) -> str:
    sizes = sum(name in ("worst_radius", "worst_perimeter", "worst_area") for name in chosen)
    if sizes > 1:
        return "two of yours both say how large the cells are"
    return (
        "how large are the cells? none of yours says it" if not sizes else "size is in: what do the others add to it?"
    )


# ---------------------------------------------------------------- 4: a counter-example


@exercise("place my_x and my_t: no threshold parts the classes, and yet the weights run away")
def runs_away(my_x, my_t):
    """At least five places on one axis, and as many classes, 0 or 1."""
    x, t = numbers(my_x), np.asarray(my_t)
    if x.ndim != 1 or t.shape != x.shape or len(x) < 5 or set(np.unique(t).tolist()) != {0, 1}:
        raise NotYet(expected="at least five numbers and as many classes, some 0 and some 1",
                     got=f"{x.size} numbers with {t.size} classes", hint="count them")  # fmt: skip
    if not x.std() > 0:
        raise NotYet(expected="places that differ", got="one place", hint="move some of them")
    low, high = sorted((x[t == 0], x[t == 1]), key=np.mean)
    if low.max() < high.min():
        raise NotYet(expected="classes that no threshold parts", got="a threshold that parts them",
                     good="the weights run away", hint="let the classes meet; where may they?")  # fmt: skip
    end = LogisticRegression().fit(x[:, None], t).last_step_
    if "separable" not in end.reason:
        raise NotYet(expected="weights that run away", got=f"a likeliest curve with w1 = {end.w[1]:.3g}",
                     good="no threshold parts the classes", hint="how far may the classes reach into each other?",
                     more=["one place that both classes share is enough"])  # fmt: skip
    return "the classes only touch: all others become ever surer, and those at the border stay at one half"
