"""Exercises of the page with more of lecture 11; deck 001 "Support Vector Machines" (kernels)."""

from __future__ import annotations

import numpy as np

from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 5: the score


def _score(k, alpha, z, b, *, unsigned=False, without=False, sign=False, minus=False):
    f = float((alpha * (1 if unsigned else z) * k).sum())
    f = f if without else f - b if minus else f + b
    return float(np.sign(f)) if sign else f


def _score_cases():
    yield np.array([1.0, 9.0]), np.array([0.5, 0.25]), np.array([1, -1]), 0.5
    yield np.array([0.2, 0.1, 0.9]), np.array([1.0, 2.0, 3.0]), np.array([1, 1, -1]), -0.25
    yield np.array([4.0, -1.0, 0.0, 2.0]), np.array([0.1, 0.7, 0.2, 0.6]), np.array([-1, 1, 1, -1]), 1.5


@exercise("write my_score(k, alpha, z, b): the score of a case from its kernel values with the support vectors")
def kernel_score(my_score):
    """``my_score(k, alpha, z, b)`` -> a number; k holds K(x_i, x) of every support vector."""
    mistakes = slips(
        _score,
        unsigned="half of the support vectors pull the other way: z is missing",
        without="b is missing",
        sign="the score is asked for, not its sign",
        minus="b is added",
    )
    same_results(my_score, _score, _score_cases(), mistakes=mistakes, how="sum(alpha * z * k) + b",
                 hint="each support vector adds multiplier times class times kernel")  # fmt: skip
    return "that is all a support vector machine computes of a case"


# ---------------------------------------------------------------- 6: find the bug


def _lift(x):
    x1, x2 = x
    return np.array([x1 * x1, np.sqrt(2) * x1 * x2, x2 * x2])


def _lift_given(x):
    x1, x2 = x
    return np.array([x1**2, x1 * x2, x2**2])


@exercise("mend lift(x): its inner products are to be (x'z)^2", given=_lift_given)
def lifted(lift):
    """``lift(x)`` -> three numbers."""
    mistakes = [
        (
            lambda x: np.array([x[0] ** 2, 2 * x[0] * x[1], x[1] ** 2]),
            "too much: the factor is squared in lift(x) @ lift(z)",
        ),
        (lambda x: np.array([x[0], np.sqrt(2) * x[0] * x[1], x[1]]), "the squares were right"),
        (lambda x: np.sqrt(2) * np.array([x[0] ** 2, x[0] * x[1], x[1] ** 2]), "only the middle one lacks something"),
    ]
    cases = [(np.array(x),) for x in ([1.0, 2.0], [3.0, -1.0], [0.5, 0.0])]
    same_results(lift, _lift, cases, mistakes=mistakes,
                 how="lift(x) @ lift(z) holds x1 x2 z1 z2 once; how often is it needed?",
                 hint="multiply (x1 z1 + x2 z2)^2 out: which term does lift(x) @ lift(z) lack?")  # fmt: skip
    return "now lift(x) @ lift(z) = (x'z)^2: (1, 2) and (3, -1) give 1"


# ---------------------------------------------------------------- 7: no kernel

CLEARLY = 0.01


@exercise("write my_kernel(a, b) and three my_numbers: symmetric, all values above 0, and yet no kernel")
def no_kernel(my_kernel, my_numbers):
    """A function of two numbers, and three numbers."""
    x = numbers(my_numbers)
    if x.shape != (3,) or len(np.unique(x)) < 3:
        raise NotYet(expected="three different numbers", got=shown(my_numbers), hint="such as [0, 1, 2]")
    K = np.array([[float(my_kernel(a, b)) for b in x.tolist()] for a in x.tolist()])
    if not np.isfinite(K).all() or not np.allclose(K, K.T):
        raise NotYet(expected="K(a, b) = K(b, a), finite", got="a matrix that is not symmetric",
                     hint="let it depend on a * b, or on |a - b|")  # fmt: skip
    if (K <= 0).any():
        raise NotYet(expected="values above 0 only", got=f"a smallest value of {K.min():.3g}", good="it is symmetric",
                     hint="add a constant")  # fmt: skip
    values = np.linalg.eigvalsh(K)
    if values[0] >= -CLEARLY * values[-1]:
        raise NotYet(expected="an eigenvalue clearly below 0", got=f"a smallest one of {values[0]:.3g}",
                     good="it is symmetric, all values are above 0",
                     hint="in an inner product nobody is more similar to another than to himself",
                     more=["K(a, b)\u00b2 may not be above K(a, a) K(b, b): break that"])  # fmt: skip
    return f"the smallest eigenvalue is {values[0]:.3g}: symmetric and positive in every entry is not enough"
