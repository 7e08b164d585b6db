"""What the main page of lecture 19 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, LDA, RandomForest, RegressionTree
from labkit.learners.ensemble import forest
from labkit.learners.ensemble.bootstrap import variance_of_average
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Of

SEED = 9  # of the points of the first picture
SPREAD, SAMPLES, THIN = 25, 40, 12  # of bias and variance: points of a sample, samples, trees that are drawn
HALVES, KEPT = 6, 128  # ways to halve the mails, and mails kept to answer


# ---------------------------------------------------------------- one label, and the spread of trees


@cache
def most_harmful_label() -> tuple[int, float]:
    """The example whose other label changes most answers of a tree on fresh cases, and their share."""
    (X, y), (fresh, _) = data.samples(data.moons, 100, 1000, noise=0.2, seed=SEED)
    before = CART().fit(X, y).predict(fresh)
    changed = [float(np.mean(CART().fit(X, _flipped(y, k)).predict(fresh) != before)) for k in range(len(y))]
    return int(np.argmax(changed)), max(changed)


def _flipped(y: np.ndarray, k: int) -> np.ndarray:
    return np.where(np.arange(len(y)) == k, 1 - y, y)


def two_trees() -> Player:
    """A tree on a hundred points, and the tree after one label has changed."""
    X, y = data.samples(data.moons, 100, 1000, noise=0.2, seed=SEED)[0]
    row, share = most_harmful_label()
    trees = [CART().trace(X, labels)[-1] for labels in (y, _flipped(y, row))]
    look = {"size": 4.5, "ringed": lambda step: (row,)}
    before = Plane(X, y, title="A tree on 100 points", name="before", **look)
    after = Plane(X, _flipped(y, row), title="One label has changed (ringed)", name="after", **look)
    views = square(Of(before, lambda step: trees[0])), square(Of(after, lambda step: trees[1]))
    told = f"one label of 100 has changed, and so have {share:.1%} of the answers to fresh cases"
    return play(trees[-1:], columns(*views, shape=2.0, caption=lambda step: told), title="Two trees")


def wave(x: np.ndarray) -> np.ndarray:
    return np.sin(2 * np.pi * np.asarray(x))


@cache
def trees_of_samples(depth: int | None) -> tuple:
    """A regression tree for each of many samples of one noisy wave."""
    rng, models = np.random.default_rng(0), []
    for _ in range(SAMPLES):
        x = rng.uniform(0, 1, SPREAD)
        z = wave(x) + rng.normal(0, 0.3, SPREAD)
        models.append(RegressionTree(max_depth=depth).fit(x[:, None], z).model_)
    return tuple(models)


def spread_of_trees() -> Player:
    """Full trees and stumps on many samples: how far they scatter, and how far their mean is from the truth."""
    full, stumps = (_spread(title, trees_of_samples(depth), name) for title, depth, name in (
        ("Full trees: much scatter", None, "full"),
        ("Stumps: the mean is off", 1, "stumps"),
    ))  # fmt: skip
    caption = f"{SAMPLES} samples, a tree for each ({THIN} of them thin), the mean of all (thick), the truth (dashed)"
    return play([CART().trace([[0.0], [1.0]], [0, 1])[-1]],
                columns(full, stumps, shape=2.3, caption=lambda step: caption), title="Bias and variance")  # fmt: skip


def _spread(title: str, models: tuple, name: str) -> Chart:
    chart = Chart(title=title, xlim=(0.0, 1.0), ylim=(-2.0, 2.0), xlabel="x", ylabel="answer", name=name)
    for model in models[:THIN]:
        chart.function(lambda x, model=model: model.predict(x[:, None]), flat=True, color="muted", width=0.7)
    chart.function(lambda x: np.mean([model.predict(x[:, None]) for model in models], axis=0), "mean", flat=True,
                   color="curve0", width=3.0)  # fmt: skip
    return chart.function(wave, "truth", color="ink", dash=1, width=2.0)


# ---------------------------------------------------------------- out of bag, and the average


def out_of_bag_by_hand() -> Table:
    """Five trees, fourteen days: what each says of the days that it has not drawn, and what these decide."""
    table = data.load("tennis")
    play_or_not = table["play"]
    bag = RandomForest(trees=5, seed=9).fit(table.without("day", "play"), play_or_not).model_.ensemble
    answers = np.where(bag.out_of_bag, np.array(["no", "yes"])[bag.ballots], "\u00b7")
    votes = [_vote(list(column)) for column in answers.T]
    verdicts = ["not counted" if vote == "nobody" else ("right" if vote == truth else "wrong")
                for vote, truth in zip(votes, play_or_not, strict=True)]  # fmt: skip
    trees = {f"tree {b + 1}": row.tolist() for b, row in enumerate(answers)}
    return Table.from_dict({"day": table["day"], "play": play_or_not, **trees, "vote": votes, "out of bag": verdicts})


def _vote(said: list[str]) -> str:
    """The majority; ``no`` where it is a tie."""
    yes, no = said.count("yes"), said.count("no")
    return "nobody" if yes + no == 0 else ("yes" if yes > no else "no")


def out_of_bag_source() -> Source:
    """The lines that let a tree answer only what it has not drawn."""
    return show(forest._ballots, "np.nonzero(drawn", "ballots[trees, rows]")


def average_curves() -> Player:
    """What is left of the variance of one member when B are averaged."""
    B = np.arange(1, 101)
    chart = Chart(B, at=lambda step: 100, xlabel="members B", title="Variance of the average, one member = 1",
                  ylim=(0.0, 1.05), cursor=False)  # fmt: skip
    for rho in [0.0, 0.1, 0.3, 0.8]:
        chart.line([variance_of_average(rho, 1.0, int(b)) for b in B], f"\u03c1 = {rho:g}")
    told = "the average of 100 members keeps the share \u03c1 of the variance and hardly more"
    step = CART().trace([[0.0], [1.0]], [0, 1])[-1]
    return play([step], columns(chart, shape=2.6, caption=lambda step: told), title="More members")


# ---------------------------------------------------------------- real data


def mails() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("spam")
    return table.without("class").numeric(), table["class"]


@cache
def mail_errors() -> dict[str, int]:
    """Method -> mails that are wrong, of 384."""
    X, y = mails()
    methods = {"one tree": CART(), "100 trees, m = p (bagging)": RandomForest(m="all"),
               "100 trees, m = 7 (forest)": RandomForest()}  # fmt: skip
    found = {name: int((held_out_answers(learner, X, y) != y).sum()) for name, learner in methods.items()}
    return {"always \u201cnot spam\u201d": int((y == "spam").sum())} | found


def mail_scores() -> Table:
    return Table.from_dict({"method": list(mail_errors()), "wrong of 384": list(mail_errors().values())})


@cache
def disagreements() -> dict[str, list[int]]:
    """Method -> of 128 mails, those on which two disagree that were trained on different halves of the others."""
    X, y = mails()
    found = {"two trees": [], "two forests": []}
    for seed in range(HALVES):
        order = np.random.default_rng(seed).permutation(len(y))
        rest, halves = order[:KEPT], np.split(order[KEPT:], 2)
        for name, learner in zip(found, (CART(), RandomForest()), strict=True):
            one, other = (learner.fit(X[half], y[half]).predict(X[rest]) for half in halves)
            found[name].append(int((one != other).sum()))
    return found


def stability() -> Table:
    found = disagreements()
    return Table.from_dict({"trained on two halves": list(found),
                            "disagree on, of 128": [" ".join(map(str, row)) for row in found.values()],
                            "mean": [f"{np.mean(row):.1f}" for row in found.values()]})  # fmt: skip


def crabs() -> tuple[np.ndarray, np.ndarray]:
    """Five lengths of each crab, and its group: colour form and sex."""
    table = data.load("crabs")
    groups = [f"{species} {sex}" for species, sex in zip(table["species"], table["sex"], strict=True)]
    return table.without("species", "sex").numeric(), np.array(groups)


@cache
def crab_errors() -> dict[str, int]:
    X, y = crabs()
    methods = {"one tree": CART(), "a forest": RandomForest(), "straight borders (LDA)": LDA()}
    return {name: int((held_out_answers(learner, X, y) != y).sum()) for name, learner in methods.items()}


def crab_scores() -> Table:
    return Table.from_dict({"method": list(crab_errors()), "wrong of 200": list(crab_errors().values())})
