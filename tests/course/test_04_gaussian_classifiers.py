"""Every claim of the pages of lecture 04."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import LDA, QDA, NaiveBayes
from labkit.learners.gaussian.qda import QDAModel
from labkit.learners.probability import sigmoid, softmax
from labkit.lectures.l04_gaussian_classifiers import (
    BirdLab,
    BuyerLab,
    DensityLab,
    FamilyLab,
    NaiveLab,
    ShapeLab,
    common,
    pictures,
    pictures_more,
)  # fmt: skip
from labkit.lectures.l04_gaussian_classifiers.birds import OWN, SHARED
from labkit.lectures.shared.held_out import held_out_answers
from tests.golden import close, golden


def column(table, name):
    return [str(value) for value in table[name]]


def step(lab):
    return lab.steps[-1]


# ---------------------------------------------------------------- the main page


def test_there_are_219_birds_and_more_adelies():
    _, species = common.birds()
    assert len(species) == 219 and (species == "Adelie").sum() == 151
    assert pictures.penguin_picture().scenes[0].caption == "151 Adelie, 68 Chinstrap"


def test_bird_of_the_question_is_nearer_to_the_chinstraps_and_most_likely_an_adelie():
    X, species = common.birds()
    bird = np.array([45.0, 20.0])
    to = {name: np.linalg.norm(bird - X[species == name].mean(axis=0)) for name in common.SPECIES}
    assert to["Chinstrap"] < to["Adelie"]
    assert step(BirdLab()).posterior[1] == pytest.approx(0.92, abs=0.005)  # as the teaching page says
    assert step(BirdLab(border=SHARED)).posterior[0] == pytest.approx(0.85, abs=0.005)
    assert step(BirdLab(border=OWN)).posterior[0] > 0.9


def test_long_bills_are_deep_bills_within_both_species():
    X, species = common.birds()
    for name in common.SPECIES:
        assert np.corrcoef(X[species == name].T)[0, 1] > 0.35


def test_border_of_a_shared_ellipse_is_straight_and_of_own_ones_curved():
    X, species = common.birds()
    shared = LDA().trace(X, species)[-1].model
    assert common.border_name(QDAModel.given(shared.means, shared.covariances, shared.priors)) == "a straight line"
    assert common.border_name(QDA().fit(X, species).model_) not in ("a straight line", "no border")


def test_prior_moves_the_border_beyond_the_mean_of_B():
    even, rare = step(DensityLab()), step(DensityLab(prior=0.01))
    assert even.borders == pytest.approx([1.5]) and rare.borders == pytest.approx([1.5 + np.log(99) / 3])
    assert rare.borders[0] > 3 and round(rare.borders[0], 2) == 3.03 and round(100 * rare.found) == 49
    x = np.linspace(0, 3, 20)
    assert np.allclose(even.posterior(x), rare.posterior(x + rare.borders[0] - even.borders[0]))


def test_score_of_the_page_is_that_of_the_model():
    mean, S, prior, x = np.array([1.0, 2.0]), np.array([[2.0, 1.0], [1.0, 3.0]]), 0.4, np.array([0.3, -1.0])
    model = QDAModel.given([mean, mean], [S, S], [prior, 1 - prior])
    g = -0.5 * (x - mean) @ np.linalg.solve(S, x - mean) - 0.5 * np.log(np.linalg.det(S)) + np.log(prior)
    assert model.scores([x])[0, 0] == pytest.approx(g)


def test_ten_points_of_the_page_are_those_of_the_data():
    table = data.load("lda10")
    told = [(4, 1), (2, 4), (2, 3), (3, 6), (4, 4), (9, 10), (6, 8), (9, 5), (8, 7), (10, 8)]
    assert table.numeric("x1", "x2").tolist() == [list(map(float, point)) for point in told]
    assert table["y"].astype(int).tolist() == [1] * 5 + [2] * 5


def test_correlation_below_0_makes_naive_bayes_not_sure_enough():
    apart = step(NaiveLab(**NaiveLab.presets["against each other"]))
    assert apart.correlation < 0 and apart.boast < 1 and apart.true_share(np.array([0.9]))[0] > 0.9


def test_slopes_of_a_shared_covariance_are_those_of_the_page():
    """w and w0 of the page, and the lecture's ten points: GEN-01 to GEN-05."""
    told, w, w0 = pictures.ten_points()
    (m1, m2), S = told.moments.means, told.moments.shared
    assert close(S, golden("GEN-01")) and close([*w, w0], golden("GEN-02"))
    assert np.allclose(w, np.linalg.solve(S, m1 - m2))
    assert w0 == pytest.approx(-0.5 * m1 @ np.linalg.solve(S, m1) + 0.5 * m2 @ np.linalg.solve(S, m2))
    shown = column(pictures.ten_points_by_hand(), "value")
    for (x, id), text in zip(zip(pictures.ASKED, ("GEN-03", "GEN-04", "GEN-05"), strict=True), shown[4:], strict=True):
        assert float(sigmoid(w @ x + w0)) == pytest.approx(golden(id).value[0], abs=1e-9)
        assert text.endswith(f"{golden(id).value[0]:.3f}")


