"""Pictures of lecture 08: the posterior of the weights, what stands for it, and what it predicts."""

from dataclasses import replace

import numpy as np

from labkit.core import data
from labkit.learners import LaplaceLogistic, TangentSoftmax, VariationalLogistic, VariationalSoftmax
from labkit.learners.bayesian.exact import exact_posterior
from labkit.learners.bayesian.normal import Normal
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.fields import border, centres, heights
from labkit.views.frame import ticks
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import Panel, Path, Scene, Text, coordinates

LEFT, RIGHT = (56, 44, 400, 316), (540, 44, 360, 316)
TOP, BOTTOM = (560, 44, 270, 140), (560, 244, 270, 116)
WIDE = (-17, 13), (-9.85, 13.85)  # of the plane
THREE = np.log(3)
THIN = 0.8


class Posterior:
    """``step -> Panel``: two weights; the darker, the likelier. The ellipse is what stands for it, two deviations."""

    def __init__(self, log_joint, xlim, ylim, *, box, title, xlabel):
        self.box, self.xlim, self.ylim, self.title, self.xlabel = box, xlim, ylim, title, xlabel
        x, y = np.meshgrid(centres(xlim), centres(ylim))
        density = log_joint(np.stack([x, y], axis=-1))
        self._field = heights(np.exp(density - density.max()), (0.0, 1.0), xlim, ylim)

    def __call__(self, step) -> Panel:
        return Panel(
            self.box, self.xlim, self.ylim, (*self._field, ellipse(step.model.posterior), centre(step.model.posterior)),
            name="posterior", title=self.title, xlabel=self.xlabel, xticks=ticks(*self.xlim), yticks=ticks(*self.ylim),
        )  # fmt: skip


def ellipse(normal, which=(0, 1), color="accent") -> Path:
    x, y = normal.ellipse(2.0, which).T
    return Path(coordinates(x), coordinates(y), color=color, width=2.0)


def centre(normal, which=(0, 1), color="accent") -> Path:
    x, y = normal.mean[list(which)]
    return Path(coordinates([x]), coordinates([y]), color=color, dots=True)


def laplace() -> list[Scene]:
    """I-000-031: a ridge without end, pulled back by the prior; three ways to predict."""
    X, y = data.girolami()
    learner = LaplaceLogistic(intercept=False)
    trace = learner.trace(X, y)
    weights = Posterior(learner.log_joint(X, y), (-4, 26), (-12, 14.3), box=RIGHT, xlabel="w1; up: w2",
                        title="Posterior of the weights, and Laplace's")  # fmt: skip
    plane = Plane(X, y, box=LEFT, title="Between the thin lines both are about as likely", size=4.5,
                  limits=WIDE)  # fmt: skip
    plane = Overlay(plane, three_to_one)
    moments = [(step, step.caption) for step in (trace[1], trace[4])]
    for kind in ("plug-in", "probit", "monte carlo"):
        last = replace(trace[-1], model=replace(trace[-1].model, kind=kind))
        moments.append((last, f"predicted by {kind}; {last.caption}"))
    scenes = [Scene((plane(step), weights(step)), caption) for step, caption in moments]
    plug_in, probit, sampled = (undecided(step.model) for step, _ in moments[-3:])
    assert probit > 2 * plug_in and sampled > 2 * plug_in, "who knows that the weights are uncertain is less sure"
    assert all([mark.width for mark in scene.panel("plane").marks[-2:]] == [THIN, THIN] for scene in scenes[-3:])
    widths = [np.ptp(scene.panel("posterior").marks[1].x) for scene in scenes[:3]]
    assert widths[0] < widths[1] < widths[2], "the ellipse grows on its way out along the ridge"
    return scenes


def three_to_one(step) -> list[Path]:
    """Contours of the predictive probability: a quarter and three quarters."""
    field = step.model.field(centres(WIDE[0]), centres(WIDE[1]))
    return [path for sure in (field > THREE, field < -THREE) for path in border(sure, *WIDE, width=THIN)]


def undecided(model) -> float:
    """The share of the plane where the likelier class has less than three quarters."""
    return float(np.mean(np.abs(model.field(centres(WIDE[0]), centres(WIDE[1]))) < THREE))


