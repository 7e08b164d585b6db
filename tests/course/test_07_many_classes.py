"""Every claim of the pages of lecture 07."""

import numpy as np
import pytest

from labkit.learners import OneVsOne, OneVsRest, SoftmaxRegression
from labkit.learners.many_classes import coding
from labkit.lectures.l07_many_classes import (
    AdversaryLab,
    BlocksLab,
    CodesLab,
    ExpertsLab,
    SoftmaxLab,
    exercises,
    pictures,
    pictures_more,
)
from labkit.lectures.l07_many_classes.blocks import bare
from labkit.lectures.l07_many_classes.codes import if_independent, in_fact, wrong_bits
from labkit.lectures.l07_many_classes.common import BILL, NAMES, birds
from tests.golden import close, golden
from tests.lectures.drive import undrawn


def column(table, name):
    return [str(value) for value in table[name]]


@pytest.mark.parametrize(("kind", "right"), [
    (ExpertsLab, "none, one, or two"),
    (SoftmaxLab, "nothing but the scores"),
    (AdversaryLab, "1"),
    (BlocksLab, "They fade"),
    (CodesLab, "on clearly more"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


# ---------------------------------------------------------------- the main page: experts


def test_thirty_birds_are_claimed_by_nobody_and_twelve_by_two():
    """I-000-016, I-004-029."""
    X, _ = birds(BILL)
    claims = pictures.trained(OneVsRest).received(X).sum(axis=1)
    assert np.bincount(claims).tolist() == [30, 300, 12]
    lab = undrawn(ExpertsLab)
    assert int(lab.steps[-1].model.ambiguous(X).sum()) == 42
    assert "42 of 342 birds are left open" in lab.scenes[-1].caption


def test_expert_of_the_chinstraps_hardly_says_yes_by_depth_and_mass():
    lab = undrawn(ExpertsLab, **ExpertsLab.presets["an expert who hardly says yes"])
    claims = lab.steps[-1].model.received(birds("bill depth and mass")[0])
    assert claims[:, 1].sum() == 5


def test_numbers_of_experts():
    """ECO-05."""
    tasks = [[coding.code_of(name, K).shape[1] for name in ("one-vs-rest", "one-vs-one")] for K in (4, 10)]
    assert close(tasks, golden("ECO-05")) and tasks == [[4, 6], [10, 45]]


def test_one_bird_is_claimed_by_nobody_and_wins_two_duels_as_a_chinstrap():
    said = column(pictures.one_bird(), "says")
    assert said == ["not mine"] * 3 + ["Chinstrap", "Adelie", "Chinstrap"]


def test_votes_leave_no_bird_open_and_imaginary_birds_go_in_a_circle():
    """I-004-030."""
    assert not pictures.trained(OneVsOne).ambiguous(birds(BILL)[0]).any()
    assert "0 of 342" in undrawn(ExpertsLab, scheme="one against one").scenes[-1].caption
    tie = undrawn(ExpertsLab, **ExpertsLab.presets["a tie of votes"])
    assert "Adelie, Chinstrap, Gentoo have 1 vote each" in tie.scenes[-1].caption


# ---------------------------------------------------------------- the main page: softmax


def test_softmax_by_hand():
    assert column(pictures.softmax_by_hand(), "probability") == ["0.665", "0.245", "0.090"]


def test_gradient_by_hand_is_that_of_the_lecture():
    """I-000-019: what is expected less what is there."""
    table = pictures.first_gradient()
    expected, own = (np.array(column(table, name), dtype=float) for name in ("a third of all points",
                                                                             "points of class 1"))  # fmt: skip
    assert np.allclose(expected - own, golden("SMX-04").value[0][:3], atol=0.01)
    assert column(table, "gradient 1") == ["0", "2.5", "2.33"] and column(table, "gradient 2") == ["0", "-3.5", "1.83"]
    X, k = pictures.twelve()
    trace = SoftmaxRegression().trace(X, k)
    assert (round(trace[0].loss, 2), round(trace[-1].loss, 2)) == (13.18, 8.60)
    assert np.isclose(trace[0].loss, 12 * np.log(3)) and close(trace[-1].loss, golden("SMX-02"))


def test_multiplying_keeps_borders_and_makes_birds_surer():
    X, _ = birds(BILL)
    first, steep, flat = (undrawn(SoftmaxLab, factor=factor).steps[-1].model for factor in (1.0, 5.0, 0.2))
    for other in (steep, flat):
        assert (other.predict(X) == first.predict(X)).all()
    tops = [model.predict_proba(X).max(axis=1) for model in (flat, first, steep)]
    assert (tops[0] <= tops[1] + 1e-12).all() and (tops[1] <= tops[2] + 1e-12).all()


def test_chinstrap_among_gentoos_moves_their_borders_and_not_that_to_the_adelies():
    lab = undrawn(SoftmaxLab)
    X, y = birds(BILL)
    X = X.copy()
    X[np.flatnonzero(y == 1)[0]] = 46.0, 14.0
    moved = SoftmaxRegression(lam=0.01, reference=None).fit(X, NAMES[y]).model_
    turned = {}
    for k, j in ((0, 1), (0, 2), (1, 2)):
        normals = [model.border(k, j)[0] for model in (lab.steps[-1].model, moved)]
        angles = [np.degrees(np.arctan2(*normal[::-1])) for normal in normals]
        turned[k, j] = abs(angles[1] - angles[0])
    assert turned[0, 1] < 0.2 and turned[0, 2] > 1 and turned[1, 2] > 1


def test_reference_of_two_classes_is_the_sigmoid():
    X, k = pictures.twelve()
    model = SoftmaxRegression(lam=0.1).fit(X[k < 3], k[k < 3]).model_
    np.testing.assert_allclose(model.predict_proba(X)[:, 0], 1 / (1 + np.exp(-model.scores(X)[:, 0])))


# ---------------------------------------------------------------- the main page: codes, real data


def test_codes_forgive_less_than_half_of_their_distance():
    """I-000-017; ECO-01, ECO-02."""
    for id, classes in (("ECO-01", 3), ("ECO-02", 4)):
        code = coding.exhaustive(classes)
        assert close([code.shape[1], coding.least_distance(code), max(coding.correctable(code), 0)], golden(id))
    for classes in (3, 4, 5):
        assert coding.least_distance(coding.one_vs_rest(classes)) == 2
        assert coding.correctable(coding.one_vs_rest(classes)) == 0
        assert coding.exhaustive(classes).shape[1] == 2 ** (classes - 1) - 1
    five = coding.exhaustive(5)
    assert (five.shape[1], coding.least_distance(five), coding.correctable(five)) == (15, 8, 3)
    assert coding.exhaustive(10).shape[1] == 511


def test_birds_and_digits():
    found = pictures.wrong_answers()
    assert found["lines, one against the rest"] == (16, 48) and found["lines, one against one"][0] == 12
    assert found["softmax regression"] == (12, 44)
    rest, tree, code = (found[name][1] for name in ("trees, one against the rest", "one tree",
                                                    "trees, error-correcting code"))  # fmt: skip
    assert (rest, tree, code) == (231, 214, 66)
    digits = {name: wrong for name, (_, wrong) in found.items()}
    assert min(digits, key=digits.get) == "5 nearest neighbours (02)"
    assert found["always the commonest"] == (191, 809)
    assert found["trees, error-correcting code"][0] == found["trees, one against the rest"][0]  # the same three tasks
    assert coding.code_of(None, 10).shape[1] == 34


def test_sure_birds_are_rarely_wrong():
    mu, y = exercises.held_out_probabilities()
    wrong = mu.argmax(axis=1) != y
    assert wrong.sum() == 12 and (wrong & (mu.max(axis=1) >= 0.9)).sum() == 4


# ---------------------------------------------------------------- the page with more


def test_references_change_weights_and_not_probabilities():
    """I-000-018."""
    table = pictures_more.references()
    assert len(set(column(table, "P(1) at (1, 1)"))) == 1
    assert len(set(column(table, "the same, penalty 0.1"))) == 3
    slopes = [[float(w) for w in row.split(", ")] for row in column(table, "weights of x1, class 1, 2, 3")]
    assert len({tuple(row) for row in slopes}) == 3
    assert all(abs(row[1] - row[0] - 1.05) < 0.011 for row in slopes)
    X, k = pictures.twelve()
    free = SoftmaxRegression(lam=0.1, reference=None).fit(X, k).model_
    np.testing.assert_allclose(free.W[:, 1:].sum(axis=0), 0, atol=1e-8)


def test_blocks_fade_and_have_the_lectures_entries():
    """SMX-05."""
    X, k = pictures.twelve()
    blocks = SoftmaxRegression().trace(X, k)[0].blocks
    assert close([blocks[0, 0, 0, 0], blocks[0, 1, 0, 0]], golden("SMX-05"))
    assert (round(12 * 2 / 9, 2), round(-12 / 9, 2)) == (2.67, -1.33)
    lab = undrawn(BlocksLab)
    traces = [np.trace(bare(step, lab.values["lam"])) for step in lab.steps]
    assert (np.diff(traces) <= 1e-9).all()


def test_without_a_reference_each_row_of_blocks_sums_to_zero():
    lab = undrawn(BlocksLab, reference="none")
    for step in lab.steps:
        H = bare(step, lab.values["lam"]).reshape(3, 3, 3, 3).sum(axis=2)
        np.testing.assert_allclose(H, 0, atol=1e-9)
        assert np.linalg.matrix_rank(bare(step, lab.values["lam"])) <= 6
    assert (10 - 1) * (64 + 1) == 585


def test_half_way_between_two_birds_of_a_class_is_of_that_class():
    """I-004-031: convex regions."""
    X, y = birds(BILL)
    model = SoftmaxRegression(lam=0.01, reference=None).fit(X, NAMES[y]).model_
    said = model.predict(X)
    rng = np.random.default_rng(7)
    one, other = rng.integers(len(X), size=(2, 3000))
    same = said[one] == said[other]
    middle = model.predict((X[one] + X[other]) / 2)
    assert same.sum() > 900 and (middle[same] == said[one][same]).all()


def test_ways_out():
    assert list(pictures_more.ways_out().values()) == [16, 40, 40, 12]


def test_codes_compared():
    table = pictures_more.codes_compared()
    forgiven = dict(zip(zip(column(table, "classes"), column(table, "code"), strict=True),
                        column(table, "wrong bits forgiven"), strict=True))  # fmt: skip
    assert all(wrong == "0" for (_, code), wrong in forgiven.items() if code != "exhaustive")
    duels = coding.one_vs_one(10)
    both = ~np.isnan(duels[0]) & ~np.isnan(duels[1])
    assert coding.least_distance(duels) == 23 and both.sum() == 1  # the one in which the two meet
    assert [forgiven[K, "exhaustive"] for K in ("3", "4", "5")] == ["0", "1", "3"]


@pytest.mark.parametrize(("values", "beyond", "by_chance", "fact"), [
    ({}, 2, 5, 16),
    (CodesLab.presets["five classes, more noise"], 4, 40, 147),
])  # fmt: skip
def test_trees_err_together(values, beyond, by_chance, fact):
    lab = undrawn(CodesLab, **values)
    model = lab.steps[-1].model
    wrong = wrong_bits(model, model.code, lab.values)
    assert coding.correctable(model.code) + 1 == beyond
    assert round(1000 * float(if_independent(wrong)[beyond:].sum())) == by_chance
    assert round(1000 * float(in_fact(wrong)[beyond:].sum())) == fact


def test_more_bits_mend_more_digits():
    wrong = list(pictures_more.digits_by_bits().values())
    assert wrong == sorted(wrong, reverse=True) and wrong[-1] == 66