@pytest.mark.parametrize("begin", ["circle", "hyperbola", "parabola", "tilted"])
def test_ellipse_of_B_bends_the_border_and_its_prior_does_not(begin):
    assert step(ShapeLab(begin=begin)).border != "a straight line" == step(ShapeLab(prior=0.1)).border


def test_hyperbola_has_A_on_both_sides_of_B():
    model = step(ShapeLab(**ShapeLab.presets["hyperbola"])).model
    assert model.predict([[-1.2, 0.0], [1.2, 0.0], [3.9, 0.0]]).tolist() == ["A", "B", "A"]


def test_circle_with_equal_means_is_gone_from_a_prior_of_one_fifth():
    """The density of B is four times that of A in the middle."""
    for prior, gone in ((0.19, True), (0.2, True), (0.21, False)):
        lab = ShapeLab(begin="circle", prior=prior)
        lab.move(3, -1.2, 0.0)
        assert (step(lab).border == "no border") == gone


def test_naive_bayes_keeps_its_labels_and_is_too_sure():
    copies = step(NaiveLab(correlation=0.95))
    assert copies.error(copies.model) == pytest.approx(copies.error(copies.truth)) == pytest.approx(0.209, abs=5e-4)
    assert round(float(copies.true_share(np.array([0.99]))[0]), 2) == 0.91
    suffer = step(NaiveLab(**NaiveLab.presets["labels suffer"]))
    assert (round(suffer.error(suffer.model), 3), round(suffer.error(suffer.truth), 3)) == (0.212, 0.033)
    assert suffer.boast == pytest.approx(1.0)  # honest there


def test_nine_of_fourteen_customers_bought_and_none_who_did_not_was_31_to_40():
    X, bought = common.buyers()
    assert (len(bought), (bought == "yes").sum()) == (14, 9)
    assert not (X["age"][bought == "no"] == "31..40").any()
    against = {name: BuyerLab(**BuyerLab.presets[name]) for name in ("all against", "all against, corrected")}
    assert step(against["all against"]).posterior[1] == 1.0
    assert step(against["all against, corrected"]).posterior[1] == pytest.approx(0.56, abs=0.005)


def test_other_attributes_speak_against_buying_in_the_question():
    lab = step(BuyerLab(**BuyerLab.presets["all against"]))
    assert all(no > yes for no, yes in lab.factors[2:])


def test_bird_scores_of_the_page():
    found = pictures.bird_errors()
    assert found["always Adelie"] == (68, 68)
    assert all(max(wrong) <= 10 for name, wrong in found.items() if name != "always Adelie")
    assert found["naive Bayes"][0] > found["one ellipse for both (LDA)"][0]


def test_votes_of_the_page():
    errors = pictures.vote_errors()
    assert errors == {"always democrat": 168, "16 votes": 43, "1 vote": 19}
    table = pictures.vote_confidence()
    assert column(table, "mean of what it says")[2] == "0.998"
    assert float(column(table, "right")[2]) == pytest.approx(2 / 3, abs=0.01)
    assert sum(table["members"]) == 435


