"""How well a tree answers when values go missing: share by share they are erased, and every remedy is tried.

Lecture 17; deck 000 "Handling Missing Attribute Values - 1" to "- 4". Inventory: I-000-097 to I-000-101.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.fractions import Fractions
from labkit.learners.tree.model import Router, TreeModel
from labkit.learners.tree.surrogates import Backup, Surrogates

SHARES = tuple(k / 10 for k in range(11))
ENOUGH_CASES = 4000  # the cases are taken again and again until there are about so many


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ErasureStep(Step):
    """A share of the values erased, and the share of right answers with each remedy."""

    share: float
    accuracy: Mapping[str, float]

    @property
    def caption(self) -> str:
        if self.event == START:
            return f"nothing is hidden: {next(iter(self.accuracy.values())):.0%} of the answers are right"
        right = ", ".join(f"{remedy} {share:.0%}" for remedy, share in self.accuracy.items())
        return f"{self.share:.0%} hidden, answers that are right: {right}"


def remedies(model: TreeModel, X) -> dict[str, Router]:
    """What can be done about missing values, by name, with a tree grown from X that has surrogates."""
    if not isinstance(model.router, Surrogates):
        raise ValueError('model: expected one with surrogates, got one without; grow it with missing="surrogates"')
    blind = {node: Backup((), backup.heavier) for node, backup in model.router.backups.items()}
    return {"surrogates": model.router, "fractions": Fractions(), "usual value": FillIn.learn(X),
            "heavier branch": Surrogates(blind)}  # fmt: skip


def erasure_steps(model: TreeModel, routers: Mapping[str, Router], X, y, *, features: Sequence[int], seed: int = 0
                  ) -> Iterator[ErasureStep]:  # fmt: skip
    """More and more values of the columns ``features`` of the cases X erased at random; ``routers`` are the remedies
    by name. A value that is erased stays so."""
    y = inputs.vector(y)
    inputs.same_length(X, y)
    inputs.number("seed", seed, least=0, whole=True)
    models = {name: model.routed(router) for name, router in routers.items()}
    times = max(ENOUGH_CASES // len(y), 1)
    cells, truth = np.tile(model.attributes.cells(X), (times, 1)), np.tile(y, times)
    return _story(model, models, cells, truth, list(features), seed)


def _story(model, models, cells: np.ndarray, truth: np.ndarray, features: list[int], seed) -> Iterator[ErasureStep]:
    rank = np.random.default_rng(seed).uniform(size=cells.shape)  # a value is erased when the share passes its rank
    for share in SHARES:
        gaps = cells.copy()
        for feature in features:
            gaps[rank[:, feature] < share, feature] = np.nan
        right = {name: float(np.mean(each.predict(gaps) == truth)) for name, each in models.items()}
        event, reason = {0.0: (START, ""), 1.0: (STOP, "all is hidden")}.get(share, (UPDATE, ""))
        yield ErasureStep(event=event, model=model, share=share, accuracy=right, reason=reason)
