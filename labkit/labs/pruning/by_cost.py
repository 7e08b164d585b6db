"""Cost-complexity pruning, seen: what goes next, what each tree costs at every price, which one is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from labkit.core.story import STOP, Trace
from labkit.labs.pruning.common import LABELS, LIMITS, Cases
from labkit.learners import CART
from labkit.learners.tree.cost_complexity import PruneStep, prune_steps
from labkit.learners.tree.cross_validation import AlphaChoice, choose_alpha
from labkit.player.lab import Telling
from labkit.views.cost_lines import CostLines, ErrorStairs
from labkit.views.curves import Curve
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import Box, Scene
from labkit.views.tree import TreeView

CHOICES = ("cross-validation", "one standard error", "validation")
FOLDS = 5  # few enough to be tried anew while a point is dragged
TREE = (8, 8, 640, 296)
COSTS, ERRORS = (48, 340, 380, 108), (496, 340, 330, 108)
HEIGHT = 492


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """A step seen by the tree and the plane: lit are the nodes that go next."""

    model: object
    links: np.ndarray  # g(t) of every node
    coming: PruneStep | None
    example: None = None

    @property
    def nodes(self) -> np.ndarray:
        return np.empty(0, dtype=int) if self.coming is None else self.coming.nodes


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chosen(PruneStep):
    """Back to one of the trees; ``reason`` says why it is the best."""

    @property
    def caption(self) -> str:
        tree = f"the tree of step {self.prune}" if self.prune else "the whole tree"
        return f"chosen: {tree}, {self.leaves} {'leaf' if self.leaves == 1 else 'leaves'}; {self.reason}"


def by_cost(fitted, cases: Cases, held_out: Cases, plane: Plane, *, risk: str, choice: str) -> Telling:
    """The story of all prices, which ends at the tree that is chosen."""
    sequence = Trace(prune_steps(fitted, risk))[:-1]  # its last step only repeats the root
    tried = _tried(cases, risk, choice)
    validation = sequence.curve(lambda step: held_out.error(step.model))
    curves = {"cross-validation": tried.errors, "validation": validation, "training": sequence.curve("error")}
    best = int(np.flatnonzero(validation == validation.min())[-1]) if choice == "validation" else tried.best
    views = [TreeView(sequence[0].model, box=TREE, labels=LABELS, notes=_notes), Overlay(plane, _outlines)]
    charts = _charts(sequence, curves, best)

    def view(step: PruneStep) -> Scene:
        seen = Outlook(step.model, step.links, _coming(step, sequence))
        panels = (*(view(seen) for view in views), *(chart(step) for chart in charts))
        return Scene(panels, _caption(step, seen), height=HEIGHT)

    return Telling(Trace([*sequence, _chosen(sequence[best], choice, curves)]), view)


def _tried(cases: Cases, risk: str, choice: str) -> AlphaChoice:
    folds, careful = min(FOLDS, len(cases.y)), choice == "one standard error"
    return choose_alpha(CART(), cases.X, cases.y, folds=folds, one_standard_error=careful, risk=risk)


def _charts(sequence: Trace, curves: Mapping[str, np.ndarray], best: int) -> list:
    path = sequence[0].path
    colors = {"cross-validation": "ink", "validation": "class2", "training": "class3"}
    drawn = [Curve(values, name, colors[name]) for name, values in curves.items()]
    return [
        CostLines(
            path.alphas, path.risks, path.leaves, lambda step: step.prune, _prices, box=COSTS,
            title="Cost R + \u03b1\u00b7leaves of every tree; its leaves above",
        ),
        ErrorStairs(path.alphas, drawn, lambda step: step.prune, best, box=ERRORS, title="Error of every tree"),
    ]  # fmt: skip


def _prices(step: PruneStep) -> np.ndarray:
    return step.links[np.isfinite(step.links)]


def _notes(seen: Outlook) -> dict[int, tuple[str, ...]]:
    return {int(node): (f"g {seen.links[node]:.3g}",) for node in np.flatnonzero(np.isfinite(seen.links))}


def _outlines(seen: Outlook) -> list[Box]:
    """Around the regions that become one leaf each."""
    if seen.coming is None:
        return []
    boxes, leaves = seen.coming.model.boxes(*LIMITS)
    going = boxes[np.isin(leaves, seen.nodes)].tolist()
    return [Box(x0, y0, x1, y1, stroke="accent", width=3.0) for x0, x1, y0, y1 in going]


def _coming(step: PruneStep, sequence: Trace) -> PruneStep | None:
    last = step.event == STOP or step.prune + 1 == len(sequence)
    return None if last else sequence[step.prune + 1]


def _chosen(step: PruneStep, choice: str, curves: Mapping[str, np.ndarray]) -> Chosen:
    name = "validation" if choice == "validation" else "cross-validation"
    near = "within one standard error of " if choice == "one standard error" else ""
    reason = f"its {name} error, {curves[name][step.prune]:.3g}, is {near}the least"
    return Chosen(event=STOP, model=step.model, prune=step.prune, path=step.path, errors=step.errors, reason=reason)


def _caption(step: PruneStep, seen: Outlook) -> str:
    if seen.coming is None:
        return step.caption
    return f"{step.caption}; lit: what goes next, at alpha = {seen.coming.alpha:.4g}"
