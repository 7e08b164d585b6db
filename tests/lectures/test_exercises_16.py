"""The exercises of lecture 16: each typical mistake gets its hint, and the checks agree with the learners."""

import numpy as np
import pytest

from labkit.core.story import Trace
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.stopping import chi_square
from labkit.learners.tree.tree import THRESHOLD
from labkit.learners.tree.validation import greedy_steps, reduced_error_steps
from labkit.lectures.l16_pruning_and_rules import exercises as lecture16
from tests.learners.tree.grown import grown


def expected(n):
    return n.sum(axis=1, keepdims=True) * n.sum(axis=0) / n.sum()


def whole_tree(node):
    return sum(map(whole_tree, node[1])) if node[1] else node[0]


def pruned_rule(holds, right, *, strictly=False, again=True, backwards=False, nothing=0.0):
    def accuracy(kept):
        covered = holds[:, kept].all(axis=1)
        return right[covered].mean() if covered.any() else nothing

    kept = list(range(holds.shape[1]))
    for gone in kept[::-1] if backwards else kept:
        rest = [c for c in kept if c != gone]
        if accuracy(rest) > accuracy(kept) or (not strictly and accuracy(rest) == accuracy(kept)):
            return pruned_below(holds, right, rest, strictly, backwards, nothing) if again else rest
    return kept


def pruned_below(holds, right, rest, strictly, backwards, nothing):
    kept = pruned_rule(holds[:, rest], right, strictly=strictly, backwards=backwards, nothing=nothing)
    return [rest[k] for k in kept]


def once_through(holds, right):
    kept = list(range(holds.shape[1]))
    for gone in range(holds.shape[1]):
        rest = [c for c in kept if c != gone]
        before, after = (right[m].mean() if (m := holds[:, k].all(axis=1)).any() else 0.0 for k in (kept, rest))
        kept = rest if after >= before else kept
    return kept


