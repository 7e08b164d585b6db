"""The labs of lecture 14: what their pictures claim, and what they do with bad input."""

import numpy as np
import pytest

from labkit.learners.mixture import CoinModel, em
from labkit.lectures.l14_em_mixtures import BoundLab, ClimbLab, CloudsLab, CollapseLab, HardLab, SharesLab
from labkit.lectures.l14_em_mixtures.bound import FAIR, bound, likelihood, touches
from labkit.lectures.l14_em_mixtures.climb import surface
from labkit.lectures.l14_em_mixtures.common import tosses
from labkit.views.scene import HOLLOW, Boxes, Path, Points


def marks(scene, panel, kind):
    return [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]


def refused(lab, act, words):
    """One clear sentence, and the lab as it was."""
    before = lab.values, lab.payload
    with pytest.raises(ValueError, match=words):
        act()
    assert (lab.values, lab.payload) == before


def test_click_moves_a_bar_and_the_coins_answer():
    lab = SharesLab()
    lab.click_at("shares", 0.1, 0.42)
    assert lab.values["one"] == 0.4
    heads = lab.scenes[0].panel("shares")
    assert marks(lab.scenes[0], "shares", Boxes)[0].y1[0] == pytest.approx(0.4)
    assert heads.name == "shares" and lab.steps[0].model.heads[0] == pytest.approx(
        (0.4 * 5 + 9 + 8 + 7) / (0.4 * 10 + 30)
    )


def test_nothing_for_a_coin_gives_it_all_tosses():
    lab = SharesLab(one=0.0, two=0.0, three=0.0, four=0.0, five=0.0)
    assert lab.steps[0].model.heads.tolist() == pytest.approx([0.66, 0.66])


def test_surface_is_the_log_likelihood():
    pairs = np.array([[0.6, 0.5], [0.2, 0.9], [0.66, 0.66]])
    expected = [CoinModel.given(pair).log_likelihood(tosses()) for pair in pairs]
    np.testing.assert_allclose(surface(pairs), expected)


def test_way_on_the_surface_grows_with_every_m():
    lab = ClimbLab(b=0.5)
    lengths = [len(marks(scene, "landscape", Path)[-1].x) for scene in lab.scenes]
    assert lengths[:5] == [1, 1, 2, 2, 3]
    lab.click_at("landscape", 0.123, 0.99)
    assert (lab.values["a"], lab.values["b"]) == (0.12, 0.95)


def test_bound_is_that_of_em_lies_below_and_touches():
    p = np.linspace(0.05, 0.95, 19)
    for at in (0.25, 0.7):
        expected = [em.bound(CoinModel.given([q, FAIR]), CoinModel.given([at, FAIR]), tosses()) for q in p]
        np.testing.assert_allclose(bound(p, at), expected)
        assert (bound(p, at) <= likelihood(p) + 1e-9).all()
        assert bound(np.array([at]), at) == pytest.approx(likelihood(np.array([at])))


def test_m_goes_to_the_top_of_the_bound():
    lab = BoundLab()
    touch = touches(lab.steps)
    p = np.linspace(0.02, 0.98, 9601)
    for step in lab.steps:
        if step.half == "M":
            assert p[bound(p, touch[step]).argmax()] == pytest.approx(step.model.heads[0], abs=2e-4)
    lab.click_at("bound", 0.5, -35.0)
    assert lab.values["start"] == 0.5


def test_hollow_points_are_shared():
    lab = CloudsLab()
    points, X = marks(lab.scenes[2], "plane", Points)[0], CloudsLab().steps[2].responsibilities
    assert 0 < np.count_nonzero(points.flag & HOLLOW) < len(X)
    assert marks(lab.scenes[2], "plane", Points)[1].editable


def test_a_start_more_is_a_component_more_up_to_six():
    lab = CloudsLab()
    lab.add(1.0, 1.0, 0)
    assert len(lab.steps[-1].model.weights) == 4
    lab.add(1.0, -1.0, 0)
    lab.add(0.0, 2.0, 0)
    refused(lab, lambda: lab.add(2.0, 2.0, 0), "starts: expected at most 6, got 7")


def test_two_starts_at_one_place_end_alike():
    lab = CloudsLab(data="Old Faithful")
    lab.move(1, 3.5, 85.0)
    assert np.allclose(*lab.steps[-1].model.means)


def test_more_starts_are_more_groups_for_both():
    lab = HardLab()
    lab.add(0.0, 0.0, 0)
    assert [len(np.unique(step.model.classes)) for step in lab.steps[-1].steps] == [3, 3]
    for x in (0.5, 0.6, 0.7):
        lab.add(x, 0.0, 0)
    refused(lab, lambda: lab.add(1.0, 0.0, 0), "starts: expected at most 6, got 7")


def test_narrow_gaussian_grows_by_the_logarithm_of_its_width():
    steps = CollapseLab().steps
    gain = steps[-1].log_likelihood - steps[-5].log_likelihood
    assert gain == pytest.approx(np.log(steps[-5].width / steps[-1].width), rel=1e-4)
