"""Pictures of lecture 22: how complex a model, how good it is on what it has not seen, and which features it needs."""

import numpy as np

from labkit.core import data
from labkit.learners import QDA, BasisRegression, NaiveBayes, NearestNeighbours
from labkit.learners.basis.functions import Polynomial
from labkit.learners.selection.bias_variance import bias_variance, fresh
from labkit.learners.selection.comparison import compare, polynomials
from labkit.learners.selection.filters import rank
from labkit.learners.selection.learning_curve import learning_curve
from labkit.learners.selection.overfitting import RULES, overfitting
from labkit.learners.selection.structural_risk import structural_risk
from labkit.learners.selection.validation import cross_validate
from labkit.learners.selection.wrapper import forward
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.frame import ticks
from labkit.views.plane import Plane
from labkit.views.ranking import Ranking, Row
from labkit.views.residuals import Fit
from labkit.views.scene import Bars, Box, Panel, Path, Points, Scene, coordinates

LEFT, RIGHT = (56, 44, 400, 316), (540, 44, 320, 316)
TOP, BOTTOM = (560, 44, 270, 140), (560, 244, 270, 116)
GRID = np.linspace(0.06, 0.94, 120)


def complexity() -> list[Scene]:
    """I-004-003..005, the degree slider: the fit gets better and better, each criterion has a best degree."""
    X, y = data.curve(24, noise=0.25, seed=4)
    trace = compare(polynomials(range(10)), X, y)
    degrees = trace.curve("complexity")
    fit = Fit(X, y, box=LEFT, truth=data.wave, title="A polynomial", limits=((0, 1), (-2, 2)))
    criteria = [Curve(trace.curve(name), label, f"class{k}")
                for k, (name, label) in enumerate((("aic", "AIC"), ("aicc", "AICc"), ("bic", "BIC")))]  # fmt: skip
    errors = [Curve(trace.curve("training"), "training"), Curve(trace.curve("leave_one_out"), "one left out", "class1")]
    at = {"at": lambda step: step.complexity, "xlabel": "degree"}
    prices = Curves(degrees, criteria, box=TOP, title="Criteria", ylim=(0, 70), **at)
    losses = Curves(degrees, errors, box=BOTTOM, title="Squared error", name="errors", ylim=(0, 0.5), **at)
    scenes = [Scene((fit(step), prices(step), losses(step)), step.caption) for step in (trace[1], trace[3], trace[9])]
    drawn = {name: path.y for name, path in zip(("training", "left"), paths(scenes[-1].panel("errors")), strict=False)}
    assert drawn["training"].argmin() == 9, "more is always better on the training examples"
    assert 2 < drawn["left"].argmin() < 7 and {trace.chosen(m) for m in ("aicc", "bic")} <= {3, 4, 5}
    return scenes


def paths(panel) -> list[Path]:
    return [mark for mark in panel.marks if isinstance(mark, Path)]


def folds() -> list[Scene]:
    """Five folds: the large examples are asked of a model that the small ones made."""
    X, y = data.moons(60, noise=0.15, seed=2)
    trace = cross_validate(NearestNeighbours(k=5), X, y)

    def radii(step) -> np.ndarray:
        return np.where(np.isin(np.arange(60), step.test), 7.5, 3.5)

    plane = Plane(X, y, box=LEFT, title="Large: held out", size=radii)
    scores = BarChart(lambda step: np.append(trace.scores[: step.fold], [0] * (5 - step.fold)), box=RIGHT, ylim=(0, 1),
                      labels=[f"fold {k}" for k in range(1, 6)], title="Accuracy on what was held out")  # fmt: skip
    scenes = [Scene((plane(step), scores(step)), step.caption) for step in (trace[0], trace[1], trace[3], trace[5])]
    sizes = [next(mark for mark in scene.panel("plane").marks if isinstance(mark, Points)).size for scene in scenes]
    assert [int((size > 5).sum()) for size in sizes] == [0, 12, 12, 12]
    assert not np.any((sizes[1] > 5) & (sizes[2] > 5)), "no example is held out twice"
    assert trace.mean < trace[0].training, "what it promised was too much"
    return scenes


