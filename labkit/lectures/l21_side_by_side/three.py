"""The three ensembles of trees, grown on the same examples one tree at a time, and their errors on fresh cases.

Lectures 19 and 21; deck 000 "Bagging vs. Random Forests vs. Gradient Boosting". Inventory: I-000-115.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import START, Together, Trace, counted, together
from labkit.learners import GradientBoosting, RandomForest
from labkit.views.charts.chart import Chart

NAMES = ("bagging", "random forest", "boosting")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RaceStep(Together):
    """The same number of trees in each."""

    errors: np.ndarray  # of each, on fresh cases

    @property
    def trees(self) -> int:
        return self.steps[0].count

    @property
    def caption(self) -> str:
        """Who errs how often, the best first."""
        if self.event == START:
            return "start: no tree yet; every case gets the same answer"
        order = np.argsort(self.errors, kind="stable")
        shares = ", ".join(f"{NAMES[k]} {self.errors[k]:.1%}" for k in order)
        return f"wrong after {counted(self.trees, 'tree')}: {shares}"


def race(
    X: np.ndarray,
    y: np.ndarray,
    fresh: tuple[np.ndarray, np.ndarray],
    values: dict,
    reported: Callable[[tuple], Iterable] = iter,
) -> Trace:
    """What happens to each of them, tree by tree; ``fresh`` are the cases on which they are tested, ``reported`` goes
    through the learners and says how far it is."""
    traces = [learner.trace(X, y) for learner in reported(learners(values))]
    errors = frozen([fresh_errors(trace[-1].model, *fresh) for trace in traces])  # (3, trees + 1)
    return Trace(
        RaceStep(event=step.event, model=step.model, moment=step.moment, steps=step.steps,
                 errors=errors[:, step.steps[0].count])
        for step in together(traces)
    )  # fmt: skip


def learners(values: dict) -> tuple[RandomForest, RandomForest, GradientBoosting]:
    """Bagging, a forest, boosting, with equally many trees; those that vote are grown to the end."""
    same = {"trees": values["trees"], "seed": values["seed"]}
    boosting = GradientBoosting(rounds=values["trees"], shrinkage=values["shrinkage"], max_depth=values["depth"])
    return RandomForest(m="all", **same), RandomForest(m=values["m"], **same), boosting


def fresh_errors(model, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """After 0, 1, 2, ... trees."""
    start = np.mean(model.prefix(0).predict(X) != y)
    return np.append(start, np.mean(model.staged_predict(X) != y, axis=1))


def error_curves(story: Trace, noise: float, *, title: str) -> Chart:
    """The errors so far, and the share of wrong labels, below which nobody gets."""
    shown = story[:-1]  # the end is of the tree before it
    errors = np.array([step.errors for step in shown]).T
    errors[:, 0] = np.nan  # without a tree half of all is wrong, far above the rest
    top = 1.05 * float(np.nanmax(errors)) + 0.01
    chart = Chart(shown, x="trees", xlabel="trees", title=title, ylim=(0.0, top), name="errors")
    for values, name in zip(errors, NAMES, strict=True):
        chart.line(values, name)
    return chart.bound(noise, "wrong labels") if noise else chart
