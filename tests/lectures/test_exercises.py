"""Every exercise of every lecture: untouched, solved (by course/solutions) and wrong in typical ways."""

import ast
import inspect
import runpy
from importlib import import_module
from math import comb, erf, sqrt
from pathlib import Path

import numpy as np
import pytest

from labkit.lectures.l09_perceptron import exercises as lecture09
from labkit.lectures.l09_perceptron import exercises_more as more09
from labkit.lectures.l10_perceptron_family import exercises as lecture10
from labkit.lectures.l10_perceptron_family import exercises_more as more10
from labkit.lectures.l15_growing_trees import exercises as lecture15
from labkit.lectures.l16_pruning_and_rules import exercises as lecture16
from labkit.lectures.l17_missing_values import exercises as lecture17
from labkit.lectures.l19_forests import exercises as lecture19
from labkit.lectures.l20_adaboost import exercises as lecture20
from labkit.lectures.l21_gradient_boosting import exercises as lecture21
from labkit.lectures.l21_side_by_side import exercises as side_by_side
from labkit.tutor.check import exercises

ROOT = Path(__file__).resolve().parent.parent.parent
MODULES = sorted((ROOT / "labkit" / "lectures").glob("l[0-9]*/exercises*.py"))
LECTURES = sorted({path.parent.name for path in MODULES})
CHECKS = {
    f"{path.parent.name}.{name}": check
    for path in MODULES
    for name, check in exercises(import_module(f"labkit.lectures.{path.parent.name}.{path.stem}")).items()
}
LEAST = 4
FEWER = {"l21_side_by_side": 3, "l23_which_learner": 3}  # pages beside the lectures


def solutions(lecture):
    path = ROOT / "course" / "solutions" / f"{lecture[1:]}.py"
    assert path.exists(), f"write the answers to the exercises of {lecture} into course/solutions/{path.name}"
    return runpy.run_path(str(path))


@pytest.mark.parametrize("lecture", LECTURES)
def test_lecture_has_at_least_four_exercises(lecture):
    least, many = FEWER.get(lecture, LEAST), sum(name.startswith(f"{lecture}.") for name in CHECKS)
    assert many >= least, f"expected at least {least} exercises in {lecture}/exercises.py, got {many}; write more"


@pytest.mark.parametrize("name", CHECKS)
def test_untouched_exercise_is_not_attempted(said, name):
    check = CHECKS[name]
    empty = [None for _ in inspect.signature(check).parameters]
    assert said(check, *empty) == f"{'not mended yet' if check.given else 'not attempted yet'}: {check.task}"


@pytest.mark.parametrize("name", CHECKS)
def test_task_names_what_is_to_be_written(name):
    check = CHECKS[name]
    missing = [parameter for parameter in inspect.signature(check).parameters if parameter not in check.task]
    assert not missing, f"say in the task of {name} what is to be written: {missing}"


@pytest.mark.parametrize("name", CHECKS)
def test_solution_is_right(said, name):
    answers, check = solutions(name.split(".")[0]), CHECKS[name]
    missing = [parameter for parameter in inspect.signature(check).parameters if parameter not in answers]
    assert not missing, f"write these into course/solutions/{name.split('.')[0][1:]}.py: {missing}"
    line = said(check, *(answers[parameter] for parameter in inspect.signature(check).parameters))
    assert line.startswith("right: "), f"the answer in course/solutions is not right by its own check: {line}"


def updated(w, z, eta):
    return w + eta * z


def bound(Z, w, power=2):
    return np.linalg.norm(Z, axis=1).max() ** power / (Z @ w).min() ** power


def vigilant(W, x, j, epsilon, eta):
    """Without the vigilance."""
    scores = W @ x
    rivals = np.where(np.arange(len(W)) == j, -np.inf, scores)
    W = W.copy()
    if scores[j] <= rivals.max():
        W[j] += eta * x
        W[rivals.argmax()] -= eta * x
    return W


