"""Every learner against its peer, family by family, and stories against their own fits.

A learner is compared in its family's module or has a stated reason in ``NO_PEER`` there; one that has neither is
reported as a failure.
"""

from __future__ import annotations

from bench import (
    additive,
    bayesian,
    decisions,
    ensembles,
    gaussian,
    least_squares,
    logistic,
    many_classes,
    mixture,
    neighbours,
    network,
    perceptrons,
    radial,
    svm,
    trees,
)
from bench.measure import Measurement, Row
from labkit import learners

FAMILIES = (
    neighbours, least_squares, gaussian, logistic, many_classes, bayesian, decisions, perceptrons, svm, network, radial,
    mixture, trees, additive, ensembles,
)  # fmt: skip
COMPARISONS = tuple(each for family in FAMILIES for each in family.COMPARISONS)
NO_PEER = {learner: reason for family in FAMILIES for learner, reason in family.NO_PEER.items()}


def measurements() -> list[Measurement]:
    found = [*(Measurement(each.name, each.run) for each in COMPARISONS), *trees.measurements()]
    return found + [Measurement(f"peer of {learner.__name__}", lambda learner=learner: [missing(learner)])
                    for learner in without_comparison()]  # fmt: skip


def without_comparison() -> list[type]:
    compared = {each.learner for each in COMPARISONS} | set(NO_PEER)
    return [learner for learner in learners.all_learners() if learner not in compared]


def missing(learner: type) -> Row:
    repair = "add one, or a reason to NO_PEER, of its family in bench/"
    return Row(name=f"peer of {learner.__name__}", note=f"expected a comparison or a stated reason, got none; {repair}")
