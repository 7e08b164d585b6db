"""What the page with more of lecture 07 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core.table import Table
from labkit.learners import CART, OneVsOne, OneVsRest, OutputCodes, SoftmaxRegression
from labkit.learners.many_classes import coding
from labkit.lectures.l07_many_classes.common import BILL, EXPERT, NAMES, birds
from labkit.lectures.l07_many_classes.pictures import DIGIT_PARTS, digits, twelve, wrong_answers
from labkit.lectures.shared.held_out import held_out_answers

REFERENCES = {"class 3": "last", "class 1": "first", "none": None}
PENALTY = 0.1


def references() -> Table:
    """The same twelve points with three references: the slope of x1, and the probability of a case."""
    X, k = twelve()
    plain = {name: SoftmaxRegression(reference=each).fit(X, k).model_ for name, each in REFERENCES.items()}
    bound = {name: SoftmaxRegression(reference=each, lam=PENALTY).fit(X, k).model_ for name, each in REFERENCES.items()}
    case = np.array([[1.0, 1.0]])
    return Table.from_dict({
        "reference": list(REFERENCES),
        "weights of x1, class 1, 2, 3": [", ".join(f"{w:.2f}" for w in model.W[:, 1]) for model in plain.values()],
        "P(1) at (1, 1)": [f"{model.predict_proba(case)[0, 0]:.4f}" for model in plain.values()],
        "the same, penalty 0.1": [f"{model.predict_proba(case)[0, 0]:.4f}" for model in bound.values()],
    })  # fmt: skip


@cache
def ways_out() -> dict[str, int]:
    """Way to decide -> birds that are wrong, each answered by experts who have not seen it."""
    X, y = birds(BILL)
    kinds = {
        "three experts, the largest score": OneVsRest(learner=EXPERT),
        "three experts, the first of those who are level": OneVsRest(learner=EXPERT, ties="first"),
        "two experts, the third species is what nobody claims": OneVsRest(learner=EXPERT, last_task=False),
        "three duels, the most votes": OneVsOne(learner=EXPERT),
    }
    return {name: int((held_out_answers(kind, X, NAMES[y]) != NAMES[y]).sum()) for name, kind in kinds.items()}


def ways_out_table() -> Table:
    found = ways_out()
    return Table.from_dict({"way to decide": list(found), "wrong of 342": list(found.values())})


def codes_compared() -> Table:
    """How many bits the codes have, how far their words are apart, and what they forgive."""
    rows = []
    for classes in [3, 4, 5, 10]:
        for name in ("one-vs-rest", "one-vs-one", "exhaustive"):
            code = coding.code_of(name, classes)
            apart, forgiven = coding.least_distance(code), coding.correctable(code)
            rows.append((str(classes), name, str(code.shape[1]), f"{apart:g}", str(max(forgiven, 0))))
    names = "classes", "code", "bits", "least distance", "wrong bits forgiven"
    return Table.from_dict(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


BITS = (8, 15, 34)


@cache
def digits_by_bits() -> dict[int, int]:
    """Bits of a random code -> digits that its trees name wrongly, of 901."""
    ink, digit = digits()
    found = {}
    for bits in BITS[:-1]:
        learner = OutputCodes(learner=CART(), code="random", bits=bits)
        found[bits] = int((held_out_answers(learner, ink, digit, parts=DIGIT_PARTS) != digit).sum())
    return found | {BITS[-1]: wrong_answers()["trees, error-correcting code"][1]}  # what no named code has


def more_bits() -> Table:
    found = digits_by_bits()
    apart = [coding.random_code(10, bits) for bits in found]
    return Table.from_dict({
        "bits, a tree for each": list(found),
        "least distance": [f"{coding.least_distance(code):g}" for code in apart],
        "wrong of 901 digits": list(found.values()),
    })  # fmt: skip
