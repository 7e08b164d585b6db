"""Exercises of the main page of lecture 04; decks 000 "MAP Decisions: Gaussian Case" and 004 "Softmax"."""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from labkit.learners import LDA
from labkit.learners.gaussian.lda import LDAModel
from labkit.learners.probability import normal_cdf
from labkit.lectures.l04_gaussian_classifiers.common import MEASUREMENTS, birds
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: the place of the border


def _border(a, b, s, p, *, middle=False, towards=False, unsquared=False, undivided=False):
    shift = 0.0 if middle else log((1 - p) / p) * (-1 if towards else 1)
    return (a + b) / 2 + shift * (s if unsquared else s * s) / (1 if undivided else b - a)


@exercise("write my_border(a, b, s, p): where two classes of one feature with equal spread s have their border")
def border(my_border):
    """``my_border(a, b, s, p)`` -> a number; p is the prior of the class with mean b."""
    mistakes = slips(
        _border,
        middle="that is half-way: what does the prior do?",
        towards="a rare class gets less room, not more",
        unsquared="the exponent of the density has the variance, the square of the spread",
        undivided="the further apart the means, the less the prior moves the border",
    )
    cases = [(0.0, 3.0, 1.0, 0.5), (0.0, 3.0, 1.0, 0.01), (0.0, 3.0, 2.0, 0.2), (5.0, 1.0, 1.5, 0.1)]
    hint = "write the two scores down and set them equal: which terms cancel?"
    how = "what is left of x is x (b - a) / s**2; bring everything else to the other side"
    same_results(my_border, _border, cases, mistakes=mistakes, hint=hint, how=how)
    return "half-way, moved by the log of the odds: 3.03 for a class B of one in a hundred, past its own mean"


# ---------------------------------------------------------------- 2: find the bug


def _score(x, mean, variance, prior, *, power=0.5):
    return -((x - mean) ** 2) / (2 * variance) - power * np.log(variance) + np.log(prior)


def _score_given(x, mean, variance, prior):
    return -((x - mean) ** 2) / (2 * variance) + np.log(prior)


@exercise("mend my_score(x, mean, variance, prior): the log of prior times density", given=_score_given)
def score(my_score):
    """``my_score(x, mean, variance, prior)`` -> a number; a constant of all classes is left out."""

    def power(of):
        return lambda *case: _score(*case, power=of)

    def full(*case):
        return _score(*case) - 0.5 * np.log(2 * np.pi)

    mistakes = [
        (power(1.0), "the density divides by the spread, not by the variance"),
        (power(-0.5), "which class is higher in its middle, the wide one or the narrow one?"),
        (full, "right up to a constant: leave the ln 2\u03c0 away, it is the same for all classes"),
    ]
    cases = [(1.0, 0.0, 1.0, 0.5), (1.0, 0.0, 4.0, 0.5), (0.5, 2.0, 0.25, 0.1), (-3.0, 1.0, 9.0, 0.9)]
    hint = "compare a wide and a narrow class with the same mean, at that mean"
    how = "a Gaussian density is divided by something that grows with the variance: take its logarithm"
    same_results(my_score, _score, cases, mistakes=mistakes, hint=hint, how=how)
    return "without the logarithm of the spread a wide class would win even where a narrow one is denser"


# ---------------------------------------------------------------- 3: on real data

MOST_WRONG = 5


@exercise("choose my_columns, two measurements: LDA names at most 5 of the 219 birds wrongly")
def two_columns(my_columns):
    """Two names of measurements."""
    known = isinstance(my_columns, list | tuple) and all(isinstance(name, str) for name in my_columns)
    if not known or len(set(my_columns)) != 2 or not set(my_columns) <= set(MEASUREMENTS):
        hint = f"two different ones out of {', '.join(MEASUREMENTS)}"
        raise NotYet(expected="a list of two measurements", got=shown(my_columns), hint=hint)
    X, species = birds(tuple(my_columns))
    wrong = int((held_out_answers(LDA(), X, species) != species).sum())
    if wrong > MOST_WRONG:
        hint = "one measurement separates these two species well: keep it" if wrong > 20 else "change the other one"
        raise NotYet(expected=f"at most {MOST_WRONG} birds wrong", got=str(wrong), hint=hint,
                     more=["which one says how large a bird is?"])  # fmt: skip
    return f"{wrong} of {len(species)}: the mass alone says little, but it says how long a bill one should expect"


# ---------------------------------------------------------------- 4: a counter-example


@exercise("choose my_means and my_correlation: naive Bayes errs on more than 20 %, the true model on less than 5 %")
def fooled(my_means, my_correlation):
    """Two means of two features, and the correlation inside both classes."""
    means, r = numbers(my_means), numbers(my_correlation)
    if means.shape != (2, 2) or r.shape != () or not abs(r) < 1 or not np.isfinite(means).all():
        got = f"means of shape {means.shape} and the correlation {shown(r)}"
        raise NotYet(expected="means [[a1, a2], [b1, b2]] and a correlation between -1 and 1", got=got,
                     hint="one row for each class")  # fmt: skip
    if np.array_equal(means[0], means[1]):
        raise NotYet(expected="two different means", got="equal ones", hint="nobody can tell such classes apart")
    S = np.array([[1.0, r], [r, 1.0]])
    naive, true = (_error(means, LDAModel.given(means, each), S) for each in (np.eye(2), S))
    if naive <= 0.2:
        hint = "along which direction should the means differ, so that the correlation matters?"
        raise NotYet(expected="naive Bayes errs on more than 20 %", got=f"{naive:.1%}", hint=hint,
                     more=["move the means nearer to each other"])  # fmt: skip
    if true >= 0.05:
        hint = (
            "the true model profits from a strong correlation: how strong is yours, and do the means differ across it?"
        )
        raise NotYet(expected="the true model errs on less than 5 %", got=f"{true:.1%}", hint=hint,
                     good=f"naive Bayes errs on {naive:.1%}")  # fmt: skip
    return f"naive Bayes errs on {naive:.1%}, the true model on {true:.1%}: two thin clouds side by side"


def _error(means: np.ndarray, model: LDAModel, S: np.ndarray) -> float:
    """Of all cases, with equal priors and the covariance S in both classes."""
    w = model.directions[1] - model.directions[0]
    spread = sqrt(float(w @ S @ w))
    middle = float(model.offsets[1] - model.offsets[0])
    return float(normal_cdf((w @ means[0] - middle) / spread) + normal_cdf((middle - w @ means[1]) / spread)) / 2
