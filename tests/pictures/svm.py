"""Pictures of lecture 11: the margin and its support vectors, slack, kernels, pairs of multipliers, the lifted XOR."""

import math

import numpy as np

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import StochasticGradient
from labkit.learners.linear import LinearModel
from labkit.learners.svm.features import ProductMap
from labkit.learners.svm.gram import eigenvalues
from labkit.learners.svm.hinge import primal
from labkit.learners.svm.kernels import PolynomialKernel, SigmoidKernel
from labkit.learners.svm.smo import smo
from labkit.views import fields
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.facts import Facts
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import USED, WRONG, Panel, Path, Points, Scene, Text, codes, coordinates

LEFT, RIGHT = (40, 44, 500, 330), (620, 60, 300, 300)
TOP, BOTTOM = (620, 60, 270, 120), (620, 240, 270, 120)


# ---------------------------------------------------------------- what a lab will draw


def ringed(X, y):
    """``step -> marks``: a ring around every support vector; hollow where it is on the wrong side."""

    def marks(step):
        rows = step.model.support
        wrong = step.model.predict(X[rows]) != y[rows]
        flag = np.where(wrong, USED | WRONG, USED)
        return [Points(*map(coordinates, X[rows].T), codes(y[rows]), flag=codes(flag), size=6.0)]

    return marks


def slack_lines(step):
    """From every example that falls short of its margin to the edge where it should be."""
    short = np.flatnonzero(step.slacks > 1e-6)
    X, w = step.problem.examples[short], step.model.w[1:]
    edge = X + (step.problem.z * step.slacks)[short, None] * w / (w @ w)
    return fields.broken(np.column_stack([X, edge]), color="wrong", width=2.0)


def hull_line(step):
    """The shortest line between the convex hulls."""
    return [Path(*map(coordinates, np.transpose(step.hull_points)), color="accent", width=2.4, dots=True)]


def edges(plane):
    """``step -> marks``: where the score is -1 and +1, for a boundary that bends."""

    def marks(step):
        f = step.model.field(fields.centres(plane.xlim), fields.centres(plane.ylim))
        levels = (fields.border(f > level, plane.xlim, plane.ylim, width=1.0, dash=True) for level in (-1, 1))
        return [mark for border in levels for mark in border]

    return marks


def facts(step):
    return [
        ("margin", f"{step.margin:.3f}"), ("supports", str(len(step.model.support))),
        ("mistakes", str(step.mistakes)), ("total slack", f"{step.slacks.sum():.3f}"),
        ("primal", f"{step.primal:.4g}"), ("dual", f"{step.dual:.4g}"),
    ]  # fmt: skip


FACTS = Facts(facts, ("",), box=(580, 60, 350, 240))


def rings(scene) -> int:
    """How many examples have a ring."""
    points = [mark for mark in scene.panel("plane").marks if isinstance(mark, Points)]
    return int(np.count_nonzero(points[-1].flag & USED))


# ---------------------------------------------------------------- the machine


def machine() -> list[Scene]:
    return [*hard(), *soft(), *xor(), *bumps()]


def hard() -> list[Scene]:
    """The widest band between the classes; its middle bisects the shortest line between the hulls (figures 5 and 6)."""
    X, y = data.gaussians(40, distance=6.5, seed=3)
    step = SVM(kernel="linear", C=math.inf, tolerance=1e-9).trace(X, y)[-1]
    plane = Plane(X, y, box=LEFT, margin=1.0, title="hard margin", cuts=hull_line)
    scene = Scene((Overlay(plane, ringed(X, y))(step), FACTS(step)), step.caption)
    line = next(m for m in scene.panel("plane").marks if isinstance(m, Path) and m.color == "accent")
    assert math.isclose(math.hypot(np.ptp(line.x), np.ptp(line.y)), step.margin, rel_tol=1e-5)
    assert 2 <= rings(scene) <= 4
    return [scene]


