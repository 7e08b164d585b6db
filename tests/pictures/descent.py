"""Pictures of lecture 12: ways down on a map with contour lines, critical points, restarts, annealing, noise."""

import numpy as np

from labkit.core.story import Trace
from labkit.learners.descent.alternating import Alternating
from labkit.learners.descent.annealing import SimulatedAnnealing
from labkit.learners.descent.approximation import StochasticApproximation
from labkit.learners.descent.critical import INCONCLUSIVE, MAXIMUM, MINIMUM, SADDLE, critical_points
from labkit.learners.descent.first_order import ConjugateGradient, GradientDescent, SteepestDescent, best_momentum
from labkit.learners.descent.restarts import restarts
from labkit.learners.descent.second_order import BFGS, LevenbergMarquardt, Newton
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import Adam, StochasticGradient
from labkit.learners.descent.surfaces import Surface, quadratic, surface
from labkit.learners.least_squares.objective import SquaredLoss
from labkit.views import fields
from labkit.views.curves import Curve, Curves
from labkit.views.facts import Facts
from labkit.views.scene import FADED, USED, Mark, Panel, Path, Points, Scene, codes, coordinates

WIDE, LEFT, RIGHT = (56, 44, 560, 316), (56, 44, 420, 316), (560, 44, 300, 316)
TOP, BOTTOM = (560, 44, 300, 140), (560, 240, 300, 120)
BANDS = 14
WELLS = Surface(lambda x, y: (x**2 - 1) ** 2 + y**2 + x * y**2 / 4, ((-1.8, 1.8), (-1.35, 1.35)))
EGGS = surface("egg box")


def land(of, box=None) -> tuple[Mark, ...]:
    """A surface from above: bands of equal area, the higher the darker, and the contour lines between them."""
    xlim, ylim = box or of.box
    grid = np.stack(np.meshgrid(fields.centres(xlim), fields.centres(ylim)), axis=-1)
    heights = of.values(grid)
    bands = np.searchsorted(np.quantile(heights, np.linspace(0, 1, BANDS + 1)[1:-1]), heights)
    shades = fields.heights(bands, (0, 2 * BANDS), xlim, ylim)  # the lighter half: ways are drawn on top
    return (*shades, *fields.border(bands, xlim, ylim, width=0.7, color="muted"))


def ways(behind: tuple[Mark, ...], traces: dict[str, Trace], moment: int, box, limits, title="") -> Panel:
    """Several stories on one map, up to the moment, each in its own colour and with its own head."""
    marks = list(behind)
    for kind, trace in enumerate(traces.values()):
        way = np.array([step.w for step in trace[: moment + 1]])
        x, y = coordinates(way[:, 0]), coordinates(way[:, 1])
        marks.append(Path(x, y, color=f"class{kind}", width=2.0, dots=len(way) <= 40))
        marks.append(Points(x[-1:], y[-1:], codes([kind]), flag=codes([USED]), size=6.0))
    return Panel(box, *limits, tuple(marks), name="map", title=title)


def losses(traces: dict[str, Trace], moment: int, box, floor=1e-10, most=None) -> Panel:
    """The loss of every story on a logarithmic scale; one that has ended stays where it is."""
    longest = most or max(len(trace) for trace in traces.values())
    curves = []
    for kind, (name, trace) in enumerate(traces.items()):
        loss = np.log10(np.maximum(trace.curve("loss"), floor))[:longest]
        values = np.concatenate([loss, np.full(longest - len(loss), loss[-1])])
        curves.append(Curve(values, name, f"class{kind}"))
    view = Curves(np.arange(longest), curves, lambda step: moment, box=box, title="log10 loss", xlabel="iteration")
    return view(None)


def race(of, traces: dict[str, Trace], moments, captions_of: str, title: str, most=None) -> list[Scene]:
    behind = land(of)
    return [
        Scene(
            (ways(behind, traces, k, LEFT, of.box, title), losses(traces, k, RIGHT, most=most)),
            traces[captions_of][min(k, len(traces[captions_of]) - 1)].caption,
        )
        for k in moments
    ]


