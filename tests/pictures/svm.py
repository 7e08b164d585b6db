"""Pictures of lecture 11: the margin and its support vectors, slack, kernels, pairs of multipliers, the lifted XOR."""

import math

import numpy as np

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import StochasticGradient
from labkit.learners.linear import LinearModel
from labkit.learners.svm.engine.interior_point import interior_point
from labkit.learners.svm.features import ProductMap
from labkit.learners.svm.hinge import primal
from labkit.learners.svm.kernels import PolynomialKernel, SigmoidKernel, eigenvalues
from labkit.learners.svm.smo import smo
from labkit.views.axes import plane_limits
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Contours
from labkit.views.layout import columns, rows, small_multiples, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import HOLLOW, RING, Path, Points, Scene, Segments, Text, codes, coordinates, segments_of
from labkit.views.tables.facts import facts
from labkit.views.wrap import Of, Overlay
from tests.pictures.seen import first, ringed, size, tops

# ---------------------------------------------------------------- what a lab will draw


def machine_plane(X, y, *, size=6.0, **options) -> Overlay:
    """A ring around every support vector; hollow where it is on the wrong side."""

    def supports(step):
        rows = step.model.support
        flag = np.where(step.model.predict(X[rows]) != y[rows], RING | HOLLOW, RING)
        return [Points(*map(coordinates, X[rows].T), codes(y[rows]), flag=codes(flag), size=size)]

    return Overlay(Plane(X, y, size=size, **options), supports)


def bent_plane(X, y, **options) -> Overlay:
    """For a boundary that bends: where the score is -1 and +1."""
    limits = plane_limits(X)
    edges = Contours(lambda step: step.model.decision_function, (-1, 1), limits)
    return machine_plane(X, y, limits=limits, cuts=edges, **options)


def slack_lines(step, size=None):
    """From every example that falls short of its margin to the edge where it should be."""
    short = np.flatnonzero(step.slacks > 1e-6)
    X, w = step.problem.examples[short], step.model.w[1:]
    edge = X + (step.problem.z * step.slacks)[short, None] * w / (w @ w)
    return segments_of(np.column_stack([X, edge]), color="wrong", width=2.0)


def hull_line(step, size=None):
    """The shortest line between the convex hulls."""
    return [Path(*map(coordinates, np.transpose(step.hull_points)), color="accent", width=2.4, dots=True)]


NUMBERS = facts(lambda step: [
    ("margin", f"{step.margin:.3f}"), ("supports", str(len(step.model.support))),
    ("mistakes", str(step.mistakes)), ("total slack", f"{step.slacks.sum():.3f}"),
    ("primal", f"{step.primal:.4g}"), ("dual", f"{step.dual:.4g}"),
], ("",), title="In numbers")  # fmt: skip


# ---------------------------------------------------------------- the machine


def machine() -> list[Scene]:
    return [*hard(), *soft(), *xor(), *bumps()]


def hard() -> list[Scene]:
    """The widest band between the classes; its middle bisects the shortest line between the hulls (figures 5 and 6)."""
    X, y = data.gaussians(40, distance=6.5, seed=3)
    step = SVM(kernel="linear", C=math.inf, tolerance=1e-9).trace(X, y)[-1]
    plane = machine_plane(X, y, margin=1.0, title="Hard margin", cuts=hull_line)
    scene = columns(square(plane), NUMBERS)(step)
    line = first(scene.panel("plane"), Path, color="accent")
    assert math.isclose(math.hypot(*size(line)), step.margin, rel_tol=1e-5)
    assert 2 <= len(ringed(scene.panel("plane"))) <= 4
    return [scene]


