"""A walk through subsets of the columns of 128 mails: in the order of a filter, forward or backward.

Lecture 22; deck 004 "Feature Selection Methods". Inventory: I-004-009, I-004-010.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from labkit.core import data, inputs
from labkit.core.story import START, counted, events
from labkit.learners import LDA, NaiveBayes, NearestNeighbours
from labkit.learners.selection import RoundStep, Selection, backward, forward, rank, validated
from labkit.learners.selection.scores import SCORES
from labkit.learners.selection.wrapper import TriedFeature
from labkit.lectures.l22_model_selection import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import Mark, Points, codes, coordinates
from labkit.views.tables.grid import Grid
from labkit.views.tables.ranking import Ranked, ranking

KNOWN, FOLDS = 128, 5  # mails to choose and learn from; the other 256 are asked at the end
FILTER, FORWARD, BACKWARD = "as the filter ranks them", "forward", "backward"
WALKS = {FORWARD: forward, BACKWARD: backward}
LEARNERS = {"naive Bayes": NaiveBayes(), "LDA": LDA(), "5 neighbours": NearestNeighbours(k=5)}
SHOWN = 9  # candidates of a round
PER_CENT = 100.0
WORST = 50.0


@cache
def mails() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(logarithms of 1 + each number; class; the names of the columns)."""
    table = data.load("spam")
    features = table.without("class")
    return inputs.frozen(np.log1p(features.numeric())), table["class"], np.array(features.names)


