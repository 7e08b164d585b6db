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
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Boxes, Path, Points, Scene, coordinates
from labkit.views.tables.ranking import Ranked, ranking
from tests.pictures.seen import every, first, tops

GRID = np.linspace(0.06, 0.94, 120)


def complexity() -> list[Scene]:
    """I-004-003..005, the degree slider: the fit gets better and better, each criterion has a best degree."""
    X, y = data.curve(24, noise=0.25, seed=4)
    trace = compare(polynomials(range(10)), X, y)
    at = {"x": "complexity", "xlabel": "degree"}
    criteria = Chart(trace, title="Criteria", ylim=(0, 70), **at)
    criteria.line("aic", "AIC").line("aicc", "AICc").line("bic", "BIC")
    errors = Chart(trace, title="Squared error", name="errors", ylim=(0, 0.5), **at)
    errors.line("training", "training").line("leave_one_out", "one left out")
    curve = fit(X, y, truth=data.wave, title="A polynomial", limits=((0, 1), (-2, 2)))
    picture = columns(curve, rows(criteria, errors))
    scenes = [picture(step) for step in (trace[1], trace[3], trace[9])]
    training, left_out = (path.y for path in every(scenes[-1].panel("errors"), Path))
    assert training.argmin() == 9, "more is always better on the training examples"
    assert 2 < left_out.argmin() < 7 and {trace.chosen(m) for m in ("aicc", "bic")} <= {3, 4, 5}
    return scenes


def radii(examples: int, chosen: np.ndarray) -> np.ndarray:
    """The chosen examples are drawn large."""
    return np.where(np.isin(np.arange(examples), chosen), 7.0, 3.2)


def large(scene: Scene) -> np.ndarray:
    """Which examples are drawn large."""
    return first(scene.panel("plane"), Points).size > 5


def folds() -> list[Scene]:
    """Five folds: the large examples are asked of a model that the small ones made."""
    X, y = data.moons(60, noise=0.15, seed=2)
    trace = cross_validate(NearestNeighbours(k=5), X, y)
    plane = Plane(X, y, title="Large: held out", size=lambda step: radii(60, step.test))
    scores = Chart(ylim=(0, 1), title="Accuracy on what was held out")
    scores.bars(lambda step: [*trace.scores[: step.fold], *[np.nan] * (5 - step.fold)],
                labels=[f"fold {k}" for k in range(1, 6)])  # fmt: skip
    picture = columns(square(plane), scores)
    scenes = [picture(step) for step in (trace[0], trace[1], trace[3], trace[5])]
    sizes = [large(scene) for scene in scenes]
    assert [size.sum() for size in sizes] == [0, 12, 12, 12]
    assert not np.any(sizes[1] & sizes[2]), "no example is held out twice"
    assert trace.mean < trace[0].training, "what it promised was too much"
    return scenes


def growing() -> list[Scene]:
    """More examples: the curves of training and validation meet."""
    X, y = data.moons(150, noise=0.3, seed=1)
    trace = learning_curve(QDA(), X, y, sizes=[4, 8, 12, 18, 25, 35, 50, 70, 95, 120], repeats=4)
    plane = Plane(X, y, title="Large: trained on", size=lambda step: radii(150, step.rows))
    scores = Chart(trace, x="size", xlabel="examples", title="Accuracy", ylim=(0.5, 1.02), name="scores")
    scores.line("training", "training").line("validation", "validation")
    picture = columns(square(plane), scores)
    scenes = [picture(step) for step in (trace[0], trace[4], trace[-1])]
    seen, unseen = (path.y for path in every(scenes[-1].panel("scores"), Path))
    assert seen[0] - unseen[0] > 0.2 > 0.04 > seen[-1] - unseen[-1]
    assert [large(scene).sum() for scene in scenes] == [4, 25, 120]
    return scenes


def spaghetti(step) -> list[Path]:
    """What every draw so far made of its examples, their mean, and the truth, dashed."""
    x = coordinates(GRID)
    return [*(Path(x, coordinates(each), "curve0", 0.6) for each in step.answers[-25:]),
            Path(x, coordinates(step.targets), "ink", 1.6, DASHED),
            Path(x, coordinates(step.main), "curve1", 3.0)]  # fmt: skip


