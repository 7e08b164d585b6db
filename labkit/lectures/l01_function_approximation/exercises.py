"""Exercises of the main page of lecture 01: apply, find the bug, decide about patients, build a counter-example."""

from __future__ import annotations

import numpy as np

from labkit.learners.decisions import risk
from labkit.lectures.l01_function_approximation.heart import counted, held_out_posteriors
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: Bayes' rule


def _posterior(prior, finds, clears):
    """By counting: the ill with a positive test among all with one."""
    return prior * finds / (prior * finds + (1 - prior) * (1 - clears))


def _slipped(prior, finds, clears, *, alike=False, missed=False, joint=False, other=False):
    ill = finds if alike else prior * (1 - finds if missed else finds)
    false = (1 if alike else 1 - prior) * (clears if other else 1 - clears)
    return ill if joint else ill / (ill + false)


@exercise("write my_posterior(prior, finds, clears): the probability of being ill after a positive test")
def posterior(my_posterior):
    """``my_posterior(prior, finds, clears)`` -> a number from 0 to 1."""
    cases = [(0.01, 0.9, 0.9), (0.5, 0.9, 0.9), (0.1, 0.8, 0.95), (0.3, 1.0, 0.6)]
    mistakes = [
        (lambda prior, finds, clears: finds, "that is how many of the ill test positive, not the other way round"),
        *slips(
            _slipped,
            alike="how frequent is the illness? the rule weighs both classes by their frequency",
            missed="the ill who test positive are those whom the test finds",
            joint="that is the share of ill and positive among everyone; divide by all who test positive",
            other="false alarms are the healthy ones whom the test does not clear",
        ),
    ]
    hint, how = "imagine 1,000 people and count who tests positive", "ill and positive, divided by all who are positive"
    same_results(my_posterior, _posterior, cases, mistakes=mistakes, hint=hint, how=how)
    return "the same test means little where the illness is rare, and much where it is frequent"


# ---------------------------------------------------------------- 2: find the bug


def _decide(P, L):
    return int(np.argmin([sum(P[k] * L[k][i] for k in range(len(P))) for i in range(len(P))]))


def _given(P, L):
    return int((L @ P).argmin())


@exercise("mend decide(P, L): the decision of the least risk; row k of L is the true class", given=_given)
def decide(decide):
    """``decide(P, L)`` -> the number of a class, from 0."""
    cases = [
        (np.array([0.85, 0.15]), np.array([[0.0, 1.0], [10.0, 0.0]])),
        (np.array([0.4, 0.6]), np.array([[0.0, 5.0], [1.0, 0.0]])),
        (np.array([0.5, 0.3, 0.2]), np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [9.0, 9.0, 0.0]])),
        (np.array([0.2, 0.7, 0.1]), np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]])),
    ]
    mistakes = [
        (lambda P, L: int(P.argmax()), "that is the most probable class; the losses have no say"),
        (lambda P, L: int((P @ L).argmax()), "that is the decision with the largest risk"),
        (lambda P, L: int((L @ P).argmax()), "that is the largest, and the sum still runs over the wrong index"),
    ]
    hint = "the sum runs over the true class, which is the row of L; over what does it run here?"
    same_results(decide, _decide, cases, mistakes=mistakes, hint=hint, how="in P @ L, the sum runs over the rows of L")
    return "each risk is the mean of a column of L, weighted by the posterior"


# ---------------------------------------------------------------- 3: on real data

MOST_MISSED, MOST_NEEDLESS = 8, 72


@exercise("choose my_threshold: at most 8 ill patients are not sent, and at most 72 healthy ones are")
def heart_threshold(my_threshold):
    """Patients whose probability is above the threshold are sent."""
    value = numbers(my_threshold)
    if value.shape != () or not 0 < value < 1:
        raise NotYet(expected="a probability between 0 and 1", got=shown(my_threshold), hint="one number, such as 0.5")
    missed, needless, *_ = counted((held_out_posteriors()[:, 1] > value).astype(int))
    got = f"{missed} and {needless}"
    if missed > MOST_MISSED:
        raise NotYet(expected="at most 8 ill ones left and at most 72 healthy ones sent", got=got,
                     hint="too many ill ones are left: to which side does the threshold go?",
                     more=["a lower threshold sends more patients"],
                     good="few healthy ones are sent" if needless <= MOST_NEEDLESS else "")  # fmt: skip
    if needless > MOST_NEEDLESS:
        raise NotYet(expected="at most 8 ill ones left and at most 72 healthy ones sent", got=got,
                     hint="too many healthy ones are sent: to which side does the threshold go?",
                     more=["a higher threshold sends fewer patients"], good="few ill ones are left")  # fmt: skip
    return f"{missed} ill patients are left and {needless} healthy ones are sent"


# ---------------------------------------------------------------- 4: a counter-example

LARGEST = 10


@exercise("build my_P and my_L for three classes: the least probable class is the decision of the least risk")
def least_probable(my_P, my_L):
    """Three different probabilities, and losses with zeros on the diagonal, all others from 1 to 10."""
    P, L = numbers(my_P), numbers(my_L)
    if P.shape != (3,) or L.shape != (3, 3):
        raise NotYet(expected="3 probabilities and a table of 3 rows of 3", got=f"shapes {P.shape} and {L.shape}",
                     hint="row k of my_L is the true class k, each column a decision")  # fmt: skip
    if P.min() < 0 or abs(P.sum() - 1) > 1e-6 or len(np.unique(P)) < 3:
        raise NotYet(
            expected="three different probabilities with the sum 1", got=shown(my_P), hint="such as 0.5, 0.3, 0.2"
        )
    others = L[~np.eye(3, dtype=bool)]
    if np.diag(L).any() or others.min() < 1 or others.max() > LARGEST:
        raise NotYet(expected="zeros on the diagonal, all other losses from 1 to 10", got=shown(my_L),
                     hint="a right decision costs nothing, a mistake something")  # fmt: skip
    R = risk.risks(P, L)
    if R.argmin() != P.argmin():
        raise NotYet(expected=f"class {P.argmin() + 1}, the least probable", got=f"class {R.argmin() + 1}",
                     hint="which mistake must be so expensive that one rather decides for a rare class?",
                     more=["make the row of the least probable class large, and let it be not too rare"])  # fmt: skip
    return f"the risks are {', '.join(f'{r:.2f}' for r in R)}: the least probable class is the cheapest decision"
