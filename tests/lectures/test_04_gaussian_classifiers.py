"""The labs of lecture 04: what their pictures claim, and what they refuse."""

import numpy as np
import pytest

from labkit.learners import LDA
from labkit.learners.gaussian.qda import QDAModel
from labkit.lectures.l04_gaussian_classifiers import BirdLab, BuyerLab, DensityLab, FamilyLab, NaiveLab, ShapeLab
from labkit.lectures.l04_gaussian_classifiers.birds import OWN, SHARED
from labkit.lectures.l04_gaussian_classifiers.common import border_name
from labkit.lectures.shared.ellipse_handles import EllipseHandles
from labkit.player import token
from labkit.views.scene import Points, Text
from tests.golden import close, golden


def step(lab):
    return lab.steps[-1]


def restored(lab, points):
    lab.restore(token.encode({"lab": lab.name, "values": lab.values, "frame": 0, "points": points}))
    return lab


# ---------------------------------------------------------------- birds


def test_bird_lab_half_way_border_is_equally_far_from_both_means():
    lab = BirdLab()
    means = step(lab).model.means
    assert np.allclose(step(lab).model.predict_proba([means.mean(axis=0)]), 0.5)
    X, y = lab.examples
    nearest = np.linalg.norm(X[:, None] - means, axis=2).argmin(axis=1)
    assert step(lab).wrong == (nearest != y).sum() == 11


def test_bird_lab_shared_ellipse_is_lda():
    lab = BirdLab(border=SHARED)
    X, y = lab.examples
    model = LDA().fit(X, y).model_
    assert np.allclose(step(lab).posterior, model.predict_proba([[45.0, 20.0]])[0])
    assert lab.scenes[0].caption == "6 of 219 birds are wrong; the cross: Adelie, with probability 0.85"


def test_bird_lab_click_asks_about_another_bird():
    lab = BirdLab()
    lab.click_at("plane", 50.1, 17.33)
    assert (lab.values["length"], lab.values["depth"]) == (50.0, 17.3)


def test_bird_lab_with_one_bird_of_a_class_says_what_it_does_instead():
    lab = restored(BirdLab(border=OWN), [[39, 18, 0], [41, 19, 0], [38, 17.9, 0], [49, 18.5, 1]])
    assert "too few Chinstrap birds for an ellipse, so the shared one is taken" in lab.scenes[-1].caption


def test_bird_lab_needs_both_species_and_keeps_its_state():
    lab = restored(BirdLab(), [[39, 18, 0], [41, 19, 0], [49, 18.5, 1]])
    kept = lab.payload
    with pytest.raises(ValueError, match="expected birds of both species, got only Adelie; add one of the other"):
        lab.delete(2)
    assert lab.payload == kept


@pytest.mark.parametrize("border", BirdLab.steering[0].options)
def test_bird_lab_with_all_birds_on_one_place_still_answers(border):
    lab = restored(BirdLab(border=border), [[40, 18, 0], [40, 18, 0], [40, 18, 1], [40, 18, 1]])
    assert np.isfinite(step(lab).posterior).all()


# ---------------------------------------------------------------- densities


def test_density_lab_posterior_is_a_sigmoid_of_a_line_where_spreads_are_equal():
    at = np.linspace(-3, 6, 50)
    told = step(DensityLab(mean=3.0, prior=0.2))
    assert np.allclose(told.posterior(at), 1 / (1 + np.exp(-(3 * at - 4.5 + np.log(0.25)))))


def test_density_lab_borders_are_where_the_posterior_is_one_half():
    for values in ({}, {"spread": 2.0}, {"spread": 0.4, "prior": 0.3}):
        told = step(DensityLab(**values))
        assert told.borders and np.allclose(told.posterior(np.array(told.borders)), 0.5)


@pytest.mark.parametrize(
    "values", [{}, {"spread": 2.0}, {"spread": 0.4}, {"prior": 0.01}, {"mean": 0.0, "spread": 0.6}]
)
def test_density_lab_counts_the_cases_of_B_that_are_found(values):
    told = step(DensityLab(**values))
    x = told.mean + told.spread * np.random.default_rng(0).normal(size=40_000)
    assert told.found == pytest.approx((told.posterior(x) > 0.5).mean(), abs=0.01)


def test_density_lab_rare_class_can_vanish():
    told = step(DensityLab(**DensityLab.presets["B vanishes"]))
    assert told.borders == [] and told.found == 0.0
    assert told.caption == "no border: every case gets the same answer, A"
    assert step(DensityLab(mean=0.0, prior=0.9)).caption == "no border: always B"


# ---------------------------------------------------------------- shapes


def shaped(first, second, degrees=0.0, **values):
    """The lab with the ellipse of B dragged to these standard deviations along its axes."""
    lab = ShapeLab(**values)
    a = np.radians(degrees)
    x, y = lab.examples[0][3]
    lab.move(4, x + 2 * first * np.cos(a), y + 2 * first * np.sin(a))
    lab.move(5, x - 2 * second * np.sin(a), y + 2 * second * np.cos(a))
    return lab


