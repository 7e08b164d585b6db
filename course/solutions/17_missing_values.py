"""The answers to the exercises of lesson 17; tests run them through the lesson's own checks."""

import numpy as np


def my_gain(children, unknown):
    def entropy(counts):
        p = counts[counts > 0] / counts.sum()
        return -np.sum(p * np.log2(p))

    known = children.sum()
    after = sum(child.sum() / known * entropy(child) for child in children)
    return known / (known + unknown.sum()) * (entropy(children.sum(axis=0)) - after)


def my_answer(W, leaves):
    shares = leaves / leaves.sum(axis=1, keepdims=True)
    return W / W.sum() @ shares


def my_association(left, other):
    agree = np.mean(left == other)
    errors = min(agree, 1 - agree)
    blind = min(left.mean(), 1 - left.mean())
    return (blind - errors) / blind


def filled(train, test):
    return np.where(np.isnan(test), np.nanmean(train, axis=0), test)


# Compare set(table["odor"]) with the odors of the complete rows; gill_color and ["buff"] is another answer.
my_column, my_values = "odor", ["fishy", "spicy"]

# Filled in it rains, as on most days; but the sun and the clouds together outweigh the rain.
my_case = {"humidity": 70, "windy": "True"}


def my_price(gain, rival_gain, rival_cost):
    return rival_cost * (gain / rival_gain) ** 2