def parts() -> list[Scene]:
    """Lines are all alike and all wrong; polynomials of the seventh degree are right on average, and each another."""
    scenes, ends = [], []
    for degree in (1, 3, 7):
        trace = bias_variance(BasisRegression(basis=Polynomial(degree)),
                              fresh(lambda n, seed: data.curve(n, noise=0.3, seed=seed), 40, 50), GRID[:, None],
                              data.wave(GRID), noise=0.09)  # fmt: skip
        draws = Chart(xlim=(0, 1), ylim=(-1.8, 1.8), xlabel="x", title=f"Degree {degree}: draws, their mean, the truth")
        error = Chart(ylim=(0, 0.4), title="Squared error", name="error")
        error.bars(lambda step: (step.bias, step.variance, step.noise, step.error),
                   labels=("bias²", "variance", "noise", "error"))  # fmt: skip
        picture = columns(draws.marks(spaghetti), error, weights=(4, 3),
                          caption=lambda step, degree=degree: f"degree {degree}: {step.caption}")  # fmt: skip
        scenes += [picture(step) for step in ((trace[2], trace[-1]) if degree == 1 else (trace[-1],))]
        ends.append(tops(scenes[-1].panel("error")))
    line, cubic, seventh = ends
    assert all(np.isclose(top[:3].sum(), top[3], atol=1e-5) for top in ends), "they add up"
    assert line[0] > 5 * cubic[0] and seventh[1] > 2 * cubic[1]
    return scenes


def filtered() -> list[Scene]:
    """I-004-009, the top-k slider: attributes by what they say about the class alone, FS-01."""
    table = data.load("tennis")
    found = rank(table.without("day", "play"), table["play"])

    def attributes(k: int) -> list[Ranked]:
        return [Ranked(found.names[j], (f"{found.values[j]:.3f}",), float(found.values[j]), int(j) in found.top(k))
                for j in found.order]  # fmt: skip

    view = ranking(attributes, ("attribute", "bits"), title="Mutual information with the class")
    picture = rows(view, shape=4.0, caption=lambda k: f"best: {', '.join(found.names[j] for j in found.top(k))}")
    scenes = [picture(k) for k in (1, 2, 4)]
    assert [len(every(scene.panel("ranking"), Boxes, fill="lit")) for scene in scenes] == [1, 2, 4]
    return scenes


def wrapped() -> list[Scene]:
    """I-004-010, the search path: every round tries what is left, FS-02."""
    table = data.load("tennis")
    trace = forward(NaiveBayes(laplace=1), table.without("day", "play"), table["play"])
    tried = ranking(lambda step: [Ranked(each.name, (f"{14 * each.score:.0f}",), each.score, each is step.taken)
                                  for each in step.candidates],
                    ("tried", "right of 14"), full=1.0, empty="no attribute yet",
                    title=lambda step: ", ".join(step.names) or "Nothing chosen yet")  # fmt: skip
    scores = Chart(trace, x="round", xlabel="attributes", title="Right of 14", ylim=(0, 14), name="scores")
    picture = columns(tried, scores.line(lambda step: 14 * step.score), weights=(4, 3))
    scenes = [picture(step) for step in trace]
    heights = first(scenes[-1].panel("scores"), Path).y
    assert heights.round().astype(int).tolist() == [9, 7, 11, 9, 7], "up and down: the second is the best"
    return scenes


def bounded() -> list[Scene]:
    """What is seen falls, the price of capacity rises: the bound has its least between."""
    X, y = data.curve(60, noise=0.2, seed=2)
    trace = structural_risk(polynomials(range(11)), range(1, 12), X, y)
    risk = Chart(trace, x="dimension", xlabel="VC dimension", title="Risk", ylim=(0, 0.6), name="risk")
    risk.line("empirical", "empirical").line("bound", "bound")
    picture = columns(fit(X, y, truth=data.wave, title="The best function of this element"), risk)
    scenes = [picture(step) for step in (trace[1], trace[trace.best], trace[-1])]
    empirical, bound = (path.y for path in every(scenes[-1].panel("risk"), Path))
    assert (np.diff(empirical) <= 1e-6).all() and 0 < bound.argmin() < 10
    return scenes


def rates() -> list[Scene]:
    """E-004-02, E-004-03: how often each rule chooses too high a degree, with more and more examples."""
    view = Chart(ylim=(0, 0.45), title="Share of draws in which the degree is too high", name="rates")
    names = "AIC", "AICc", "BIC", "5 folds", "one left out"
    view.bars(lambda found: [found.rate(rule) for rule in RULES], labels=names)
    picture = rows(view, caption=lambda found: f"{found.n} examples, truth of degree {found.truth}")
    scenes = [picture(overfitting(n, draws=400)) for n in (20, 100, 800)]
    shares = [tops(scene.panel("rates")) for scene in scenes]
    assert shares[2][2] < shares[1][2] < shares[0][2], "BIC errs ever less"
    assert all(top[2] < min(top[0], top[3], top[4]) for top in shares)
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
