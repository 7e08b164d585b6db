"""Pictures of lecture 12: ways down on a map with contour lines, critical points, restarts, annealing, noise."""

import numpy as np

from labkit.core.story import Trace
from labkit.learners.descent.critical import INCONCLUSIVE, MAXIMUM, MINIMUM, SADDLE, critical_points
from labkit.learners.descent.first_order import ConjugateGradient, GradientDescent, SteepestDescent, best_momentum
from labkit.learners.descent.restarts import restarts
from labkit.learners.descent.second_order import BFGS, LevenbergMarquardt
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import Adam, StochasticGradient
from labkit.learners.descent.surfaces import Surface, surface
from labkit.learners.least_squares.objective import SquaredLoss
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, rows, shaped, small_multiples, square
from labkit.views.scene import DASHED, FADED, RING, Mark, Path, Points, Scene, Segments, codes, coordinates
from labkit.views.tables.facts import facts
from labkit.views.wrap import Overlay
from tests.pictures.seen import every, first

WELLS = Surface(lambda x, y: (x**2 - 1) ** 2 + y**2 + x * y**2 / 4, ((-1.8, 1.8), (-1.35, 1.35)))
EGGS = surface("egg box")
KINDS = (MINIMUM, SADDLE, MAXIMUM, INCONCLUSIVE)


def race(of, traces: dict[str, Trace], moments, title: str, *, limits=None, most=None, floor=1e-10,
         recent=None) -> list[Scene]:  # fmt: skip
    """Several stories on one map and their losses, at some moments; one that has ended stays where it is. The caption
    is of the first."""
    longest, (told, *_) = most or max(map(len, traces.values())), traces.values()
    xlim, ylim = limits or of.box
    land = Landscape(of.values, (xlim, ylim), ways={name: places(trace) for name, trace in traces.items()},
                     at=lambda moment: moment, recent=recent, title=title, name="map")  # fmt: skip
    losses = Chart(np.arange(longest), at=lambda moment: moment, ylog=True, title="Loss", xlabel="iteration")
    for name, trace in traces.items():
        loss = np.maximum(trace.curve("loss")[:longest], floor)
        losses.line(np.pad(loss, (0, longest - len(loss)), mode="edge"), name)
    aspect = np.ptp(xlim) / np.ptp(ylim)
    beside, shape = (rows, 1.6) if aspect > 2 else (columns, None)
    picture = beside(shaped(land, aspect), losses, shape=shape,
                     caption=lambda moment: told[min(moment, len(told) - 1)].caption)  # fmt: skip
    return [picture(moment) for moment in moments]


def places(trace: Trace) -> np.ndarray:
    return np.array([step.w for step in trace])


def head(scene: Scene, kind: int) -> np.ndarray:
    """Where a way has come to."""
    ends = [mark for mark in every(scene.panel("map"), Path) if mark.dots and len(mark.x) == 1]
    return np.array([ends[kind].x[0], ends[kind].y[0]])


def ravine() -> list[Scene]:
    """In the ravine plain descent creeps, the heavy ball of the best momentum does not (OPT-08)."""
    of, (momentum, rate) = surface("ravine"), best_momentum(1.0, 10.0)
    solvers = {"heavy ball": GradientDescent(rate, momentum), "plain": GradientDescent(rate=0.18)}
    traces = {name: downhill(of, solver, of.start) for name, solver in solvers.items()}
    scenes = race(of, traces, (0, 3, 8, 25), "(x² + 10 y²) / 2", most=60)
    assert np.abs(head(scenes[-1], 0)).max() < 1e-3 < np.abs(head(scenes[-1], 1)).max()
    return scenes


def zigzag() -> list[Scene]:
    """Exact line search turns by a right angle each time (OPT-09); conjugate directions need two moves."""
    of = surface("ravine")
    solvers = {"steepest": SteepestDescent(), "conjugate": ConjugateGradient()}
    traces = {name: downhill(of, solver, of.start) for name, solver in solvers.items()}
    scenes = race(of, traces, (1, 2, 12), "Exact line search", most=40)
    turns = np.diff(places(traces["steepest"][:4]), axis=0)
    assert abs(turns[0] @ turns[1]) < 1e-9 * abs(turns[0] @ turns[0])
    assert np.abs(head(scenes[1], 1)).max() < 1e-6
    return scenes


def valley() -> list[Scene]:
    """Round the bend of Rosenbrock's valley."""
    of = surface("banana")
    solvers = {"BFGS": BFGS(), "Levenberg": LevenbergMarquardt(), "steepest": SteepestDescent()}
    traces = {name: downhill(of, solver, of.start) for name, solver in solvers.items()}
    scenes = race(of, traces, (2, 10, 20, 44), "The bent valley", most=60)
    np.testing.assert_allclose([head(scenes[-1], kind) for kind in (0, 1)], 1.0, atol=1e-2)
    assert np.abs(head(scenes[-1], 2) - 1).max() > 0.1, "steepest descent is still on its way"
    return scenes


