"""Pictures of lecture 08: the posterior of the weights, what stands for it, and what it predicts."""

from dataclasses import replace

import numpy as np

from labkit.core import data
from labkit.learners import LaplaceLogistic, TangentSoftmax, VariationalLogistic, VariationalSoftmax
from labkit.learners.bayesian.exact import exact_posterior
from labkit.learners.bayesian.normal import Normal
from labkit.views.axes import Limits
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.contours import sampled
from labkit.views.diagrams.landscape import Landscape
from labkit.views.diagrams.shapes import Contours, Ellipses
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Path, Scene, Segments
from labkit.views.wrap import Overlay
from tests.pictures.seen import every, first, size

WIDE = (-17, 13), (-13, 17)  # of the plane
THIN = 0.8


def posterior(log_joint, limits: Limits, *, xlabel: str, ylabel: str, title: str) -> Overlay:
    """Two weights; the darker, the likelier. The ellipse is what stands for it, two deviations."""
    ground = Landscape(lambda w: np.exp(log_joint(w) - log_joint(w).max()), limits, by_area=False, title=title,
                       xlabel=xlabel, ylabel=ylabel, name="posterior")  # fmt: skip
    return Overlay(ground, Ellipses(lambda step: [step.model.posterior.ellipse(2.0)], color="accent", filled=False,
                                    centres=lambda step: [step.model.posterior.mean]))  # fmt: skip


def laplace() -> list[Scene]:
    """I-000-031: a ridge without end, pulled back by the prior; three ways to predict."""
    X, y = data.girolami()
    learner = LaplaceLogistic(intercept=False)
    trace = learner.trace(X, y)
    weights = posterior(learner.log_joint(X, y), ((-4, 26), (-12, 14.3)), xlabel="w1", ylabel="w2",
                        title="Posterior of the weights")  # fmt: skip
    plane = Plane(X, y, title="Thin: one to three, three to one", size=4.5, limits=WIDE,
                  cuts=Contours(probability, (0.25, 0.75), WIDE, width=THIN))  # fmt: skip
    last, kinds = trace[-1], ("plug-in", "probit", "monte carlo")
    ends = {replace(last, model=replace(last.model, kind=kind)): f"predicted by {kind}" for kind in kinds}
    picture = columns(square(plane), weights, caption=lambda step: ends.get(step, step.caption))
    scenes = [picture(step) for step in (trace[1], trace[4], *ends)]
    plug_in, probit, samples = (undecided(step) for step in ends)
    assert probit > 2 * plug_in and samples > 2 * plug_in, "who knows that the weights are uncertain is less sure"
    assert all(len(every(scene.panel("plane"), Segments, width=THIN)) == 2 for scene in scenes[-3:])
    widths = [size(first(scene.panel("posterior"), Path))[0] for scene in scenes[:3]]
    assert widths[0] < widths[1] < widths[2], "the ellipse grows on its way out along the ridge"
    return scenes


def probability(step):
    """Of the second class, at points of the plane."""
    return lambda points: step.model.predict_proba(points)[:, 1]


def undecided(step) -> float:
    """The share of the plane where the likelier class has less than three quarters."""
    return float(np.mean(np.abs(sampled(probability(step), WIDE)[0] - 0.5) < 0.25))


def variational() -> list[Scene]:
    """E and M by turns: the bound climbs towards the evidence, the ellipse settles inside the true posterior."""
    table = data.load("logit8")
    X, y = table.numeric("x"), table["y"]
    learner = VariationalLogistic(prior_variance=10.0)
    trace = learner.trace(X, y)
    exact = exact_posterior(learner.log_joint(X, y), trace[-1].model.posterior)
    weights = posterior(learner.log_joint(X, y), ((-8, 4), (-2, 4)), xlabel="bias", ylabel="w1",
                        title="True posterior, and what stands for it")  # fmt: skip
    shown = trace[1:10]
    climb = Chart(np.arange(1, 10), at=lambda step: min(9, 2 * step.iteration - (step.half == "E")), title="The bound",
                  xlabel="half steps", ylim=(-7.8, -7.35))  # fmt: skip
    climb.line(shown.curve("bound"), "bound").bound(exact.log_evidence, "ln p(D)")
    touch = Chart(ylim=(0, 2.5), title="Where the parabolas touch: ξ", xlabel="example").bars("xi", kind=y)
    picture = columns(weights, rows(climb, touch), weights=(3, 2))
    scenes = [picture(step) for step in (*trace[1:4], trace[-1])]
    truth = Normal(exact.mean, np.linalg.inv(exact.covariance)).ellipse(2.0)
    inside = first(scenes[-1].panel("posterior"), Path)
    assert size(inside)[0] < np.ptp(truth[:, 0]), "narrower than the true posterior"
    assert (shown.curve("bound") < exact.log_evidence).all()
    return scenes


def tangent() -> list[Scene]:
    """Fix the tangents, let each class fit by itself, tighten: the likelihood jumps, the bound catches up."""
    X, y = data.blobs(90, spread=0.3, seed=4)
    trace = TangentSoftmax(max_iterations=12).trace(X, y)
    climb = Chart(trace, xlabel="steps", ylim=(-105, -15), title="The likelihood and its bound")
    climb.line("log_likelihood", "ln L").line("bound", "bound")
    order = np.argsort(y, kind="stable")
    touch = Chart(ylim=(0, 1), title="λ of every example").bars(lambda step: step.slopes[order], kind=y[order])
    picture = columns(square(Plane(X, y, title="The likeliest class")), rows(climb, touch))
    scenes = [picture(step) for step in (*trace[1:4], trace[-1])]
    likelihood, bound = trace.curve("log_likelihood"), trace.curve("bound")
    assert likelihood[2] > bound[2] + 1 and np.isclose(likelihood[3], bound[3]), "tightened, they touch"
    return scenes


def jensen() -> list[Scene]:
    """A normal distribution for each class but the last; without the entropy both are points at the end."""
    X, y = data.blobs(90, spread=0.3, seed=4)
    settings = {"prior_variance": 9.0, "max_iterations": 40}
    whole, lost = (VariationalSoftmax(entropy=entropy, **settings).trace(X, y) for entropy in (True, False))
    at = {step: min(39, k) for trace in (whole, lost) for k, step in enumerate(trace)}
    widths = Chart(np.arange(40), at=at.get, xlabel="steps", title="Widest standard deviation")
    widths.line(whole.curve("spread")[:40], "with entropy").line(lost.curve("spread")[:40], "without")
    slopes = Chart(xlim=(-7, 13), ylim=(-3.4, 7), xlabel="w1", ylabel="w2", title="What stands for the posterior",
                   name="slopes")  # fmt: skip
    slopes.marks(Ellipses(lambda step: [q.ellipse(2.0, (1, 2)) for q in step.parts],
                          centres=lambda step: [q.mean[1:3] for q in step.parts]))  # fmt: skip
    picture = columns(square(Plane(X, y, title="The likeliest class")), rows(widths, slopes),
                      caption=lambda step: "without entropy" if step is lost[-1] else step.caption)  # fmt: skip
    scenes = [picture(step) for step in (whole[1], whole[6], whole[-1], lost[-1])]
    sizes = [size(first(scene.panel("slopes"), Path))[0] for scene in scenes]
    assert sizes[-1] < 1e-3 < 1 < sizes[-2], "the ellipses have collapsed"
    return scenes


PICTURES = {
    LaplaceLogistic: laplace,
    TangentSoftmax: tangent,
    VariationalLogistic: variational,
    VariationalSoftmax: jensen,
}
