"""The exercises of lecture 19: typical wrong answers get the hint that fits, never the answer."""

from math import ceil, comb, exp

import numpy as np
import pytest

from labkit.lectures.l19_forests import exercises as lecture19
from labkit.lectures.l19_forests import exercises_more as more19
from tests.golden import close, golden


def votes_wrong(B, e, least, ways=comb):
    return sum(ways(B, k) * e**k * (1 - e) ** (B - k) for k in range(least, B + 1))


def oob(drawn, votes, y, *, ties=0, unheard=None, may=None):
    """Example by example; ``unheard`` is what an example without voters counts, None is nothing."""
    wrong = []
    for i, (column, truth) in enumerate(zip(votes.T, y, strict=True)):
        heard = column[drawn[:, i] == 0 if may is None else may(drawn[:, i])]
        if len(heard):
            ones = 2 * heard.sum()
            wrong.append((ties if ones == len(heard) else int(ones > len(heard))) != truth)
        elif unheard is not None:
            wrong.append(unheard(truth))
    return np.mean(wrong)


def own_errors(drawn, votes, y):
    return np.mean([(votes[b] != y)[drawn[b] == 0].mean() for b in range(len(votes))])


def square(n, seed):
    """XOR: no line can do it."""
    X = np.random.default_rng(seed).uniform(-1, 1, (n, 2))
    return X, X.prod(axis=1) > 0


def gap(n, seed):
    """An upright border, which a tree finds at once."""
    X = np.random.default_rng(seed).uniform(-1, 1, (n, 2))
    return X, X[:, 0] > 0


