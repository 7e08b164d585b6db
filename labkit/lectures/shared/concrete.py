"""How strong is concrete that nobody has tested? What lectures 18 and 21 ask of the same tests."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.resampling import folds
from labkit.core.table import Table

AGE, STRENGTH = "age_days", "strength_mpa"
PARTS = 5


def concrete() -> tuple[Table, np.ndarray]:
    table = data.load("concrete")
    return table.without(STRENGTH), table[STRENGTH]


def with_log_age(X: Table) -> np.ndarray:
    """The recipe and the logarithm of the age, for a straight line."""
    return np.column_stack([X.without(AGE).numeric(), np.log(X[AGE])])


def recipes(X: Table) -> np.ndarray:
    """The number of each row's recipe: the same mixture was tested at several ages."""
    return np.unique(X.without(AGE).numeric(), axis=0, return_inverse=True)[1].ravel()


def new_recipe_answers(learner, cells: np.ndarray, y: np.ndarray, recipe: np.ndarray) -> np.ndarray:
    """What the learner says of each row when no row of its recipe was there to learn from."""
    answers = np.empty(len(y))
    for _, part in folds(recipe.max() + 1, k=PARTS):
        rest = np.isin(recipe, part)
        answers[rest] = learner.fit(cells[~rest], y[~rest]).predict(cells[rest])
    return answers


def r_squared(answers: np.ndarray, y: np.ndarray) -> float:
    """Which share of the spread of y is explained: 1 is perfect, 0 is the mean."""
    return float(1 - ((y - answers) ** 2).sum() / ((y - y.mean()) ** 2).sum())


def typical_error(answers: np.ndarray, y: np.ndarray) -> float:
    """The root of the mean squared error, in the unit of y."""
    return float(np.sqrt(((y - answers) ** 2).mean()))
