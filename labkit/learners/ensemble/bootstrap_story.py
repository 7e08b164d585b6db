"""Bootstrap samples as a story: the first is drawn example by example, then one sample follows the other.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102. A sample is as many draws from the examples as
there are, each put back; it is one row of ``bag.draws``, which does not keep the order of the draws: every order is
equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.ensemble.averaging import left_out
from labkit.learners.ensemble.bag import draws

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
