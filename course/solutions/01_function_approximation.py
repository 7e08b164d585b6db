"""The answers to the exercises of lesson 01; tests run them through the lesson's own checks."""


def my_posterior(prior, finds, clears):
    ill, false_alarms = prior * finds, (1 - prior) * (1 - clears)
    return ill / (ill + false_alarms)


def decide(P, L):
    return int((P @ L).argmin())


my_threshold = 0.2

# To miss the third class is so expensive that its 0.2 outweigh the rest.
my_P, my_L = [0.5, 0.3, 0.2], [[0, 1, 1], [1, 0, 1], [10, 10, 0]]


def my_moved(p, before, after):
    odds = p / (1 - p) * (after / (1 - after)) * ((1 - before) / before)
    return odds / (1 + odds)


def simplex_distance(P, k):
    C = len(P)
    return (C / (C - 1)) ** 2 * (1 - 2 * P[k] + (P**2).sum())
