"""Losses over the margin and over scores: the lecture's numbers, bounds, and derivatives against differences."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax

from labkit.learners.ensemble import losses
from labkit.learners.ensemble.losses import MARGIN_LOSSES, Exponential, Logistic, Softmax, Squared
from tests.golden import close, golden


def at(margin):
    kinds = (losses.zero_one, losses.zero_one_of_slide, losses.hinge, losses.exponential, losses.log2_loss)
    return [float(loss(margin)) for loss in kinds]


@pytest.mark.parametrize(("id", "margin"), [("LSS-01", -1.0), ("LSS-02", -0.5), ("LSS-03", 0.0), ("LSS-05", 2.0)])
def test_margin_losses_are_those_of_the_lecture(id, margin):
    """I-000-105, I-000-106."""
    assert close(at(margin), golden(id))


def test_margin_losses_bound_the_zero_one_loss():
    margins = np.linspace(-4, 4, 801)
    for name, loss in MARGIN_LOSSES.items():
        assert (loss(margins) >= losses.zero_one(margins)).all(), name


def test_zero_one_loss_of_the_slide_is_above_its_bounds():
    """E-000-31: at -0.5 it is 2, more than hinge, exponential and log loss."""
    of_slide = losses.zero_one_of_slide(-0.5)
    assert all(loss(-0.5) < of_slide for loss in MARGIN_LOSSES.values())


def test_log_loss_of_a_huge_margin_does_not_overflow():
    assert losses.log2_loss(-1e4) == pytest.approx(1e4 / np.log(2))


CASES = {
    "squared": (Squared(), np.array([1.5, -2.0, 0.3]), np.array([[0.2, 1.0, -3.0]])),
    "logistic": (Logistic(), np.array([0, 1, 1]), np.array([[0.2, 1.0, -3.0]])),
    "exponential": (Exponential(), np.array([0, 1, 1]), np.array([[0.2, 1.0, -3.0]])),
    "softmax": (Softmax(3), np.array([0, 2, 1]), np.array([[0.2, 1.0, -3.0], [0.0, 0.5, 2.0], [1.0, -1.0, 0.1]])),
}


@pytest.mark.parametrize(("loss", "z", "F"), CASES.values(), ids=CASES)
def test_slopes_are_the_derivatives_of_the_loss(loss, z, F):
    g, h = loss.slopes(z, F)
    h = np.ones_like(F) if h is None else h

    def value(F):
        return loss.value(z, F if len(F) > 1 else F[0])

    for k in range(len(F)):
        step = np.zeros_like(F)
        step[k] = 1e-4
        more, now, less = value(F + step), value(F), value(F - step)
        np.testing.assert_allclose(g[k], (more - less) / 2e-4, atol=1e-6, rtol=1e-6)
        np.testing.assert_allclose(h[k], (more - 2 * now + less) / 1e-8, atol=1e-5, rtol=1e-6)


def test_residual_is_minus_the_gradient_of_half_the_squared_error():
    """E-000-33: without the half it would be twice the residual."""
    g, _ = Squared().slopes(np.array([3.0]), np.array([1.0]))
    assert -g[0] == 3.0 - 1.0


def test_log_loss_has_the_lecture_s_slopes_at_zero():
    """I-000-110."""
    g, h = Logistic().slopes(np.array([0, 0, 1, 1, 1, 0]), np.zeros(6))
    assert close([g.tolist(), h.tolist()], golden("GBM-07"))


def test_second_order_expansion_of_the_log_loss():
    z, F, f = np.array([0]), np.array([0.7]), np.array([0.3])
    exact = Logistic().value(z, F + f)[0]
    assert close([float(exact), float(losses.second_order(Logistic(), z, F, f)[0])], golden("GBM-12"))


def test_softmax_has_the_lecture_s_diagonal_slopes_at_zero():
    """I-000-117."""
    g, h = Softmax(3).slopes(np.array([0]), np.zeros((3, 1)))
    assert close([g[:, 0].tolist(), h[:, 0].tolist()], golden("LKB-02"))


def test_friedman_s_leaf_of_three_cases():
    assert close(losses.friedman_leaf([2 / 3, 2 / 3, -1 / 3], 3), golden("LKB-01"))


@pytest.mark.parametrize("residuals", [[], [0, 0], [1, -1]])
def test_friedman_s_leaf_of_certain_cases_is_refused(residuals):
    with pytest.raises(ValueError, match=r"residuals: expected one with 0 < \|r\| < 1, got none; a leaf"):
        losses.friedman_leaf(residuals, 3)


def test_softmax_value_is_minus_the_log_softmax():
    loss, z, F = CASES["softmax"]
    np.testing.assert_allclose(loss.value(z, F), -log_softmax(F, axis=0)[z, np.arange(3)])
    assert np.isfinite(loss.value(z, 1e4 * F)).all()


@pytest.mark.parametrize("weights", [None, np.array([1.0, 2.0, 0.5, 3.0])])
def test_start_is_the_constant_with_the_least_loss(weights):
    for loss, z in ((Squared(), np.array([1.0, 4.0, 2.0, -1.0])), (Logistic(), np.array([0, 1, 1, 0]))):
        best = minimize_scalar(lambda c, loss=loss, z=z: np.average(loss.value(z, np.full(4, c)), weights=weights))
        assert loss.start(z, weights)[0] == pytest.approx(best.x, abs=1e-6)
    z = np.array([0, 2, 1, 1])
    F = Softmax(3).start(z, weights)
    gradient = np.average(Softmax(3).slopes(z, F[:, None].repeat(4, axis=1))[0], axis=1, weights=weights)
    np.testing.assert_allclose(gradient, 0, atol=1e-12)


def test_start_of_a_class_that_is_missing_stays_finite():
    assert np.isfinite(Softmax(3).start(np.array([0, 0, 1]))).all()
    assert np.isfinite(Logistic().start(np.array([1, 1]))).all()


def test_slopes_of_certain_examples_can_be_divided_by():
    for loss, z, F in ((Logistic(), np.array([1]), np.array([[800.0]])), (Softmax(2), np.array([0]), [[900.0], [0.0]])):
        _, h = loss.slopes(z, np.array(F))
        assert (h > 0).all()


# ---------------------------------------------------------------- how targets are coded


@pytest.mark.parametrize("method", ["value", "slopes"])
def test_two_classes_may_be_coded_either_way(method):
    """The lecture has z = -1, +1; class indices say the same."""
    F, ask = np.array([0.2, 1.0, -3.0]), getattr(Logistic(), method)
    expected = ask(np.array([0, 1, 1]), F)
    for z in ([-1, 1, 1], [-1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [False, True, True]):
        np.testing.assert_array_equal(ask(np.array(z), F), expected)
        np.testing.assert_array_equal(ask(z, F.tolist()), expected)
    assert Logistic().start(np.array([-1, 1, 1])) == Logistic().start(np.array([0, 1, 1]))


@pytest.mark.parametrize(
    ("z", "got"),
    [([1, 2, 2], r"\[2, 2\]"), ([-1, 0, 1], "all three"), ([0.0, 0.5, 1.0], r"\[0.5\]"), ([-1, -2], r"\[-2\]")],
)
def test_other_codings_of_two_classes_are_refused(z, got):
    with pytest.raises(
        ValueError, match=rf"^z: expected two classes as -1 and \+1, or as 0 and 1, got {got}; code them"
    ):
        Logistic().slopes(np.array(z), np.zeros(len(z)))


@pytest.mark.parametrize("z", [[-1, 1], [0, 3], [0.0, 1.0]])
def test_softmax_needs_class_indices(z):
    with pytest.raises(ValueError, match=r"^z: expected class indices from 0 to 2, got .*; number the classes"):
        Softmax(3).slopes(np.array(z), np.zeros((3, 2)))