def critical() -> list[Scene]:
    """Critical points on three surfaces, each kind with its own mark, and how many there are."""
    limits = {"egg box": ((-7, 7), (-7, 7)), "squared error": None, "turned saddle": None}
    surfaces = {name: surface(name) for name in limits}
    boxes = {name: box or surfaces[name].box for name, box in limits.items()}
    found = {name: critical_points(of, boxes[name]) for name, of in surfaces.items()}
    maps = [Overlay(Landscape(of.values, boxes[name], title=name.capitalize(), name=name),
                    lambda step, name=name: marked(found[name])) for name, of in surfaces.items()]  # fmt: skip
    counts = facts(lambda step: [*counted(found.values())], [name.capitalize() for name in found])
    words = f"{sum(map(len, found.values()))} found where the gradient vanishes"
    scene = rows(small_multiples(*maps), counts, weights=(2, 1), shape=1.8, caption=lambda step: words)(None)
    for name, of in surfaces.items():
        drawn = first(scene.panel(name), Points)
        for x, y, kind in zip(drawn.x, drawn.y, drawn.kind, strict=True):
            around = of.values(np.array([[x, y]]) + 0.05 * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]]))
            rises = around > of.at([x, y]).value
            assert kind == KINDS.index(INCONCLUSIVE) or rises.all() == (kind == KINDS.index(MINIMUM))
    return [scene]


def marked(found) -> list[Mark]:
    """Of a few also the directions of curvature: full where the surface rises, dashed where it falls."""
    xy, kinds = np.array([place.w for place in found]), [KINDS.index(place.kind) for place in found]
    arms = [Segments(*map(float, (*(place.w - reach), *(place.w + reach))), width=2.4, dash=DASHED * int(bend < 0))
            for place in (found if len(found) < 5 else ())
            for reach, bend in zip(0.5 * place.directions.T, place.curvatures, strict=True)]  # fmt: skip
    return [*arms, Points(*map(coordinates, xy.T), codes(kinds), size=6.0)]


def counted(found):
    for kind in KINDS:
        yield kind, *(str(sum(place.kind == kind for place in each)) for each in found)
    yield "lowest", *(f"{each[0].value:.3f}" for each in found)


def balls() -> list[Scene]:
    """Every ball rolls into the hollow next to it; the best so far is ringed."""
    trace = restarts(EGGS, "gradient", box=EGGS.box, k=30, seed=2, tolerance=1e-4)
    land = Overlay(Landscape(EGGS.values, EGGS.box, title="30 balls", name="map"), rolled)
    best = Chart(np.arange(len(trace) - 1), at="run", title="Best so far", xlabel="runs", ylim=(0.0, 1.0))
    picture = columns(square(land), best.line(trace.curve("loss")[:-1]))
    moments = trace[1], trace[5], trace[15], trace[-1]
    scenes = [picture(step) for step in moments]
    for scene, step in zip(scenes, moments, strict=True):
        (ring,) = (mark for mark in every(scene.panel("map"), Points) if mark.flag[0] == RING)
        assert EGGS.at([ring.x[0], ring.y[0]]).value <= step.losses.min() + 1e-5
    assert trace[-1].loss < 1e-6
    return scenes


def rolled(step):
    for number, story in enumerate(step.runs):
        x, y = map(coordinates, places(story).T)
        yield Path(x, y, "curve0", 1.4)
        yield Points(x[:1], y[:1], codes([0]), codes([FADED]), 3.0)
        yield Points(x[-1:], y[-1:], codes([1]), codes([RING if number == step.best else 0]), 5.0)


def batches() -> list[Scene]:
    """Four examples at a time, in a valley: the stochastic gradient jitters down, Adam walks at its own pace."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=60)
    y = 1.0 + 2.0 * x + rng.normal(0, 0.5, 60)
    of = SquaredLoss(np.column_stack([np.ones(60), x]), y, np.zeros(2))
    solvers = {"Adam": Adam(rate=0.1, batch=4), "stochastic": StochasticGradient(0.1, batch=4)}
    traces = {name: downhill(of, solver, [-1.0, -1.0], max_iterations=120) for name, solver in solvers.items()}
    scenes = race(of, traces, (1, 15, 120), "w0 and w1", limits=((-2.0, 3.0), (-1.6, 3.2)))
    for kind in (0, 1):
        np.testing.assert_allclose(head(scenes[-1], kind), np.linalg.lstsq(of.A, y)[0], atol=0.3)
    return scenes


PICTURES = {
    GradientDescent: ravine,
    SteepestDescent: zigzag,
    BFGS: valley,
    critical_points: critical,
    restarts: balls,
    Adam: batches,
}
