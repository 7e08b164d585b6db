"""The urn: samples drawn with replacement, what they leave out, and what an average of members gains.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import START, STOP, UPDATE, CountedStep, Trace
from labkit.labs.forests.averages import average_variances, majority_errors
from labkit.learners.ensemble.averaging import left_out, majority_error, variance_of_average
from labkit.learners.ensemble.bag import draws
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Telling
from labkit.views.counts import CountMap, Stacks
from labkit.views.curves import Curve, Curves
from labkit.views.scene import Panel, Scene

HEIGHT = 490.0
URN, MAP = (36, 34, 420, 96), (36, 188, 420, 262)
SHARE, VARIANCE, MAJORITY = (508, 34, 336, 96), (508, 194, 336, 96), (508, 354, 336, 96)
TRIES = 1000  # of the two experiments
AGAIN = ("", ", for the second time", ", for the third time", " once more")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UrnStep(CountedStep):
    """One draw of the first sample, or one sample more (or the start, or the end)."""

    noun = "sample"
    sample: int
    drawn: np.ndarray  # how often each example was drawn for this sample
    newest: int | None = None  # the example just drawn; None where the sample is finished

    @property
    def finished(self) -> int:
        """Samples so far."""
        return self.sample if self.newest is None else self.sample - 1

    def _begins(self) -> str:
        n = len(self.drawn)
        return f"an urn with {n} examples; a sample is {n} draws, each put back"

    def _happened(self) -> str:
        if self.newest is not None:
            again = AGAIN[min(int(self.drawn[self.newest]), len(AGAIN)) - 1]
            return f"draw {self.drawn.sum()} is example {self.newest + 1}{again}; it goes back into the urn"
        out, n = int(np.count_nonzero(self.drawn == 0)), len(self.drawn)
        return f"{out} of {n} examples ({out / n:.1%}) are out of bag, others in it up to {self.drawn.max()} times"


def urn_steps(counts: np.ndarray, seed: int) -> Iterator[UrnStep]:
    """The first sample draw by draw, then all. A bag does not keep the order of draws: every one is equally likely."""
    examples = counts.shape[1]
    drawn = frozen(np.zeros(examples), int)
    yield UrnStep(event=START, model=None, sample=0, drawn=drawn)
    for ball in np.random.default_rng(seed).permutation(np.arange(examples).repeat(counts[0])).tolist():
        drawn = frozen(drawn + (np.arange(examples) == ball), int)
        yield UrnStep(event=UPDATE, model=None, sample=1, drawn=drawn, newest=ball)
    for k, sample in enumerate(counts, start=1):
        yield UrnStep(event=UPDATE, model=None, sample=k, drawn=sample)
    reason = f"{(counts == 0).mean():.1%} out of bag on average, {left_out(examples):.1%} expected"
    yield UrnStep(event=STOP, model=None, sample=len(counts), drawn=counts[-1], reason=reason)


class BootstrapLab(Lab):
    """Bootstrap samples on the left; on the right what theory expects (dashed) and an experiment finds."""

    name = "19-bootstrap"
    heading = "The bootstrap"
    steering = (
        Slider("examples", "examples N", 2, 100, 1, 14),
        Slider("members", "members B", 1, 100, 1, 25),
        Slider("correlation", "correlation \u03c1 of two members", 0.0, 1.0, 0.05, 0.3),
        Slider("error", "error e of independent voters", 0.0, 1.0, 0.05, 0.35),
        Slider("seed", "seed", 0, 50, 1, 6),
    )

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the urn holds examples without features

    def tell(self, X, y, values):
        counts = draws(values["examples"], values["members"], values["seed"])
        trace = Trace(urn_steps(counts, values["seed"]))
        views = (
            Stacks(values["examples"], _sample, box=URN, most=int(counts.max()), title="The newest sample", name="urn"),
            CountMap(counts, lambda step: step.finished, box=MAP, title="All samples, one a row; orange is out of bag",
                     xlabel="examples", name="samples"),
            _share(counts), _variance(values), _majority(values),
        )  # fmt: skip
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=HEIGHT))


def _sample(step: UrnStep) -> tuple[np.ndarray, int | None, bool]:
    return step.drawn, step.newest, step.newest is None and step.sample > 0


class _Trial:
    """``step -> Panel``: an experiment over the number of members, and what theory expects of it.

    ``limit`` is a constant to compare with, and its name.
    """

    def __init__(self, title: str, found: np.ndarray, expected: np.ndarray, formula: str, limit: tuple[float, str], *,
                 box, name, top):  # fmt: skip
        self.title, self._found, self._expected = title, found, expected
        constant, said = limit
        curves = [
            Curve(_from_one(np.full(len(found), constant)), said, bound=True),
            Curve(_from_one(expected), formula, bound=True),
            Curve(_from_one(found), "experiment", "class0"),
        ]
        self._curves = Curves(np.arange(len(found) + 1), curves, lambda step: step.finished, box=box, xlabel="members",
                              name=name, ylim=(-0.06 * top, top))  # fmt: skip

    def __call__(self, step: UrnStep) -> Panel:
        title, b = self.title, step.finished
        if b:
            title += f": {self._found[b - 1]:.3f}, expected {self._expected[b - 1]:.3f}"
        return replace(self._curves(step), title=title)


def _from_one(values: np.ndarray) -> np.ndarray:
    """No members, no value."""
    return np.append(np.nan, values)


def _share(counts: np.ndarray) -> _Trial:
    samples, examples = counts.shape
    found = (counts == 0).mean(axis=1).cumsum() / np.arange(1, samples + 1)
    expected = np.full(samples, left_out(examples))
    return _Trial("Share out of bag", found, expected, "(1 \u2212 1/N)^N", (float(np.exp(-1)), "1/e"), box=SHARE,
                  name="share", top=0.6)  # fmt: skip


def _variance(values: dict) -> _Trial:
    rho, members = values["correlation"], values["members"]
    found = average_variances(rho, members, tries=TRIES, seed=values["seed"])
    expected = _each(members, lambda b: variance_of_average(rho, 1.0, b))
    formula, limit = "\u03c1 + (1 \u2212 \u03c1)/B", (rho, f"\u03c1 = {rho:g}")
    return _Trial("Variance of average", found, expected, formula, limit, box=VARIANCE, name="variance", top=1.15)


def _majority(values: dict) -> _Trial:
    e, members = values["error"], values["members"]
    found = majority_errors(e, members, tries=TRIES, seed=values["seed"])
    expected = _each(members, lambda b: majority_error(b, e))
    return _Trial("Majority wrong", found, expected, "binomial", (e, f"e = {e:g}"),
                  box=MAJORITY, name="majority", top=max(0.6, 1.15 * e))  # fmt: skip


def _each(members: int, formula: Callable[[int], float]) -> np.ndarray:
    return np.array([formula(b) for b in range(1, members + 1)])