def test_only_bill_and_mass_solve_the_exercise():
    from itertools import combinations

    found = {}
    for pair in combinations(common.MEASUREMENTS, 2):
        X, species = common.birds(pair)
        found[pair] = int((held_out_answers(LDA(), X, species) != species).sum())
    assert [pair for pair, wrong in found.items() if wrong <= 5] == [("bill_length_mm", "body_mass_g")]


@pytest.mark.parametrize(("kind", "right"), [
    (BirdLab, "an Adelie"),
    (DensityLab, "It moves to the right and keeps its shape"),
    (ShapeLab, "a circle around B"),
    (NaiveLab, "Its labels stay as good as any, but it is too sure"),
    (BuyerLab, "certain: 1"),
    (FamilyLab, "Poisson, rates 1 and 3"),
])  # fmt: skip
def test_question_of_a_lab_is_answered_by_its_story(kind, right):
    question = kind.question
    assert list(question.options)[question.right_option(kind())] == right


# ---------------------------------------------------------------- the page with more


def test_three_classes_have_the_lectures_weights():
    model = pictures_more.three()
    assert close(model.directions, golden("GEN-07")) and close(model.offsets, golden("GEN-08"))
    x = np.array([[0.5, -0.3]])
    y = x @ model.directions.T - model.offsets
    assert np.allclose(model.predict_proba(x), np.exp(y) / np.exp(y).sum())


def test_softmax_goes_to_argmax():
    assert column(pictures_more.softmax_bases(), "score 2") == ["0.540", "0.629", "0.884", "0.999"]
    assert softmax(np.array([1.0, 2.0, 0.5]), 1e9)[1] > 0.999999


def test_quadratic_form_is_the_lectures():
    A, b, c = golden("QDA-01").value
    model = QDAModel.given([[1.0, 2.0]] * 2, [[[2.0, 1.0], [1.0, 3.0]]] * 2, [0.4, 0.6])
    found = [part[0] for part in model.coefficients]
    assert np.allclose(found[0], A) and np.allclose(found[1], b) and np.allclose(found[2], c)
    assert column(pictures_more.quadratic_form(), "value") == ["[[-0.3, 0.1], [0.1, -0.2]]", "[0.2, 0.6]", "-2.421"]


def test_determinants_change_the_posterior():
    table = pictures_more.determinants()
    right, printed = golden("GEN-06").value
    assert column(table, "with the determinants") == ["0.78095", f"{right:.5f}"]
    assert column(table, "without") == ["0.69329", f"{printed:.5f}"]


def test_nothing_beside_the_estimates_is_as_likely():
    values = [float(each) for each in pictures_more.likelihoods()["log-likelihood"]]
    assert values[0] == max(values) == -41.482 and sorted(values)[-2] < values[0]


def test_two_kinds_of_independence_do_not_follow_from_each_other():
    table = pictures_more.two_kinds()
    assert column(table, "bits") == ["0.096", "0.000"]
    assert column(table, "bits, given the class") == ["0.000", "1.000"]


def test_tennis_by_hand_is_the_lectures():
    plain, corrected = pictures_more.tennis(0.0), pictures_more.tennis(1.0)
    assert close(float(plain[0][:, 1].prod()), golden("NB-01"))
    assert close(float(plain[1][1]), golden("NB-03")) and close(float(corrected[1][1]), golden("NB-04"))
    table = pictures_more.tennis_by_hand()
    assert column(table, "yes")[:5] == ["9/14", "2/9", "1/3", "1/3", "1/3"]
    assert column(table, "yes")[-1] == "0.205" and column(table, "yes, corrected")[-1] == "0.280"


def test_naive_bayes_of_tennis_is_the_learner():
    days = data.load("tennis")
    model = NaiveBayes(laplace=0).fit(days.without("day", "play"), days["play"]).model_
    assert model.classes.tolist() == ["no", "yes"]


def test_two_codings_say_the_same():
    a = np.linspace(-4, 4, 33)
    for z in (0, 1):
        assert np.allclose(np.exp(a * z) * sigmoid(-a), sigmoid((2 * z - 1) * a))
