"""Pictures of lecture 01: regions that losses and a reject option move, and one posterior between its targets."""

import numpy as np

from labkit.core import data
from labkit.learners import BayesDecision
from labkit.learners.decisions import targets
from labkit.views import fields
from labkit.views.bars import BarChart
from labkit.views.plane import Plane
from labkit.views.scene import Field, Panel, Path, Points, Scene, Text, codes, coordinates

LEFT, TOP, BOTTOM = (56, 44, 440, 316), (580, 44, 280, 150), (580, 252, 280, 108)
CLASSES = ["ape", "bee", "cow"]
COSTLY = [[0, 1, 1], [1, 0, 1], [4, 4, 0]]  # a cow that is taken for anything else costs four
CASE = np.array([[-0.26, -1.06]])  # ape or cow?


def bayes() -> list[Scene]:
    """One case, three ways to weigh it: by its posterior, by what mistakes cost, and with a way out."""
    X, y = data.blobs(120, spread=0.33, seed=3)
    y = np.array(CLASSES)[y]
    plain, costly, unsure = (
        BayesDecision(**how).fit(X, y).last_step_ for how in ({}, {"losses": COSTLY}, {"reject": 0.25})
    )
    plane = Plane(X, y, box=LEFT, title="Bayes decisions", cuts=lambda step: [*rejected(step.model, plane), *case()])
    risks = BarChart(lambda step: step.model.risks(CASE)[0], box=BOTTOM, ylim=(0, 3), labels=CLASSES, kind=[0, 1, 2],
                     title="Risk of deciding")  # fmt: skip
    words = "most probable class", "a missed cow costs four", "to reject costs 0.25"
    scenes = [
        Scene((plane(step), simplex(step.model), risks(step)), f"{step.caption}; {what}")
        for step, what in zip((plain, costly, unsure), words, strict=True)
    ]
    areas = [np.mean(field_of(scene.panel("plane")).values == 2) for scene in scenes]
    assert areas[1] > 1.05 * areas[0], "what is costly to miss is decided for more often"
    assert areas[2] == areas[0], "a reject option changes no decision"
    assert [decided(scene.panel("bars")) for scene in scenes] == [0, 2, 0]
    dashed = [any(isinstance(m, Path) and m.dash for m in scene.panel("plane").marks) for scene in scenes]
    assert dashed == [False, False, True]
    return scenes


def case() -> list[Text]:
    x, y = map(float, CASE[0])
    return [Text(x, y, "?", "accent", size=19.0, anchor="center", bold=True)]


def rejected(model, plane: Plane) -> list[Path]:
    """The border of what is left undecided."""
    mask = model.rejected_on(fields.centres(plane.xlim), fields.centres(plane.ylim))
    return fields.border(mask, plane.xlim, plane.ylim, color="accent", dash=True, width=1.8)


def simplex(model) -> Panel:
    """The targets as corners, the posteriors of the case as a point, a line to the nearest target."""
    P = model.predict_proba(CASE)
    corners, (point,) = targets.triangle(P)
    nearest = corners[targets.nearest(P)[0]]
    assert np.argmin(((corners - point) ** 2).sum(axis=1)) == P.argmax()
    around = np.vstack([corners, corners[:1]])
    marks = (
        Path(coordinates(around[:, 0]), coordinates(around[:, 1]), color="grid", width=1.4),
        Path(coordinates([point[0], nearest[0]]), coordinates([point[1], nearest[1]]), color="muted", dash=True),
        Points(coordinates(corners[:, 0]), coordinates(corners[:, 1]), codes([0, 1, 2]), size=8.0),
        Text(float(point[0]), float(point[1]), "?", "accent", size=19.0, anchor="center", bold=True),
    )
    return Panel(TOP, (-1.68, 1.68), (-0.7, 1.1), marks, name="simplex", title="Posterior and targets")


def field_of(panel: Panel) -> Field:
    return next(mark for mark in panel.marks if isinstance(mark, Field))


def decided(panel: Panel) -> int:
    """The lowest bar."""
    return int(np.argmin(panel.marks[0].top))


PICTURES = {BayesDecision: bayes}