@pytest.mark.parametrize(("ellipse", "border"), [
    ((1.0, 1.0), "a straight line"),
    ((1.0, 1.0, 35.0), "a straight line"),
    ((0.5, 0.5), "a circle"),
    ((0.5, 0.6), "an ellipse"),
    ((2.0, 2.0), "a circle"),
    ((1.0, 0.5), "a parabola"),
    ((0.5, 1.0), "two parallel lines"),
    ((0.5, 2.0), "a hyperbola"),
    ((1.3, 0.4, 45.0), "a hyperbola"),
])  # fmt: skip
def test_shape_lab_names_the_border_that_was_dragged(ellipse, border):
    assert step(shaped(*ellipse)).border == border


@pytest.mark.parametrize(("begin", "border"), [
    ("line", "a straight line"), ("circle", "a circle"), ("hyperbola", "a hyperbola"), ("parabola", "a parabola"),
    ("tilted", "a hyperbola"),
])  # fmt: skip
def test_shape_lab_begins_as_it_says(begin, border):
    assert step(ShapeLab(begin=begin)).border == border
    assert step(ShapeLab(prior=0.9)).border == "a straight line"


def test_shape_lab_with_equal_means():
    lab = ShapeLab()
    lab.move(0, 1.2, 0)
    assert step(lab).border == "no border" and "the border is nowhere" in lab.scenes[-1].caption
    lab = ShapeLab(begin="hyperbola")
    lab.move(0, 1.2, 0)
    assert step(lab).border == "two crossing lines"
    lab = ShapeLab(begin="circle", prior=0.19)
    lab.move(0, 1.2, 0)
    assert step(lab).border == "no border"
    lab.set(prior=0.21)
    assert step(lab).border == "a circle"


def test_shape_lab_border_names_hold_on_a_grid():
    """A closed border: the class that lies outside wins on a far circle. A circle: all its points are equally far."""
    model = step(ShapeLab(**ShapeLab.presets["circle"])).model
    t = np.linspace(0, 2 * np.pi, 400)
    far = 50 * np.column_stack([np.cos(t), np.sin(t)])
    assert set(model.predict(far)) == {"A"} and model.predict([[1.2, 0.0]])[0] == "B"
    assert set(step(ShapeLab(**ShapeLab.presets["parabola"])).model.predict(far)) == {"A", "B"}


def test_shape_lab_tells_how_the_border_bends_as_B_takes_on_its_own_shape():
    lab = ShapeLab(begin="hyperbola")
    assert lab.steps[0].border == "a straight line" and step(lab).border == "a hyperbola"
    assert np.array_equal(lab.steps[0].model.covariances[1], lab.steps[0].model.covariances[0])
    assert len(ShapeLab().steps) == 1


def test_handles_of_one_ellipse_move_together():
    lab = ShapeLab()
    lab.move(3, 2.0, 1.0)  # the mean takes the ends along
    assert lab.examples[0][3:].tolist() == [[2.0, 1.0], [4.0, 1.0], [2.0, 3.0]]
    assert step(lab).model.means[1].tolist() == [2.0, 1.0]
    lab.move(4, 2.0, 2.0)  # an end turns the other with it, and leaves that as long as it was
    assert np.allclose(lab.examples[0][3:], [[2.0, 1.0], [2.0, 2.0], [0.0, 1.0]])
    assert np.allclose(step(lab).model.covariances[1], [[1.0, 0.0], [0.0, 0.25]])
    assert lab.examples[0][:3].tolist() == ShapeLab().examples[0][:3].tolist()


def test_handles_are_neither_added_nor_deleted():
    lab = ShapeLab()
    for act in (lambda: lab.add(0.0, 0.0, 1), lambda: lab.delete(0)):
        with pytest.raises(ValueError, match="got one with handles; drag them instead"):
            act()


@pytest.mark.parametrize("S", [[[1.0, 0.0], [0.0, 4.0]], [[1.69, 0.0], [0.0, 0.16]], [[1.0, 0.6], [0.6, 1.0]]])
def test_handles_are_those_of_their_gaussians(S):
    handles = EllipseHandles(snap=1e-6, turn=1e-6)
    means, covariances = handles.gaussians(handles.points([[0.5, -1.0]], [S]), "A")
    assert np.allclose(means, [[0.5, -1.0]]) and np.allclose(covariances, [S], atol=1e-4)


def test_shape_lab_refuses_a_singular_covariance_and_keeps_its_state():
    lab = ShapeLab()
    kept = lab.payload, lab.values
    with pytest.raises(ValueError, match="ellipse of B: expected two axes longer than 0, got one of 0"):
        lab.move(4, *lab.examples[0][3])
    assert (lab.payload, lab.values) == kept


