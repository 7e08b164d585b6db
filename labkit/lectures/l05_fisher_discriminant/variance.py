"""Five measurements of 200 crabs: the directions of the largest variance, and the one that parts the groups.

Lecture 05; deck 004 "Fisher's linear discriminant Summary: Multi-Class". Inventory: I-004-041, I-004-044.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import events
from labkit.lectures.l05_fisher_discriminant import questions
from labkit.lectures.l05_fisher_discriminant.common import LineStep, crabs, line_step, shadows, solved, wrong_of
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns, rows
from labkit.views.tables.facts import table

TARGETS = {"blue or orange": ("species", ("blue", "orange")), "female or male": ("sex", ("female", "male"))}
UNITS = ("in mm", "logarithms", "scaled")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ComponentStep(LineStep):
    """Shadows along one principal direction."""

    place: int  # 0 has the largest variance


class VarianceLab(Lab):
    """Walk through the five directions of variance, and compare each with Fisher's."""

    name, heading = "05-variance", "The longest shadow"
    question = questions.longest_shadow
    steering = (
        Choice("crabs", "crabs", tuple(TARGETS), "blue or orange"),
        Choice("units", "measurements", UNITS, UNITS[0]),
    )
    presets = {"females and males": {"crabs": "female or male"}, "scaled first": {"units": "scaled"}}
    still = 0

    def data(self, values):
        X, words = crabs(target=TARGETS[values["crabs"]][0])
        X = np.log(X) if values["units"] == "logarithms" else X
        X = X / X.std(axis=0) if values["units"] == "scaled" else X
        return X, (words == np.unique(words)[1]).astype(int)

    def story(self, X, y, values):
        best = solved(X, y)
        scatter, names = best.scatter, TARGETS[values["crabs"]][1]
        shares, V = principal(X)
        told = zip(V.T, events(len(shares)), strict=True)
        lines = [line_step(scatter, w, event, np.arange(2)) for w, event in told]
        steps = [ComponentStep(event=line.event, model=line.model, scatter=scatter, w=line.w, place=k)
                 for k, line in enumerate(lines)]  # fmt: skip
        fisher = line_step(scatter, best.directions[:, 0], "solved", np.arange(2))
        rowed = [(f"variance {k + 1}", f"{100 * share:.1f} %", f"{step.J:.4f}", wrong_of(step, X, y))
                 for k, (share, step) in enumerate(zip(shares, steps, strict=True))]  # fmt: skip
        share = float(np.var(X @ fisher.w) / np.var(X, axis=0).sum())
        rowed.append(("Fisher", f"{100 * share:.1f} %", f"{fisher.J:.4f}", wrong_of(fisher, X, y)))
        grid = table(lambda step: rowed, ("direction", "of the variance", "J", "wrong"), name="directions",
                     lit=lambda step: (step.place,), title="Every direction, in numbers")  # fmt: skip
        upper = shadows(X, y, names, lambda step: step.w, title="Along the direction that is lit")
        lower = shadows(X, y, names, lambda step: fisher.w, title="Along Fisher's direction", name="fisher")
        both = rows(upper, lower)
        return Story(steps, columns(both, grid, weights=(3, 2), shape=2.0, caption=lambda step: _caption(step, rowed)))


def principal(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(shares of the variance, directions one a column), the largest first."""
    values, V = np.linalg.eigh(np.cov(X.T))
    return values[::-1] / values.sum(), V[:, ::-1]


def _caption(step: ComponentStep, rowed: list) -> str:
    name, share, _, wrong = rowed[step.place]
    return f"{name}: {share} of the variance, {wrong} of 200 wrong; Fisher's direction: {rowed[-1][3]} wrong"