def head(scene: Scene, kind: int) -> np.ndarray:
    """Where a way has come to."""
    points = [mark for mark in scene.panel("map").marks if isinstance(mark, Points) and mark.kind[0] == kind]
    return np.array([points[0].x[-1], points[0].y[-1]])


def ravine() -> list[Scene]:
    """In the ravine plain descent creeps, the heavy ball of the best momentum does not (OPT-08)."""
    of, (momentum, rate) = surface("ravine"), best_momentum(1.0, 10.0)
    solvers = {"plain": GradientDescent(rate=0.18), "heavy ball": GradientDescent(rate, momentum)}
    traces = {name: downhill(of, solver, of.start) for name, solver in solvers.items()}
    scenes = race(of, traces, (0, 3, 8, 25), "heavy ball", "(x^2 + 10 y^2) / 2", most=60)
    assert np.abs(head(scenes[-1], 1)).max() < 1e-3 < np.abs(head(scenes[-1], 0)).max()
    return scenes


def zigzag() -> list[Scene]:
    """Exact line search turns by a right angle each time (OPT-09); conjugate directions need two moves."""
    of = surface("ravine")
    solvers = {"steepest": SteepestDescent(), "conjugate": ConjugateGradient()}
    traces = {name: downhill(of, solver, of.start) for name, solver in solvers.items()}
    scenes = race(of, traces, (1, 2, 12), "steepest", "exact line search", most=40)
    turns = np.diff([step.w for step in traces["steepest"][:4]], axis=0)
    assert abs(turns[0] @ turns[1]) < 1e-9 * abs(turns[0] @ turns[0])
    assert np.abs(head(scenes[1], 1)).max() < 1e-6
    return scenes


def saddle() -> list[Scene]:
    """Whole Newton steps end on the saddle; turned round they end in a minimum."""
    traces = {
        "whole": downhill(WELLS, Newton(halve=False), (0.35, 0.9)),
        "turned": downhill(WELLS, Newton(), (0.35, 0.9)),
    }
    scenes = race(WELLS, traces, (0, 1, 2, 6), "turned", "two minima and a saddle")
    np.testing.assert_allclose(head(scenes[-1], 0), [0, 0], atol=1e-3)
    np.testing.assert_allclose(head(scenes[-1], 1), [1, 0], atol=1e-3)
    return scenes


def valley() -> list[Scene]:
    """Round the bend of Rosenbrock's valley."""
    of = surface("banana")
    solvers = {"BFGS": BFGS(), "Levenberg": LevenbergMarquardt(), "steepest": SteepestDescent()}
    traces = {name: downhill(of, solver, of.start) for name, solver in solvers.items()}
    scenes = race(of, traces, (2, 10, 20, 44), "BFGS", "the bent valley", most=60)
    np.testing.assert_allclose([head(scenes[-1], kind) for kind in (0, 1)], 1.0, atol=1e-2)
    assert np.abs(head(scenes[-1], 2) - 1).max() > 0.1, "steepest descent is still on its way"
    return scenes


KINDS = (MINIMUM, SADDLE, MAXIMUM, INCONCLUSIVE)


def places() -> list[Scene]:
    """Critical points on four surfaces, each kind with its own mark, and the two curvatures of the lowest."""
    scenes = []
    for name, box in (("egg box", ((-7, 7), (-7, 7))), ("squared error", None), ("turned saddle", None)):
        of = surface(name)
        limits = box or of.box
        found = critical_points(of, limits)
        marks = [*land(of, limits)]
        for place in found if len(found) < 5 else ():
            marks += [_arm(place, side) for side in (0, 1)]
        xy, kinds = np.array([place.w for place in found]), [KINDS.index(place.kind) for place in found]
        marks.append(Points(coordinates(xy[:, 0]), coordinates(xy[:, 1]), codes(kinds), size=6.0))
        panel = Panel(LEFT, *limits, tuple(marks), name="map", title=name)
        facts = Facts(lambda _, found=found: counted(found), ["found"], box=(540, 44, 380, 316))
        scenes.append(Scene((panel, facts(None)), f"{name}: {len(found)} found where the gradient vanishes"))
        drawn = panel.marks[-1]
        for x, y, kind in zip(drawn.x, drawn.y, drawn.kind, strict=True):
            around = of.values(np.array([[x, y]]) + 0.05 * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]]))
            rises = around > of.at([x, y]).value
            assert kind == KINDS.index(INCONCLUSIVE) or rises.all() == (kind == KINDS.index(MINIMUM))
    return scenes


