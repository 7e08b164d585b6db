"""The exercises of lecture 16: each typical mistake gets its hint, and the checks agree with the learners."""

from itertools import product

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import CART, ID3
from labkit.learners.tree.cost_complexity import pruning_path, weakest_links
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.stopping import chi_square
from labkit.learners.tree.tree import THRESHOLD
from labkit.learners.tree.validation import greedy_steps, reduced_error_steps
from labkit.lectures.l16_pruning_and_rules import exercises as main_page
from labkit.lectures.l16_pruning_and_rules import exercises_more as lecture16
from tests.learners.tree.grown import grown


def expected(n):
    return n.sum(axis=1, keepdims=True) * n.sum(axis=0) / n.sum()


def whole_tree(node, alpha):
    return sum(whole_tree(child, alpha) for child in node[1]) if node[1] else node[0] + alpha


def one_level(node, alpha):
    return min(node[0] + alpha, sum(child[0] + alpha for child in node[1])) if node[1] else node[0] + alpha


def walked(node, alpha, toll=0.0):
    """Every pruning, one by one; each split pays the toll."""
    return min(costs_below(node, alpha, toll))


def costs_below(node, alpha, toll):
    ways = [costs_below(child, alpha, toll) for child in node[1]]
    return [node[0] + alpha, *(toll + sum(way) for way in product(*ways))] if node[1] else [node[0] + alpha]


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
    (main_page.cheapest, whole_tree, "that is the whole tree"),
    (main_page.cheapest, lambda node, a: node[0] + a, "root alone"),
    (main_page.cheapest, one_level, "split as well"),
    (main_page.cheapest, lambda node, a: min(node[0] + a, whole_tree(node, a)), "than the whole tree and its root"),
    (main_page.cheapest, lambda node, a: walked(node, 0.0), "every leaf costs alpha"),
    (main_page.cheapest, lambda node, a: walked(node, a, toll=a), "a split costs nothing"),
    (main_page.cheapest, lambda node, a: 0.0, "was decided before"),
    (main_page.best_price, lambda alphas, training, held: alphas[int(np.argmin(held))], "Which of them is smaller"),
    (main_page.best_price, lambda alphas, training, held: alphas[int(np.argmin(np.add(training, held)))], "counted in"),
    (main_page.best_price, lambda alphas, training, held: alphas[-1], "the root alone"),
    (main_page.best_price, lambda alphas, training, held: alphas[1] + 1, "which errors can tell"),
    (main_page.party, 0.001, "let a leaf cost more"),
    (main_page.party, 0.5, "only the root"),
    (main_page.party, "much", "a share of the examples"),
    (main_page.party, 2, "a share of the examples"),
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


# ---------------------------------------------------------------- the main page

SEVENTH, FIFTY_SIXTH = 1 / 7, 5 / 56
WRONG_LINKS = [
    (([5 / 70, 1 / 14, 1 / 14], 1), "how many leaves fewer"),
    (([5 / 4, 2, 2], 1), "share of all 14"),
    (([5 / 14, SEVENTH, SEVENTH], 1), "more than one leaf"),
    (([0.1, SEVENTH, SEVENTH], 1), "14 times the leaves saved"),
    (([SEVENTH, SEVENTH], 1), "one each for outlook"),
    (([FIFTY_SIXTH, SEVENTH, SEVENTH], 4), "which of the three g is the smallest"),
]


@pytest.mark.parametrize("answers, hint", WRONG_LINKS, ids=[hint for _, hint in WRONG_LINKS])
def test_weather_links_say_what_is_missing(said, answers, hint):
    line = said(main_page.weather_links, *answers)
    assert line.startswith("not yet: ") and hint in line.split("hint: ")[1]


def test_weather_links_praise_the_nodes_that_are_right():
    assert main_page.weather_links([0.1, SEVENTH, SEVENTH], 1).good == "g of windy, humidity"


def test_weather_links_are_those_of_the_learner():  # WEA-25
    table = data.load("weather")
    tree = ID3().fit(table.select("outlook", "temp", "humidity", "windy"), table["class"]).model_.tree
    assert np.allclose(weakest_links(tree)[tree.splits], main_page.LINKS)
    assert pruning_path(tree).leaves.tolist() == [5, main_page.LEFT]


def test_cheapest_accepts_a_search_of_all_prunings(said):
    assert said(main_page.cheapest, walked).startswith("right: ")


def test_every_price_up_to_a_third_leaves_one_test_of_the_votes(said):
    for alpha in (0.01, 0.05, 0.3):
        assert said(main_page.party, alpha).startswith("right: 19 of 435 are wrong, and 2 leaves are left")
    assert CART(max_depth=1).fit(*main_page.votes()).model_.question(0).startswith("physician_fee_freeze")


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
