"""Two species by their bills: half-way between the means, one ellipse for both, an ellipse each.

Lecture 04; deck 000 "MAP Decisions: Gaussian Case", "MAP Decisions : Gaussian with Equal Covariances". Inventory:
I-000-007, I-000-008.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import LDA, QDA
from labkit.learners.gaussian.lda import LDAModel
from labkit.lectures.l04_gaussian_classifiers import common, questions
from labkit.lectures.l04_gaussian_classifiers.common import AXES, BILLS, SPECIES
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import RING, Path, Points, Text, codes, coordinates
from labkit.views.wrap import Overlay

HALF_WAY, SHARED, OWN = "half-way between the means", "one ellipse for both", "an ellipse each"
LENGTH, DEPTH = BILLS
ARM = 0.018  # of the cross, as a share of what is seen
NAMES = np.array(SPECIES)
ELLIPSES = Ellipses(lambda step: common.outlines(step.model), filled=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BirdStep(Step):
    """A model of both species, and one bird more."""

    bird: np.ndarray
    wrong: int
    birds: int

    @property
    def posterior(self) -> np.ndarray:
        return self.model.predict_proba(self.bird[None])[0]

    @property
    def caption(self) -> str:
        k = int(self.posterior.argmax())
        told = f"{self.reason}{self.wrong} of {self.birds} birds are wrong"
        return f"{told}; the cross: {SPECIES[k]}, with probability {self.posterior[k]:.2f}"


class BirdLab(Lab):
    """Three borders between the same birds, and a bird that has to be named."""

    name, heading, classes = "04-birds", "Adelie or Chinstrap?", SPECIES
    question = questions.bird_at_the_cross
    clickable = ("plane",)
    steering = (
        Choice("border", "border", (HALF_WAY, SHARED, OWN), HALF_WAY),
        Slider("length", "bill length of the bird", *LENGTH, 0.5, 45.0),
        Slider("depth", "bill depth of the bird", *DEPTH, 0.1, 20.0),
    )
    presets = {SHARED: {"border": SHARED}, OWN: {"border": OWN}, "a shallow bill": {"border": SHARED, "length": 43.0,
               "depth": 16.5}}  # fmt: skip

    def data(self, values):
        X, species = common.birds()
        return X, (species == SPECIES[1]).astype(int)

    def story(self, X, y, values):
        model, reason = _fitted(X, y, values["border"])
        wrong = int((model.predict(X) != NAMES[y]).sum())
        step = BirdStep(event=SOLVED, model=model, reason=reason, bird=np.array([values["length"], values["depth"]]),
                        wrong=wrong, birds=len(y))  # fmt: skip
        plane = Plane(X, NAMES[y], limits=BILLS, labels=NAMES, editable=True, axes=AXES, size=4.5,
                      title=f"{wrong} of {len(y)} are wrong",
                      cuts=_no_cuts if values["border"] == HALF_WAY else ELLIPSES)  # fmt: skip
        chance = Chart(ylim=(0.0, 1.05), title="The bird at the cross", name="posterior", ylabel="probability")
        chance.bars(lambda s: s.posterior, labels=SPECIES, kind=(0, 1))
        return Story(Trace([step]), columns(square(Overlay(plane, _cross)), chance, shape=1.9))

    def click(self, values, at):
        return {"length": float(np.clip(round(2 * at.x) / 2, *LENGTH)), "depth": float(np.clip(round(at.y, 1), *DEPTH))}


def _fitted(X: np.ndarray, y: np.ndarray, border: str):
    """The model of such a border, and what to say of it."""
    if len(np.unique(y)) < 2:
        raise ValueError(
            f"birds: expected birds of both species, got only {SPECIES[int(y[0])]}; add one of the other or undo"
        )
    if border == OWN:
        step = QDA().trace(X, NAMES[y])[-1]
        borrowed = ", ".join(SPECIES[k] for k in step.borrowed)
        return step.model, f"too few {borrowed} birds for an ellipse, so the shared one is taken; " if borrowed else ""
    step = LDA().trace(X, NAMES[y])[-1]
    if border == SHARED:
        return step.model, ""
    size = float(np.diagonal(step.moments.shared).mean())
    round_one = np.eye(2) * (size if size > 0 else 1.0)
    return LDAModel.given(step.model.means, round_one, classes=SPECIES), ""


def _no_cuts(step: BirdStep, size) -> list:
    return []


def _cross(step: BirdStep) -> list:
    """The bird, and the two means."""
    (x, y), (wide, tall) = step.bird.tolist(), (ARM * np.ptp(LENGTH), ARM * np.ptp(DEPTH))
    lines = [((x - wide, x + wide), (y - tall, y + tall)), ((x - wide, x + wide), (y + tall, y - tall))]
    marks = [Path(coordinates(a), coordinates(b), "accent", 3.4) for a, b in lines]
    means = Points(*map(coordinates, step.model.means.T), codes([0, 1]), flag=codes([RING, RING]), size=9.0)
    return [means, *marks, Text(x + 1.6 * wide, y, "?", "accent", 15.0, bold=True)]
