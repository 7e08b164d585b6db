"""Codes for many classes: a word of bits for each class, so that every bit is a task of two classes.

Lectures 07 and 21; deck 000 "Multi-class Case", "Error Correcting Output Codes". Inventory: I-000-017, I-000-116.

A code is a matrix (classes, bits) of 0 and 1; NaN where a class takes no part in a bit. With s = +1 for a 1, -1 for a
0 and 0 for NaN, and r the same of a received word,

    d(s, r) = sum over the bits of (1 - s r) / 2        Hamming distance; 1/2 for each bit without a part    (1)
    D(u, v) = sum over u's bits of (1 - u v) / 2  -  1/2 (bits that v has and u lacks)                       (2)
    e < D/2  wrong bits cannot take a word of u nearer to v, whatever the bits without a part say            (3)

Without NaN (2) is the Hamming distance of two words, and (3) the usual (d - 1)/2, rounded down.

    code            bits              a bit asks
    one-vs-rest     C                 this class or any other?
    one-vs-one      C (C - 1) / 2     the one or the other of two classes?      NaN for all others
    exhaustive      2^(C-1) - 1       each way to part the classes, once
    random          as wished         different ways to part them, drawn

Where no code is named it is a few dozen bits: the exhaustive code of up to 6 classes (31 bits), of more a random one of
10 log2 C bits (34 for 10 classes, of which the exhaustive code has 511).

Departures from the slides: one symbol B for the number of bits (E-000-42); p is the number of features.
"""

from __future__ import annotations

from itertools import combinations
from math import ceil, log2

import numpy as np

from labkit.core import inputs

CODES = ("exhaustive", "one-vs-rest", "one-vs-one", "random")
MOST = 10  # classes of an exhaustive code: 511 bits
FEW = 6  # classes up to which it is taken where no code is named: 31 bits
TRIES = 50  # random codes of which the best is taken
SHOWN = 5  # wrong places that a message names


def exhaustive(classes: int) -> np.ndarray:
    """The first class has only ones; class i has runs of 2^(C-i) zeros and ones (Dietterich and Bakiri 1995)."""
    inputs.number("classes", classes, least=2, whole=True)
    if classes > MOST:
        raise ValueError(
            f"code: expected at most {MOST} classes for an exhaustive code, got {classes} classes, which would take "
            f"2^{classes - 1} - 1 bits; use code='random'"
        )
    bit = np.arange(2 ** (classes - 1) - 1)
    rest = [(bit >> shift) & 1 for shift in range(classes - 2, -1, -1)]
    return inputs.frozen([np.ones_like(bit), *rest])


def one_vs_rest(classes: int) -> np.ndarray:
    """Bit k is 1 for class k alone."""
    inputs.number("classes", classes, least=2, whole=True)
    return inputs.frozen(np.eye(classes))


def one_vs_one(classes: int) -> np.ndarray:
    """A bit for each two classes: 1 for the first of them, 0 for the second."""
    inputs.number("classes", classes, least=2, whole=True)
    pairs = list(combinations(range(classes), 2))
    code = np.full((classes, len(pairs)), np.nan)
    for bit, (i, j) in enumerate(pairs):
        code[[i, j], bit] = 1, 0
    return inputs.frozen(code)


def random_code(classes: int, bits: int | None = None, seed: int = 0) -> np.ndarray:
    """Different columns drawn at random: of several such codes the one with the largest least distance of two words.

    ``bits`` is 10 log2(classes) unless given, and no more than there are ways to part the classes.
    """
    inputs.number("classes", classes, least=2, whole=True)
    ways = 2 ** (classes - 1) - 1
    bits = min(ceil(10 * log2(classes)), ways) if bits is None else bits
    why = "words that differ need as many, and there are no more ways to part the classes"
    inputs.number("bits", bits, least=ceil(log2(classes)), most=ways, whole=True, why=why)
    inputs.number("seed", seed, least=0, whole=True)
    rng = np.random.default_rng(seed)
    codes = [_drawn(classes, bits, rng) for _ in range(TRIES)]
    return inputs.frozen(max(codes, key=least_distance))  # the first of equals


