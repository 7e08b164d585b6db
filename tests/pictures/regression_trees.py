"""Pictures of lecture 18, the trees: steps over a line and over the plane, the best cut, and what greed costs."""

import numpy as np

from labkit.core import data
from labkit.core.story import UPDATE, Step
from labkit.learners import RegressionTree
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.by_hand import Move, hand_steps
from labkit.learners.tree.cut_errors import cut_errors
from labkit.learners.tree.plan import Examples, Plan
from labkit.views.curves import Curve, Curves
from labkit.views.residuals import Fit
from labkit.views.scene import Path, Scene
from labkit.views.surface import Surface
from labkit.views.tree import TreeView


def ten_points():
    table = data.load("reg10")
    return table.numeric("x"), table["y"]


# ---------------------------------------------------------------- growing


def tree() -> list[Scene]:
    """Constants over rectangles: x1 squared plus a wave of x2, cut best first."""
    X, y = data.additive(150, noise=0.1, seed=2)
    trace = RegressionTree(max_leaves=7, order="best").trace(X, y)
    surface = Surface(X, y, box=(20, 44, 330, 330), title="Circles are too low, triangles too high")
    view = TreeView(trace[-1].model, box=(370, 30, 480, 250), title="Its tree")
    error = Curves(np.arange(7), [Curve(trace.curve("error")[:7], "error")], lambda step: step.split,
                   box=(420, 318, 340, 56), title="Mean squared error", xlabel="splits")  # fmt: skip
    moments = trace[1], trace[3], trace[-1]
    scenes = [Scene((surface(step), view(step), error(step)), step.caption, height=430) for step in moments]
    shades = [len(np.unique(scene.panel("surface").marks[0].values)) for scene in scenes]
    assert shades == [2, 4, 7], "every split makes one shade more"
    assert trace[1].model.question(0).startswith("x2"), "the wave is higher than the square"
    return scenes


# ---------------------------------------------------------------- one cut


class Cursor:
    """What a cut answers on its two sides."""

    def __init__(self, cuts, place: int):
        self.t, self.below, self.above = cuts.thresholds[place], cuts.below[place], cuts.above[place]

    def predict(self, X) -> np.ndarray:
        return np.where(np.asarray(X)[:, 0] <= self.t, self.below, self.above)


def best_cut() -> list[Scene]:
    """A cut that is moved along x: two means, and the error that they leave."""
    X, y = ten_points()
    cuts = cut_errors(X, y)
    fit = Fit(X, y, box=(52, 44, 420, 320), title="The means on both sides of the cut")
    errors = Curves(cuts.thresholds, [Curve(cuts.errors, "E(S)", bound=True)], lambda step: step.model.t,
                    box=(540, 44, 280, 320), title="The error that a cut leaves", xlabel="where it is")  # fmt: skip
    places = 0, cuts.best, 7
    steps = [Step(event=UPDATE, model=Cursor(cuts, place)) for place in places]
    scenes = [Scene((fit(step), errors(step)), f"a cut at x = {step.model.t:g} leaves E(S) = {cuts.errors[place]:.4g}")
              for step, place in zip(steps, places, strict=True)]  # fmt: skip
    curve = next(mark for mark in scenes[0].panel("curves").marks if isinstance(mark, Path) and mark.dash)
    assert curve.x[curve.y.argmin()] == 4.5 and scenes[1].caption == "a cut at x = 4.5 leaves E(S) = 2.182"
    return scenes


# ---------------------------------------------------------------- greed


def forced() -> list[Scene]:
    """y = b xor c: the split with the fewest errors leads to seven leaves, another one to four."""
    table = data.load("cart_counterexample")
    X, y = table.without("y"), table["y"].astype(int)
    attributes = Attributes.of(X)
    examples = Examples(attributes.cells(X), y, 2, attributes.categorical)
    scenes = []
    for feature, box in ((0, (10, 30, 430, 330)), (1, (450, 30, 430, 330))):
        trace = hand_steps(examples, Plan("gini"), attributes, np.array([0, 1]), [Move(feature, 0.5)], finish=True)
        view = TreeView(trace[-1].model, box=box, title=f"First split on {'abc'[feature]}")
        scenes.append([(view(step), step) for step in trace])
    moments = [(0, 0), (2, 2), (-1, -1)]
    told = [(scenes[0][i], scenes[1][j]) for i, j in moments]
    assert [step.wrong for _, step in told[0]] == [3, 4], "greed prefers a"
    assert [step.leaves for _, step in told[-1]] == [7, 4], "and pays with three leaves more"
    words = [" | ".join(f"{step.leaves} leaves, {step.wrong:g} of 8 wrong" for _, step in pair) for pair in told]
    return [Scene(tuple(panel for panel, _ in pair), word) for pair, word in zip(told, words, strict=True)]


PICTURES = {RegressionTree: tree, cut_errors: best_cut, hand_steps: forced}
