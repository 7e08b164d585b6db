"""What the page with more of lecture 05 shows beside its lab."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import FisherDiscriminant, LeastSquaresClassifier
from labkit.lectures.l05_fisher_discriminant.common import crabs, line_step, solved, wrong_of
from labkit.lectures.l05_fisher_discriminant.pictures import matrix, ten_points, vector
from labkit.lectures.l05_fisher_discriminant.variance import principal
from labkit.lectures.shared.held_out import held_out_answers

MEASURED = {"in mm": lambda X: X, "the first in cm": lambda X: X / (10, 1, 1, 1, 1), "scaled": lambda X: X / X.std(0)}


def least_squares_too() -> Table:
    """Weights of least squares with targets +1 and -1, and Fisher's: one is a multiple of the other."""
    X, y = ten_points()
    w = -LeastSquaresClassifier().fit(X, np.where(y == 1, "1", "2")).model_.w[1:]
    f = solved(X, y).directions[:, 0]
    w = w * np.sign(w @ f)
    return Table.from_dict({
        "method": ["least squares", "Fisher", "one divided by the other"],
        "w1": [f"{w[0]:.4f}", f"{f[0]:.4f}", f"{w[0] / f[0]:.4f}"],
        "w2": [f"{w[1]:.4f}", f"{f[1]:.4f}", f"{w[1] / f[1]:.4f}"],
    })  # fmt: skip


def units() -> Table:
    """Crabs of the wrong colour when the measurements are in other units."""
    rows = []
    for name, change in MEASURED.items():
        X, colour = crabs()
        X, y = change(X), (colour == "orange").astype(int)
        best = solved(X, y)
        longest = line_step(best.scatter, principal(X)[1][:, 0], "solved", np.arange(2))
        own = line_step(best.scatter, best.directions[:, 0], "solved", np.arange(2))
        rows.append((name, wrong_of(longest, X, y), wrong_of(own, X, y), f"{own.J:.4f}"))
    measured, variance, fisher, J = zip(*rows, strict=True)
    return Table.from_dict({"measurements": measured, "largest variance, wrong": variance, "Fisher, wrong": fisher,
                            "J of Fisher": J})  # fmt: skip


def unequal() -> tuple[np.ndarray, np.ndarray]:
    """Numbers of a narrow and of a wide class."""
    rng = np.random.default_rng(5)
    f = np.concatenate([rng.normal(0.0, 0.4, 200), rng.normal(4.0, 2.0, 200)])
    return f, np.repeat([0, 1], 200)


def cuts() -> dict[str, tuple[float, int]]:
    """Name -> (threshold, how many are wrong), of a narrow and a wide class."""
    f, y = unequal()
    m, s = (np.array([getattr(f[y == k], name)() for k in (0, 1)]) for name in ("mean", "std"))
    places = {"half-way between the means": float(m.mean()),
              "as many standard deviations from both": float((m[0] * s[1] + m[1] * s[0]) / s.sum())}  # fmt: skip
    return {name: (t, int(((f > t) != (y == 1)).sum())) for name, t in places.items()}


def two_cuts() -> Table:
    """Two places for the cut between a narrow and a wide class."""
    found = cuts()
    return Table.from_dict({"cut": list(found), "at": [f"{t:.2f}" for t, _ in found.values()],
                            "wrong of 400": [wrong for _, wrong in found.values()]})  # fmt: skip


def three_classes_by_hand() -> Table:
    """Scatter and eigenvalues of nine points in three classes."""
    table = data.load("lda3")
    step = FisherDiscriminant().trace(table.numeric("x1", "x2"), table["k"].astype(int))[-1]
    scatter = step.scatter
    told = {
        "numbers of points": vector(scatter.counts),
        "mean of all": vector(scatter.mean),
        "S_w": matrix(scatter.within),
        "S_B": matrix(scatter.between),
        "S_w + S_B": matrix(scatter.within + scatter.between),
        "eigenvalues": vector(step.eigenvalues),
    }
    return Table.from_dict({"what": list(told), "value": list(told.values())})


def group_errors() -> dict[int, int]:
    """Directions that are kept -> crabs in the wrong one of four groups, told without having been seen."""
    X, group = crabs(target="group")
    return {d: int((held_out_answers(FisherDiscriminant(dimensions=d), X, group) != group).sum()) for d in (1, 2, 3)}


def groups_by_direction() -> Table:
    """How much each further direction brings."""
    X, group = crabs(target="group")
    eigenvalues = FisherDiscriminant().trace(X, group)[-1].eigenvalues
    found = group_errors()
    return Table.from_dict({"directions kept": list(found), "eigenvalue of the last": [f"{e:.2f}" for e in eigenvalues],
                            "wrong of 200": list(found.values())})  # fmt: skip
