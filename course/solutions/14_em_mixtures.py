"""The answers to the exercises of lesson 14; tests run them through the lesson's own checks."""

import numpy as np


def my_shares(heads, tosses, a, b):
    heads = np.asarray(heads)
    tails = np.asarray(tosses) - heads
    first = a**heads * (1 - a) ** tails
    second = b**heads * (1 - b) ** tails
    return first / (first + second)


def next_coin(share, heads, tosses):
    share, heads, tosses = map(np.asarray, (share, heads, tosses))
    return (share * heads).sum() / (share * tosses).sum()


my_measurements, my_shape = ["bill_length_mm", "bill_depth_mm"], "full"

# Two columns of three points: side by side the starts find them, one above the other they see the same on both sides.
my_points = [[-3, -1], [-3, 0], [-3, 1], [3, -1], [3, 0], [3, 1]]
good_starts, bad_starts = [[-3, 0], [3, 0]], [[0, -1], [0, 1]]


def my_gaussian(x, r):
    many = r.sum()
    mean = (r * x).sum() / many
    return many / len(x), mean, (r * (x - mean) ** 2).sum() / many


def bound(r, joint):
    return (r * np.log(joint / r)).sum()


my_starts = [[2.33, 64.0], [4.6, 81.0], [4.35, 74.0], [1.82, 60.0], [2.2, 45.0], [1.87, 50.0]]
