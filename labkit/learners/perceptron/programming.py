"""The perceptron as a linear program: a separator where there is one, and a proof where there is none.

Lecture 09; deck 000 "Linear Programming (LP) Formulation-1", "LP Formulation-2", "Dual Problem".
Inventory: I-000-042, I-000-043, I-000-044, I-000-121.

The examples of the first class are negated, z = -(x0, x), so that every example asks for w'z >= b > 0. The
program asks for the weights that fall short of it by the least in total, its dual for the multipliers that balance the
examples at the origin:

    minimise sum(u)      subject to   u >= 0,  u_i >= b_i - w'z_i           (1)
    maximise b'lambda    subject to   0 <= lambda <= 1,  Z'lambda = 0        (2)
    b'lambda <= sum(u)   for any two that are allowed; equal at the optimum   (3)
    Zw >= b > 0          at optimum 0: w is a separator                       (4)
    Z'lambda = 0, lambda >= 0, lambda != 0   else: w'Z'lambda = 0 forbids Zw > 0 (Gordan)   (5)

In floating point a certificate is what ``rounding`` says it is; without one the end is undecided.

``simplex`` solves (2) and finds w as its prices; each pivot is a step. Its start, lambda = 0 and w = 0, is the
slide's first basic solution u = b. ``standard_form`` writes (1) as on the slide, with w = w+ - w-.

symbol   name here      symbol   name here
b        margin         lambda   multipliers
u        slacks         x0       x0 (-1 in deck 000)

One margin b for all examples only scales w, u and the optimum. With one for each, b_i > 0, an example of a larger
margin is to be farther from the boundary, and its slack is dearer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.linear import HasCoefficients, HasWeights, LinearModel, signed
from labkit.learners.perceptron.rounding import balances, separates
from labkit.learners.perceptron.simplex import TOLERANCE, SimplexMethod

SEPARATOR, BALANCE = "separator", "balance"  # the two certificates: (4) and (5)
MOST_PIVOTS = 10_000


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LinearProgramStep(HasWeights, CountedStep):
    """One pivot (or the start, or the end): ``example`` enters the basis, ``leaving`` leaves it."""

    noun = "pivot"
    pivot: int  # pivots so far
    Z: np.ndarray  # the signed examples
    b: np.ndarray  # their margins
    multipliers: np.ndarray  # lambda, one per example
    leaving: int | None = None  # None: an artificial column; ``example`` itself: it went from one bound to the other
    certificate: str = ""  # of the last step: SEPARATOR, BALANCE, or "" when undecided

    @property
    def slacks(self) -> np.ndarray:
        """u: how far each example falls short of its margin."""
        return np.maximum(0.0, self.b - self.Z @ self.w)  # (1)

    @property
    def primal(self) -> float:
        """sum(u): the least possible total is at most this."""
        return float(self.slacks.sum())

    @property
    def dual(self) -> float:
        """b'lambda: the least possible total is at least this."""
        return float(self.b @ self.multipliers)  # (3)

    def _begins(self) -> str:
        return f"no weights, every slack is the margin; {self._bounds()}"

    def _happened(self) -> str:
        if self.leaving == self.example:
            bound = round(self.multipliers[self.example])
            return f"the multiplier of example {self.example} goes to {bound}; {self._bounds()}"
        instead = "" if self.leaving is None else f" instead of example {self.leaving}"
        return f"example {self.example} is put on the margin{instead}; {self._bounds()}"

    def _bounds(self) -> str:
        return f"the least total slack is between {self.dual:.4g} and {self.primal:.4g}"


