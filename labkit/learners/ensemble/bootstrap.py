"""Bootstrap samples: why averaging over them helps, in three formulas, and how they are drawn, as a story.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102.

    P(out of bag) = (1 - 1/N)^N  ->  1/e                                       (1)
    Var(average of B) = rho sigma^2 + (1 - rho) sigma^2 / B                    (2)
    P(majority wrong) = sum over k > B/2 of C(B, k) e^k (1 - e)^(B - k)        (3)

symbol     name here            symbol     name here
N          examples             rho        correlation of two members
B          members              sigma^2    variance of one member
e          error of one member

(2) is what the deck means by "averaging reduces variance": more members take away the second term only, less
correlation the first. (3) supposes members that err independently, which bagged members do not.

In the story the first sample is drawn example by example, then one sample follows the other. A sample is one row of
``bagging.draws``, which does not keep the order of the draws: every order is equally likely.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.ensemble.bagging import draws


def left_out(examples: int) -> float:
    """The chance that an example is out of bag, where as many are drawn with replacement as there are."""
    inputs.number("examples", examples, least=1, whole=True)
    return (1 - 1 / examples) ** examples  # (1)


def variance_of_average(correlation: float, variance: float, members: int) -> float:
    """Of members that all have this variance, and any two of them this correlation."""
    inputs.number("members", members, least=1, whole=True)
    inputs.number("variance", variance, least=0)
    least = -1 / (members - 1) if members > 1 else -1
    inputs.number("correlation", correlation, least=least, most=1, why="no more can all disagree with each other")
    return correlation * variance + (1 - correlation) * variance / members  # (2)


def majority_error(members: int, error: float) -> float:
    """Of a majority vote between two classes by members that err independently; half of a tied vote is an error."""
    inputs.number("members", members, least=1, most=1000, whole=True)  # C(B, k) must fit into a float
    inputs.number("error", error, least=0, most=1)
    exactly = [math.comb(members, k) * error**k * (1 - error) ** (members - k) for k in range(members + 1)]
    tied = exactly[members // 2] / 2 if members % 2 == 0 else 0.0
    return math.fsum(exactly[members // 2 + 1 :]) + tied  # (3)


AGAIN = ("", ", for the second time", ", for the third time", " once more")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BootstrapStep(CountedStep):
    """One draw of the first sample, or one sample more (or the start, or the end). There is no model yet."""

    noun = "sample"
    sample: int
    drawn: np.ndarray  # how often each example was drawn for this sample
    newest: int | None = None  # the example just drawn; None where the sample is complete

    @property
    def complete(self) -> int:
        """Samples that are complete."""
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


def bootstrap_steps(examples: int, samples: int, seed: int) -> Iterator[BootstrapStep]:
    """The samples that a bag of so many members draws with this seed."""
    inputs.number("examples", examples, least=1, whole=True)
    inputs.number("samples", samples, least=1, whole=True)
    inputs.number("seed", seed, least=0, whole=True)
    return _story(draws(examples, samples, seed), seed)


def _story(counts: np.ndarray, seed: int) -> Iterator[BootstrapStep]:
    places = np.arange(counts.shape[1])
    drawn = inputs.frozen(np.zeros(len(places)), int)
    yield BootstrapStep(event=START, model=None, sample=0, drawn=drawn)
    for newest in np.random.default_rng(seed).permutation(places.repeat(counts[0])).tolist():
        drawn = inputs.frozen(drawn + (places == newest), int)
        yield BootstrapStep(event=UPDATE, model=None, sample=1, drawn=drawn, newest=newest)
    for k, sample in enumerate(counts, start=1):
        yield BootstrapStep(event=UPDATE, model=None, sample=k, drawn=sample)
    reason = f"{(counts == 0).mean():.1%} out of bag on average, {left_out(len(places)):.1%} expected"
    yield BootstrapStep(event=STOP, model=None, sample=len(counts), drawn=counts[-1], reason=reason)
