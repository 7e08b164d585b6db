"""The surrogates of a split, ranked, and how the remedies compare when its attribute is hidden.

Lecture 17; deck 000 "Handling Missing Attribute Values - 2". Inventory: I-000-098 to I-000-100.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.core.table import Table
from labkit.learners import CART
from labkit.learners.tree.erasure import erasure_steps, remedies
from labkit.learners.tree.model import TreeModel
from labkit.lectures.l17_missing_values import common, questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows
from labkit.views.tables.ranking import Ranked, ranking
from labkit.views.trees.tree import TreeView

ONE, ANY = "the split's attribute", "any attribute"
FRESH = 1000  # added to the seed for cases that the tree has not seen
PENGUINS, TENNIS, TWINS = "penguins", "tennis without outlook", "numbers with twins"
DEPTH = {PENGUINS: 2}  # enough for three species, and the names fit; 3 elsewhere
LEAST = 5  # examples in a leaf, where there are many


class SurrogateLab(Lab):
    """CART's tree, the ranked surrogates of one of its splits, and accuracy against the share of hidden values."""

    name, heading, clickable = "17-surrogates", "Surrogates", ("tree",)
    question = questions.half_erased
    steering = (
        Choice("data", "data", (PENGUINS, TWINS, TENNIS, "tennis", "weather"), PENGUINS),
        Slider("likeness", "likeness of twins", 0.0, 1.0, 0.05, 0.8, only=("data", (TWINS,))),
        Slider("split", "split", 1, 7, 1, 1),
        Choice("hidden", "hide", (ONE, ANY), ANY),
        Slider("seed", "seed", 0, 50, 1, 0),
    )
    presets = {
        "close twins": {"data": TWINS, "likeness": 0.95, "hidden": ONE},
        "no twins": {"data": TWINS, "likeness": 0.0, "hidden": ONE},
        "fourteen days": {"data": TENNIS, "hidden": ONE},
    }
    still = 5  # half of the values are hidden

    def data(self, values):
        return examples_and_new(values)[0]

    def story(self, X, y, values):
        few, depth = len(y) < 10 * LEAST, DEPTH.get(values["data"], 3)
        model = CART(missing="surrogates", max_depth=depth, min_leaf=2 if few else LEAST).fit(X, y).model_
        splits = model.tree.splits
        node = int(splits[min(values["split"], len(splits)) - 1])  # the last where there are not so many
        features = [int(model.tree.feature[node])] if values["hidden"] == ONE else range(len(model.attributes))
        new = examples_and_new(values)[1]
        trace = Trace(erasure_steps(model, remedies(model, X), *new, features=features, seed=values["seed"]))
        tree = TreeView(model, title="CART\u2019s tree: click a split", acted=lambda step: [node], clickable=True)
        table = ranking(lambda step: surrogate_rows(model, node), ("yes, if", "agree", "\u03bb"), full=1.0,
                        title=f"Instead of {model.question(node)}", name="surrogates")  # fmt: skip
        chart = _accuracies(trace, "on the examples" if few else "on new cases")
        return Story(trace, columns(tree, rows(table, chart, weights=(2, 3)), weights=(4, 3), shape=2.1))

    def click(self, values, at):
        splits = self.steps[0].model.tree.splits.tolist()
        node = int(at.target or -1)
        return {"split": splits.index(node) + 1} if node in splits else {}


def examples_and_new(values: dict) -> tuple[tuple, tuple]:
    """What the tree is grown from, and what it is tried on; the lectures' small tables are tried on themselves."""
    if values["data"] == PENGUINS:
        return penguin_halves(values["seed"])
    if values["data"] == TWINS:
        return twins(values["likeness"], values["seed"]), twins(values["likeness"], values["seed"] + FRESH)
    X, y = common.attributes_and_classes("tennis" if values["data"] == TENNIS else values["data"])
    known = (X.without("outlook") if values["data"] == TENNIS else X), y
    return known, known


def penguin_halves(seed: int) -> tuple[tuple[Table, np.ndarray], tuple[Table, np.ndarray]]:
    """Half of the penguins of which all four measurements are known, and the other half."""
    X, y = common.penguins()
    order = np.random.default_rng(seed).permutation(len(y))
    first, second = np.array_split(order, 2)
    return (X[first], y[first]), (X[second], y[second])


def surrogate_rows(model: TreeModel, node: int) -> list[Ranked]:
    """The best first, and last the blind rule that they have to beat."""
    backup = model.router.backups[node]
    ranked = [
        Ranked(s.describe(model.attributes), (f"{s.agreement:.3f}", f"{s.association:.3f}"), s.association)
        for s in backup.surrogates
    ]
    sizes = model.tree.weight[list(model.tree.children(node))]
    blind = "never (blind rule)" if backup.heavier else "always (blind rule)"
    return [*ranked, Ranked(blind, (f"{sizes.max() / sizes.sum():.3f}", "0"), 0.0)]


def twins(likeness: float, seed: int, n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Four numbers: x1 and x3 tell the class, x2 and x4 are like them, correlated by ``likeness``."""
    rng = np.random.default_rng(seed)
    signal, other, noise = rng.normal(size=(2, n)), rng.normal(size=(2, n)), rng.normal(0, 0.3, n)
    like = likeness * signal + np.sqrt(1 - likeness**2) * other
    X = np.round(np.stack([signal, like], axis=1).reshape(4, n).T, 2)
    y = np.where(signal[0] + (signal[1] > 0) + noise > 0.5, "yes", "no")
    return X, y


def _accuracies(trace: Trace, where: str) -> Chart:
    least = min(min(step.accuracy.values()) for step in trace)
    chart = Chart(trace, x="share", key="share hidden", title=f"Right answers {where}",
                  xlabel="share of values hidden", name="accuracy", ylim=(max(least - 0.05, 0.0), 1.02))  # fmt: skip
    for remedy in trace[0].accuracy:
        chart.line(lambda step, remedy=remedy: step.accuracy[remedy], remedy)
    return chart