def soft() -> list[Scene]:
    """The cheaper the slack, the wider the band and the more examples are inside."""
    X, y = data.gaussians(26, distance=3.2, seed=5)
    scenes = []
    for C in (0.5, 50.0):
        step = SVM(kernel="linear", C=C).trace(X, y)[-1]
        plane = Overlay(Plane(X, y, box=LEFT, margin=1.0, title=f"soft margin, C = {C:g}"), slack_lines)
        scenes.append(Scene((Overlay(plane, ringed(X, y))(step), FACTS(step)), step.caption))
    cheap, dear = scenes
    lines = [next(m for m in s.panel("plane").marks if isinstance(m, Path) and m.color == "wrong") for s in scenes]
    assert len(lines[0].x) > len(lines[1].x) > 0
    assert rings(cheap) > rings(dear)
    return scenes


def xor() -> list[Scene]:
    """No line, but a product."""
    X, y = data.xor(80, gap=0.15, seed=1)
    step = SVM(kernel=PolynomialKernel(2), C=10.0).trace(X, y)[-1]
    plane = Plane(X, y, box=LEFT, title="XOR by (x'z + 1)^2")
    scene = Scene((Overlay(plane, lambda s: [*edges(plane)(s), *ringed(X, y)(s)])(step), FACTS(step)), step.caption)
    assert step.mistakes == 0
    return [scene]


def bumps() -> list[Scene]:
    """Wide bumps bend the boundary a little, narrow ones draw a circle round every example."""
    X, y = data.moons(80, noise=0.13, seed=2)
    scenes = []
    for gamma in (0.5, 5.0, 300.0):
        step = SVM(gamma=gamma, C=5.0).trace(X, y)[-1]
        plane = Plane(X, y, box=LEFT, title=f"bumps, gamma = {gamma:g}")
        view = Overlay(plane, lambda s, plane=plane: [*edges(plane)(s), *ringed(X, y)(s)])
        scenes.append(Scene((view(step), FACTS(step)), step.caption))
    counts = [rings(scene) for scene in scenes]
    assert counts[2] > counts[0] > counts[1]
    return scenes


# ---------------------------------------------------------------- the parts


def pairs() -> list[Scene]:
    """Two multipliers at a time: the dual rises from below, the primal falls towards it."""
    X, y = data.gaussians(16, distance=3.5, seed=4)
    order = np.argsort(y, kind="stable")
    X, y = X[order], y[order]
    trace = SVM(kernel="linear", C=2.0, solver="smo", tolerance=1e-4).trace(X, y)
    plane = Overlay(Plane(X, y, box=LEFT, margin=1.0, title="examples"), ringed(X, y))
    bars = BarChart(lambda step: step.alpha, box=TOP, ylim=(0, 2.1), title="multipliers", kind=y)
    curves = [Curve(trace.curve("dual"), "dual", "class0"), Curve(trace.curve("primal"), "primal", "class1")]
    moments = np.arange(len(trace))
    values = Curves(moments, curves, lambda step: min(step.iteration, len(trace) - 1), box=BOTTOM,
                    title="values of both problems", xlabel="iteration")  # fmt: skip
    chosen = (trace[0], trace[1], trace[4], trace[-1])
    scenes = [Scene((plane(step), bars(step), values(step)), step.caption) for step in chosen]
    heights = [scene.panel("bars").marks[0].top for scene in scenes]
    assert [np.count_nonzero(h) for h in heights[:2]] == [0, 2]
    np.testing.assert_allclose(heights[-1][y == 0].sum(), heights[-1][y == 1].sum(), rtol=1e-5)
    assert trace.curve("gap")[-1] < 1e-2 * trace.curve("gap")[0]
    return scenes


