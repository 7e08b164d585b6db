"""303 patients with chest pain: how probable a narrowed vessel is, for each by a model that has not seen that patient.

Lecture 01. The posteriors come from logistic regression (lecture 06) on eight measurements.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data, inputs
from labkit.core.resampling import folds
from labkit.learners import LogisticRegression
from labkit.learners.decisions import risk
from labkit.lectures.l01_function_approximation.costs import LEAVE, TREAT, loss_table

NUMBERS = ("age", "trestbps", "chol", "thalach", "oldpeak")
YES = {"sex": "male", "exang": "yes", "cp": "asymptomatic"}  # columns of words: 1 for this word, 0 for others
PARTS = 10
MISS, ASK = 5, 0.3  # what a missed patient and a further opinion cost, in needless examinations


@cache
def patients() -> tuple[np.ndarray, np.ndarray]:
    """Eight numbers for each of 303 patients, and whether a vessel is narrowed."""
    table = data.load("heart")
    words = [table[name] == word for name, word in YES.items()]
    X = np.column_stack([table.numeric(*NUMBERS), *words]).astype(float)
    return inputs.frozen(X), inputs.frozen(table["disease"] == "yes", bool)


@cache
def held_out_posteriors() -> np.ndarray:
    """(patients, 2): healthy, ill; each by a model of the nine other parts."""
    X, ill = patients()
    P = np.empty((len(X), 2))
    for known, rest in folds(len(X), k=PARTS, seed=0, classes=ill):
        P[rest] = LogisticRegression().fit(X[known], ill[known]).predict_proba(X[rest])
    return inputs.frozen(P)


def counted(decisions: np.ndarray, ask: float = 0.0) -> tuple[int, int, int, float]:
    """(ill patients left, healthy ones sent, patients asked about, cost per patient)."""
    _, ill = patients()
    missed, needless = int((ill & (decisions == LEAVE)).sum()), int((~ill & (decisions == TREAT)).sum())
    asked = int((decisions == risk.REJECTED).sum())
    return missed, needless, asked, (MISS * missed + needless + ask * asked) / len(ill)


@cache
def heart_results() -> dict[str, tuple[int, int, int, float]]:
    """What each way to decide costs."""
    P, losses = held_out_posteriors(), loss_table(MISS)
    everyone = np.full(len(P), TREAT)
    return {
        "send nobody": counted(np.full(len(P), LEAVE)),
        "send everyone": counted(everyone),
        "the likelier class": counted(risk.decisions(P)),
        "the least risk": counted(risk.decisions(P, losses)),
        f"the least risk, or ask for {ASK}": counted(risk.decisions(P, losses, ASK), ASK),
    }
