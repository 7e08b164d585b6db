"""Classes that a hyperplane separates have no likeliest weights: longer ones are likelier still. When to stop then.

Lecture 06; deck 003 "ESTIMATING THE WEIGHT VECTOR W"; deck 004 "Issues". Inventory: I-003-044.

    w'z > 0  for every example                      certifies that the classes are separable              (1)
    d'z >= 0 for every example, > 0 for some        certifies that they are in part                       (2)

(z is the signed example. Of two classes (2) says: separable but for examples on the plane between them. Many classes
have a margin for every rival, ``SoftmaxObjective.margins``: some of them may stand apart while others overlap.) Along
such a d the loss falls for ever, and its gradient vanishes only at infinity. Without a penalty the story therefore ends
as soon as one of these is seen:

- every example has the probability of the wrong class at most ``CERTAIN``, which includes (1);
- the last move was a d of (2), up to ``SLACK`` for rounding, and each example that it moved is as certain.

If it ends for another reason (a gradient that has all but vanished, a spent budget), (1) is looked for at the last
place, and the two rules by a few more steps of Newton's from there; what is found is said, the weights stay. With a
penalty lam > 0 there is a minimum, and nothing of this is needed.

Departures from the slides: a convex loss has no second minimum, but it may have none (E-003-07). What decides is
separability and not how few the examples are (E-004-28).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from labkit.learners.descent.moves import Move
from labkit.learners.descent.second_order import Newton
from labkit.learners.logistic.objective import LogisticObjective

CERTAIN = 1e-8
SLACK = 1e-6  # of the largest d'z
RESTS = 0.1  # a move of Newton's that raises no margin by so much is about to arrive
PROBES = 50  # steps of Newton's; each that runs away adds about 1 to the margins
SURE = 1e-3  # where no example is as sure as this, nothing has run away

SEPARABLE = "the classes are separable, so no finite weights are the best"
PARTLY = (
    "the classes are partly separable: some examples become ever surer at no cost to the others, "
    "so no finite weights are the best"
)


def until_certain(moves: Iterator[Move], objective: LogisticObjective) -> Iterator[Move]:
    """The moves, ended where the weights can only run away; the reason says what the classes are like."""
    for move in moves:
        if move.reason:
            found = looked_for(move, objective)
            yield replace(move, reason=f"{found}; {move.reason}") if found else move
            return
        yield move
        found = runs_away(move, objective)
        if found:
            yield replace(move, reason=f"{found}; the probabilities are within {CERTAIN:g} of their limits")
            return


def runs_away(move: Move, objective: LogisticObjective) -> str:
    """What the classes are like if the weights can only run away from here, or nothing."""
    doubts = move.point.doubts
    if doubts.max() <= CERTAIN:
        return SEPARABLE  # (1)
    if move.direction is None or not doubts.min() <= CERTAIN:
        return ""
    change = objective.margins(move.direction)
    most = float(change.max())
    if most < RESTS or change.min() < -SLACK * most:
        return ""
    return PARTLY if doubts[change > SLACK * most].max() <= CERTAIN else ""  # (2)


def looked_for(last: Move, objective: LogisticObjective) -> str:
    """What the classes are like, as the last place and a few steps from there show; nothing if they overlap."""
    point = last.point
    if objective.margins(point.w).min() > 0:
        return SEPARABLE  # (1)
    if point.doubts.min() > SURE:
        return ""
    for move in islice(Newton().moves(objective, objective.at(point.w)), PROBES):
        found = SEPARABLE if objective.margins(move.point.w).min() > 0 else runs_away(move, objective)  # (1)
        if found or np.abs(objective.margins(move.direction)).max() < RESTS:
            return found
    return ""
