"""Pictures of lecture 18, the trees: steps over a line and over the plane, the best cut, and what greed costs."""

import numpy as np

from labkit.core import data
from labkit.core.story import UPDATE, Step
from labkit.learners import RegressionTree
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.by_hand import hand_steps, hand_story
from labkit.learners.tree.hand_moves import HandMove
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.regression import cut_errors
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.layout import columns, rows, square
from labkit.views.plane.number_plane import NumberPlane
from labkit.views.scene import DASHED, Field, Path, Scene
from labkit.views.trees.tree import TreeView
from labkit.views.wrap import Of
from tests.pictures.seen import first

# ---------------------------------------------------------------- growing


def tree() -> list[Scene]:
    """Constants over rectangles: x1 squared plus a wave of x2, cut best first."""
    X, y = data.additive(150, noise=0.1, seed=2)
    trace = RegressionTree(max_leaves=7, order="best").trace(X, y)
    surface = NumberPlane(X, y, title="Triangles are too high")
    error = Chart(trace[:7], x="split", title="Mean squared error", xlabel="splits").line("error")
    view = TreeView(trace[-1].model, title="Its tree")
    picture = columns(square(surface), rows(view, error, weights=(3, 1)), shape=2.1)
    scenes = [picture(step) for step in (trace[1], trace[3], trace[-1])]
    shades = [len(np.unique(first(scene.panel("surface"), Field).values)) for scene in scenes]
    assert shades == [2, 4, 7], "every split makes one shade more"
    assert trace[1].model.question(0).startswith("x2"), "the wave is higher than the square"
    return scenes


# ---------------------------------------------------------------- one cut


class Cut:
    """What a cut answers on its two sides."""

    def __init__(self, cuts, place: int):
        self.t, self.below, self.above = cuts.thresholds[place], cuts.below[place], cuts.above[place]
        self.error = cuts.errors[place]

    def predict(self, X) -> np.ndarray:
        return np.where(np.asarray(X)[:, 0] <= self.t, self.below, self.above)


def best_cut() -> list[Scene]:
    """A cut that is moved along x: two means, and the error that they leave."""
    table = data.load("reg10")
    X, y = table.numeric("x"), table["y"]
    cuts = cut_errors(X, y)
    errors = Chart(cuts.thresholds, at=lambda step: step.model.t, title="The error that a cut leaves",
                   xlabel="where it is", name="errors").bound(cuts.errors, "E(S)")  # fmt: skip
    picture = columns(fit(X, y, title="The means on both sides of the cut"), errors, weights=(4, 3),
                      caption=lambda s: f"a cut at x = {s.model.t:g} leaves E(S) = {s.model.error:.4g}")  # fmt: skip
    scenes = [picture(Step(event=UPDATE, model=Cut(cuts, place))) for place in (0, cuts.best, 7)]
    curve = first(scenes[0].panel("errors"), Path, dash=DASHED)
    assert curve.x[curve.y.argmin()] == 4.5 and scenes[1].caption == "a cut at x = 4.5 leaves E(S) = 2.182"
    return scenes


# ---------------------------------------------------------------- greed


def forced() -> list[Scene]:
    """y = b xor c: the split with the fewest errors leads to seven leaves, another one to four."""
    table = data.load("cart_counterexample")
    X, y = table.without("y"), table["y"].astype(int)
    attributes = Attributes.of(X)
    examples = TreeExamples(attributes.cells(X), y, 2, attributes.categorical)
    traces = [hand_story(examples, Plan("gini"), attributes, np.array([0, 1]), [HandMove(feature, 0.5)], finish=True)
              for feature in (0, 1)]  # fmt: skip
    views = [TreeView(trace[-1].model, title=f"First split on {'ab'[k]}", name=f"tree {k}")
             for k, trace in enumerate(traces)]  # fmt: skip
    picture = columns(
        *(Of(view, lambda pair, k=k: pair[k]) for k, view in enumerate(views)),
        caption=lambda pair: " | ".join(f"{s.leaves} leaves, {s.wrong:g} wrong" for s in pair),
    )
    pairs = [tuple(trace[k] for trace in traces) for k in (0, 2, -1)]
    assert [step.wrong for step in pairs[0]] == [3, 4], "greed prefers a"
    assert [step.leaves for step in pairs[-1]] == [7, 4], "and pays with three leaves more"
    return [picture(pair) for pair in pairs]


PICTURES = {RegressionTree: tree, cut_errors: best_cut, hand_steps: forced}