def turning_negative() -> list[Scene]:
    """The sigmoid kernel of three numbers: as nu falls, an eigenvalue goes below 0 (SVM-18)."""
    X, scenes = np.array([[0.5], [1.0], [2.0]]), []
    for nu in (1.0, 0.0, -1.0):
        kernel = SigmoidKernel(1.0, nu)
        rows = [(f"x = {x:g}", *(f"{k:.3f}" for k in row)) for x, row in zip(X[:, 0], kernel(X, X), strict=True)]
        gram = Facts(lambda _, rows=rows: rows, ("0.5", "1", "2"), box=(40, 60, 480, 240))
        chart = BarChart(lambda _, kernel=kernel: eigenvalues(kernel, X), box=RIGHT, ylim=(-1.2, 3.0),
                         title=f"eigenvalues, nu = {nu:g}", labels="123")  # fmt: skip
        scenes.append(Scene((gram(None), chart(None)), f"tanh(x z + nu) with nu = {nu:g}"))
    lowest = [scene.panel("bars").marks[0].top.min() for scene in scenes]
    assert lowest[2] < lowest[1]
    assert np.isclose(lowest[2], -0.958137932585558, atol=1e-6)
    return scenes


def lifted_xor() -> list[Scene]:
    """Four points of the plane, lifted by alpha times their product: a level plane then separates them (figure 4)."""
    table = data.load("xor_pm1")
    X, y = table.numeric("x1", "x2"), (table["y"].astype(int) > 0).astype(int)
    scenes = []
    for alpha in (0.0, 0.5, 1.0):
        lifted = ProductMap(alpha)(X)
        flat = np.column_stack([X, np.zeros(4)])
        corners = 1.3 * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [-1, -1, 0]])
        ground = Path(*map(coordinates, _seen(corners).T), color="muted", width=1.4)
        stems = fields.broken(np.column_stack([_seen(flat), _seen(lifted)]), color="grid", width=1.4)
        points = Points(*map(coordinates, _seen(lifted).T), codes(y), size=9.0)
        name = Text(-2.2, -1.3, "the plane alpha x1 x2 = 0", "muted", 11.0)
        panel = Panel((120, 40, 700, 340), (-2.4, 2.4), (-1.6, 1.6), (ground, *stems, points, name), name="space",
                      title=f"(x1, x2, {alpha:g} x1 x2)")  # fmt: skip
        scenes.append(Scene((panel,), f"alpha = {alpha:g}: {'no plane' if not alpha else 'a level plane'} separates"))
    above = [ProductMap(1.0)(X)[:, 2] > 0, y == 0]
    np.testing.assert_array_equal(*above)
    heights = [next(m for m in s.panel("space").marks if isinstance(m, Points)).y for s in scenes]
    assert np.ptp(heights[2] - heights[0]) == 2 * np.ptp(heights[1] - heights[0]) > 0
    return scenes


def _seen(points) -> np.ndarray:
    """Points of space from the side and a little above."""
    x, y, z = points.T
    return np.column_stack([x + 0.45 * y, 0.5 * y + 0.75 * z])


def going_down() -> list[Scene]:
    """The primal problem by stochastic subgradients: it jumps, and settles as the rate falls (Pegasos)."""
    X, y = data.gaussians(60, distance=3.0, seed=1)
    X = X / X.std()
    best = SVM(kernel="linear").fit(X, y).last_step_
    solver = StochasticGradient(rate=60.0, schedule="1/k", seed=1)
    trace = downhill(primal(X, y), solver, np.zeros(3), max_iterations=1500,
                     model=lambda w: LinearModel(w, np.array([0, 1]), 1.0))  # fmt: skip
    plane = Plane(X, y, box=LEFT, margin=1.0, title="band of the weights so far", reference=best.model.hyperplane)
    moments = np.arange(len(trace))
    loss = np.log10(trace.curve("loss"))
    curves = [Curve(loss, "", "class0"), Curve(np.full(len(loss), math.log10(best.primal)), "best", bound=True)]
    view = Curves(moments, curves, lambda step: step.iteration, box=RIGHT, title="log10 of the primal value",
                  xlabel="iteration")  # fmt: skip
    chosen = (trace[1], trace[30], trace[-1])
    scenes = [Scene((plane(step), view(step)), step.caption) for step in chosen]
    assert trace[-1].loss < 1.1 * best.primal < trace[1].loss
    return scenes


PICTURES = {
    SVM: machine,
    smo: pairs,
    eigenvalues: turning_negative,
    ProductMap: lifted_xor,
    primal: going_down,
}
