"""The answers to the exercises of lesson 12; tests run them through the lesson's own checks."""

from math import ceil, log

import numpy as np


def my_kind(fxx, fyy, fxy):
    D = fxx * fyy - fxy**2
    if D < 0:
        return "saddle"
    if D == 0:
        return "inconclusive"
    return "minimum" if fxx > 0 else "maximum"


def acceptance(rise, temperature):
    return 1.0 if rise <= 0 else np.exp(-rise / temperature)


my_seed = 14  # found by trying 0, 1, 2, ...


def my_surface(x, y):
    return x**2 + y**2 - 3 * x * y


def my_starts(q, miss):
    return ceil(log(miss) / log(1 - q))


def running_mean(samples):
    w = 0.0
    for k, x in enumerate(samples, start=1):
        w = w - (w - x) / k
    return w


def my_schedule(k):
    return k**-0.75