class LinearProgram(HasCoefficients, HasScores, Classifier):
    """The weights of least total slack, for two classes; the second class in sorted order is the positive one.

    Parameters
    ----------
    margin : b > 0, one number or one for each example. An example has slack until w'z >= b.
    x0 : the constant input, -1 or +1.
    max_pivots : the budget.
    """

    two_classes = True

    margin: float | np.ndarray = params.checked(1.0, lambda name, margin: _margins(name, margin))
    x0: float = params.option(-1.0, (-1, 1))
    max_pivots: int = params.whole(MOST_PIVOTS, least=1)

    def _check(self, data: TrainingSet) -> None:
        if np.ndim(self.margin) and len(self.margin) != len(data.y):
            wanted = f"one number, or one for each of the {len(data.y)} examples"
            raise ValueError(f"margin: expected {wanted}, got {len(self.margin)}; pass as many as there are examples")

    def _story(self, data: TrainingSet, record: bool) -> Iterator[LinearProgramStep]:
        Z = inputs.frozen(signed(data.X, self.x0, data.signs))
        b = inputs.frozen(np.broadcast_to(_margins("margin", self.margin), len(Z)))
        simplex, n = SimplexMethod(Z, b), 0

        def step(event, **more):
            model = LinearModel(inputs.frozen(simplex.w), data.classes, self.x0)
            multipliers = inputs.frozen(simplex.multipliers)
            return LinearProgramStep(event=event, model=model, pivot=n, Z=Z, b=b, multipliers=multipliers, **more)

        if record:
            yield step(START)
        while n < self.max_pivots and (pivot := simplex.pivot()):
            n += 1
            if record:
                yield step(UPDATE, equation=2, example=pivot.entering, leaving=pivot.leaving)
        certificate, reason = _verdict(Z, b, simplex.w, simplex.multipliers)
        if not certificate and n == self.max_pivots:
            reason = f"the budget of {n} pivots is spent"
        yield step(STOP, certificate=certificate, reason=reason)


def _margins(name: str, margin) -> np.ndarray:
    """One number above 0, or a list of them."""
    if np.ndim(margin) == 0:
        inputs.number(name, margin, above=0)
    b = inputs.real_numbers(name, margin)
    if b.ndim > 1 or not ((b > 0) & (b <= inputs.HUGE)).all():
        got = f"shape {b.shape}" if b.ndim > 1 else f"{b[~((b > 0) & (b <= inputs.HUGE))][0]:g}"
        raise ValueError(f"{name}: expected numbers > 0, one for each example, got {got}; pass a list of such numbers")
    return b


def has_separator(Z: np.ndarray) -> bool:
    """Whether some w has w'z > 0 for every row z of Z. Stops at the first proof, either way."""
    simplex = SimplexMethod(Z, np.ones(len(Z)))
    for pivot in islice(iter(simplex.pivot, None), MOST_PIVOTS):
        # A multiplier that moved off 0 balances: (5). No pivot before one that entered without moving can.
        moved = pivot.entering == pivot.leaving or max(simplex.inside) > TOLERANCE
        if moved and balances(Z, simplex.multipliers):
            return False
    if separates(simplex.Z, simplex.prices):  # the conditioned examples: w itself may be lost in rounding
        return True
    raise ValueError(
        "X: expected classes that can be told apart or not, got features so close to a tie that rounding hides it; "
        "move the examples apart, or take out those that nearly coincide"
    )


def separable(X, y) -> bool:
    """Whether a hyperplane, anywhere, separates the classes of y strictly; a single class always is."""
    X = inputs.matrix(X)
    _, index = inputs.labels(y, least_classes=1, most_classes=2)
    inputs.same_length(X, index)
    return has_separator(signed(X, 1.0, 2.0 * index - 1.0))


def standard_form(Z: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(c, A, b, first) of (1) as the slide has it: minimise c'v, A v >= b, v >= 0, with v = (u, w+, w-).

    ``first`` is the slide's first basic feasible solution: u = b, w+ = w- = 0.
    """
    n, m = Z.shape
    c = np.concatenate([np.ones(n), np.zeros(2 * m)])
    A = np.hstack([np.eye(n), Z, -Z])
    first = np.concatenate([b, np.zeros(2 * m)])
    return c, A, b, first


def _verdict(Z: np.ndarray, b: np.ndarray, w: np.ndarray, multipliers: np.ndarray) -> tuple[str, str]:
    """The certificate that the numbers give, checked on the examples themselves."""
    if separates(Z, w):  # (4)
        has_margin = (Z @ w >= (1 - 1e-6) * b).all()
        return SEPARATOR, f"separable: every example {'has its margin' if has_margin else 'is on its side'}"
    if balances(Z, multipliers):  # (5)
        count, slack = int((multipliers > 0).sum()), b @ multipliers
        return BALANCE, f"not separable: {count} examples balance at the origin, least total slack {slack:.4g}"
    return "", "undecided: rounding hides the answer; centre the features and scale them to about 1"
