"""The surrogates of a split, ranked, and how the ways out compare when its attribute is hidden.

Lecture 17; deck 000 "Handling Missing Attribute Values - 2". Inventory: I-000-098 to I-000-100.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.story import START, STOP, UPDATE, Step, Trace
from labkit.labs.missing_values import common
from labkit.learners import CART
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.fractions import Fractions
from labkit.learners.tree.model import Router, TreeModel
from labkit.learners.tree.surrogates import Backup, Surrogates
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.ranking import Ranking, Row
from labkit.views.scene import Scene
from labkit.views.tree import TreeView

ONE, ANY = "the split's attribute", "any attribute"
SHARES = np.linspace(0.0, 1.0, 11)
CASES = 4000  # erased anew so often that about so many cases stand for a share
WAYS = ("surrogates", "fractions", "usual value", "heavier branch")
FRESH = 1000  # added to the seed for cases that the tree has not seen
TENNIS, TWINS = "tennis without outlook", "numbers with twins"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ErasureStep(Step):
    """A share of values erased, and how often each way out is right then."""

    share: float
    accuracy: dict[str, float]
    node: int  # the split that is looked at

    @property
    def caption(self) -> str:
        if self.event == START:
            return f"nothing is hidden: {self.accuracy[WAYS[0]]:.0%} of the answers are right"
        right = ", ".join(f"{way} {share:.0%}" for way, share in self.accuracy.items())
        return f"{self.share:.0%} hidden, answers that are right: {right}"


class SurrogateLab(Lab):
    """CART's tree, the ranked surrogates of one of its splits, and accuracy against the share of hidden values."""

    name = "17-surrogates"
    heading = "Surrogates"
    clickable = ("tree",)
    steering = (
        Choice("data", "data", (TENNIS, "tennis", "weather", TWINS), TENNIS),
        Slider("likeness", "likeness of twins", 0.0, 1.0, 0.05, 0.8, only=("data", (TWINS,))),
        Slider("split", "split", 1, 7, 1, 1),
        Choice("hidden", "hide", (ONE, ANY), ONE),
        Slider("seed", "seed", 0, 50, 1, 0),
    )

    def data(self, values):
        if values["data"] == TWINS:
            return twins(values["likeness"], values["seed"])
        if values["data"] == TENNIS:
            X, y = common.attributes_and_classes("tennis")
            return X.without("outlook"), y
        return common.attributes_and_classes(values["data"])

    def _cases(self, X, y, values):
        """What the ways out are tried on: new numbers, or the examples of a table once more."""
        return twins(values["likeness"], values["seed"] + FRESH) if values["data"] == TWINS else (X, y)

    def tell(self, X, y, values):
        model = self._model(X, y)
        node = self._node(model, values)
        features = [int(model.tree.feature[node])] if values["hidden"] == ONE else range(len(model.attributes))
        ways = routers(model, X)
        trace = Trace(erasure_steps(model, ways, *self._cases(X, y, values), features, node, values["seed"]))
        asked = model.question(node)
        views = [
            self._tree_view(model),
            Ranking(lambda step: surrogate_rows(model, node), box=(560, 30, 392, 132), full=1.0, name="surrogates",
                    headings=("yes, if", "agree", "\u03bb"), wide=196.0,
                    title=f"What stands in for {asked}"),
            _accuracies(trace, "on new cases" if values["data"] == TWINS else "on the examples"),
        ]  # fmt: skip
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=460))

    def click(self, values, panel, x, y):
        model = self._model(*self.data(values))
        node = self._tree_view(model).at(x, y)
        place = np.flatnonzero(model.tree.splits == node)
        return {"split": int(place[0]) + 1} if len(place) else {}

    def _model(self, X, y) -> TreeModel:
        return CART(missing="surrogates", max_depth=3, min_leaf=max(len(y) // 40, 2)).fit(X, y).model_

    def _tree_view(self, model: TreeModel) -> TreeView:
        return TreeView(model, box=(8, 30, 536, 422), title="CART\u2019s tree: click the split to look at")

    def _node(self, model: TreeModel, values) -> int:
        """The last split where the tree has not so many."""
        splits = model.tree.splits
        return int(splits[min(values["split"], len(splits)) - 1])


def surrogate_rows(model: TreeModel, node: int) -> list[Row]:
    """The best first, and last the blind rule that they have to beat."""
    rows = [
        Row(s.describe(model.attributes), (f"{s.agreement:.3f}", f"{s.association:.3f}"), s.association)
        for s in model.router.backups[node].surrogates
    ]
    sizes = model.tree.weight[list(model.tree.children(node))]
    blind = "never (blind rule)" if model.router.backups[node].heavier else "always (blind rule)"
    return [*rows, Row(blind, (f"{sizes.max() / sizes.sum():.3f}", "0"), 0.0)]


def erasure_steps(model: TreeModel, routers: dict[str, Router], X, y, features, node, seed) -> Iterator[ErasureStep]:
    """The cases X again and again, more and more of their values in the columns ``features`` erased at random."""
    cells = model.attributes.cells(X)
    times = max(CASES // len(y), 1)
    cells, truth = np.tile(cells, (times, 1)), np.tile(y, times)
    rank = np.random.default_rng(seed).uniform(size=cells.shape)  # a value is erased when the share passes its rank
    ways = {way: model.routed(router) for way, router in routers.items()}
    for share in SHARES:
        gaps = cells.copy()
        for feature in features:
            gaps[rank[:, feature] < share, feature] = np.nan
        right = {way: float(np.mean(ways[way].predict(gaps) == truth)) for way in ways}
        event, reason = (START, "") if share == 0 else (STOP, "all is hidden") if share == 1 else (UPDATE, "")
        yield ErasureStep(event=event, model=model, share=float(share), accuracy=right, node=node, reason=reason)


def routers(model: TreeModel, X) -> dict[str, Router]:
    """The ways out by their names, for the same tree and its training examples."""
    blind = {node: Backup((), backup.heavier) for node, backup in model.router.backups.items()}
    return dict(zip(WAYS, (model.router, Fractions(), FillIn.learn(X), Surrogates(blind)), strict=True))


def twins(likeness: float, seed: int, n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Four numbers: x1 and x3 tell the class, x2 and x4 are like them, correlated by ``likeness``."""
    rng = np.random.default_rng(seed)
    signal, other, noise = rng.normal(size=(2, n)), rng.normal(size=(2, n)), rng.normal(0, 0.3, n)
    like = likeness * signal + np.sqrt(1 - likeness**2) * other
    X = np.round(np.stack([signal, like], axis=1).reshape(4, n).T, 2)
    y = np.where(signal[0] + (signal[1] > 0) + noise > 0.5, "yes", "no")
    return X, y


def _accuracies(trace: Trace, where: str) -> Curves:
    colors = ("class2", "class0", "class1", "class3")
    curves = [
        Curve(trace.curve(lambda step, way=way: step.accuracy[way]), way, color)
        for way, color in zip(WAYS, colors, strict=True)
    ]
    low = min(float(curve.values.min()) for curve in curves)
    return Curves(
        SHARES, curves, lambda step: step.share, box=(600, 230, 228, 180), name="accuracy",
        title=f"Right answers {where}", xlabel="share of values hidden", ylim=(max(low - 0.05, 0.0), 1.02),
    )  # fmt: skip
