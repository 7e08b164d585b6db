"""AdaBoost in plain Python, one stump and one example at a time: slow, and nothing shared with labkit."""

import math
from itertools import pairwise

CLOSE = 1e-9


def questions(rows, categorical):
    """Every test of a stump as (feature, value, test), the lowest feature first, then the lowest value."""
    for f, category in enumerate(categorical):
        values = sorted({row[f] for row in rows})
        if category:
            yield from ((f, v, lambda row, f=f, v=v: row[f] == v) for v in values if len(values) > 1)
        else:
            cuts = [(a + b) / 2 for a, b in pairwise(values)]
            yield from ((f, t, lambda row, f=f, t=t: row[f] <= t) for t in cuts)


def heaviest(weights):
    """The first of the heaviest classes."""
    largest = max(weights)
    return next(k for k, weight in enumerate(weights) if weight >= largest * (1 - CLOSE))


def asked(rows, y, w, K, test):
    """(weight of right answers, answers) of the stump that asks this."""
    sides = {True: [0.0] * K, False: [0.0] * K}
    for row, k, weight in zip(rows, y, w, strict=True):
        sides[bool(test(row))][k] += weight
    answer = {side: heaviest(weights) for side, weights in sides.items()}
    return sum(map(max, sides.values())), [answer[bool(test(row))] for row in rows]


def stump(rows, categorical, y, w, K):
    """(feature, value, answers) of the stump with the least weighted error, and how many are as good."""
    found = [(f, v, *asked(rows, y, w, K, test)) for f, v, test in questions(rows, categorical)]
    best = max(right for _, _, right, _ in found)
    tied = [(f, v, answers) for f, v, right, answers in found if right >= best - CLOSE]
    return tied[0], len(tied)


def adaboost(rows, categorical, y, K, rounds, weights=None):
    """One dict a round: what a step tells."""
    weights = [1.0] * len(y) if weights is None else list(weights)
    w, story, votes, alphas = [v / sum(weights) for v in weights], [], [[0.0] * K for _ in y], []
    for _ in range(rounds):
        (feature, value, answers), _ = stump(rows, categorical, y, w, K)
        epsilon = sum(v for v, a, k in zip(w, answers, y, strict=True) if a != k)
        if epsilon >= 1 - 1 / K - CLOSE:
            break
        perfect = all(a == k for a, k in zip(answers, y, strict=True))
        alpha = 1 + sum(alphas) if perfect else 0.5 * (math.log((1 - epsilon) / epsilon) + math.log(K - 1))
        after = [v * math.exp(alpha if a != k else -alpha) for v, a, k in zip(w, answers, y, strict=True)]
        alphas.append(alpha)
        for vote, a in zip(votes, answers, strict=True):
            vote[a] += alpha
        record = {"feature": feature, "value": value, "epsilon": epsilon, "alpha": alpha, "weights": w, "Z": sum(after)}
        w = [v / sum(after) for v in after]
        story.append(record | {"next_weights": w, "votes": [list(vote) for vote in votes]})
        if perfect:
            break
    return story
