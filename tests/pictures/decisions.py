"""Pictures of lecture 01: regions that losses and a reject option move, and one posterior between its targets."""

import numpy as np

from labkit.core import data
from labkit.learners import BayesDecision
from labkit.learners.decisions import targets
from labkit.views.axes import plane_limits
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Region
from labkit.views.diagrams.simplex import CORNERS, Posterior, Simplex
from labkit.views.layout import columns, rows, shaped, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Field, Path, Scene, Segments, Text
from tests.pictures.seen import every, first, tops

CLASSES = ["ape", "bee", "cow"]
COSTLY = [[0, 1, 1], [1, 0, 1], [4, 4, 0]]  # a cow that is taken for anything else costs four
CASE = np.array([[-0.26, -1.06]])  # ape or cow?
WAYS = {  # one case, three ways to weigh it: by its posterior, by what mistakes cost, and with a way out
    "most probable class": {},
    "a missed cow costs four": {"losses": COSTLY},
    "to reject costs 0.25": {"reject": 0.25},
}


def bayes() -> list[Scene]:
    X, y = data.blobs(120, spread=0.33, seed=3)
    y = np.array(CLASSES)[y]
    words = {BayesDecision(**how).fit(X, y).last_step_: word for word, how in WAYS.items()}
    limits = plane_limits(X)
    rejected, case = Region(lambda step: step.model.rejected, limits), Text(*CASE[0], "?", "accent", 19.0, "center")
    plane = Plane(X, y, title="Bayes decisions", limits=limits, cuts=lambda step, size: [*rejected(step), case])
    simplex = Simplex(lambda step: Posterior(step.model.predict_proba(CASE), asked=0), CLASSES, title="Its posterior")
    risks = Chart(ylim=(0, 3), title="Risk of deciding", name="risks")
    risks.bars(lambda step: step.model.risks(CASE)[0], labels=CLASSES, kind=[0, 1, 2])
    picture = columns(square(plane), rows(shaped(simplex, Simplex.aspect), risks, weights=(2, 1)),
                      caption=lambda step: f"{step.caption}; {words[step]}")  # fmt: skip
    scenes = [picture(step) for step in words]
    areas = [np.mean(first(scene.panel("plane"), Field).values == 2) for scene in scenes]
    assert areas[1] > 1.05 * areas[0], "what is costly to miss is decided for more often"
    assert areas[2] == areas[0], "a reject option changes no decision"
    assert [tops(scene.panel("risks")).argmin() for scene in scenes] == [0, 2, 0]
    assert [bool(every(scene.panel("plane"), Segments, color="accent")) for scene in scenes] == [False, False, True]
    for scene, step in zip(scenes, words, strict=True):
        arrow, P = first(scene.panel("simplex"), Path, arrow=True), step.model.predict_proba(CASE)
        np.testing.assert_allclose([arrow.x[-1], arrow.y[-1]], CORNERS[targets.nearest(P)[0]], atol=1e-6)
    return scenes


PICTURES = {BayesDecision: bayes}