def _drawn(classes: int, bits: int, rng: np.random.Generator) -> np.ndarray:
    """Columns without repetition. The first class has a 1, for a column and its complement are the same task."""
    columns = {}
    while len(columns) < bits:
        column = (1, *rng.integers(2, size=classes - 1).tolist())
        if 0 in column:
            columns[column] = None
    return np.array(list(columns), dtype=float).T


def code_of(name, classes: int, bits: int | None = None, seed: int = 0) -> np.ndarray:
    """The code of this name, or the given matrix where it is one that can work; None is a few dozen bits."""
    if name is None:
        name = "exhaustive" if classes <= FEW else "random"
    if isinstance(name, list | tuple | np.ndarray):
        return checked(name, classes)
    inputs.option("code", name, CODES, "or a matrix (classes, bits), or None for a few dozen bits")
    if name == "random":
        return random_code(classes, bits, seed)
    return {"exhaustive": exhaustive, "one-vs-rest": one_vs_rest, "one-vs-one": one_vs_one}[name](classes)


# ---------------------------------------------------------------- what a code can do


def signs(code: np.ndarray) -> np.ndarray:
    """+1 for a 1, -1 for a 0, 0 where a class takes no part."""
    return np.nan_to_num(2 * np.asarray(code, dtype=float) - 1)


def distances(code: np.ndarray, received: np.ndarray) -> np.ndarray:
    """(cases, classes): of received words, one a row, from each class's word."""
    s, r = signs(code), signs(np.atleast_2d(received))
    if r.shape[1] != s.shape[1]:
        raise ValueError(f"received: expected words of {s.shape[1]} bits, got {r.shape[1]}; pass one for every column")
    return (s.shape[1] - r @ s.T) / 2  # (1)


def least_distance(code: np.ndarray) -> float:
    """Between the words of two classes."""
    return float(min(distances(code, code)[_pairs(code)]))


def correctable(code: np.ndarray) -> int:
    """How many wrong bits are always corrected, at least; -1 where not even a word without a wrong bit is safe."""
    s = signs(code)
    part = np.abs(s)
    D = (part.sum(axis=1)[:, None] - s @ s.T) / 2 - (1 - part) @ part.T / 2  # (2)
    return max(-1, ceil(D[_pairs(code, both=True)].min() / 2) - 1)  # (3)


def _pairs(code: np.ndarray, both: bool = False) -> np.ndarray:
    """Which two classes: each pair once, or both ways round."""
    inputs.number("classes", len(code), least=2, whole=True)
    mask = ~np.eye(len(code), dtype=bool)
    return mask if both else np.triu(mask)


def checked(code, classes: int) -> np.ndarray:
    """A given matrix as a code, where every class has a word of its own and every bit two sides."""
    code = inputs.real_numbers("code", code)
    if code.ndim != 2 or len(code) != classes or not code.size:
        raise ValueError(
            f"code: expected one row of bits for each of the {classes} classes, got shape {code.shape}; "
            "pass a matrix (classes, bits)"
        )
    if not np.isin(code[~np.isnan(code)], (0, 1)).all():
        odd = code[~np.isnan(code) & ~np.isin(code, (0, 1))][0]
        raise ValueError(f"code: expected only 0, 1, and NaN for no part, got {odd:g}; write the bits so")
    one_sided = np.flatnonzero(~((code == 0).any(axis=0) & (code == 1).any(axis=0)))
    if len(one_sided):
        raise ValueError(
            f"code: expected a 0 and a 1 in every column, got none in columns {one_sided[:SHOWN].tolist()}; "
            "a bit that is the same for all classes cannot be learned, leave it out"
        )
    s = signs(code)
    equal = np.argwhere((s[:, None] == s[None]).all(axis=2) & _pairs(code))
    if len(equal):
        i, j = equal[0].tolist()
        raise ValueError(f"code: expected different rows, got rows {i} and {j} alike; add a bit that parts them")
    return code
