"""What the main page of lecture 22 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, LDA, NaiveBayes, NearestNeighbours
from labkit.learners.selection import Baseline, compare, cross_validate, forward, polynomials, rank, validated
from labkit.lectures.l22_model_selection.degree import AXES, CARS, LIMITS, parts
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.scene import Mark, Points, codes, coordinates

CAR_SEED, KNOWN_CARS = 3, 30
SHOWN_DEGREES = (1, 2, 9)
CASES, SPLITS = 60, 20  # patients or mails to choose and learn from, and how often they are drawn
FIXED = "5 neighbours"
TABLES = {"wdbc": "diagnosis", "spam": "class"}


def three_curves() -> Player:
    """The cars, and three polynomials through them."""
    (X, y), _ = parts(CARS, KNOWN_CARS, CAR_SEED)
    trace = compare(polynomials(SHOWN_DEGREES), X, y, folds=None, leave_one_out=False)
    (xlim, ylim), (xlabel, ylabel) = LIMITS[CARS], AXES[CARS]
    chart = Chart(xlim=xlim, ylim=ylim, xlabel=xlabel, ylabel=ylabel, title="30 cars, three curves", name="cars")
    chart.points(X[:, 0], y, items=Items("car", 1))
    for k, step in enumerate(trace):
        chart.function(_answers(step.model), f"degree {step.complexity}", color=f"curve{k}", dash=k)
    said = "typical error on the 30: " + ", ".join(f"{np.sqrt(step.training):.1f}" for step in trace)
    return play([trace[-1]], columns(chart, shape=2.4, caption=lambda step: said), title="Cars")


def _answers(model):
    return lambda x: model.predict(np.asarray(x)[:, None])


def by_hand() -> Table:
    """Twelve numbers, polynomials of degree 0 to 6, every measure."""
    table = data.load("poly12")
    x, y = table.columns
    trace = compare(polynomials(range(7)), x.numbers[:, None], y.numbers, folds=None)
    n = len(y.numbers)
    return Table.from_dict({
        "degree": [str(step.complexity) for step in trace],
        "k": [f"{step.criteria.k:g}" for step in trace],
        "RSS": [f"{n * step.training:.4f}" for step in trace],
        "AIC": [f"{step.aic:.1f}" for step in trace],
        "AICc": [f"{step.aicc:.1f}" for step in trace],
        "BIC": [f"{step.bic:.1f}" for step in trace],
        "one left out": [f"{step.leave_one_out:.4f}" for step in trace],
    })  # fmt: skip


def five_folds() -> Player:
    """Five folds: the large examples are asked of a learner that has seen the small ones."""
    X, y = data.moons(60, noise=0.15, seed=2)
    trace = cross_validate(NearestNeighbours(k=5), X, y)

    def draw(step) -> list[Mark]:
        held = np.isin(np.arange(len(y)), step.test)
        return [Points(*map(coordinates, X.T), codes(y), size=np.where(held, 7.0, 3.2), items=Items("example", 1))]

    plane = Chart(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), title="Large: held out", name="plane").marks(draw)
    scores = Chart(ylim=(0.0, 1.0), title="Share right on what was held out", name="scores")
    scores.bars(lambda step: [*trace.scores[: step.fold], *[np.nan] * (len(trace) - 1 - step.fold)],
                labels=[f"fold {k}" for k in range(1, len(trace))])  # fmt: skip
    return play(trace, columns(square(plane), scores, shape=2.4), title="Five folds")


def validated_source() -> Source:
    """The lines that run."""
    return show(validated, "asked =", "# (1)")


def tennis() -> tuple[Table, np.ndarray]:
    table = data.load("tennis")
    return table.without("day", "play"), table["play"]


def tennis_filter() -> Table:
    """Each attribute of the fourteen days by itself."""
    found = rank(*tennis())
    return Table.from_dict({"attribute": list(found.ranked), "bits": [f"{found.values[j]:.3f}" for j in found.order]})


def tennis_forward() -> Table:
    """The rounds of forward selection, with naive Bayes, one day left out."""
    X, y = tennis()
    trace = forward(NaiveBayes(laplace=1), X, y)
    return Table.from_dict({
        "attributes": [", ".join(step.names) or "none: always yes" for step in trace],
        "right of 14": [f"{len(y) * step.score:.0f}" for step in trace],
        "tried in this round": [", ".join(f"{each.name} {len(y) * each.score:.0f}" for each in step.candidates)
                                for step in trace],
    })  # fmt: skip


# ---------------------------------------------------------------- what a winner promises


def candidates() -> dict:
    """Thirteen models that somebody might try."""
    neighbours = {f"{k} neighbours": NearestNeighbours(k=k) for k in (1, 3, 5, 7, 11, 15, 21)}
    trees = {f"tree of depth {depth}": CART(max_depth=depth) for depth in [1, 2, 3, 5]}
    return {**neighbours, **trees, "LDA": LDA(), "naive Bayes": NaiveBayes()}


@cache
def promised_and_kept(name: str) -> dict[str, tuple[float, float]]:
    """Model -> (cross-validated error on the cases chosen from, error on all others), means of the draws."""
    table = data.load(name)
    X, y = table.without(TABLES[name]).numeric(), table[TABLES[name]]
    X = np.log1p(X) if name == "spam" else X
    found = [_one_draw(X, y, seed) for seed in range(SPLITS)]
    return {model: tuple(np.mean([draw[model] for draw in found], axis=0).tolist()) for model in found[0]}


def _one_draw(X: np.ndarray, y: np.ndarray, seed: int) -> dict[str, tuple[float, float]]:
    rows = np.random.default_rng(seed).permutation(len(y))
    known, others = rows[:CASES], rows[CASES:]
    centre, spread = X[known].mean(axis=0), X[known].std(axis=0)
    X = (X - centre) / np.where(spread > 0, spread, 1.0)
    errors = {name: validated(each, X[known], y[known], score="error") for name, each in candidates().items()}
    winner = min(errors, key=errors.get)

    def kept(learner) -> float:
        return float(np.mean(learner.fit(X[known], y[known]).predict(X[others]) != y[others]))

    nothing = kept(Baseline.of(y[known], of_classes=True))
    return {
        "always the commonest": (1 - float(np.unique(y[known], return_counts=True)[1].max()) / CASES, nothing),
        FIXED: (errors[FIXED], kept(candidates()[FIXED])),
        "the winner of 13": (errors[winner], kept(candidates()[winner])),
    }


def promises() -> Table:
    """What cross-validation says, and what comes true, on two tables."""
    rows = [(table, model, *pair) for table in TABLES for model, pair in promised_and_kept(table).items()]
    named = {"wdbc": "tumours", "spam": "mails"}
    return Table.from_dict({
        "60 cases of": [named[table] for table, *_ in rows],
        "model": [model for _, model, *_ in rows],
        "five folds say, %": [f"{100 * said:.1f}" for *_, said, _ in rows],
        "all other cases say, %": [f"{100 * kept:.1f}" for *_, kept in rows],
    })  # fmt: skip