def _arm(place, side: int) -> Path:
    """Along a direction of curvature: full where the surface rises, dashed where it falls."""
    reach = 0.5 * np.outer([-1, 1], place.directions[:, side]) + place.w
    return Path(coordinates(reach[:, 0]), coordinates(reach[:, 1]), width=2.4, dash=bool(place.curvatures[side] < 0))


def counted(found) -> list[tuple[str, str]]:
    counts = [(kind, sum(place.kind == kind for place in found)) for kind in KINDS]
    return [(kind, str(count)) for kind, count in counts if count] + [("lowest", f"{found[0].value:.3f}")]


def balls() -> list[Scene]:
    """Every ball rolls into the hollow next to it; the best so far is ringed."""
    trace, behind = restarts(EGGS, "gradient", box=EGGS.box, k=30, seed=2, tolerance=1e-4), land(EGGS)
    best = Curves(np.arange(len(trace) - 1), [Curve(trace.curve("loss")[:-1], "", "accent")], lambda step: step.run,
                  box=RIGHT, title="Best so far", xlabel="runs", ylim=(0.0, 1.0))  # fmt: skip
    scenes = []
    for step in (trace[1], trace[5], trace[15], trace[-1]):
        marks = list(behind)
        for number, story in enumerate(step.runs):
            way = np.array([each.w for each in story])
            x, y = coordinates(way[:, 0]), coordinates(way[:, 1])
            marks += [Path(x, y, color="class0", width=1.4)]
            marks += [Points(x[:1], y[:1], codes([0]), flag=codes([FADED]), size=3.0)]
            marks += [Points(x[-1:], y[-1:], codes([1]), flag=codes([USED if number == step.best else 0]), size=5.0)]
        panel = Panel(LEFT, *EGGS.box, tuple(marks), name="map", title="30 balls")
        scenes.append(Scene((panel, best(step)), step.caption))
        ringed = [mark for mark in marks if isinstance(mark, Points) and mark.flag[0] == USED]
        assert EGGS.at([ringed[0].x[0], ringed[0].y[0]]).value <= step.losses.min() + 1e-5
    assert trace[-1].loss < 1e-6
    return scenes


def annealing() -> list[Scene]:
    """Hot it goes everywhere, cold it stays; the best place seen is ringed."""
    solver = SimulatedAnnealing(temperature=0.6, cooling=0.97, stay=10, width=1.0, seed=4)
    trace, behind = downhill(EGGS, solver, EGGS.start, max_iterations=1000), land(EGGS)
    where = np.arange(len(trace) - 1)
    loss = [Curve(trace.curve("loss")[:-1], "now"), Curve(trace.curve("best_loss")[:-1], "best", "accent")]
    heat = [Curve(np.nan_to_num(trace.curve("temperature")[:-1], nan=0.6), "", "class1")]
    views = (
        Curves(where, loss, lambda step: step.iteration, box=TOP, title="Loss"),
        Curves(
            where, heat, lambda step: step.iteration, box=BOTTOM, title="Temperature", name="heat", xlabel="iteration"
        ),
    )
    scenes = []
    for step in (trace[20], trace[150], trace[600], trace[-1]):
        way = np.array([each.w for each in trace[max(0, step.iteration - 150) : step.iteration + 1]])
        ends = coordinates([step.best[0], step.w[0]]), coordinates([step.best[1], step.w[1]])
        marks = (
            *behind,
            Path(coordinates(way[:, 0]), coordinates(way[:, 1]), color="class0", width=1.2),
            Points(*ends, codes([1, 0]), flag=codes([USED, 0]), size=6.0),
        )
        panel = Panel(LEFT, *EGGS.box, marks, name="map", title="The last 150 places")
        scenes.append(Scene((panel, *(view(step) for view in views)), step.caption))
    spread = [np.ptp(scene.panel("map").marks[-2].x) for scene in scenes]
    assert spread[1] > 3 * spread[3], "it has come to rest"
    assert trace[-1].best_loss < 0.1
    return scenes