def variational() -> list[Scene]:
    """E and M by turns: the bound climbs towards the evidence, the ellipse settles inside the true posterior."""
    table = data.load("logit8")
    X, y = table.numeric("x"), table["y"]
    learner = VariationalLogistic(prior_variance=10.0)
    trace = learner.trace(X, y)
    exact = exact_posterior(learner.log_joint(X, y), trace[-1].model.posterior)
    weights = Posterior(learner.log_joint(X, y), (-8, 4), (-2, 4), box=LEFT, xlabel="bias; up: w1",
                        title="True posterior, and what stands for it")  # fmt: skip
    shown = trace[1:10]
    bounds = [Curve(shown.curve("bound"), "bound"), Curve(np.full(9, exact.log_evidence), "ln p(D)", bound=True)]
    climb = Curves(np.arange(1, 10), bounds, lambda step: min(9, 2 * step.iteration - (step.half == "E")), box=TOP,
                   xlabel="half steps", ylim=(-7.8, -7.35))  # fmt: skip
    touch = BarChart(lambda step: step.xi, box=BOTTOM, ylim=(0, 2.5), kind=y, title="Where the parabolas touch: xi")
    scenes = [Scene((weights(step), climb(step), touch(step)), step.caption) for step in (*trace[1:4], trace[-1])]
    inside = scenes[-1].panel("posterior").marks[1]
    truth = Normal(exact.mean, np.linalg.inv(exact.covariance)).ellipse(2.0)
    assert np.ptp(inside.x) < np.ptp(truth[:, 0]), "narrower than the true posterior"
    assert (shown.curve("bound") < exact.log_evidence).all()
    return scenes


def tangent() -> list[Scene]:
    """Fix the tangents, let each class fit by itself, tighten: the likelihood jumps, the bound catches up."""
    X, y = data.blobs(90, spread=0.3, seed=4)
    trace = TangentSoftmax(max_iterations=12).trace(X, y)
    plane = Plane(X, y, box=LEFT, title="The likeliest class")
    at = {id(step): k for k, step in enumerate(trace)}
    curves = [Curve(trace.curve("log_likelihood"), "log-likelihood"), Curve(trace.curve("bound"), "bound", "class1")]
    climb = Curves(np.arange(len(trace)), curves, lambda step: at[id(step)], box=TOP, xlabel="steps",
                   ylim=(-105, -15))  # fmt: skip
    order = np.argsort(y, kind="stable")
    touch = BarChart(lambda step: step.touch[order], box=BOTTOM, ylim=(0, 1), kind=y[order],
                     title="lambda of every example")  # fmt: skip
    scenes = [Scene((plane(step), climb(step), touch(step)), step.caption) for step in (*trace[1:4], trace[-1])]
    likelihood, bound = trace.curve("log_likelihood"), trace.curve("bound")
    assert likelihood[2] > bound[2] + 1 and np.isclose(likelihood[3], bound[3]), "tightened, they touch"
    return scenes


def jensen() -> list[Scene]:
    """A normal distribution for each class but the last; without the entropy both are points at the end."""
    X, y = data.blobs(90, spread=0.3, seed=4)
    settings = {"prior_variance": 9.0, "max_iterations": 40}
    whole, lost = (VariationalSoftmax(entropy=entropy, **settings).trace(X, y) for entropy in (True, False))
    plane = Plane(X, y, box=LEFT, title="The likeliest class")
    at = {id(step): k for trace in (whole, lost) for k, step in enumerate(trace)}
    spreads = [Curve(whole.curve("spread")[:40], "with entropy"), Curve(lost.curve("spread")[:40], "without", "class1")]
    widths = Curves(np.arange(40), spreads, lambda step: min(39, at[id(step)]), box=TOP, xlabel="steps",
                    title="Widest standard deviation")  # fmt: skip
    scenes = [
        Scene((plane(step), widths(step), slopes(step)), step.caption) for step in (whole[1], whole[6], whole[-1])
    ]
    scenes.append(Scene((plane(lost[-1]), widths(lost[-1]), slopes(lost[-1])), f"without entropy: {lost[-1].caption}"))
    sizes = [np.ptp(scene.panel("slopes").marks[0].x) for scene in scenes]
    assert sizes[-1] < 1e-3 < 1 < sizes[-2], "the ellipses have collapsed"
    return scenes


def slopes(step) -> Panel:
    """The weights of the two features, an ellipse for each class that has some."""
    marks = [ellipse(q, (1, 2), f"class{k}") for k, q in enumerate(step.parts)]
    marks += [centre(q, (1, 2), f"class{k}") for k, q in enumerate(step.parts)]
    marks += [Text(float(q.mean[1]) + 2.2, float(q.mean[2]), f"class {k}", f"class{k}", 11.0)
              for k, q in enumerate(step.parts)]  # fmt: skip
    return Panel((560, 232, 270, 140), (-7, 13), (-3.4, 7), tuple(marks), name="slopes", xlabel="w1; up: w2",
                 title="What stands for the posterior", xticks=ticks(-7, 13), yticks=ticks(-3.4, 7, 3))  # fmt: skip


PICTURES = {
    LaplaceLogistic: laplace,
    TangentSoftmax: tangent,
    VariationalLogistic: variational,
    VariationalSoftmax: jensen,
}
