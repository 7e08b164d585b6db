"""What the page with more of lecture 19 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, Bagging, PocketPerceptron, RandomForest
from labkit.learners.ensemble.bootstrap import majority_error
from labkit.learners.ensemble.forest import columns_drawn

DRAWS = 20  # problems to average over
COUNTS = np.array([1, 3, 5, 10, 20, 50, 100])  # of trees


def majorities() -> Table:
    """How often most of B independent voters err, each with probability e."""
    many = [1, 5, 25, 101]
    errors = [0.2, 0.35, 0.5, 0.55]
    shown = {f"B = {B}": [f"{majority_error(B, e):.3f}" for e in errors] for B in many}
    return Table.from_dict({"e": [f"{e:g}" for e in errors]} | shown)


@cache
def gains() -> dict[str, tuple[float, float, float]]:
    """Learner -> error alone, error bagged, share of cases on which two members differ; means over ten draws."""
    learners = {"full tree": CART(), "stump": CART(max_depth=1), "straight line": PocketPerceptron(max_sweeps=20)}
    found = {name: [] for name in learners}
    for seed in range(10):
        (X, y), (fresh, truth) = data.samples(data.gaussians, 200, 2000, seed=seed)
        for name, learner in learners.items():
            bagged = Bagging(learner=learner, members=25, seed=seed).fit(X, y)
            said = np.array([bagged.model_.member(b).predict(fresh) for b in range(25)])
            alone, together = (1 - each.score(fresh, truth) for each in (learner.fit(X, y), bagged))
            found[name].append((alone, together, np.mean(said[1:] != said[:-1])))
    return {name: tuple(np.mean(rows, axis=0).tolist()) for name, rows in found.items()}


def who_gains() -> Table:
    names = "error alone", "error bagged", "two members differ on"
    numbers = np.round(list(gains().values()), 3).T
    return Table.from_dict({"learner": list(gains())} | dict(zip(names, numbers, strict=True)))


@cache
def staged_errors() -> tuple[np.ndarray, np.ndarray, float]:
    """After 1, 2, ... 100 trees: out-of-bag error, error on fresh cases; and the trees' own errors out of bag."""
    runs, own = [], []
    for seed in range(DRAWS):
        (X, y), (fresh, truth) = data.samples(data.moons, 200, 1000, noise=0.2, seed=seed)
        model = RandomForest(m="all", seed=seed).fit(X, y).model_
        runs.append([model.ensemble.oob_error[1:], np.mean(model.staged_predict(fresh) != truth, axis=1)])
        own.append(np.mean((model.ensemble.ballots != y)[model.ensemble.out_of_bag]))
    return *np.mean(runs, axis=0), float(np.mean(own))


def few_trees() -> Table:
    out_of_bag, fresh, _ = staged_errors()
    return Table.from_dict({"trees": COUNTS, "out of bag": out_of_bag[COUNTS - 1].round(3),
                            "fresh cases": fresh[COUNTS - 1].round(3)})  # fmt: skip


def columns_to_draw() -> Table:
    """What the three rules give."""
    p, rules = (1, 2, 4, 16, 57, 100), {"square root": "sqrt", "logarithm + 1": "log2", "a third": "third"}
    return Table.from_dict({"p": p} | {name: [columns_drawn(rule, n) for n in p] for name, rule in rules.items()})


@cache
def roots() -> dict[str, tuple[list[int], float]]:
    """Kind of forest -> how often each attribute is at the root of 500 trees, and the out-of-bag error."""
    tennis, found = data.load("tennis"), {}
    days, labels = tennis.without("day", "play"), tennis["play"]
    for name, m in (("bagging", "all"), ("forest, m = 2", "sqrt")):
        forest = RandomForest(trees=500, m=m).fit(days, labels)
        asked = [forest.model_.member(b).question(0).split(" ")[0] for b in range(500)]
        found[name] = [asked.count(attribute) for attribute in days], forest.oob_error_
    return found


def roots_of_tennis() -> Table:
    names = data.load("tennis").without("day", "play").names
    return Table.from_dict({"at the root": names} | {name: counts for name, (counts, _) in roots().items()})