def greedy(W, x, j, epsilon, eta):
    """The winner may be class j itself, which then loses what it gained: no vigilance again."""
    W, c = W.copy(), (W @ x).argmax()
    W[j] += eta * x
    W[c] -= eta * x
    return W


def cover(N, p, top=1, n=-1, factor=2):
    return factor * sum(comb(N + n, i) for i in range(p + top)) / 2**N


WRONG = [
    (lecture09.one_update, lambda w, x, t: w + (t - (w @ x > 0)) * x, "means class 1 here"),
    (lecture09.one_update, lambda w, x, t: w + (2 * t - 1) * x, "on its right side leaves the weights alone"),
    (lecture09.one_update, lambda w, x, t: w + (t - w @ x) * x, "not with the score"),
    (lecture09.one_update, lambda w, x, t: w - (t - (w @ x >= 0)) * x, "nearer to its side"),
    (lecture09.one_update, lambda w, x, t: w + (t != (w @ x >= 0)) * x, "must be subtracted"),
    (lecture09.one_update, lambda w, x, t: updated(w, x if t else -x, (w @ x) * (2 * t - 1) <= 0), "and when not"),
    (lecture09.one_update, lambda w, x, t: x, "first find the answer"),
    (lecture09.never_starts, lambda Z: np.zeros(Z.shape[1]), "which weights come back"),
    (lecture09.never_starts, lambda Z: np.ones(Z.shape[1]), "the first sweep"),
    (lecture09.enough_measurements, ["bill_length_mm", "bill_depth_mm", "flipper_length_mm"], "leave one out"),
    (lecture09.enough_measurements, ["bill_length_mm", "bill_depth_mm"], "the names are"),
    (lecture09.enough_measurements, ["bill", "wing", "sex"], "the names are"),
    (more09.length_stays, lambda w, z: w - (w @ z) / (z @ z) * z, "lands on the boundary"),
    (more09.length_stays, lambda w, z: w + 2 * abs(w @ z) / np.sqrt(z @ z) * z, "try a z of length 2"),
    (more09.length_stays, lambda w, z: w, "take z of length 1"),
    (more09.mistake_bound, bound, "is |w*| in it?"),
    (more09.mistake_bound, lambda Z, w: np.linalg.norm(w) * bound(Z, w), "with which power"),
    (more09.mistake_bound, lambda Z, w: np.linalg.norm(w) * bound(Z, w, 1), "sqrt(n)"),
    (more09.mistake_bound, lambda Z, w: len(Z), "solve for n"),
    (more09.relaxation_rate, lambda w, z, b: -(w @ z) / (z @ z), "the target is w'z = b"),
    (more09.relaxation_rate, lambda w, z, b: (b + w @ z) / (z @ z), "w'z is negative here"),
    (more09.relaxation_rate, lambda w, z, b: (b - w @ z) / np.linalg.norm(z), "changes w'z by eta times what"),
    (more09.relaxation_rate, lambda w, z, b: b - w @ z, "one unit of eta"),
    (more09.relaxation_rate, lambda w, z, b: 1.0, "solve for eta"),
    (lecture10.lvq_step, lambda x, t, r, eta: (t + eta * (x - t), r + eta * (x - r)), "the rival should not"),
    (lecture10.lvq_step, lambda x, t, r, eta: (t + eta * (x - t), r), "it moves as well"),
    (lecture10.lvq_step, lambda x, t, r, eta: (t + eta * x, r - eta * x), "is not x alone"),
    (lecture10.lvq_step, lambda x, t, r, eta: (r - eta * (x - r), t + eta * (x - t)), "w_true comes first"),
    (lecture10.lvq_step, lambda x, t, r, eta: t, "one to it and one from it"),
    (lecture10.one_update, vigilant, "being ahead is not enough"),
    (lecture10.one_update, greedy, "being ahead is not enough"),
    (lecture10.one_update, lambda W, x, j, epsilon, eta: W, "find the challenger"),
    (more10.cover_probability, lambda N, p: cover(N, p, top=0), "p + 1 terms"),
    (more10.cover_probability, lambda N, p: cover(N, p, factor=1), "a labelling and its opposite"),
    (more10.cover_probability, lambda N, p: cover(N, p, n=0), "two points in 1 dimension"),
    (more10.cover_probability, lambda N, p: (1 + erf((2 * p - N) / sqrt(2 * N))) / 2, "printed approximation"),
    (more10.cover_probability, lambda N, p: 0.5, "count the separable labellings"),
    (more10.fewest, [[0, 0], [1, 0], [0, 1], [1, 1], [3, 7]], "general position"),
    (more10.fewest, [[0, 0], [1, 0], [2, 0], [3, 0], [0, 1]], "general position"),
    (more10.fewest, [[0, 0]] * 5, "five pairs"),
    (lecture10.prepared, lambda X: X, "one column has far larger numbers"),
    (lecture10.prepared, lambda X: X[:10], "keep the rows"),
    (lecture10.prepared, lambda X: X[:, :1], "tells the species apart"),
    (more10.fuzzy_slope, lambda d, xi: 1.0 if abs(d) < xi / 2 else 0.0, "steeper"),
    (more10.fuzzy_slope, lambda d, xi: 1 / xi, "flat"),
    (more10.fuzzy_slope, lambda d, xi: 1 / xi if abs(d) < xi else 0.0, "how wide"),
    (more10.fuzzy_slope, lambda d, xi: 0.0, "differentiate"),
    (more10.kesler_row, lambda x, j, k, C: np.concatenate([x, -x]), "for each of the C classes"),
    (more10.kesler_row, lambda x, j, k, C: np.zeros(C * len(x)), "all zero but two"),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def vigilant_towards_all(W, x, j, epsilon, eta):
    """Without the vigilance, and every other class pays."""
    scores, W = W @ x, W.copy()
    if scores[j] <= max(score for i, score in enumerate(scores) if i != j):
        W -= eta * x
        W[j] += 2 * eta * x
    return W


def natural_and_negative(counts):
    shares = counts[counts > 0] / counts.sum()
    return (shares * np.log(shares)).sum()


def binary_and_raw(w, wrong):
    alpha = np.log2(1 / w[wrong].sum() - 1) / 2
    return alpha, w * np.exp(np.where(wrong, alpha, -alpha))


def first_half_stump(x, z, F, shrinkage):
    """Fitted to the targets, and nothing that was there before is kept."""
    cuts = [(np.unique(x)[k] + np.unique(x)[k + 1]) / 2 for k in range(len(np.unique(x)) - 1)]
    stumps = [np.where(x <= cut, z[x <= cut].mean(), z[x > cut].mean()) for cut in cuts]
    return shrinkage * min(stumps, key=lambda stump: round(((z - stump) ** 2).sum(), 9))


TWO_MISTAKES = {  # in each lecture one answer with two slips, and a word of either hint
    "l09_perceptron": (lecture09.one_update, lambda w, x, t: w + abs(t - (w @ x > 0)) * x, "exactly 0", "subtracted"),
    "l10_perceptron_family": (lecture10.one_update, vigilant_towards_all, "how much", "only the strongest"),
    "l15_growing_trees": (lecture15.entropy, natural_and_negative, "nats", "never negative"),
    "l16_pruning_and_rules": (lecture16.weather_links, ([1, 1, 1], 1), "how many leaves fewer", "of all 14"),
    "l17_missing_values": (
        lecture17.spread_answer,
        lambda W, leaves: sum(row / row.sum() for row in leaves),
        "not equally likely",
        "add up to one case",
    ),
    "l19_forests": (
        lecture19.out_of_bag,
        lambda drawn, votes, y: np.mean((votes.mean(axis=0) >= 0.5) != y),
        "by heart",
        "go to class 0",
    ),
    "l20_adaboost": (lecture20.one_round, binary_and_raw, "sum to 1", "to base 2"),
    "l21_gradient_boosting": (lecture21.one_round, first_half_stump, "left over, not to z", "there before"),
    "l21_side_by_side": (
        side_by_side.vote_errors,
        lambda votes, y: [sum((2 * votes[:k].sum(axis=0) > k) == y) for k in range(1, len(votes) + 1)],
        "right ones",
        "a share",
    ),
}


@pytest.mark.parametrize("lecture", TWO_MISTAKES)
def test_two_mistakes_at_once_are_both_named(lecture):
    check, answers, one, other = TWO_MISTAKES[lecture]
    reply = check(*answers) if isinstance(answers, tuple) else check(answers)
    assert reply.hints[0].startswith("two things: (1) ") and one in reply.hints[0] and other in reply.hints[0]


MAIN = [path for path in MODULES if path.stem == "exercises"]


@pytest.mark.parametrize("path", MAIN, ids=lambda path: path.parent.name)
def test_lecture_knows_two_mistakes_at_once(path):
    text = path.read_text(encoding="utf-8")
    assert "slips(" in text or "two things: " in text, f"give {path.parent.name} an exercise with mistakes=slips(...)"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_hints_go_on_until_they_say_how(path):
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    checked = [call for call in calls if ast.unparse(call.func) == "same_results"]
    silent = [ast.unparse(call)[:60] for call in checked if "how" not in {each.arg for each in call.keywords}]
    assert not silent, f"say how=..., the last hint: what to do, not the answer: {silent}"


SQUARE = [[0, 0], [0, 1], [1, 0], [1, 1]]
WRONG_POINTS = [
    ([[0, 0], [0, 1], [5, 0], [5, 1]], [0, 0, 1, 1], "more than 20 updates", "reach"),
    (SQUARE, [0, 1, 1, 0], "an end within 20000 updates", "ruler"),
    (SQUARE[:3], [0, 1, 1], "4 different points", "one label"),
    ([*SQUARE[:3], [0, 0]], [0, 1, 1, 0], "4 different points", "one label"),
    ([*SQUARE, [0, 0]], [0, 1, 1, 0, 0], "got 5 points, of which 4 differ, and 5 labels", "one label"),
    (SQUARE, [1, 1, 1, 1], "two classes", "for example"),
    ([1, 2, 3, 4], [0, 0, 1, 1], "2 coordinates", "list of rows"),
    ([[np.nan, 0], *SQUARE[1:]], [0, 0, 1, 1], "finite", "list of rows"),
    ("points", [0, 1], "can be checked", "hard_X"),
]


@pytest.mark.parametrize("X, y, expected, hint", WRONG_POINTS)
def test_hard_points_says_what_is_missing(said, X, y, expected, hint):
    line = said(more09.hard_points, X, y)
    assert line.startswith("not yet: ") and expected in line and hint in line.split("hint: ")[1]


FAR_APART = [[2, -1], [1, -2], [0, 4], [4, 4]]
WRONG_LINES = [
    ([[-1, 0], [-1, 1], [1, 0], [1, 1]], [0, 0, 1, 1], "a nearest point less than", "a single point decides"),
    (SQUARE, [0, 1, 1, 0], "points on which it stops", "a wide gap"),
    (FAR_APART[:3], [0, 0, 1], "at least four points", "count them"),
    (FAR_APART, [1, 1, 1, 1], "labels of two kinds", "count them"),
]


@pytest.mark.parametrize("X, y, expected, hint", WRONG_LINES)
def test_bad_line_says_what_is_missing(said, X, y, expected, hint):
    line = said(lecture09.bad_line, X, y)
    assert line.startswith("not yet: ") and expected in line and hint in line.split("hint: ")[1]


def test_bad_line_says_how_bad_it_is(said):
    assert said(lecture09.bad_line, FAR_APART, list("aabb")) == (
        "right: its line passes 0.19 from a point, and another line keeps 2.5 from all of them"
    )
