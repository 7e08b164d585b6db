"""What the page with more of lecture 11 shows beside its labs."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import SVM, NearestNeighbours
from labkit.learners.svm.features import quadratic_coefficients
from labkit.learners.svm.kernels import RBF, Kernel, PolynomialKernel, SigmoidKernel, eigenvalues
from labkit.learners.svm.smo import PairwiseAscent
from labkit.lectures.l11_support_vectors.penguins import birds
from labkit.lectures.l11_support_vectors.pictures import EXACT
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.source import Source, show

THREE = np.array([[0.5], [1.0], [2.0]])
PAIR = 3.0, 8.0  # digits that look alike
COSTS = (0.1, 1.0, 10.0)


def move_source() -> Source:
    """The lines that move two multipliers."""
    return show(PairwiseAscent._move)


def many_features() -> Table:
    """How many numbers a discriminant has: linear, quadratic, and all products up to degree 3."""
    columns = [2, 3, 10, 64]
    return Table.from_dict({
        "features": [str(d) for d in columns],
        "linear": [str(d + 1) for d in columns],
        "quadratic": [str(quadratic_coefficients(d)) for d in columns],
        "up to degree 3": [f"{comb(d + 3, 3):,}" for d in columns],
    })  # fmt: skip


# ---------------------------------------------------------------- XOR by hand


def four_points() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("xor_pm1")
    return table.numeric("x1", "x2"), table["y"].astype(int)


def solved_xor(kernel: Kernel):
    return SVM(kernel=kernel, C=1000.0, tolerance=EXACT).trace(*four_points())[-1]


def xor_by_hand() -> Table:
    """The matrix of (x'z + 1)^2, the multipliers and the scores."""
    X, z = four_points()
    kernel = PolynomialKernel(2)
    step, K = solved_xor(kernel), kernel(X, X)
    names = [f"({a:g}, {b:g})" for a, b in X]
    table = {"point": names, "class z": [f"{k:+d}" for k in z]}
    table |= {f"K with {name}": [f"{v:g}" for v in column] for name, column in zip(names, K.T, strict=True)}
    return Table.from_dict(table | {"multiplier": [f"{a:.3f}" for a in step.alpha],
                                    "f": [f"{f:+.2f}" for f in step.model.decision_function(X)]})  # fmt: skip


# ---------------------------------------------------------------- no inner product

TRIED = {
    "radial, gamma = 1": RBF(1.0),
    "(x z + 1)\u00b2": PolynomialKernel(2),
    "sigmoid, nu = 0": SigmoidKernel(1.0, 0.0),
    "sigmoid, nu = \u22121": SigmoidKernel(1.0, -1.0),
}


def three_numbers() -> Table:
    """Eigenvalues of the Gram matrices of 0.5, 1 and 2."""
    found = np.array([eigenvalues(kernel, THREE) for kernel in TRIED.values()])
    return Table.from_dict({"kernel": list(TRIED)} | {
        name: [f"{v:.3f}" for v in column]
        for name, column in zip(("smallest", "middle", "largest"), found.T, strict=True)
    })  # fmt: skip


# ---------------------------------------------------------------- leave one out, and digits


@cache
def left_out() -> dict[float, tuple[int, int]]:
    """C -> support vectors of the linear machine on 274 penguins; wrong when each is left out. Those without a
    multiplier are not asked: leaving them out changes nothing, and they are on their own side."""
    X, y = birds()
    found = {}
    for C in COSTS:
        learner = SVM(kernel="linear", C=C, tolerance=1e-6)
        support = learner.fit(X, y).support_.tolist()
        wrong = sum(_wrong_without(learner, X, y, row) for row in support)
        found[C] = len(support), wrong
    return found


def _wrong_without(learner: SVM, X: np.ndarray, y: np.ndarray, row: int) -> bool:
    rest = np.arange(len(y)) != row
    return bool(learner.fit(X[rest], y[rest]).predict(X[row : row + 1])[0] != y[row])


def leave_one_out() -> Table:
    support, wrong = zip(*left_out().values(), strict=True)
    return Table.from_dict({"C": [f"{C:g}" for C in COSTS], "support vectors": support, "wrong when left out": wrong})


@cache
def digit_errors() -> dict[str, int]:
    """Method -> of the handwritten 3s and 8s, wrong when told by a machine that has not seen them."""
    X, y = two_digits()
    methods = {"5 nearest neighbours (02)": NearestNeighbours(k=5)}
    methods |= {"linear": SVM(kernel="linear", C=1.0), "(x\u1d40z + 1)\u00b3": SVM(kernel=PolynomialKernel(3), C=1.0),
                "radial, gamma = 0.1": SVM(gamma=0.1, C=10.0), "radial, gamma = 3": SVM(gamma=3.0, C=10.0)}  # fmt: skip
    return {name: int((held_out_answers(learner, X, y) != y).sum()) for name, learner in methods.items()}


def two_digits() -> tuple[np.ndarray, np.ndarray]:
    """64 pixels each, from 0 to 1."""
    table = data.load("digits")
    digit = table["digit"].astype(float)
    rows = np.isin(digit, PAIR)
    X = table.without("digit").numeric()[rows]
    return X / X.max(), digit[rows]


def digit_scores() -> Table:
    found = digit_errors()
    return Table.from_dict({"method": list(found), f"wrong of {len(two_digits()[1])}": list(found.values())})
