"""Every claim of the pages of lecture 13."""

import numpy as np
import pytest

from labkit.learners.network import XOR, Shape, pass_steps, truth_table
from labkit.learners.probability import sigmoid
from labkit.lectures import l13_neural_networks as lesson
from labkit.lectures.l13_neural_networks import exercises, pictures, pictures_more
from labkit.lectures.l13_neural_networks.borders import learned
from labkit.lectures.l13_neural_networks.bumps import bumps
from labkit.lectures.l13_neural_networks.common import corners, tiny
from labkit.lectures.l13_neural_networks.fold import best_cut
from labkit.lectures.l13_neural_networks.stopping import FRESH, KNOWN, digits
from labkit.lectures.l13_neural_networks.twins import apart
from labkit.views.scene import HOLLOW, Points
from tests.golden import close, golden

pytestmark = pytest.mark.filterwarnings("error")


def column(table, name):
    return [str(value) for value in table[name]]


def preset(kind, name):
    return kind(**kind.presets[name])


# ---------------------------------------------------------------- the main page


def test_best_line_gets_three_corners_right():
    X, y = corners()
    assert best_cut(X, y)[1] == 1
    (points,) = (mark for mark in pictures.one_line().scenes[0].panels[0].marks if isinstance(mark, Points))
    assert np.count_nonzero(points.flag & HOLLOW) == 1


def test_lines_side_by_side_fold_xor_and_crossing_ones_do_not():
    crossing, beside, twice = lesson.FoldLab(), *(preset(lesson.FoldLab, n) for n in ("side by side", "one line twice"))
    assert (crossing.steps[0].wrong, beside.steps[0].wrong, twice.steps[0].wrong) == (1, 0, 2)
    hidden, (_, y) = beside.steps[0].hidden, corners()
    between = hidden[y == 1]
    assert np.allclose(*between, atol=1e-3), "both on one place"
    gentle = preset(lesson.FoldLab, "gentle units").steps[0]
    assert gentle.wrong == 0 and np.ptp(gentle.hidden, axis=0).max() < np.ptp(hidden, axis=0).max()
    assert preset(lesson.FoldLab, "four clouds").steps[0].wrong == 0


def test_table_of_threshold_units_is_the_lectures():
    """MLP-07, I-001-003, I-002-019."""
    table = pictures.what_the_units_say()
    assert [int(v) for v in table["y: at least 1/2"]] == golden("MLP-07").value == truth_table(XOR)[1].tolist()
    assert column(table, "h1: sum at least 1/2") == list("0111") and column(table, "h2: sum at least 3/2") == list(
        "0001"
    )


def test_sigmoid_has_these_values_and_a_slope_of_a_quarter_at_most():
    """MLP-06."""
    z = sigmoid(np.array([0.0, 1.0, -2.0]))
    assert close([*z, z[1] * (1 - z[1])], golden("MLP-06"))
    fine = sigmoid(np.linspace(-5, 5, 1001))
    assert (fine * (1 - fine)).max() == pytest.approx(0.25)


def test_slope_of_a_sharpened_unit_vanishes_but_on_a_cliff():
    slopes = np.abs([step.slope for step in lesson.SharpenLab().steps])
    assert slopes[0] > 0.06 and slopes[-1] < 1e-5
    assert abs(preset(lesson.SharpenLab, "on a terrace").steps[-1].slope) < 1e-5
    assert abs(preset(lesson.SharpenLab, "beside a point").steps[-1].slope) > 0.05


def test_pass_by_hand():
    """MLP-02, MLP-03, MLP-04."""
    told = lesson.PassLab().steps[-1].told
    first, second = told.gradients
    assert close(second[:, 0], golden("MLP-02")) and close(first, golden("MLP-03"))
    assert close([told.deltas[0], golden("MLP-04").value[1]], golden("MLP-04"))
    z = told.z[0]
    assert round(float(told.z[1][0]), 3) == 0.520 and round(float(told.deltas[1][0]), 3) == -0.480
    assert round(float(z[1]), 3) == 0.438 and round(1 - float(z[1]), 3) == 0.562
    assert round(-0.480 * -0.6 * 0.438 * 0.562, 3) == 0.071 == round(float(told.deltas[0][1]), 3)


def test_slip_of_the_exercise_is_the_printed_one():
    """MLP-04: what the given function does is the slide's, and lowers the loss as well."""
    x, y, rate = np.array([0.5, -1.0]), 1.0, 0.5
    layers = [np.array(each) for each in tiny().layers]
    V, w = exercises._update_given(x, y, layers[0], layers[1][:, 0], rate)
    printed = pass_steps(tiny(), x, y, rate=rate, printed=True)[-1]
    np.testing.assert_allclose(V, printed.model.layers[0])
    np.testing.assert_allclose((layers[0] - V)[0] / rate, golden("MLP-04").value[1])
    assert pass_steps(tiny().with_layers([V, w[:, None]]), x, y)[0].loss < pass_steps(tiny(), x, y)[0].loss


def test_saturated_unit_learns_less_and_a_right_answer_teaches_nothing():
    told = preset(lesson.PassLab, "saturated").steps[-1].told
    assert told.z[0][0] > 0.999 and abs(told.deltas[0][0]) < 0.01 * abs(told.deltas[0][1])
    right = preset(lesson.PassLab, "just right").steps[-1].told
    assert max(np.abs(slope).max() for slope in right.gradients) < 1e-3


def test_ring_needs_three_hidden_units():
    lab = lesson.BordersLab()
    X, y = lab.examples
    two, three = ([learned(X, y, units, "tanh", 0.3, seed)[-1].mistakes for seed in range(10)] for units in (2, 3))
    assert min(two) > 0 and sum(wrong == 0 for wrong in three) >= 8