def soft() -> list[Scene]:
    """The cheaper the slack, the wider the band and the more examples are inside."""
    X, y = data.gaussians(26, distance=3.2, seed=5)
    scenes = []
    for C in (0.5, 50.0):
        plane = machine_plane(X, y, margin=1.0, title=f"Soft margin, C = {C:g}", cuts=slack_lines)
        scenes.append(columns(square(plane), NUMBERS)(SVM(kernel="linear", C=C).trace(X, y)[-1]))
    cheap, dear = (scene.panel("plane") for scene in scenes)
    assert len(first(cheap, Segments, color="wrong").x0) > len(first(dear, Segments, color="wrong").x0) > 0
    assert len(ringed(cheap)) > len(ringed(dear))
    return scenes


def xor() -> list[Scene]:
    """No line, but a product."""
    X, y = data.xor(80, gap=0.15, seed=1)
    step = SVM(kernel=PolynomialKernel(2), C=10.0).trace(X, y)[-1]
    assert step.mistakes == 0
    return [columns(square(bent_plane(X, y, title="XOR by (x'z + 1)²")), NUMBERS)(step)]


def bumps() -> list[Scene]:
    """Wide bumps bend the boundary a little, narrow ones draw a circle round every example."""
    X, y = data.moons(80, noise=0.13, seed=2)
    steps = {gamma: SVM(gamma=gamma, C=5.0).trace(X, y)[-1] for gamma in (0.5, 5.0, 300.0)}
    planes = [bent_plane(X, y, title=f"Bumps, gamma = {gamma:g}", name=str(gamma), size=3.0) for gamma in steps]
    counts = [len(step.model.support) for step in steps.values()]
    views = [Of(plane, lambda steps, k=k: steps[k]) for plane, k in zip(planes, steps, strict=True)]
    words = f"{', '.join(map(str, counts))} support vectors"
    scene = small_multiples(*views, shape=2.8, caption=lambda _: words)(steps)
    assert [len(ringed(panel)) for panel in scene.panels] == counts
    assert counts[2] > counts[0] > counts[1]
    return [scene]


# ---------------------------------------------------------------- the parts


def sorted_gaussians(n: int, distance: float) -> tuple[np.ndarray, np.ndarray]:
    X, y = data.gaussians(n, distance=distance, seed=4)
    order = np.argsort(y, kind="stable")
    return X[order], y[order]


def pairs() -> list[Scene]:
    """Two multipliers at a time: the dual rises from below, the primal falls towards it."""
    X, y = sorted_gaussians(16, 3.5)
    trace = SVM(kernel="linear", C=2.0, solver="smo", tolerance=1e-4).trace(X, y)
    multipliers = Chart(ylim=(0, 2.1), title="Multipliers", name="multipliers").bars("alpha", kind=y)
    values = Chart(trace, title="Values of both problems", xlabel="iteration")
    values.line("dual", "dual").line("primal", "primal")
    picture = columns(square(machine_plane(X, y, margin=1.0, title="Examples")), rows(multipliers, values))
    scenes = [picture(step) for step in (trace[0], trace[1], trace[4], trace[-1])]
    heights = [tops(scene.panel("multipliers")) for scene in scenes]
    assert [np.count_nonzero(h) for h in heights[:2]] == [0, 2]
    np.testing.assert_allclose(heights[-1][y == 0].sum(), heights[-1][y == 1].sum(), rtol=1e-5)
    assert trace.curve("gap")[-1] < 1e-2 * trace.curve("gap")[0]
    return scenes


def through_the_inside() -> list[Scene]:
    """All multipliers move at once and part into 0, C and in between."""
    X, y = sorted_gaussians(30, 3.0)
    trace = SVM(kernel="linear", C=2.0, solver="interior point").trace(X, y)
    multipliers = Chart(ylim=(0, 2.1), title="Multipliers", name="multipliers").bars("alpha", kind=y)
    gap = Chart(trace, ylog=True, title="Primal less dual", xlabel="iteration").line(lambda step: max(step.gap, 1e-6))
    picture = columns(square(Plane(X, y, margin=1.0, title="Examples")), rows(multipliers, gap))
    scenes = [picture(step) for step in (trace[0], trace[2], trace[4], trace[-1])]
    heights = [tops(scene.panel("multipliers")) for scene in scenes]
    assert all(((h > 0) & (h < 2)).all() for h in heights[:-1])
    assert np.count_nonzero((heights[-1] > 0) & (heights[-1] < 2)) <= 3 < np.count_nonzero(heights[-1] == 0)
    return scenes


