"""What a learner errs by, taken apart: it is wrong on average (bias), it depends on its examples (variance), and there
is noise.

Lecture 22; deck 004 "Information Criteria based methods" (the table's bias and variance). Inventory: I-004-003,
I-004-004.

The learner is trained on many draws of examples, and asked about the same cases. For a case with the target t and the
answers a of the draws, whose main answer is m, their mean:

    mean of (t - a)^2 = (t - m)^2 + mean of (a - m)^2                 squared error = bias^2 + variance     (1)
    and with noise in what will be compared, its variance more        error = bias^2 + variance + noise     (2)

Of classes, with the 0/1 loss and m the commonest answer (of equals the first class), after Domingos (2000):

    bias = [m != t],  variance = P(a != m)                                                                  (3)
    P(a != t) = bias + variance where m = t - P(a = t) where m != t                                         (4)

In (4) variance hurts where the main answer is right, and helps where it is wrong; for two classes P(a = t) there is the
variance itself. Targets are taken as the best answers: what is noise in them counts as bias.

symbol   name here         symbol   name here
t        targets           m        main
a        answers

Draws are fresh ones of a generator (``fresh``), or drawn with replacement from the examples there are (``redrawn``),
which shows the variance too small and leaves the bias as it is.

Departures from the slides: AIC, which chooses the more complex model, has low bias and high variance (E-004-02).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs, resampling
from labkit.core.inputs import frozen
from labkit.core.story import CountedStep, Trace, events
from labkit.learners.selection import fitting
from labkit.learners.selection.fitting import Features

Draw = tuple[Features, np.ndarray]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DrawStep(CountedStep):
    """One more draw; the model is that of this draw alone."""

    noun = "draw"
    draw: int  # so far
    answers: np.ndarray  # (draws so far, cases)
    targets: np.ndarray
    noise: float
    classes: np.ndarray | None  # None where numbers are predicted

    @property
    def main(self) -> np.ndarray:
        """The main answer to every case: the mean, or the commonest class."""
        if self.classes is None:
            return self.answers.mean(axis=0)
        votes = (self.answers[:, :, None] == self.classes).sum(axis=0)
        return self.classes[votes.argmax(axis=1)]

    @property
    def biases(self) -> np.ndarray:
        """Of every case: squared, or whether the main answer is wrong."""
        if self.classes is None:
            return (self.targets - self.main) ** 2  # (1)
        return (self.main != self.targets).astype(float)  # (3)

    @property
    def variances(self) -> np.ndarray:
        """Of every case: that of the answers, or the share of them that is not the main one."""
        if self.classes is None:
            return self.answers.var(axis=0)  # (1)
        return (self.answers != self.main).mean(axis=0)  # (3)

    @property
    def bias(self) -> float:
        """Over all cases; of numbers squared."""
        return float(self.biases.mean())

    @property
    def variance(self) -> float:
        """Over all cases. Of classes what it adds to the error: less where the main answer is wrong."""
        if self.classes is None:
            return float(self.variances.mean())
        wrong = self.biases > 0
        helped = (self.answers == self.targets).mean(axis=0)
        return float(np.where(wrong, -helped, self.variances).mean())  # (4)

    @property
    def error(self) -> float:
        """Of a learner with a draw of its own, on such a case."""
        if self.classes is None:
            return float(((self.targets - self.answers) ** 2).mean()) + self.noise  # (2)
        return float((self.answers != self.targets).mean())

    def _begins(self) -> str:
        return f"one draw, error {self.error:.4g}"

    def _happened(self) -> str:
        noise = f" + noise {self.noise:.4g}" if self.noise else ""
        bias = "bias" if self.classes is not None else "bias\u00b2"
        return f"error {self.error:.4g} = {bias} {self.bias:.4g} + variance {self.variance:.4g}{noise}"


def fresh(make: Callable[..., Draw], n: int, draws: int = 100, seed: int = 0) -> Iterator[Draw]:
    """Draws of n examples from ``make(n, seed=...)``, which must describe the same problem for every seed."""
    inputs.number("draws", draws, least=1, whole=True)
    inputs.number("seed", seed, least=0, whole=True)
    seeds = np.random.default_rng(seed).integers(1 << 31, size=draws).tolist()
    return (make(n, seed=each) for each in seeds)


def redrawn(X, y, draws: int = 100, seed: int = 0) -> Iterator[Draw]:
    """Draws with replacement from these examples."""
    X, y = fitting.features(X), inputs.vector(y)
    inputs.same_length(X, y)
    return (fitting.take(X, y, rows) for rows, _ in resampling.bootstrap(len(y), rounds=draws, seed=seed))


def bias_variance(learner, draws: Iterable[Draw], X, targets, *, noise: float = 0.0) -> Trace:
    """Train on every draw, and ask about the cases X.

    ``targets`` are what the best answers would be: the values of the true function, or the right classes. ``noise`` is
    the variance of what numbers will be compared with.
    """
    X, targets = fitting.checked(learner, X, targets, taught=True)
    inputs.number("noise", noise, least=0)
    of_classes = fitting.learns_classes(learner, targets)
    if of_classes and noise:
        raise ValueError(f"noise: expected 0 for classes, got {noise!r}; noise in them counts as bias")
    trained = [fitting.fitted(learner, *fitting.checked(learner, *draw)) for draw in draws]
    if not trained:
        raise ValueError("draws: expected at least one set of examples, got none; pass fresh(...) or redrawn(...)")
    answers = np.array([each.predict(X) for each in trained])
    answers.setflags(write=False)
    classes = np.unique(np.append(answers, targets)) if of_classes else None
    shared = {"targets": frozen(targets, targets.dtype if of_classes else float), "noise": float(noise),
              "classes": None if classes is None else frozen(classes, classes.dtype)}  # fmt: skip
    return Trace(_steps([fitting.model_of(each) for each in trained], answers, shared))


def _steps(models: list, answers: np.ndarray, shared: dict) -> Iterator[DrawStep]:
    for count, (model, event) in enumerate(zip(models, events(len(models)), strict=True), start=1):
        equation = 1 if shared["classes"] is None else 4
        step = DrawStep(event=event, model=model, draw=count, answers=answers[:count], equation=equation, **shared)
        yield replace(step, reason=step._happened()) if count == len(models) else step
