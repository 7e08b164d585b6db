"""What the page with more of lecture 02 shows beside its labs. Inventory: I-003-051, I-004-083."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.resampling import folds
from labkit.core.table import Table
from labkit.learners import NearestNeighbours, RegressionNeighbours
from labkit.learners.neighbours.classes import VotingModel
from labkit.learners.neighbours.condensing import condense_steps
from labkit.learners.neighbours.distances import distance
from labkit.learners.neighbours.voronoi import bisector
from labkit.lectures.l02_nearest_neighbours.birds import penguins, scaled
from labkit.lectures.shared.held_out import PARTS

EXAMPLES, CASE = ((1.0, 1.0), (2.0, 3.0), (3.0, 4.0), (5.0, 8.0)), 2.6  # (x, y), and where the next is asked for
PAIR = ((1.0, 2.0, 3.0), (4.0, 0.0, 3.5))  # whose distance is taken
ENDS = ((1.0, 1.0), (4.0, 3.0))  # of which the bisector is taken
PLACES = np.arange(0.5, 4.0)  # along it


def bisector_by_hand() -> Table:
    """Points on the bisector of two points, and how far both are."""
    normal, constant = bisector(*ENDS)
    rows = [(x, (constant - normal[0] * x) / normal[1]) for x in PLACES]
    far = [[distance(end, row) for end in ENDS] for row in rows]
    return Table.from_dict({
        "point": [f"({x:g}, {y:g})" for x, y in rows],
        "6 x1 + 4 x2": [f"{normal @ np.array(row):g}" for row in rows],
        "from (1, 1)": [f"{one:.3f}" for one, _ in far],
        "from (4, 3)": [f"{two:.3f}" for _, two in far],
    })  # fmt: skip


def distances_by_hand() -> Table:
    """One pair of points, four distances."""
    powers = (1, 2, 3, np.inf)
    return Table.from_dict({
        "p": ["1", "2", "3", "\u221e"],
        "of the differences 3, 2 and 0.5": ["their sum", "the root of 9 + 4 + 0.25",
                                             "the cube root of 27 + 8 + 0.125", "the largest"],
        "distance": [f"{distance(*PAIR, p):.4f}" for p in powers],
    })  # fmt: skip


def numbers_by_hand() -> Table:
    """The mean of one, two and three neighbours."""
    known = np.array(EXAMPLES)
    known = known[np.abs(known[:, 0] - CASE).argsort()]
    x, y = known[:, :1], known[:, 1]
    answers = [RegressionNeighbours(k=k).fit(x, y).predict([[CASE]])[0] for k in (1, 2, 3)]
    return Table.from_dict({
        "k": ["1", "2", "3"],
        "neighbours at": [", ".join(f"{each:g}" for each in x[:k, 0]) for k in (1, 2, 3)],
        "their numbers": [", ".join(f"{each:g}" for each in y[:k]) for k in (1, 2, 3)],
        "mean": [f"{answer:.3f}" for answer in answers],
    })  # fmt: skip


def ten_left_out() -> Table:
    """Wrong answers on ten points, five of each class, when each is left out."""
    table = data.load("lda10")
    X, y = table.numeric("x1", "x2"), table["y"]
    errors = NearestNeighbours(k=1).leave_one_out(X, y).errors
    return Table.from_dict({"k": [str(k) for k in (1, 3, 5, 7, 9)],
                            "wrong of 10": [str(int(errors[k - 1])) for k in (1, 3, 5, 7, 9)]})  # fmt: skip


def condensed_scores() -> Table:
    """All penguins as the memory of one neighbour, and those that condensing keeps."""
    X, y = scaled(penguins()[0]), penguins()[1]
    wrong = np.zeros(2, dtype=int)
    for known, rest in folds(len(y), k=PARTS, seed=0, classes=y):
        wrong += [int((memory.predict(X[rest]) != y[rest]).sum()) for memory in _memories(X[known], y[known])]
    whole = _memories(X, y)
    return Table.from_dict({
        "memory": ["all birds", "condensed"],
        "birds in it": [len(memory.X) for memory in whole],
        "wrong of the birds it was made from": [int((memory.predict(X) != y).sum()) for memory in whole],
        "wrong of 342, each held out": wrong.tolist(),
    })  # fmt: skip


def _memories(X: np.ndarray, y: np.ndarray) -> tuple[VotingModel, VotingModel]:
    """Of one neighbour: all examples, and those that condensing keeps."""
    everything = NearestNeighbours(k=1).fit(X, y).model_
    *_, last = condense_steps(everything)
    return everything, last.model
