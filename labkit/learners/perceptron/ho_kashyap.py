"""Ho and Kashyap's procedure: least squares that may also raise its targets, until it separates or proves it cannot.

Lecture 10; deck 000 "Non-parametric Learning of Discriminant Weights". Inventory: I-000-038.

The rows of Y are the signed examples: +(x0, x) for the second class, -(x0, x) for the first. Any b > 0 with
Ya = b would separate, so both are sought:

    a = Y^+ b                              least squares for the targets b              (1)
    e = Ya - b                             its errors; always Y'e = 0                   (2)
    b <- b + 2 eta max(e, 0)               targets only rise, 0 < eta < 1               (3)
    Ya > 0                                 a separates                                  (4)
    e <= 0, e != 0                         -e balances the examples: nothing separates  (5)

symbol   name here                symbol   name here
a        a, the model's weights   eta      learning_rate
b        targets                  x0       x0 (+1)
e        errors

The features are moved to the middle of their ranges and stretched to about 1 first (``rounding``), which changes
a, until it is moved back, and neither b nor e.
Without rounding (5) is a proof. In floating point max(e) <= ``tolerance`` max|e| is taken for e <= 0, and
l = max(-e, 0) is moved to where it balances but for rounding. If that fails, it is only known that any separator w
has min w'z / |w| <= |Y'l| / sum(l): the end is undecided, and names that number.
Departures from the slides: deck 000 only names the procedure; the equations are the textbook's (Duda, Hart, Stork).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE, UpdateStep
from labkit.learners.linear import HasCoefficients, LinearModel, signed
from labkit.learners.perceptron.programming import BALANCE, SEPARATOR
from labkit.learners.perceptron.rounding import balances, conditioned, polished, separates

ROUNDING = 1e-12  # Ya up to this share of b is no side: on XOR it is 0 but for rounding


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HoKashyapStep(UpdateStep):
    """One raise of the targets and the least squares after it; the start is plain least squares for targets 1."""

    targets: np.ndarray  # b
    errors: np.ndarray  # e
    certificate: str = ""  # of the last step: SEPARATOR, BALANCE, or "" when undecided

    @property
    def a(self) -> np.ndarray:
        return self.model.w

    @property
    def mistakes(self) -> int:
        """Examples with Ya <= 0."""
        return int((~_on_its_side(self.targets, self.errors)).sum())

    def _begins(self) -> str:
        return f"plain least squares, {self._wrong()}"

    def _happened(self) -> str:
        return f"targets rise to at most {self.targets.max():.4g}, {self._wrong()}"

    def _wrong(self) -> str:
        return f"{self.mistakes} of {len(self.targets)} examples are on the wrong side"


class HoKashyap(HasCoefficients, HasScores, Classifier):
    """Ho-Kashyap for two classes; the second class in sorted order is the positive one.

    Parameters
    ----------
    learning_rate : eta, between 0 and 1.
    x0 : the constant input, -1 or +1.
    tolerance : how far above 0 the largest error may be, relative to the largest |error|, to count as e <= 0.
    max_updates : the budget.
    """

    two_classes = True

    learning_rate: float = params.number(0.5, above=0, below=1)
    x0: float = params.option(1.0, (-1, 1))
    tolerance: float = params.number(1e-6, least=0, below=1)
    max_updates: int = params.whole(1000, least=1)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[HoKashyapStep]:
        Z = signed(data.X, self.x0, data.signs)
        Y, back = conditioned(Z)
        inverse, b, n = np.linalg.pinv(Y), np.ones(len(Y)), 0
        a = inverse @ b  # (1)
        e = Y @ a - b  # (2)

        def step(event, **more):
            nothing = np.abs(e + b).max() <= ROUNDING * b.max()  # Ya = 0 but for rounding: no line
            w = np.zeros(len(a)) if nothing else back @ a
            model = LinearModel(inputs.frozen(w), data.classes, self.x0)
            targets, errors = inputs.frozen(b), inputs.frozen(e)
            return HoKashyapStep(event=event, model=model, update=n, targets=targets, errors=errors, **more)

        if record:
            yield step(START)
        while not (verdict := self._verdict(Z, Y, back @ a, b, e)) and n < self.max_updates:
            n += 1
            b = b + 2 * self.learning_rate * np.maximum(e, 0.0)  # (3)
            a = inverse @ b  # (1)
            e = Y @ a - b  # (2)
            if record:
                yield step(UPDATE, equation=3)
        certificate, reason = verdict or ("", f"the budget of {self.max_updates} updates is spent")
        yield step(STOP, certificate=certificate, reason=reason)

    def _verdict(self, Z, Y, a, b, e) -> tuple[str, str] | None:
        """The certificate and what it says, or None while neither (4) nor (5) holds; a are the weights for Z."""
        if separates(Z, a):  # (4)
            return SEPARATOR, "every example is on its side"
        if _on_its_side(b, e).all():
            return "", "undecided: rounding hides the side of some example; centre the features"
        if e.max() > self.tolerance * np.abs(e).max():
            return None
        balance = np.maximum(-e, 0.0)  # (5)
        if balances(Z, polished(Y, balance)):
            return BALANCE, "not separable: no error is above 0"
        margin = max(float(np.linalg.norm(balance @ Y) / balance.sum()), ROUNDING)
        return "", f"undecided: a separator's margin would be below {margin:.1g} of the features' range"


def _on_its_side(b: np.ndarray, e: np.ndarray) -> np.ndarray:
    """Ya > 0 for each example; Ya is e + b."""
    return e + b > ROUNDING * b
