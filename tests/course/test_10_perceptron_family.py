"""Every claim of the pages of lecture 10."""

import numpy as np
import pytest

from labkit.learners import LVQ, Adaline, HoKashyap, MulticlassPerceptron
from labkit.learners.linear import augmented
from labkit.learners.perceptron.capacity import separable_probability
from labkit.learners.perceptron.multiclass import kesler_row
from labkit.learners.perceptron.programming import has_separator
from labkit.lectures.l10_perceptron_family import (
    AdalineLab,
    CapacityLab,
    FuzzyLab,
    HoKashyapLab,
    PrototypesLab,
    VigilanceLab,
    pictures,
)
from labkit.lectures.l10_perceptron_family.common import bills, penguins, wrong_counts
from labkit.lectures.shared.held_out import held_out_answers
from tests.golden import golden


def column(table, name):
    return [str(value) for value in table[name]]


def long_rows(X, y):
    return np.array([kesler_row(x, j, k, 3) for x, j in zip(augmented(X, -1.0), y, strict=True)
                     for k in range(3) if k != j])  # fmt: skip


def later(vigilance, seed):
    """How many are wrong in the second half of eight sweeps, in the order of a seed."""
    X, y = bills()
    order = np.random.default_rng(seed).permutation(len(y))
    trace = MulticlassPerceptron(vigilance=vigilance, max_sweeps=8).trace(X[order], y[order])
    wrong = wrong_counts(trace[:-1], X, y)
    return wrong[len(wrong) // 2 :], np.linalg.norm(trace[-1].W)


# ---------------------------------------------------------------- the main page


def test_no_three_scores_get_all_penguins_right_by_the_bill_but_by_four_measurements():
    X, y = penguins()
    assert len(y) == 342
    assert not has_separator(long_rows(pictures.scaled(X[:, :2]), y))
    assert has_separator(long_rows(pictures.scaled(X), y))


def test_first_picture_has_good_borders():
    assert pictures.best_borders().scenes[0].caption.endswith("7 of 342 wrong")  # 335 are right


def test_perceptron_swings_and_vigilance_calms_it_in_every_order():
    for seed in range(20):
        (plain, short), (calm, long) = later(0.0, seed), later(4.0, seed)
        assert plain.min() <= 13 and plain.max() >= 50
        assert calm.max() < 45 and calm.max() < plain.max()
        assert long > 2 * short  # longer weights turn less
    opened = later(0.0, 0)[0]
    assert (opened.min(), opened.max()) == (12, 110)  # as the replies say


def test_updates_by_hand_are_the_lectures():
    table = pictures.updates_by_hand()
    assert column(table, "weights after")[-1] == "(0, 2, -2); (1, 0, 3); (-1, -2, -1)"
    trace = MulticlassPerceptron().trace(*pictures.three_points())
    assert all(not step.W.sum(axis=0).any() for step in trace)


def test_shown_source_is_short():
    assert len(pictures.update_source().text.splitlines()) <= 6 and "W[c] -= eta * x" in pictures.update_source().text
    assert "w_j + eta * (x - w_j)" in pictures.prototype_source().text


def test_three_prototypes_end_like_good_lines_in_every_draw():
    X, y = bills()
    ends = []
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(len(y))
        learner = LVQ(start="examples", learning_rate=0.2, max_sweeps=6, seed=seed)
        ends.append(int((learner.fit(X[order], y[order]).predict(X) != y).sum()))
    assert (min(ends), max(ends), ends[3]) == (8, 14, 10)


def test_prototypes_of_two_species_end_near_their_border():
    lab = PrototypesLab()
    X, y = lab.data(lab.values)
    w = lab.steps[-1].prototypes
    means = np.array([X[y == k].mean(axis=0) for k in range(3)])
    assert np.linalg.norm(w[1] - w[2]) < 0.5 * np.linalg.norm(means[1] - means[2])


def ends_wrong(lab):
    X, y = lab.data(lab.values)
    return float(np.mean(lab.steps[-1].model.predict(X) != y + 1))


def test_presets_of_the_prototypes_do_what_the_tasks_say():
    presets = PrototypesLab.presets
    assert ends_wrong(PrototypesLab(**presets["rings, one each"])) > 0.4
    assert ends_wrong(PrototypesLab(**presets["rings, five each"])) == 0
    assert "ran away" in PrototypesLab(**presets["running away"]).summary


def test_thirty_penguins_are_separated():
    for name in ("30 penguins", "30, vigilance 2"):
        assert "found no mistake" in VigilanceLab(**VigilanceLab.presets[name]).summary


def test_border_of_two_prototypes_is_straight():
    model = PrototypesLab(points=60).steps[-1].model
    A, b, _ = model.linear_scores
    X = np.random.default_rng(0).normal(size=(50, 2))
    scores = model.scores(X)
    assert np.allclose(scores[:, 0] - scores[:, 1], X @ (A[0] - A[1]) + b[0] - b[1])


def test_capacity_is_two_points_for_each_weight():
    for p in (1, 2, 4, 9):
        assert separable_probability(p + 1, p) == 1 and separable_probability(2 * (p + 1), p) == 0.5
    assert separable_probability(6, 4) == 31 / 32 and 1 / 120 < separable_probability(20, 4) < 1 / 40


def test_penguin_numbers_of_the_page():
    found = pictures.penguin_errors()
    family = [found[name][0] for name in found if name not in ("always Adelie", "nearest mean")]
    assert min(family) == 10 and max(family) <= 16
    four = [both[1] for name, both in found.items() if name not in ("always Adelie", "nearest mean")]
    assert (min(four), max(four)) == (2, 8)
    assert found["always Adelie"][0] == 191 and pictures.unscaled_errors() == 118


def test_units_of_the_columns_matter_much_to_the_perceptron():
    X, y = penguins()
    for vigilance in (0.0, 4.0):
        learner = MulticlassPerceptron(order="random", max_sweeps=30, vigilance=vigilance)
        for columns in (X[:, :2], X):
            tables = columns, pictures.scaled(columns)
            raw, scaled = ((held_out_answers(learner, table, y) != y).sum() for table in tables)
            assert raw > 3 * scaled


@pytest.mark.parametrize(("kind", "right"), [
    (VigilanceLab, "It swings between few and many"),
    (PrototypesLab, "about 10, like good straight borders"),
    (CapacityLab, "10"),
    (FuzzyLab, "the examples near the border"),
    (AdalineLab, "only the perceptron"),
    (HoKashyapLab, "It raises the target of the far point"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


# ---------------------------------------------------------------- the page with more


def test_long_row_turns_two_scores_into_one():
    X, y = pictures.three_points()
    W = MulticlassPerceptron(vigilance=5.0).fit(X, y).last_step_.W
    x = np.array([-1.0, *X[0]])
    row = kesler_row(x, 0, 1, C=3)
    assert len(row) == 3 * 3 and np.isclose(W.ravel() @ row, W[0] @ x - W[1] @ x)
    assert column(pictures.long_row(), "long row")[0] == "(-1, 2, 0, 1, -2, 0, 0, 0, 0)"


def test_more_vigilance_is_not_always_more_updates():
    counts = list(map(float, column(pictures.vigilance_counts(), "updates until it stops")))
    assert counts[3] > counts[0] and counts[5] < counts[3]


def test_at_the_end_the_sharp_penalty_is_steep_near_the_border_only():
    step = FuzzyLab().steps[-1]
    first = FuzzyLab().steps[1]
    assert step.xi < 0.2 * first.xi


def test_penalties_and_shares_are_the_lectures():
    table = pictures.penalties()
    assert column(table, "linear g")[3] == "0.700" and column(table, "its slope")[3] == "2.000"
    rivals = pictures.all_rivals()
    assert column(rivals, "d")[1] == "-0.805" and column(rivals, "shares of the rivals")[1] == "0.659, 0.024, 0.195"


def test_one_pass_of_recursive_least_squares_is_ridge_regression():
    slow, fast, solved = column(pictures.one_pass(), "weights")
    assert fast == solved == "3.519, -1.281, -0.644" and slow == "-0.055, -0.419, -0.057"


def test_delta_rule_is_the_lectures():
    assert column(pictures.delta_rule(), "weights after") == ["0.200, 0.200", "0.440, 0.680", "0.692, 1.436"]


def test_adaline_is_nearer_to_least_squares_with_a_small_rate():
    X, y = AdalineLab().data(AdalineLab().values)
    Xa = np.column_stack([-np.ones(len(X)), X])
    best = np.linalg.lstsq(Xa, np.where(y == 1, 1.0, -1.0), rcond=None)[0]
    far = [np.linalg.norm(Adaline(learning_rate=rate, max_sweeps=400, x0=-1).fit(X, y).last_step_.w - best)
           for rate in (0.3, 0.01)]  # fmt: skip
    assert far[1] < far[0]


def test_ho_kashyap_separates_after_four_raises_or_proves_that_nothing_does():
    lab = HoKashyapLab()
    assert lab.steps[0].mistakes == 2 and lab.steps[-1].mistakes == 0 and lab.steps[-1].update == 4
    far = len(lab.steps[0].targets) - 1
    assert lab.steps[-1].targets.argmax() == far  # the far point is the one that was added
    X = pictures.SQUARE
    refused = HoKashyap().trace(X, [0, 1, 1, 0])[-1]
    assert np.allclose(refused.errors, -1)


def test_labellings_and_chances():
    assert column(pictures.labellings(), "labellings that a line can do") == ["8 of 8", "14 of 16", "14 of 16"]
    assert separable_probability(4, 2) == golden("COV-01").value == 7 / 8
    table = pictures.chances()
    assert column(table, "exact")[1] == column(table, "normal")[1] == "0.5000"


def test_digits_gain_four_in_a_hundred_by_moving_and_four_by_remembering():
    mean, moved, all_kept = pictures.digit_shares().values()
    assert abs(moved - mean - 0.04) < 0.005 and abs(all_kept - moved - 0.04) < 0.005