def test_buyers_are_told_factor_by_factor():
    steps = BuyerLab().steps
    assert [told.used for told in steps] == [0, 1, 2, 3, 4]
    assert np.array_equal(steps[0].posterior, steps[0].model.priors)
    assert np.allclose(steps[3].posterior * steps[4].factors[4] / (steps[3].posterior * steps[4].factors[4]).sum(),
                       steps[4].posterior)  # fmt: skip


def test_border_of_equal_classes_is_nowhere():
    same = QDAModel.given([[0, 0], [0, 0]], [np.eye(2)] * 2)
    assert border_name(same) == "no border"
    prior = QDAModel.given([[0, 0], [0, 0]], [np.eye(2)] * 2, [0.3, 0.7])
    assert border_name(prior) == "no border"


# ---------------------------------------------------------------- naive Bayes


def test_naive_lab_errors_and_calibration_are_those_of_many_cases():
    rng = np.random.default_rng(1)
    for differ in NaiveLab.steering[1].options:
        told = step(NaiveLab(correlation=0.6, differ=differ))
        y = np.arange(60_000) % 2
        X = told.model.means[y] + rng.multivariate_normal([0, 0], told.truth.covariances[0], len(y))
        for model in (told.model, told.truth):
            assert told.error(model) == pytest.approx((model.predict(X) != np.array(["A", "B"])[y]).mean(), abs=0.006)
        p = told.model.predict_proba(X)[:, 1]
        near = abs(p - 0.8) < 0.03
        assert told.true_share(np.array([0.8]))[0] == pytest.approx(y[near].mean(), abs=0.03)


def test_naive_lab_points_have_the_class_moments():
    X, y = NaiveLab(correlation=0.95).examples
    assert np.corrcoef(X[y == 0].T)[0, 1] == pytest.approx(0.95, abs=0.02)


# ---------------------------------------------------------------- buyers


def test_buyer_lab_multiplies_the_factors():
    told = step(BuyerLab())
    product = told.factors.prod(axis=0)
    assert np.allclose(product, [5 / 14 * 3 / 5 * 2 / 5 * 1 / 5 * 2 / 5, 9 / 14 * 2 / 9 * 4 / 9 * 6 / 9 * 6 / 9])
    assert np.allclose(told.posterior, product / product.sum())


def test_buyer_lab_a_question_mark_has_factor_one():
    lab = BuyerLab(age="?", income="?", student="?", credit_rating="?")
    assert np.allclose(step(lab).factors[1:], 1) and np.allclose(step(lab).posterior, [5 / 14, 9 / 14])
    assert "nan" not in str(lab.scenes[-1].panel("factors"))


def test_buyer_lab_click_on_a_value_chooses_it():
    lab = BuyerLab()
    target = next(each for each in lab.scenes[-1].panel("case").targets if each.name == "age=31..40")
    lab.click_at("case", (target.x0 + target.x1) / 2, (target.y0 + target.y1) / 2)
    assert lab.values["age"] == "31..40" and step(lab).factors[1, 0] == 0


def test_buyer_lab_adds_to_every_count():
    told = step(BuyerLab(age="31..40", laplace=1.0))
    assert told.factors[1] == pytest.approx([1 / 8, 5 / 12])


# ---------------------------------------------------------------- exponential families


def test_family_lab_has_the_lectures_poisson_classes():
    lab = FamilyLab(pair="Poisson, rates 1 and 3", prior=0.4)
    found, constant = step(lab).model.log_odds(1, 0)
    assert close([float(found[0]), constant, float(step(lab).model.predict_proba([[2.0]])[0, 1])], golden("GEN-10"))
    assert lab.scenes[0].caption == "log odds of B: \u22122.41 +1.10 x"


def test_family_lab_says_straight_where_it_is():
    straight = {pair: step(FamilyLab(pair=pair)).straight for pair in FamilyLab.steering[0].options}
    assert [pair for pair, yes in straight.items() if not yes] == ["Gaussian, spreads 1 and 2", "gamma, shapes 1 and 4"]


def test_family_lab_shows_counts_as_points():
    for pair, many in (("Poisson, rates 1 and 3", 2), ("gamma, shapes 1 and 4", 0)):
        panel = FamilyLab(pair=pair).scenes[0].panel("densities")
        assert sum(isinstance(mark, Points) for mark in panel.marks) == many


@pytest.mark.parametrize("lab", [DensityLab(), DensityLab(prior=0.01), ShapeLab(), ShapeLab(prior=0.02), FamilyLab()])
def test_classes_are_named_at_their_hills_and_not_where_both_are_flat(lab):
    panel = lab.scenes[-1].panel("cut" if isinstance(lab, ShapeLab) else "densities")
    a, b = (mark for mark in panel.marks if isinstance(mark, Text))
    assert (a.text, b.text) == ("A", "B") and b.x - a.x > 0.1 * np.ptp(panel.xlim)
    assert not panel.ends
