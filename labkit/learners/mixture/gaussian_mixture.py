"""A mixture of Gaussians, fitted by EM: clouds that overlap, and every example belongs to each by a share.

Lecture 14; deck 002 "Motivating Example:" (200 points of a doughnut, five Gaussians, 20 iterations of EM).
Inventory: I-002-038, I-002-042.

    f(x) = sum over k of pi_k N(x | mu_k, S_k)                               the density                 (1)
    r_ik = pi_k N(x_i | mu_k, S_k) / f(x_i)                                  E, see ``em``               (2)
    pi_k, mu_k, S_k = share, mean and covariance by the weights r_ik         M, see ``gaussian_model``   (3)
    v = mean over i of (distance from x_i to the nearest mean)^2 / d         the start around means      (4)

symbol   name here          symbol   name here
pi_k     model.weights      r_ik     step.responsibilities
mu_k     model.means        S_k      model.covariances

The start. "k-means++" draws examples that are far from each other; each is the mean of a round component (in units of
the columns' spread) of variance (4), all of them of one weight; means that are given start the same way. "k-means"
goes on from there by ``KMeans`` and makes (3) of its groups. A ``GaussianMixtureModel`` starts as it is, but
in the form that ``covariance`` asks for.

Departures from the slides: likelihood has no maximum, as a component may shrink onto one example; here it is held at
``least_variance``, and the steps name it (``collapsed``). EM finds a stationary point near its start (E-002-21). The
figure's points are lost: ``data.load("doughnut200")`` stands in for them, ``data.doughnut`` draws more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import params
from labkit.core.attributes import fitted
from labkit.core.learner import TrainingSet
from labkit.core.story import STOP
from labkit.learners.gaussian.spread import check_columns
from labkit.learners.mixture import k_means
from labkit.learners.mixture.engine.products import LiftedExamples
from labkit.learners.mixture.gaussian_model import COVARIANCES, LEAST_COUNT, GaussianExamples, GaussianMixtureModel
from labkit.learners.mixture.groups import EMStep, MixtureLearner, at_most_examples

STARTS = ("k-means++", "k-means")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MixtureStep(EMStep):
    """The components, and how the examples are shared out among them."""

    shared = "the components share the examples out"
    model: GaussianMixtureModel

    @property
    def collapsed(self) -> tuple[int, ...]:
        """The components that are held at the least variance in some direction."""
        smallest = np.linalg.eigvalsh(self.model.gaussians.covariances)[:, 0]
        held = smallest <= self.mixture.least_variance * (1 + 1e-6)
        return tuple(np.flatnonzero(held).tolist())

    @property
    def deserted(self) -> tuple[int, ...]:
        """The components that no example belongs to any more."""
        return tuple(np.flatnonzero(self.model.weights <= 2 * LEAST_COUNT).tolist())

    @property
    def remark(self) -> str:
        """What a reader should know about components that collapsed or that nobody is left in."""
        held = f"; {_named(self.collapsed)} collapsed, held at the least variance" if self.collapsed else ""
        return held + (f"; no example is left for {_named(self.deserted)}" if self.deserted else "")

    def _found(self) -> str:
        shares = ", ".join(f"{weight:.3f}" for weight in self.model.weights[:5])
        more = ", ..." if len(self.model.weights) > 5 else ""
        return f"the components have the shares {shares}{more}{self.remark}"


def _named(components: tuple[int, ...]) -> str:
    return f"component{'' if len(components) == 1 else 's'} {', '.join(map(str, components))}"


def _known_start(name: str, value) -> None:
    if not isinstance(value, GaussianMixtureModel):
        k_means.word_or_array(STARTS, "an array of means, a GaussianMixtureModel")(name, value)


class GaussianMixture(MixtureLearner):
    """Examples from several Gaussians, and nobody says from which.

    Parameters
    ----------
    components : how many; at most as many as there are examples, different ones where k-means places the means.
    covariance : "full" (ellipses), "diagonal" (ellipses along the axes) or "spherical" (circles).
    start : "k-means++", "k-means", means (components, features), or a ``GaussianMixtureModel``, as
        ``GaussianMixtureModel.given(means, covariances, weights)`` makes one.
    least_variance : of a component in any direction, as a share of the variance of the examples.
    tolerance : the story ends where no weight, no mean and no covariance changes by more in one iteration, in units of
        the examples' spread.
    max_iterations : the budget.
    seed : of the start.
    """

    step = MixtureStep

    components: int = params.whole(3, least=1)
    covariance: str = params.option("full", COVARIANCES)
    start: str | np.ndarray | GaussianMixtureModel = params.checked("k-means++", _known_start)
    least_variance: float = params.number(1e-6, least=1e-12, below=1)
    tolerance: float = params.number(1e-4, least=0)
    max_iterations: int = params.whole(300, least=1)

    weights_ = fitted("model_.weights", "(components,)")
    means_ = fitted("model_.means", "(components, features)")
    covariances_ = fitted("model_.covariances_by_kind", "In the shape of its kind, as scikit-learn has them.")
    n_iter_ = fitted("last_step_.iteration", "How many E steps there were.")

    def _check(self, data: TrainingSet) -> None:
        at_most_examples("components", self.components, len(data.X))
        check_columns(data.X, self.components)
        if isinstance(self.start, str):
            k_means.check_places(data.X, self.components, "components")
        else:
            means = self.start.means if isinstance(self.start, GaussianMixtureModel) else self.start
            k_means.check_start(means, (self.components, data.X.shape[1]), "means")

    def _story(self, data: TrainingSet, record: bool) -> Iterator[MixtureStep]:
        examples = LiftedExamples(data.X, self.covariance, self.least_variance)
        for step in self._climb(examples, self._first(examples, data.X), record):
            yield replace(step, reason=step.reason + step.remark) if step.event == STOP else step

    def _first(self, examples: GaussianExamples, X: np.ndarray) -> GaussianMixtureModel:
        if isinstance(self.start, GaussianMixtureModel):
            return _brought_in(examples, self.start)
        K, frame = self.components, examples.frame
        if np.ndim(self.start):
            return _round(examples, frame.inside(self.start))
        means = frame.inside(k_means.plus_plus(X, K, np.random.default_rng(self.seed), frame.units))
        if self.start == "k-means++":
            return _round(examples, means)
        (grouped,) = k_means.KMeans(groups=K, start=means)._story(TrainingSet(examples.Z, None), record=False)
        return examples.maximised((np.arange(K)[:, None] == grouped.groups).astype(float))  # (3)


def _round(examples: GaussianExamples, means: np.ndarray) -> GaussianMixtureModel:
    """Components of one size around these means."""
    (K, d), Z = means.shape, examples.Z
    v = k_means.inertia(Z, means, k_means.nearest_centre(Z, means)) / Z.size  # (4)
    return examples.model(np.full(K, 1 / K), means.copy(), np.tile(v * np.eye(d), (K, 1, 1)))


def _brought_in(examples: GaussianExamples, start: GaussianMixtureModel) -> GaussianMixtureModel:
    """The same model in the examples' frame."""
    u = examples.frame.units
    return examples.model(start.weights.copy(), examples.frame.inside(start.means), start.covariances / np.outer(u, u))