WRONG = [
    (lecture16.weakest_link, lambda e, E, L, N: (e - E) / N / L, "how many leaves fewer"),
    (lecture16.weakest_link, lambda e, E, L, N: (e - E) / (N * L - 1), "brackets"),
    (lecture16.weakest_link, lambda e, E, L, N: (e - E) / (L - 1), "share of all N"),
    (lecture16.weakest_link, lambda e, E, L, N: (e - E) / N, "more than one leaf"),
    (lecture16.weakest_link, lambda e, E, L, N: (E - e) / (N * (L - 1)), "not negative"),
    (lecture16.weakest_link, lambda e, E, L, N: e / (N * (L - 1)), "may make errors as well"),
    (lecture16.weakest_link, lambda e, E, L, N: 0.0, "solve for alpha"),
    (lecture16.chi_square, lambda n: ((n - expected(n)) ** 2).sum(), "little where 100 are"),
    (lecture16.chi_square, lambda n: ((n - expected(n)) ** 2 / n).sum(), "not by what was seen"),
    (lecture16.chi_square, lambda n: (abs(n - expected(n)) / expected(n)).sum(), "squared"),
    (lecture16.chi_square, lambda n: ((n - n.mean()) ** 2 / n.mean()).sum(), "sizes of the children"),
    (lecture16.chi_square, lambda n: sum(((row - row.mean()) ** 2 / row.mean()).sum() for row in n), "shares"),
    (lecture16.chi_square, lambda n: (n**2 / expected(n)).sum(), "how far the count is"),
    (lecture16.chi_square, lambda n: 3.5, "of the n_i examples"),
    (lecture16.least_errors, whole_tree, "that is the whole tree"),
    (lecture16.least_errors, lambda node: node[0], "root alone"),
    (
        lecture16.least_errors,
        lambda node: min(node[0], sum(c[0] for c in node[1])) if node[1] else node[0],
        "split as well",
    ),
    (lecture16.least_errors, lambda node: min(node[0], whole_tree(node)), "between the whole tree and its root"),
    (lecture16.least_errors, lambda node: 0, "was decided before"),
    (lecture16.rule_pruning, lambda h, r: pruned_rule(h, r, strictly=True), "stays as it is"),
    (lecture16.rule_pruning, lambda h, r: pruned_rule(h, r, again=False), "begin again with the conditions"),
    (lecture16.rule_pruning, once_through, "even if it had to stay before"),
    (lecture16.rule_pruning, lambda h, r: pruned_rule(h, r, backwards=True), "the root's first"),
    (lecture16.rule_pruning, lambda h, r: pruned_rule(h, r, nothing=1.0), "covers no case has accuracy 0"),
    (lecture16.rule_pruning, lambda h, r: pruned_rule(h, r, nothing=np.nan), "not 0 / 0"),
    (lecture16.rule_pruning, lambda h, r: list(range(h.shape[1])), "nothing was dropped"),
    (lecture16.rule_pruning, lambda h, r: [0], "where all conditions left hold"),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_rule_pruning_accepts_another_way_to_write_it(said):
    assert said(lecture16.rule_pruning, lambda h, r: np.array(pruned_rule(h, r))).startswith("right: ")


def test_chi_square_agrees_with_the_learner():
    for (counts,) in lecture16._count_cases():
        assert np.isclose(lecture16._chi_square(counts), chi_square(counts)[0])


# ---------------------------------------------------------------- fooling the greedy search

WRONG_CASES = [
    ([(0, 1), (1, 0), (1, 0), (0, 1)], "0 by both", "nobody can be fooled"),
    ([(1, 0), (0, 0), (0, 0), (0, 1)], "0 by both", "hide two"),
    ([(2, 0), (0, 2)], "shape (2, 2)", "one pair for each leaf"),
    ([(-1, 0), (0, 0), (0, 2), (1, 0)], "[-1, 0]", "a few will do"),
    ([(0.5, 0), (0, 0), (0, 2), (1, 0)], "[0.5, 0]", "a few will do"),
    ([(20, 0), (0, 0), (0, 20), (1, 0)], "[20, 0]", "a few will do"),
    ([(0, 0)] * 4, "[0, 0]", "a few will do"),
    ("many", "text", "my_cases"),
]


@pytest.mark.parametrize("cases, got, hint", WRONG_CASES)
def test_fool_greedy_says_what_is_missing(said, cases, got, hint):
    line = said(lecture16.fool_greedy, cases)
    assert line.startswith("not yet: ") and got in line and hint in line.split("hint: ")[1]


def puzzle():
    """The tree of the exercise: leaf k takes the cases with x = k."""
    builder = Builder(contents((4, 4)))
    builder.split(at(0, 1.5), contents((3, 1), (1, 3)))
    builder.split(at(1, 0.5), contents((0, 1), (3, 0)))
    builder.split(at(2, 2.5), contents((1, 0), (0, 3)))
    plain = grown(np.array([[0.0], [1.0]]), [0, 1])
    return TreeModel.whole(builder.tree(1), plain.attributes, plain.classes)


def contents(*counts):
    n = np.array(counts, dtype=float)
    return Contents(n.sum(axis=1), n, np.zeros(len(n)), n.argmax(axis=1).astype(float))


def at(node, threshold):
    one = {"node": node, "kind": THRESHOLD, "feature": 0, "threshold": threshold, "gain": 0.0, "arity": 2}
    return Splits(**{name: np.array([value]) for name, value in one.items()})


def test_fool_greedy_runs_the_searches_of_the_learners():
    model, rng, fooled = puzzle(), np.random.default_rng(0), 0
    assert tuple(model.tree.prediction.astype(int)) == lecture16.SAYS
    for _ in range(60):
        counts = rng.integers(0, 4, (4, 2))
        X = np.repeat([0.0, 0, 1, 1, 2, 2, 3, 3], counts.ravel())[:, None]
        y = np.repeat([0, 1] * 4, counts.ravel())
        errors = lecture16._errors(counts)
        greedy, least = (Trace(steps(model, X, y))[-1].errors for steps in (greedy_steps, reduced_error_steps))
        assert (lecture16._greedy(errors), lecture16._pruned(errors)) == (greedy, least)
        fooled += greedy > least
    assert 0 < fooled < 60