def turning_negative() -> list[Scene]:
    """The sigmoid kernel of three numbers: as nu falls, an eigenvalue goes below 0 (SVM-18)."""
    X = np.array([[0.5], [1.0], [2.0]])

    def gram(kernel) -> list[tuple[str, ...]]:
        return [(f"x = {x:g}", *(f"{k:.3f}" for k in row)) for x, row in zip(X[:, 0], kernel(X, X), strict=True)]

    chart = Chart(ylim=(-1.2, 3.0), title="Eigenvalues", name="eigenvalues")
    chart.bars(lambda kernel: eigenvalues(kernel, X), labels="123")
    picture = columns(facts(gram, ("0.5", "1", "2"), title="Gram matrix"), chart,
                      caption=lambda kernel: f"tanh(x z + nu) with nu = {kernel.nu:g}")  # fmt: skip
    scenes = [picture(SigmoidKernel(1.0, nu)) for nu in (1.0, 0.0, -1.0)]
    lowest = [tops(scene.panel("eigenvalues")).min() for scene in scenes]
    assert lowest[2] < lowest[1]
    assert np.isclose(lowest[2], -0.958137932585558, atol=1e-6)
    return scenes


def lifted_xor() -> list[Scene]:
    """Four points of the plane, lifted by alpha times their product: a level plane then separates them (figure 4)."""
    table = data.load("xor_pm1")
    X, y = table.numeric("x1", "x2"), (table["y"].astype(int) > 0).astype(int)
    corners = 1.3 * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [-1, -1, 0]])
    ground = (Path(*map(coordinates, _seen(corners).T), color="muted", width=1.4, fill="muted", opacity=0.1),
              Text(-1.8, -0.8, "the plane alpha x1 x2 = 0", "muted", 11.0))  # fmt: skip

    def marks(alpha: float):
        flat, high = _seen(np.column_stack([X, np.zeros(4)])), _seen(ProductMap(alpha)(X))
        stems = segments_of(np.column_stack([flat, high]), color="curve0", width=1.4)
        return [*ground, *stems, Points(*map(coordinates, high.T), codes(y), size=9.0)]

    space = Chart(xlim=(-2.4, 2.4), ylim=(-1.6, 1.6), xticks=(), yticks=(), name="space",
                  title=lambda alpha: f"(x1, x2, {alpha:g} x1 x2)").marks(marks)  # fmt: skip
    words = {False: "no plane separates", True: "a level plane separates"}
    picture = rows(space, caption=lambda alpha: f"alpha = {alpha:g}: {words[alpha > 0]}")
    scenes = [picture(alpha) for alpha in (0.0, 0.5, 1.0)]
    np.testing.assert_array_equal(ProductMap(1.0)(X)[:, 2] > 0, y == 0)
    heights = [first(scene.panel("space"), Points).y for scene in scenes]
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
    plane = Plane(X, y, margin=1.0, title="Band of the weights so far", reference=best.model.hyperplane)
    value = Chart(trace, ylog=True, title="Primal value", xlabel="iteration").line("loss").bound(best.primal, "best")
    picture = columns(square(plane), value)
    assert trace[-1].loss < 1.1 * best.primal < trace[1].loss
    return [picture(step) for step in (trace[1], trace[30], trace[-1])]


PICTURES = {
    SVM: machine,
    smo: pairs,
    interior_point: through_the_inside,
    eigenvalues: turning_negative,
    ProductMap: lifted_xor,
    primal: going_down,
}