def growing() -> list[Scene]:
    """More examples: the curves of training and validation meet."""
    X, y = data.moons(150, noise=0.3, seed=1)
    trace = learning_curve(QDA(), X, y, sizes=[4, 8, 12, 18, 25, 35, 50, 70, 95, 120], repeats=4)
    sizes = trace.curve("size")

    def radii(step) -> np.ndarray:
        return np.where(np.isin(np.arange(150), step.rows), 6.5, 3.0)

    plane = Plane(X, y, box=LEFT, title="Large: what the model was trained on", size=radii)
    curves = [Curve(trace.curve("training"), "training"), Curve(trace.curve("validation"), "validation", "class1")]
    scores = Curves(sizes, curves, lambda step: step.size, box=(540, 44, 300, 316), xlabel="examples",
                    title="Accuracy", ylim=(0.5, 1.02))  # fmt: skip
    scenes = [Scene((plane(step), scores(step)), step.caption) for step in (trace[0], trace[4], trace[-1])]
    seen, unseen = (path.y for path in paths(scenes[-1].panel("curves"))[:2])
    assert seen[0] - unseen[0] > 0.2 > 0.04 > seen[-1] - unseen[-1]
    sizes = [next(mark for mark in scene.panel("plane").marks if isinstance(mark, Points)).size for scene in scenes]
    assert [int((size > 5).sum()) for size in sizes] == [4, 25, 120]
    return scenes


class Spaghetti:
    """``step -> Panel``: what every draw so far made of its examples, their mean, and the truth, dashed."""

    def __init__(self, *, box, title):
        self.box, self.title = box, title

    def __call__(self, step) -> Panel:
        x = coordinates(GRID)
        marks = [Path(x, coordinates(each), color="class0", width=0.6) for each in step.answers[-25:]]
        marks.append(Path(x, coordinates(step.targets), color="ink", width=1.6, dash=True))
        marks.append(Path(x, coordinates(step.main), color="class1", width=3.0))
        return Panel(self.box, (0, 1), (-1.8, 1.8), tuple(marks), name="draws", title=self.title, xlabel="x",
                     xticks=ticks(0, 1), yticks=ticks(-1.8, 1.8))  # fmt: skip


def parts() -> list[Scene]:
    """Lines are all alike and all wrong; polynomials of the seventh degree are right on average, and each another."""

    def make(n, seed):
        return data.curve(n, noise=0.3, seed=seed)

    scenes, ends = [], []
    for degree in (1, 3, 7):
        trace = bias_variance(BasisRegression(basis=Polynomial(degree)), fresh(make, 40, 50), GRID[:, None],
                              data.wave(GRID), noise=0.09)  # fmt: skip
        view = Spaghetti(box=LEFT, title=f"Polynomials of degree {degree}: each draw, their mean, the truth")
        bars = BarChart(lambda step: (step.bias, step.variance, step.noise, step.error), box=RIGHT, ylim=(0, 0.4),
                        labels=("bias\u00b2", "variance", "noise", "error"), title="Squared error",
                        kind=[0, 1, 2, 3])  # fmt: skip
        moments = (trace[2], trace[-1]) if degree == 1 else (trace[-1],)
        scenes += [Scene((view(step), bars(step)), f"degree {degree}: {step.caption}") for step in moments]
        ends.append(next(mark for mark in scenes[-1].panel("bars").marks if isinstance(mark, Bars)).top)
    line, cubic, seventh = ends
    assert all(np.isclose(top[:3].sum(), top[3], atol=1e-5) for top in ends), "they add up"
    assert line[0] > 5 * cubic[0] and seventh[1] > 2 * cubic[1]
    return scenes