def test_xor_is_stuck_from_one_start_and_better_from_others():
    lab = preset(lesson.BordersLab, "XOR, stuck")
    X, y = lab.examples
    found = [learned(X, y, 2, "tanh", 0.3, seed)[-1].mistakes for seed in range(8)]
    assert found[6] == lab.steps[-1].mistakes > 2 * min(found)


def test_large_rates_fail():
    lab = lesson.BordersLab()
    X, y = lab.examples
    assert learned(X, y, 3, "tanh", 1.0, 1)[-1].mistakes == 0
    assert learned(X, y, 3, "tanh", 3.0, 1)[-1].mistakes > 0
    with pytest.raises(ValueError, match="choose a smaller rate"):
        learned(X, y, 3, "tanh", 6.0, 1)


def test_twins_stay_and_a_start_by_chance_parts_them():
    zero, chance, tanh = lesson.TwinsLab(), *(preset(lesson.TwinsLab, n) for n in ("by chance", "all zero, tanh"))
    assert max(map(apart, zero.steps)) < 1e-6 and zero.steps[-1].mistakes == 11
    assert chance.steps[-1].mistakes == 0
    hidden = [step.model.layers[0] for step in tanh.steps]
    assert not np.any(hidden) and not any(np.any(step.model.layers[1][1:]) for step in tanh.steps)


def test_loss_on_held_out_digits_falls_then_rises():
    course = lesson.StoppingLab().steps[0].course
    assert (np.diff(course.known[:20]) < 0).all() and course.best == 9
    assert course.fresh[-1] > course.fresh.min() + 0.3 and course.wrong[-1] > course.wrong[course.best] + 0.03
    clean = preset(lesson.StoppingLab, "no wrong label").steps[0].course
    assert clean.best == 13 and clean.fresh[-1] > clean.fresh.min() + 0.05
    assert round(100 * clean.wrong[13]) == round(100 * clean.wrong[-1]) == 16


def test_digits_in_numbers():
    X, _ = digits()
    assert X[:KNOWN].shape == (200, 64) and len(X[FRESH:]) == 501
    table = pictures.digit_scores()
    few, many = ([int(v) for v in table[f"wrong, from {n}"]] for n in (200, 400))
    assert few[0] < min(few[1:]) and 0 < many[0] - many[1] < 10
    assert few[1] - few[2] < 5 and many[2] > many[1]


def test_concrete_in_numbers():
    assert round(exercises.straight_error(), 2) == 9.91
    assert exercises.network_error((32,), 1.0) == pytest.approx(5.84, abs=0.1)
    assert len(exercises._concrete()[0]) - exercises.LEARNED == 430


# ---------------------------------------------------------------- the page with more


def test_pigeon_and_computer():
    """HOP-01, I-002-017."""
    said = column(pictures_more.bits_a_second(), "bit operations a second")
    assert said == ["2 \u00d7 10\u00b9\u00b3", "2 \u00d7 10\u00b9\u2074"]
    assert golden("HOP-01").value == [2e13, 2e14]


def test_two_sigmoids_make_a_bump_between_their_switches():
    from labkit.learners.network import by_hand

    model = by_hand(pictures_more.two_sigmoids())
    assert model.predict([[1.5]])[0] > 0.95 and np.abs(model.predict([[-1.0], [0.4], [2.6], [4.0]])).max() < 0.02


def test_weights_of_the_digit_network():
    """MLP-05."""
    assert Shape((784, 16, 10)).free_parameters == golden("MLP-05").value == 785 * 16 + 17 * 10


def test_narrow_bumps_fall_back_to_the_constant():
    step = preset(lesson.BumpsLab, "narrow").steps[-1]
    centres = np.sort(step.centres[:, 0])
    middles = (centres[:-1] + centres[1:]) / 2
    assert step.model.predict(middles[:, None]) == pytest.approx(step.weights[0, 0], abs=0.05)
    first, wide = lesson.BumpsLab().steps[-1], preset(lesson.BumpsLab, "wide").steps[-1]
    assert first.rss < 2 < 4 < step.rss
    shapes = bumps(wide) / np.abs(bumps(wide)).max(axis=1, keepdims=True)
    assert wide.rss > 4 and np.abs(shapes).min() > 0.05, "each of the wide ones is felt everywhere"


def test_radial_functions_have_the_lectures_values():
    """RBF-01."""
    table, want = pictures_more.radial_values(), golden("RBF-01").value
    assert [str(table[name][2]) for name in table.names[1:]] == [f"{value:.3f}" for value in want]


def test_bumps_that_move_fit_better_and_some_become_narrow():
    """I-002-058"""
    still, moved = lesson.BumpsLab().steps[-1], preset(lesson.BumpsLab, "bumps that move").steps[-1]
    few = lesson.BumpsLab(adapt=5).steps[-1]
    assert moved.rss < few.rss < still.rss
    assert moved.widths.min() < 0.5 * still.widths.min() < few.widths.min()


def test_exact_bumps_are_the_lectures():
    """RBF-02."""
    table = pictures_more.exact_bumps()
    assert column(table, "weight of the bump") == [f"{w:.3f}" for w in golden("RBF-02").value]
    assert column(table, "sum") == ["0.000", "1.000", "0.000"]


@pytest.mark.parametrize("kind", ["xor", "rings", "moons"])
def test_noise_spoils_distances_more_than_directions(kind):
    wrong = {step.columns: step.wrong for step in lesson.NoiseLab(data=kind).steps}
    assert wrong[8][0] < wrong[8][1]
    assert kind != "xor" or (max(wrong[0]) < 0.02 and wrong[8][0] < 0.1 < 0.3 < wrong[8][1])