WRONG = [
    (lecture19.left_out, lambda N, n: 1 - (1 - 1 / N) ** n, "to be in the bag"),
    (lecture19.left_out, lambda N, n: (1 - 1 / N) ** N, "n may be less or more"),
    (lecture19.left_out, lambda N, n: exp(-n / N), "the limit for many"),
    (lecture19.left_out, lambda N, n: 1 - n / N, "goes back into the urn"),
    (lecture19.left_out, lambda N, n: max(0, 1 - n / N), "goes back into the urn"),
    (lecture19.left_out, lambda N, n: N**-n, "every draw hits it"),
    (lecture19.left_out, lambda N, n: 0.37, "one draw misses it"),
    (more19.majority_error, lambda B, e: 1 - votes_wrong(B, e, B // 2 + 1), "how often they are right"),
    (more19.majority_error, lambda B, e: e, "that is one voter"),
    (more19.majority_error, lambda B, e: e**B, "all of them are wrong"),
    (more19.majority_error, lambda B, e: votes_wrong(B, e, B // 2), "count from there"),
    (more19.majority_error, lambda B, e: votes_wrong(B, e, B // 2 + 2), "count from there"),
    (more19.majority_error, lambda B, e: votes_wrong(B, e, B // 2 + 1, lambda B, k: 1), "in how many ways"),
    (
        more19.majority_error,
        lambda B, e: votes_wrong(B, e, B // 2 + 1) - votes_wrong(B, e, B // 2 + 2),
        "there are wider ones",
    ),
    (more19.majority_error, lambda B, e: 0.06, "add up the k"),
    (lecture19.out_of_bag, lambda drawn, votes, y: oob(drawn, votes, y, may=lambda c: c >= 0), "by heart"),
    (lecture19.out_of_bag, lambda drawn, votes, y: oob(drawn, votes, y, may=lambda c: c > 0), "the other way round"),
    (lecture19.out_of_bag, lambda drawn, votes, y: (votes != y)[drawn == 0].mean(), "vote on each example first"),
    (lecture19.out_of_bag, own_errors, "vote on each example first"),
    (lecture19.out_of_bag, lambda drawn, votes, y: oob(drawn, votes, y, unheard=lambda z: False), "do not count it"),
    (lecture19.out_of_bag, lambda drawn, votes, y: oob(drawn, votes, y, unheard=lambda z: z != 0), "do not count it"),
    (lecture19.out_of_bag, lambda drawn, votes, y: oob(drawn, votes, y, ties=1), "equal votes"),
    (lecture19.out_of_bag, lambda drawn, votes, y: 0.0, "which trees have not drawn it"),
    (more19.trees_needed, lambda rho, share: (1 - rho) / (rho * share), "up or down"),
    (more19.trees_needed, lambda rho, share: (1 - rho) // (rho * share), "wrong way"),
    (more19.trees_needed, lambda rho, share: int((1 - rho) / rho / share) + 1, "leaves no rest"),
    (more19.trees_needed, lambda rho, share: ceil((1 - rho) / share), "the limit is"),
    (more19.trees_needed, lambda rho, share: ceil(1 / share), "where is rho"),
    (more19.trees_needed, lambda rho, share: ceil(1 / rho / share), "is divided by B"),
    (more19.trees_needed, lambda rho, share: 100, "solve for B"),
    (more19.whole_columns, lambda p: int(np.log2(p)), "for p = 1"),
    (more19.whole_columns, lambda p: np.log2(p) + 1, "half a column"),
    (more19.whole_columns, lambda p: int(np.ceil(np.log2(p))), "round down"),
    (more19.whole_columns, lambda p: int(np.log(p)) + 1, "base 2"),
    (more19.whole_columns, lambda p: 3, "columns are drawn whole"),
    (lecture19.crab_columns, lambda X: X[:, 0], "column_stack"),
    (lecture19.crab_columns, lambda X: X - X.mean(axis=0), "that crab alone"),
    (lecture19.crab_columns, lambda X: X, "whatever its size"),
    (lecture19.forest_loses, lambda n, seed: (np.zeros((n, 2)), np.zeros(n)), "return X, y"),
    (lecture19.forest_loses, lambda n, seed: gap(n, 0), "default_rng(seed)"),
    (lecture19.forest_loses, lambda n, seed: square(n, seed), "slanted line"),
    (lecture19.forest_loses, lambda n, seed: gap(n, seed), "costly"),
    (more19.worse_together, [1, 0, 1], "a row for each voter"),
    (more19.worse_together, np.full((3, 10), 0.4), "a row for each voter"),
    (more19.worse_together, np.eye(3, 10), "equally good"),
    (more19.worse_together, [[1] * 4 + [0] * 6] * 3, "turns one majority"),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_references_give_the_lectures_numbers():
    """BAG-01, BAG-03."""
    assert close([lecture19._left_out(N, N) for N in (10, 14, 100)] + [exp(-1)], golden("BAG-01"))
    assert close(more19._majority_error(25, 0.35), golden("BAG-03"))


def test_oob_cases_have_ties_and_an_example_without_voters():
    out = [drawn == 0 for drawn, _, _ in lecture19._oob_cases()]
    votes = [votes for _, votes, _ in lecture19._oob_cases()]
    assert any((~mask).all(axis=0).any() for mask in out)
    ties = (
        (2 * (vote * mask).sum(axis=0) == mask.sum(axis=0)) & mask.any(axis=0)
        for vote, mask in zip(votes, out, strict=True)
    )
    assert any(tied.any() for tied in ties)
    for case in lecture19._oob_cases():
        assert lecture19._oob_error(*case) == pytest.approx(oob(*case))


def test_trees_needed_are_the_fewest_by_the_formula():
    for rho, share in ((0.3, 0.1), (0.06, 0.1), (0.9, 0.2), (0.13, 0.01)):
        B = more19._trees_needed(rho, share)
        excess = [(1 - rho) / trees / rho for trees in (B, B - 1) if trees]
        assert excess[0] <= share and all(more > share for more in excess[1:])


def test_worse_together_can_be_filled_no_worse():
    """Two errors turn a majority, and there are twelve."""
    assert more19.WORST == more19.VOTERS * more19.ERRORS // 2


def test_worse_together_takes_every_way_to_place_the_errors(said):
    errors = np.zeros((3, 10))
    for case, pair in enumerate(((0, 1), (1, 2), (0, 2), (0, 1), (1, 2), (0, 2))):
        errors[list(pair), 9 - case] = 1
    assert said(more19.worse_together, errors).startswith("right: each is wrong on 4 of 10, all together on 6")
