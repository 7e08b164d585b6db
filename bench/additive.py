"""Additive models: telling the story of backfitting against fitting. scikit-learn has neither of the two learners."""

from __future__ import annotations

from functools import partial

from bench.measure import Comparison, Problem, record
from labkit import learners
from labkit.core import data
from labkit.learners.additive.smoothers import NeighbourSmoother, PolynomialSmoother

NO_PEER = {
    learners.Backfitting: "no peer: scikit-learn has no additive models",
    learners.ResidualFitting: "no peer: the time is that of the learners in it",
}
SWEEPS = 20


def story(smoother, n: int, seed: int) -> Problem:
    learner = learners.Backfitting(smoother=smoother, max_sweeps=SWEEPS, tolerance=0)
    return record(learner, *data.additive(n, seed=seed))


FIT, NEIGHBOURS, CUBICS = learners.Backfitting, NeighbourSmoother(7), PolynomialSmoother(3)
COMPARISONS = (
    Comparison("backfitting story", FIT, 200, partial(story, NEIGHBOURS), "labkit fit"),
    Comparison("backfitting story", FIT, 2000, partial(story, NEIGHBOURS), "labkit fit", limit=1.1),
    Comparison("backfitting story", FIT, 2000, partial(story, CUBICS), "labkit fit", limit=1.1),
)
