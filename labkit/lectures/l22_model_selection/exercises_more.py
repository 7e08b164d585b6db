"""Exercises of the page with more of lecture 22; deck 004 "Information Criteria based methods"."""

from __future__ import annotations

import numpy as np

from labkit.tutor.check import NotYet, exercise, same_results, shown, slips

# ---------------------------------------------------------------- 5: BIC of a regression


def _bic(rss, n, coefficients):
    return n * (np.log(2 * np.pi * rss / n) + 1) + (coefficients + 1) * np.log(n)


def _slipped_bic(rss, n, coefficients, *, variance=False, two=False, whole=False, single=False):
    k = coefficients if variance else coefficients + 1
    fit = n * (np.log(2 * np.pi * rss / (1 if whole else n)) + 1)
    return (fit / 2 if single else fit) + k * (2 if two else np.log(n))


@exercise("write my_bic(rss, n, coefficients): BIC of a least-squares fit with normal noise")
def bic(my_bic):
    """``my_bic(rss, n, coefficients)`` -> a number."""
    mistakes = slips(
        _slipped_bic,
        variance="the variance of the noise is estimated too: k is one more",
        two="that is the price of AIC",
        whole="the variance is rss / n",
        single="it is minus two times ln L",
    )
    cases = [(0.0582, 12, 4), (5.3254, 12, 1), (100.0, 50, 3), (3.0, 8, 2)]
    same_results(my_bic, _bic, cases, mistakes=mistakes, hint="-2 ln L is n (ln(2 pi rss / n) + 1)",
                 how="add (coefficients + 1) times ln n")  # fmt: skip
    return "only the differences between models matter: what is the same for all may be left out"


# ---------------------------------------------------------------- 6: find the bug


def _left_out_error(y, answers, leverages):
    y, answers, leverages = map(np.asarray, (y, answers, leverages))
    return float(np.mean(((y - answers) / (1 - leverages)) ** 2))


def _left_out_error_given(y, answers, leverages):
    residuals = y - answers
    return np.mean(residuals**2 / (1 - leverages))


@exercise("mend left_out_error(y, answers, leverages): the mean squared error with each example left out",
          given=_left_out_error_given)  # fmt: skip
def left_out_error(left_out_error):
    """``left_out_error(y, answers, leverages)`` -> a number."""
    mistakes = [
        (lambda y, answers, leverages: np.mean((y - answers) ** 2), "that is the training error"),
        (lambda y, answers, leverages: np.mean((y - answers) / (1 - leverages)), "square it"),
        (lambda y, answers, leverages: np.mean(((y - answers) / leverages) ** 2),
         "an example that decides its own answer has leverage 1: then nothing is left"),
        (lambda y, answers, leverages: np.mean(((y - answers) * (1 - leverages)) ** 2),
         "left out, an example is answered worse, not better"),
    ]  # fmt: skip
    rng = np.random.default_rng(22)
    cases = [(np.array([0.0, 0, 3]), np.ones(3), np.full(3, 1 / 3))]
    cases += [(rng.normal(size=n), rng.normal(size=n), rng.uniform(0.05, 0.9, n)) for n in (4, 9)]
    same_results(left_out_error, _left_out_error, cases, mistakes=mistakes,
                 hint="the mean of 0, 0, 3 is 1. Leave out the 3: what is answered, and how far off is it?",
                 how="divide the residual first, then square")  # fmt: skip
    return "one fit instead of n, and exactly the same number"


# ---------------------------------------------------------------- 7: fool leaving one out

FEWEST = 6


@exercise("choose my_labels of two classes: 'always the commonest', one left out, is never right")
def never_right(my_labels):
    """At least six labels."""
    y = np.asarray(my_labels)
    if y.ndim != 1 or len(y) < FEWEST or len(np.unique(y)) != 2:
        raise NotYet(expected=f"at least {FEWEST} labels of two classes", got=shown(my_labels), hint="write a list")
    right = sum(_commonest(np.delete(y, i)) == y[i] for i in range(len(y)))
    if right:
        raise NotYet(expected=f"0 of {len(y)} right", got=f"{right}",
                     hint="leave one out: which class has the majority of the others?",
                     more=["how many of each class make leaving one out decide the vote?"])  # fmt: skip
    return "an honest learner is right half of the time, and leaving one out says never: nearly unbiased is not exact"


def _commonest(y: np.ndarray):
    values, counts = np.unique(y, return_counts=True)
    return values[counts.argmax()]