def noise() -> list[Scene]:
    """Constant, 1/sqrt k and 1/k under the same noise: the first stays restless, the last comes to rest (RM-01)."""
    of = quadratic(np.eye(2), ((-2.4, 2.4), (-1.8, 1.8)))
    rates = {"constant": 0.3, "1/sqrt k": 0.5, "1/k": 1.0}
    traces = {
        name: downhill(of, StochasticApproximation(rate, name, noise=1.0, seed=8), (1.3, 0.9), max_iterations=400)
        for name, rate in rates.items()
    }
    behind, scenes = land(of), []
    for k in (5, 60, 400):
        recent = {name: trace[max(0, k - 60) : k + 1] for name, trace in traces.items()}
        panel = ways(behind, recent, 60, LEFT, of.box, "The last 60 places")
        scenes.append(Scene((panel, losses(traces, k, RIGHT, floor=1e-6)), traces["1/k"][k].caption))
    rest = [np.abs(trace.curve("loss")[300:]).mean() for trace in traces.values()]
    assert rest[0] > 3 * rest[1] > 3 * rest[2]
    return scenes


def batches() -> list[Scene]:
    """Four examples at a time, in a valley: the stochastic gradient jitters down, Adam walks at its own pace."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=60)
    y = 1.0 + 2.0 * x + rng.normal(0, 0.5, 60)
    of = SquaredLoss(np.column_stack([np.ones(60), x]), y, np.zeros(2))
    solvers = {"stochastic": StochasticGradient(0.1, batch=4), "Adam": Adam(rate=0.1, batch=4)}
    traces = {name: downhill(of, solver, [-1.0, -1.0], max_iterations=120) for name, solver in solvers.items()}
    limits = ((-2.0, 3.0), (-1.6, 3.2))
    behind = land(of, limits)
    scenes = [
        Scene((ways(behind, traces, k, LEFT, limits, "w0 and w1"), losses(traces, k, RIGHT)), traces["Adam"][k].caption)
        for k in (1, 15, 120)
    ]
    for kind in (0, 1):
        np.testing.assert_allclose(head(scenes[-1], kind), np.linalg.lstsq(of.A, y)[0], atol=0.3)
    return scenes


def blocks() -> list[Scene]:
    """One variable at a time: a staircase along the axes."""
    of = surface("bowl")
    traces = {
        "block after block": downhill(of, Alternating(((0,), (1,))), (1.8, 1.6)),
        "Newton": downhill(of, "newton", (1.8, 1.6)),
    }
    scenes = race(of, traces, (1, 2, 8), "block after block", "x^2 + y^2 + x y", most=20)
    way = next(mark for mark in scenes[-1].panel("map").marks if isinstance(mark, Path) and mark.color == "class0")
    moved = np.abs(np.diff(np.column_stack([way.x, way.y]), axis=0)) > 1e-7
    assert (moved.sum(axis=1) <= 1).all()
    return scenes


PICTURES = {
    GradientDescent: ravine,
    SteepestDescent: zigzag,
    Newton: saddle,
    BFGS: valley,
    critical_points: places,
    restarts: balls,
    SimulatedAnnealing: annealing,
    StochasticApproximation: noise,
    Adam: batches,
    Alternating: blocks,
}
