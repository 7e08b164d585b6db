"""Cross-entropy is convex in the score, the squared error of the sigmoid is not."""

import numpy as np
import pytest

from labkit.learners.logistic.losses import cross_entropy, squared_error
from tests.golden import close, golden

SCORES = np.linspace(-6, 6, 121)


def test_squared_error_of_the_sigmoid_is_not_convex_LOG_17():
    """I-003-043."""
    assert close(squared_error([-3.0, 1.0], 1).curvature, golden("LOG-17"))
    assert np.all(cross_entropy(SCORES, 1).curvature > 0)


@pytest.mark.parametrize("loss", [cross_entropy, squared_error])
@pytest.mark.parametrize("t", [0, 1])
def test_slope_and_curvature_are_derivatives(loss, t):
    h = 1e-5
    up, down, here = loss(SCORES + h, t), loss(SCORES - h, t), loss(SCORES, t)
    np.testing.assert_allclose(here.slope, (up.value - down.value) / (2 * h), atol=1e-8)
    np.testing.assert_allclose(here.curvature, (up.slope - down.slope) / (2 * h), atol=1e-8)


@pytest.mark.parametrize("t", [0, 1])
def test_cross_entropy_in_its_compact_form_is_the_logarithm_of_the_likelihood(t):
    mu = 1 / (1 + np.exp(-SCORES))
    np.testing.assert_allclose(cross_entropy(SCORES, t).value, -(t * np.log(mu) + (1 - t) * np.log(1 - mu)), atol=1e-12)


def test_far_on_the_wrong_side_only_cross_entropy_still_has_a_slope():
    assert cross_entropy(-40.0, 1).slope == pytest.approx(-1.0)
    assert squared_error(-40.0, 1).slope == pytest.approx(0.0, abs=1e-12)
    assert cross_entropy(-1000.0, 1).value == pytest.approx(1000.0)