def filtered() -> list[Scene]:
    """I-004-009, the top-k slider: attributes by what they say about the class alone, FS-01."""
    table = data.load("tennis")
    ranking = rank(table.without("day", "play"), table["play"])
    scenes = []
    for k in (1, 2, 4):
        kept = ranking.top(k)
        rows = [Row(ranking.names[j], (f"{ranking.values[j]:.3f}",), float(ranking.values[j]), int(j) in kept)
                for j in ranking.order]  # fmt: skip
        view = Ranking(lambda rows: rows, box=(56, 44, 760, 200), headings=("attribute", "bits"),
                       title="Mutual information with the class")  # fmt: skip
        scenes.append(Scene((view(rows),), f"the best {k}: {', '.join(ranking.names[j] for j in kept)}", height=300))
    lit = [sum(isinstance(mark, Box) and mark.fill == "lit" for mark in s.panel("ranking").marks) for s in scenes]
    assert lit == [1, 2, 4]
    return scenes


def wrapped() -> list[Scene]:
    """I-004-010, the search path: every round tries what is left, FS-02."""
    table = data.load("tennis")
    trace = forward(NaiveBayes(laplace=1), table.without("day", "play"), table["play"])

    def rows(step) -> list[Row]:
        return [Row(each.name, (f"{14 * each.score:.0f}",), each.score, each is step.taken) for each in step.candidates]

    tried = Ranking(rows, box=LEFT, headings=("tried", "right of 14"), full=1.0, empty="no attribute yet", wide=130,
                    title=lambda step: f"Chosen: {', '.join(step.names) or 'none'}")  # fmt: skip
    curve = Curves(np.arange(5), [Curve(14 * trace.curve("score"), "right")], lambda step: step.round,
                   box=(560, 44, 300, 316), xlabel="attributes", title="One left out: right of 14",
                   ylim=(0, 14))  # fmt: skip
    scenes = [Scene((tried(step), curve(step)), step.caption) for step in trace]
    heights = paths(scenes[-1].panel("curves"))[0].y
    assert heights.round().astype(int).tolist() == [9, 7, 11, 9, 7], "up and down: the second is the best"
    return scenes


def bounded() -> list[Scene]:
    """What is seen falls, the price of capacity rises: the bound has its least between."""
    X, y = data.curve(60, noise=0.2, seed=2)
    trace = structural_risk(polynomials(range(11)), range(1, 12), X, y)
    fit = Fit(X, y, box=LEFT, truth=data.wave, title="The best function of this element")
    curves = [Curve(trace.curve("empirical"), "empirical"), Curve(trace.curve("bound"), "bound", "class1")]
    risk = Curves(trace.curve("dimension"), curves, lambda step: step.dimension, box=(560, 44, 280, 316),
                  xlabel="VC dimension", title="Risk", ylim=(0, 0.6))  # fmt: skip
    moments = (trace[1], trace[trace.best], trace[-1])
    scenes = [Scene((fit(step), risk(step)), step.caption) for step in moments]
    empirical, bound = (path.y for path in paths(scenes[-1].panel("curves"))[:2])
    assert (np.diff(empirical) <= 1e-6).all() and 0 < bound.argmin() < 10
    return scenes


def rates() -> list[Scene]:
    """E-004-02, E-004-03: how often each rule chooses too high a degree, with more and more examples."""
    view = BarChart(lambda found: [found.rate(rule) for rule in RULES], box=(56, 44, 780, 300), ylim=(0, 0.45),
                    labels=("AIC", "AICc", "BIC", "5 folds", "one left out"), kind=range(5),
                    title="Share of draws in which the degree is too high")  # fmt: skip
    every = [overfitting(n, draws=400) for n in (20, 100, 800)]
    scenes = [Scene((view(found),), f"{found.n} examples, truth of degree {found.truth}") for found in every]
    tops = [next(mark for mark in scene.panel("bars").marks if isinstance(mark, Bars)).top for scene in scenes]
    assert tops[2][2] < tops[1][2] < tops[0][2], "BIC errs ever less"
    assert all(top[2] < min(top[0], top[3], top[4]) for top in tops)
    return scenes


PICTURES = {
    bias_variance: parts,
    compare: complexity,
    cross_validate: folds,
    forward: wrapped,
    learning_curve: growing,
    overfitting: rates,
    rank: filtered,
    structural_risk: bounded,
}
