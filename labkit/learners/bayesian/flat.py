"""Priors of infinite variance: weights of which nothing is known beforehand, and what the examples must then say.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior". Inventory: I-000-029.

A prior that is level in some directions of the weights has no area of its own, and the posterior has one only if the
likelihood falls along all of them. With d made of the weights that have no prior,

    d'z >= 0 for every signed example z, of two classes              the likelihood never falls along d        (1)

is what must not be: then the posterior is as improper as the prior. (1) says that the classes are separable, be it in
part, by these weights alone, or that their inputs depend on each other. So the likeliest weights for these inputs alone
are looked for: where there are some, and only these, there is no (1). As the variance grows the evidence falls to 0,
and its logarithm is minus infinity.
"""

from __future__ import annotations

import numpy as np

from labkit.core.learner import TrainingSet
from labkit.core.story import counted
from labkit.learners.freedom import rank
from labkit.learners.logistic.regression import LogisticRegression
from labkit.learners.logistic.separable import PARTLY, SEPARABLE
from labkit.learners.logistic.softmax import SoftmaxRegression


def refuse_improper(inputs: np.ndarray, data: TrainingSet) -> None:
    """Raise a ValueError where (1) holds for the inputs whose weights have no prior."""
    why, kind = "", LogisticRegression if len(data.classes) == 2 else SoftmaxRegression
    lengths = np.linalg.norm(inputs, axis=0)
    if not lengths.all() or rank(inputs.T, lengths) < inputs.shape[1]:
        why = "their features depend on each other"
    else:
        reason = kind(intercept=False).fit(inputs, data.y).last_step_.reason
        if reason.startswith((SEPARABLE, PARTLY)):
            why = "they separate all or some of the examples by themselves, and would grow without end"
    if why:
        raise ValueError(
            f"prior_variance: expected finite variances, got infinite ones of {counted(inputs.shape[1], 'weight')}: "
            f"{why}, so the posterior would be improper; pass a large number such as 1e4"
        )
