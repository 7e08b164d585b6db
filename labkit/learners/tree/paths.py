"""The way of one case down a tree: the story of a prediction.

Lecture 17; deck 000 "Handling Missing Attribute Values - 3" and "- 4", "Decision Tree for the Weather Problem".
Inventory: I-000-097, I-000-100, I-000-101.

One step per question, from the top down. Where the case knows the answer it takes that branch; where it does not, the
model's router decides (filled in, a surrogate, spread over the branches), and without a router the case stops.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import START, STOP, UPDATE, Step
from labkit.core.table import Table
from labkit.learners.tree.fractions import Sent, tested_features, unanswered
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.tree import TOLERANCE, majority

KNOWN = "known"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PathStep(Step):
    """One question and its answer (or the start at the root, or the end)."""

    case: np.ndarray  # its cells
    node: int | None = None  # where the question was asked
    question: str = ""
    value: str = ""  # the case's answer, "?" where it is missing
    why: str = ""  # what decided where the case went
    children: tuple[int, ...] = ()  # where it went; none if it stops here
    shares: tuple[float, ...] = ()  # how much of its weight in the node went to each of them
    path: np.ndarray  # over the nodes: the weight with which the case came by
    resting: np.ndarray  # over the nodes: the weight that is there now

    @property
    def proba(self) -> np.ndarray:
        """The shares of the classes where the case is now; empty for numbers."""
        nodes = np.flatnonzero(self.resting)
        tree = self.model.tree
        return self.resting[nodes] @ (tree.counts[nodes] / tree.weight[nodes, None])

    @property
    def verdict(self) -> str:
        """The prediction, if the case stayed where it is now."""
        if self.model.classes is None:
            return f"{self.resting @ self.model.tree.prediction:.4g}"
        return str(self.model.classes[majority(self.proba[None])[0]])

    @property
    def tied(self) -> bool:
        """Whether another class has as much as the one that is predicted."""
        return np.count_nonzero(self.proba >= self.proba.max(initial=0.0) * (1 - TOLERANCE)) > 1

    @property
    def caption(self) -> str:
        if self.event == START:
            return f"start at the root: {self.verdict}, if nothing is asked"
        if self.event == STOP:
            return f"stop: {self.verdict}{', the first of equals' if self.tied else ''}, {self.reason}"
        way = " and ".join(map(self.model.condition, self.children)) or "the case stops here"
        if self.why == KNOWN:
            return f"{self.question}? It is {self.value}, so {way}"
        said = f"{self.question}? {self.why[0].upper()}{self.why[1:]}"
        complete = len(self.children) > 1 or said.endswith(way)  # a spread case's branches, or the value filled in
        return said if complete else f"{said}: {way}"


def path_steps(model: TreeModel, case: dict | np.ndarray | Table) -> Iterator[PathStep]:
    """The case: ``{"outlook": "sunny"}`` (what is not named is missing), one row of numbers, or a table of one row."""
    if isinstance(case, dict):
        return _story(model, model.attributes.row(case))
    if not isinstance(case, Table):
        case = np.atleast_2d(np.asarray(case, dtype=float))
    if np.shape(case) != (1, len(model.attributes)):
        raise ValueError(
            f"case: expected one case of {len(model.attributes)} attributes, got shape {np.shape(case)}; "
            "pass one row, or a dict of the known values"
        )
    return _story(model, frozen(model.attributes.cells(case)[0]))


def _story(model: TreeModel, case: np.ndarray) -> Iterator[PathStep]:
    path = np.zeros(len(model.tree))
    path[0] = 1.0
    resting = path.copy()
    yield PathStep(event=START, model=model, case=case, path=frozen(path), resting=frozen(resting))
    split = model.split
    queue = deque([0] if split[0] else [])
    while queue:
        node = queue.popleft()
        sent = _sent(model, case, node)
        for child, share in zip(sent.children, sent.shares, strict=True):
            path[child] = resting[child] = resting[node] * share
        resting[node] = 0.0 if len(sent.children) else resting[node]
        queue.extend(int(child) for child in sent.children if split[child])
        yield PathStep(event=UPDATE, model=model, case=case, node=node, question=model.question(node),
                       value=", ".join(model.attributes[f].word(case[f]) for f in tested_features(model.tree, node)),
                       why=sent.why, children=tuple(map(int, sent.children)), shares=tuple(map(float, sent.shares)),
                       path=frozen(path), resting=frozen(resting))  # fmt: skip
    ends = np.count_nonzero(resting)
    reason = "where the case ends" if ends == 1 else f"the weighted answer of {ends} nodes"
    yield PathStep(event=STOP, model=model, case=case, path=frozen(path), resting=frozen(resting), reason=reason)


def _sent(model: TreeModel, case: np.ndarray, node: int) -> Sent:
    row, at = np.zeros(1, dtype=int), np.array([node])
    below = model.tree.next(case[None], row, at)
    if below[0] >= 0:
        return Sent(below, np.ones(1), KNOWN)
    missed = unanswered(model.tree, case[None], row, at)[0]
    if missed and model.router is not None:
        return model.router.send(model, case, node)
    return Sent(np.empty(0, dtype=int), np.empty(0), "not known" if missed else "no example here had this value")
