"""The labs of lecture 08: what their pictures claim, and what they refuse."""

import numpy as np
import pytest

from labkit.lectures.l08_bayesian_logistic import BoundsLab, EntropyLab, LinesLab, PredictiveLab, ProbitLab, TangentLab
from labkit.lectures.l08_bayesian_logistic import VariationalLab as EM
from labkit.player import token
from labkit.views.scene import Boxes, Path, Segments, Text


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def with_points(lab, rows):
    lab.restore(token.encode({"lab": lab.name, "values": lab.values, "frame": 0, "points": rows}))


# ---------------------------------------------------------------- lines


def test_every_dot_is_a_line_of_the_plane():
    lab = LinesLab()
    for frame in (0, 10, 29):
        step, scene = lab.steps[frame], lab.scenes[frame]
        bold = marks(scene, "plane", Path, width=2.4, color="accent")[0]
        np.testing.assert_allclose(np.column_stack([bold.x, bold.y]) @ step.w, 0.0, atol=1e-3)
        dots = marks(scene, "posterior", Path, color="ink", dots=True)[0]
        assert len(dots.x) == frame + 1 and dots.x[-1] == pytest.approx(step.w[0], abs=1e-5)


def test_ellipse_grows_with_the_prior():
    sizes = [np.ptp(marks(LinesLab(prior=p).scenes[0], "posterior", Path, width=2.2)[0].x) for p in (1.0, 3.0, 10.0)]
    assert sizes == sorted(sizes) and sizes[-1] > 3 * sizes[0]


@pytest.mark.parametrize("prior", [0.5, 1.0, 3.0, 4.0, 10.0])
def test_weights_fill_a_good_part_of_their_plane_under_every_prior(prior):
    panel = LinesLab(prior=prior).scenes[-1].panel("posterior")
    dots = next(m for m in panel.marks if isinstance(m, Path) and m.dots and len(m.x) == 30)
    assert np.ptp(dots.x) > 0.25 * np.ptp(panel.xlim)
    for places, (low, high) in ((dots.x, panel.xlim), (dots.y, panel.ylim)):
        assert ((places > low) & (places < high)).mean() > 0.95


@pytest.mark.parametrize("kind", [LinesLab, PredictiveLab])
def test_one_class_is_refused_and_the_state_is_kept(kind):
    lab = kind()
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match="expected some of both classes, got only one class"):
        with_points(lab, [[0, 1, 0], [1, 1, 0]])
    assert (lab.payload, lab.values) == before


@pytest.mark.parametrize("kind", [LinesLab, PredictiveLab])
def test_separable_points_and_points_on_a_line_are_told(kind):
    """Without the prior the Hessian would be singular, and the weights infinite."""
    lab = kind()
    with_points(lab, [[-2, 0, 0], [-1, 0, 0], [1, 0, 1], [2, 0, 1]])
    posterior = lab.steps[0].model.posterior
    assert posterior.covariance[1, 1] == pytest.approx(9.0), "nothing is known of w2 but the prior"
    assert np.isfinite(posterior.covariance).all() and posterior.mean[0] > 0


def test_predictive_refuses_classes_on_one_place():
    lab = PredictiveLab()
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match="expected classes that differ, got a best line of weights 0"):
        with_points(lab, [[1, 1, 0], [1, 1, 1]])
    assert (lab.payload, lab.values) == before


# ---------------------------------------------------------------- one line or all


def test_thin_lines_stand_apart_only_when_lines_are_averaged():
    def apart(kind):
        (lines,) = marks(PredictiveLab(kind=kind).scenes[0], "plane", Path, width=1.2)
        return np.nanmax(np.abs(lines.x))

    assert apart("probit") > apart("plug-in")


def test_walker_is_where_the_step_says():
    lab = PredictiveLab(walk="away from the border")
    ring = marks(lab.scenes[-1], "plane", Path, width=2.4, color="accent")[0]
    assert (ring.x.max() + ring.x.min()) / 2 == pytest.approx(lab.steps[-1].place[0], abs=0.05)
    w = lab.steps[0].model.posterior.mean
    assert lab.steps[-1].place @ w == pytest.approx(12.0 * np.linalg.norm(w))


# ---------------------------------------------------------------- probit and bounds


def test_probit_error_is_between_its_levels():
    for rate in (0.47, 0.588, 0.77):
        lab = ProbitLab(rate=rate)
        assert lab.scenes[0].panel("error").ylim[1] > lab.steps[0].gap  # seen whole
        curve = next(mark for mark in marks(lab.scenes[0], "error", Path) if len(mark.y) > 10)
        assert np.abs(curve.y).max() == pytest.approx(lab.steps[0].gap, rel=0.02)


def test_bounds_dots_lie_on_the_sigmoid():
    lab = BoundsLab(xi=3.0, lam=0.2)
    above, below = [mark for mark in marks(lab.scenes[0], "sigmoid", Path) if mark.dots]
    assert above.x.tolist() == [pytest.approx(np.log(4.0), abs=1e-5)] and below.x.tolist() == [-3.0, 3.0]
    for dots in (above, below):
        np.testing.assert_allclose(dots.y, 1 / (1 + np.exp(-dots.x)), atol=1e-6)


# ---------------------------------------------------------------- variational EM, and many classes


def test_em_moves_ellipse_and_bars_by_turns():
    lab = EM()
    for k in range(1, 7, 2):
        e, m = lab.steps[k], lab.steps[k + 1]
        assert (e.half, m.half) == ("E", "M") and e.model.posterior is not lab.steps[k - 1].model.posterior
        np.testing.assert_array_equal(e.xi, lab.steps[k - 1].xi)
        np.testing.assert_array_equal(m.model.posterior.mean, e.model.posterior.mean)
    assert marks(lab.scenes[-1], "xi", Boxes)[0].y1.tolist() == pytest.approx(lab.steps[-1].xi.tolist())


def test_em_cursor_stands_at_the_step():
    lab = EM()
    cursors = [marks(scene, "bound", Segments, color="accent")[0].x0 for scene in lab.scenes]
    assert cursors == list(range(len(lab.scenes)))


def test_tangent_needs_three_classes_and_tells_separable_ones():
    lab = TangentLab()
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match="expected some of all three classes, got fewer"):
        with_points(lab, [[0, 1, 0], [1, 1, 1]])
    assert (lab.payload, lab.values) == before
    lab.set(lam=0.0, spread=0.1)
    assert np.isfinite(lab.steps[-1].log_likelihood)


def test_entropy_collapses_for_every_prior_when_it_is_left_out():
    for deviation in (0.5, 5.0):
        spread = EntropyLab(entropy=False, deviation=deviation).steps.curve("spread")
        assert spread[-1] < 0.05 * spread[0]


@pytest.mark.parametrize("kind", [EntropyLab, TangentLab])
def test_last_sentence_is_about_the_last_move(kind):
    lab = kind()
    assert lab.scenes[-1].caption.startswith(f"iteration {lab.steps[-1].iteration}: ")
    assert marks(lab.scenes[-1], lab.scenes[-1].panels[1].name, Segments, color="accent")[0].x0 == len(lab.scenes) - 1


def test_beliefs_bear_the_names_of_their_classes():
    for scene in (EntropyLab().scenes[-1], EntropyLab(entropy=False).scenes[-1]):
        assert [text.text for text in marks(scene, "slopes", Text)] == ["class 0", "class 1"]
