"""Points of two classes, some with the wrong label, and other cases of the same kind: lectures 16 and 19 to 21."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.player.controls import Choice, Control, Slider

NAMES = np.array(["A", "B"])
LIMITS = ((-1.1, 1.1), (-1.1, 1.1))
FRESH = 1000  # cases to test on, which stand for all others
FLIPPED, NUISANCE = range(2)  # what random numbers are for


def samples(values: dict) -> list[data.Points]:
    """To train and to test on, both with wrong labels."""
    shape = {"noise": 0.12} if values["data"] == "moons" else {}
    return mislabelled(_clean(values, values["points"], FRESH, **shape), values["noise"], values["seed"])


def samples_to_prune(values: dict) -> list[data.Points]:
    """To train, to validate and to test on, all with wrong labels.

    Lecture 16 has random numbers of its own, and the generator's own moons: what its lesson says hangs on them.
    """
    parts = _clean(values, values["points"], values["points"], FRESH)
    return mislabelled(parts, values["noise"], values["seed"], lambda seed, part: np.random.default_rng([seed, part]))


def _clean(values: dict, *sizes: int, **shape) -> list[data.Points]:
    return data.samples(data.GENERATORS[values["data"]], *sizes, seed=values["seed"], **shape)


@dataclass(frozen=True)
class NoisyPoints:
    """What a lab steers its points with: ``kinds`` are names of generators, the first is shown first; ``points``,
    ``seed`` and ``noise`` are where their sliders begin. Of ``samples(values)`` the first is to train on."""

    kinds: str
    points: int
    seed: int
    noise: float = 0.1
    samples: Callable[[dict], list[data.Points]] = samples

    @property
    def controls(self) -> tuple[Control, ...]:
        kinds = tuple(self.kinds.split())
        return (
            Choice("data", "data", kinds, kinds[0]),
            Slider("points", "points", 20, 200, 10, self.points),
            Slider("noise", "wrong labels", 0.0, 0.4, 0.05, self.noise),
            Slider("seed", "seed", 0, 50, 1, self.seed),
        )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(control.name for control in self.controls)

    def drawn(self, values: dict) -> data.Points:
        return self.samples(values)[0]


NOISY = NoisyPoints("rings moons gaussians xor spiral", points=150, seed=3)


def stream(seed: int, *what: int) -> np.random.Generator:
    """Random numbers for one thing alone: neither the points' nor a learner's of the same seed.

    The seed comes last, because NumPy fills up with zeros: [seed, 0] is the same stream as seed.
    """
    return np.random.default_rng([*(1 + part for part in what), seed])


def _flips(seed: int, part: int) -> np.random.Generator:
    return stream(seed, FLIPPED, part)


def mislabelled(parts: list[data.Points], share: float, seed: int,
                numbers: Callable[[int, int], np.random.Generator] = _flips) -> list[data.Points]:  # fmt: skip
    """In each sample the same share gets the label of the other class; ``numbers(seed, part)`` chooses which."""
    for part, (_, y) in enumerate(parts):
        wrong = numbers(seed, part).permutation(len(y))[: round(share * len(y))]
        y[wrong] = 1 - y[wrong]
    return parts