def halves(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the mails that are known, and of all others."""
    rows = np.random.default_rng(seed).permutation(len(mails()[1]))
    return rows[:KNOWN], rows[KNOWN:]


@cache
def passed(keep: int, seed: int) -> tuple[np.ndarray, dict[str, float]]:
    """(the columns that the filter lets pass, the best first; what each tells of the class by itself, in bits)."""
    X, y, names = mails()
    known, _ = halves(seed)
    found = rank(X[known], y[known])
    best = found.order[:keep]
    return best, {_word(names[j]): float(found.values[j]) for j in best}


@cache
def walk(direction: str, learner: str, keep: int, seed: int) -> tuple[Selection, np.ndarray]:
    """(the rounds, how many per cent of the other mails each round gets wrong)."""
    X, y, _ = mails()
    known, others = halves(seed)
    best, bits = passed(keep, seed)
    X = scaled(X[:, best], known)
    taken = _ranked if direction == FILTER else WALKS[direction]
    found = taken(LEARNERS[learner], X[known], y[known], folds=FOLDS)
    wrong = found.curve(lambda step: np.mean(_answers(step, X[others]) != y[others]))
    return _named(found, list(bits)), PER_CENT * wrong


def scaled(X: np.ndarray, known: np.ndarray) -> np.ndarray:
    """In one scale, by what the known rows say."""
    spread = X[known].std(axis=0)
    return (X - X[known].mean(axis=0)) / np.where(spread > 0, spread, 1.0)


def _ranked(learner, X: np.ndarray, y: np.ndarray, *, folds: int) -> Selection:
    """The columns are added in their order, and the learner is only asked how good it is with them."""
    start = forward(learner, X, y, folds=folds, most=1)[0]
    steps = [start]
    for event, count in zip(events(X.shape[1] + 1)[1:], range(1, X.shape[1] + 1), strict=True):
        score = validated(learner, X[:, :count], y, folds=folds)
        added = TriedFeature(count - 1, "", score)
        steps.append(replace(start, event=event, model=learner.fit(X[:, :count], y).model_, round=count,
                             columns=tuple(range(count)), score=score, candidates=(added,), taken=added))  # fmt: skip
    return Selection(steps, SCORES["accuracy"])


def _answers(step: RoundStep, X: np.ndarray) -> np.ndarray:
    return step.model.predict(X[:, list(step.columns)] if step.columns else X)


def _named(found: Selection, names: list[str]) -> Selection:
    """The same rounds with the columns' own names."""
    steps = []
    for step in found:
        tried = tuple(replace(each, name=names[each.column]) for each in step.candidates)
        taken = None if step.taken is None else tried[step.candidates.index(step.taken)]
        steps.append(replace(step, names=tuple(names[j] for j in step.columns), candidates=tried, taken=taken))
    return Selection(steps, SCORES["accuracy"])


def _word(name: str) -> str:
    """What a column counts, as a reader says it."""
    kind, _, rest = name.partition("_")
    return {"word": f"\u201c{rest}\u201d", "char": rest, "capitals": f"capitals, {rest}"}[kind]


class WalkLab(Lab):
    """Add columns one by one, or drop them, by what a filter or cross-validation makes of each."""

    name, heading = "22-walk", "A walk through subsets"
    question = questions.promise_of_the_walk
    steering = (
        Choice("direction", "direction", (FILTER, FORWARD, BACKWARD), FORWARD),
        Choice("learner", "learner", tuple(LEARNERS), "naive Bayes"),
        Slider("keep", "columns the filter lets pass", 4, 14, 1, 12, live=False),
        Slider("seed", "which mails", 0, 20, 1, 0, live=False),
    )
    presets = {
        "only the filter": {"direction": FILTER},
        "backward": {"direction": BACKWARD},
        "LDA": {"learner": "LDA"},
        "other mails": {"seed": 2},
    }
    still = 8

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        found, honest = walk(values["direction"], values["learner"], values["keep"], values["seed"])
        verb = "dropped" if values["direction"] == BACKWARD else "added"
        chart = Chart(found, x="round", xlabel=f"columns {verb}", title="Wrong mails in %", ylim=(0.0, WORST),
                      name="walk")  # fmt: skip
        chart.marks(lambda step: _tried(found, step)).line(wrong, "5 folds").line(honest, "other mails")
        tried = _tried_or_ranked(values, verb)
        said = dict(zip(found, honest, strict=True))
        return Story(found, columns(chart, tried, weights=(4, 3), shape=2.0,
                                    caption=lambda step: _caption(step, said[step], found.best)))  # fmt: skip


def wrong(step: RoundStep) -> float:
    return PER_CENT * (1 - step.score)


def _tried(found: Selection, now: RoundStep) -> list[Mark]:
    """Every subset that was tried so far."""
    places = [(step.round, PER_CENT * (1 - each.score)) for step in found[: now.round + 1] for each in step.candidates]
    x, y = np.array(places).reshape(-1, 2).T
    return [Points(coordinates(x), coordinates(y), codes(np.zeros(len(x))), size=2.2, items=Items(label="tried"))]


def _tried_or_ranked(values: dict, verb: str) -> Grid:
    if values["direction"] == FILTER:
        bits = passed(values["keep"], values["seed"])[1]

        def read(step: RoundStep) -> list[Ranked]:
            now = step.taken.name if step.taken else ""
            return [Ranked(name, (f"{worth:.2f}",), worth, name == now) for name, worth in bits.items()]

        return ranking(read, ("column", "bits"), name="tried", title="The filter's ranking; lit: added")
    empty = "no column yet" if verb == "added" else "all columns"
    return ranking(candidates, ("tried", "wrong in %"), name="tried", title=f"Tried; lit: {verb}", empty=empty)


def candidates(step: RoundStep) -> list[Ranked]:
    best = sorted(step.candidates, key=lambda each: -each.score)[:SHOWN]
    if step.taken is not None and step.taken not in best:
        best[-1] = step.taken
    wrong = [PER_CENT * (1 - each.score) for each in best]
    return [Ranked(each.name, (f"{share:.1f}",), share, each is step.taken)
            for each, share in zip(best, wrong, strict=True)]  # fmt: skip


def _caption(step: RoundStep, honest: float, best: RoundStep) -> str:
    seen = f"{wrong(step):.1f} % wrong in 5 folds, {honest:.1f} % on the other mails"
    if step.event == START:
        return f"{len(step.columns) or 'no'} columns: {seen}"
    star = "; the best of the walk" if step is best else ""
    verb = "added" if step.adds else "dropped"
    return f"{step.taken.name} {verb}, {counted(len(step.columns), 'column')}: {seen}{star}"
