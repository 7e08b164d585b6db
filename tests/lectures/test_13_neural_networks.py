"""The labs of lecture 13: what their pictures claim, what they do with bad input; and what its exercises reply."""

import numpy as np
import pytest

from labkit.learners.network import pass_steps
from labkit.lectures.l13_neural_networks import (
    BordersLab,
    BumpsLab,
    FoldLab,
    NoiseLab,
    PassLab,
    SharpenLab,
    StoppingLab,
    TwinsLab,
    exercises,
    exercises_more,
)
from labkit.lectures.l13_neural_networks.bumps import GRID, bumps
from labkit.lectures.l13_neural_networks.common import V, W, corners, tiny, two_classes
from labkit.lectures.l13_neural_networks.fold import best_cut
from labkit.lectures.l13_neural_networks.sharpen import losses, numbers, slope
from labkit.lectures.l13_neural_networks.there_and_back import row
from labkit.views.scene import Path, Points, Segments


def marks(scene, panel, kind):
    return [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]


def refused(lab, act, words):
    """One clear sentence, and the lab as it was."""
    before = lab.values, lab.payload
    with pytest.raises(ValueError, match=words):
        act()
    assert (lab.values, lab.payload) == before


# ---------------------------------------------------------------- folding


def test_model_of_given_layers_is_the_network_of_its_formula():
    x = np.array([[0.5, -1.0], [2.0, 3.0]])
    z = 1 / (1 + np.exp(-np.column_stack([np.ones(2), x]) @ np.array(V)))
    np.testing.assert_allclose(two_classes([V, W]).hidden(x), z)
    np.testing.assert_allclose(tiny().predict(x), W[0][0] + z @ np.ravel(W)[1:])


def test_best_cut_finds_what_trying_many_lines_finds():
    rng = np.random.default_rng(4)
    Z, y = rng.uniform(size=(12, 2)), rng.integers(0, 2, 12)
    w, wrong = best_cut(Z, y)
    assert int(((w[0] + Z @ w[1:] > 0) != y).sum()) == wrong
    lines = rng.normal(size=(20_000, 3))
    answers = lines[:, :1] + lines[:, 1:] @ Z.T > 0
    assert wrong <= (answers != y).sum(axis=1).min() + 1, "turns of 5 degrees miss one point at most here"


def test_dragging_handles_from_crossing_to_side_by_side_solves_xor():
    lab = FoldLab()
    assert lab.steps[0].wrong == 1
    for k, place in enumerate(FoldLab(lines="side by side").examples[0]):
        lab.move(k, *place)
    assert lab.steps[0].wrong == 0
    X, y = corners()
    assert (lab.steps[0].model.predict(X) == y).all()


def test_two_handles_at_one_place_hold_no_line():
    lab = FoldLab()
    refused(lab, lambda: lab.move(1, 0.5, -0.4), "line 1: expected two handles at different places")
    assert len(marks(lab.scenes[0], "plane", Segments)) >= 2, "both units' lines"


# ---------------------------------------------------------------- the slope


def test_slope_of_a_sharpened_unit_is_that_of_finite_differences():
    x, t = numbers(4)
    for k in (1.0, 8.0, 64.0):
        up, down = losses([-0.9 + 1e-6, -0.9 - 1e-6], k, x, t)
        assert slope(-0.9, k, x, t) == pytest.approx((up - down) / 2e-6, abs=1e-7)


def test_click_on_the_loss_stands_there():
    lab = SharpenLab()
    lab.click_at("loss", 1.23, 0.1)
    assert lab.values["place"] == 1.25


# ---------------------------------------------------------------- there and back


def test_every_edge_is_told_once_and_its_slope_is_that_of_finite_differences():
    lab = PassLab()
    edges = [step.edge for step in lab.steps if step.newest]
    assert len(edges) == len(set(edges)) == 9
    told, rate = lab.steps[-1].told, 1e-6
    for layer, i, j in edges:
        layers = [np.array(each) for each in tiny().layers]

        def loss(by, at=(layer, i, j), layers=layers):
            moved = [each.copy() for each in layers]
            moved[at[0]][at[1:]] += by
            return pass_steps(tiny().with_layers(moved), [0.5, -1.0], 1.0)[0].loss

        slope_ = row(told, (layer, i, j))[3]
        assert slope_ == pytest.approx((loss(rate) - loss(-rate)) / (2 * rate), abs=1e-8)


def test_signs_say_where_the_weight_went():
    lab = PassLab()
    told, new = lab.steps[-1].told, lab.steps[-1].model.layers
    for layer, i, j in lab.steps[-1].edges:
        moved = new[layer][i, j] - tiny().layers[layer][i, j]
        assert row(told, (layer, i, j))[4] == ("up" if moved > 0 else "down")


def test_sign_of_every_edge_is_asked_before_its_slope_is_shown():
    lab = PassLab()
    asked = [k for k, step in enumerate(lab.steps) if step.asked]
    assert [lab.steps[k].asked for k in asked] == [lab.steps[k + 1].edge for k in asked] and len(asked) == 9
    for k in asked:
        assert cells_of(lab, k)[-2:] == ["?", "?"]


def cells_of(lab, frame):
    return [mark.text for mark in lab.scenes[frame].panel("slopes").marks if hasattr(mark, "text")]


def test_guessed_signs_are_judged_one_by_one():
    lab = PassLab(rate=0.5)
    ways = [row(lab.steps[-1].told, edge)[4] for edge in lab.steps[-1].edges]
    buttons = {"up": "rise", "down": "fall"}
    lab.press_button(buttons[ways[0]])
    assert lab.steps[-1].asked and cells_of(lab, -1)[-6] == "up \u2713" and cells_of(lab, -1)[-1] == "?"
    lab.press_button("rest")
    assert "1 of 2 signs right" in lab.scenes[-1].caption
    for way in ways[2:]:
        lab.press_button(buttons[way])
    assert lab.steps[-1].event == "stop" and "8 of 9 signs right" in lab.scenes[-1].caption
    with pytest.raises(ValueError, match="expected an edge whose sign was not said"):
        lab.press_button("rise")
    lab.set(x1=2.0)
    assert lab.values["said"] == "" and not lab.steps[-1].guesses, "another example, another try"


def test_guess_is_about_the_edge_that_is_shown():
    lab = PassLab()
    lab.change(frame=[k for k, step in enumerate(lab.steps) if step.asked][5])
    lab.press_button("fall")
    assert lab.values["said"] == "-----d" and "1 of 1 signs right" in lab.scenes[-1].caption
    with pytest.raises(ValueError, match="said: expected at most 9 letters"):
        PassLab(said="xyz")


def test_nothing_is_told_before_its_time():
    lab = PassLab()
    known = [len(step.edges) for step in lab.steps]
    assert known == sorted(known) and known[:4] == [0, 0, 0, 0]
    words = [mark.text for mark in lab.scenes[1].panel("network").marks if hasattr(mark, "text")]
    assert any(word.startswith("z 0.69") for word in words) and not any("\u03b4" in word for word in words)


# ---------------------------------------------------------------- learning


def test_rate_by_which_the_loss_rises_is_refused():
    lab = BordersLab(hidden=3)
    refused(lab, lambda: lab.set(rate=10.0), "rate: expected one with which the loss falls, got 10")


def test_one_class_is_refused():
    lab = BordersLab(points=20)
    while (lab.examples[1] == 1).sum() > 1:
        lab.delete(int(np.flatnonzero(lab.examples[1] == 1)[0]))
    refused(lab, lambda: lab.delete(int(np.flatnonzero(lab.examples[1] == 1)[0])), "expected.*class")


def test_every_hidden_unit_in_sight_has_a_line():
    lab = BordersLab()
    lines = {mark.dash for mark in marks(lab.scenes[-1], "plane", Segments)}
    assert {1, 2} <= lines


def test_lines_of_twins_lie_on_each_other():
    lab = TwinsLab()
    first, second = (mark for mark in marks(lab.scenes[-1], "plane", Segments) if mark.dash in (1, 2))
    for end in ("x0", "y0", "x1", "y1"):
        np.testing.assert_allclose(getattr(first, end), getattr(second, end), atol=1e-6)


# ---------------------------------------------------------------- stopping


def test_held_out_images_are_hidden_until_one_has_chosen():
    lab = StoppingLab()
    before, after = ([end.text for end in scene.panel("losses").ends] for scene in lab.scenes)
    assert before == ["learned from"] and after == ["learned from", "held out"]
    lab.click_at("losses", 12.4, 0.5)
    assert lab.values["stop"] == 12 and lab.steps[1].epoch == 12


# ---------------------------------------------------------------- bumps, noise


def test_bumps_and_the_constant_add_up_to_the_curve():
    for function in ("gaussian", "inverse power", "linear"):
        step = BumpsLab(function=function).steps[-1]
        np.testing.assert_allclose(bumps(step).sum(axis=0) + step.weights[0, 0], step.model.predict(GRID[:, None]))


def test_more_bumps_than_places_are_refused_in_words():
    lab = BumpsLab(centres=12)
    for _ in range(12):
        lab.delete(0)
    refused(lab, lambda: lab.delete(0), "centres: expected")


def test_dragged_point_is_learned():
    lab = BumpsLab()
    before = lab.steps[-1].model.predict([[3.0]])
    lab.move(10, 3.0, 4.0)
    assert lab.steps[-1].model.predict([[3.0]]) > before
    assert marks(lab.scenes[-1], "plane", Points)[0].editable
    assert len(marks(lab.scenes[-1], "bumps", Path)) >= 6


def test_noise_has_no_part_where_there_is_none():
    steps = NoiseLab().steps
    assert steps[0].X.shape == (100, 2) and steps[-1].X.shape == (100, 18)
    assert max(steps[0].wrong) < 0.02


# ---------------------------------------------------------------- exercises


def forward(x, V, w, *, first=1.0, second=1.0):
    z = 1 / (1 + np.exp(-np.append(first, x) @ np.asarray(V)))
    return np.append(second, z) @ np.asarray(w)


def update(x, y, V, w, rate, *, slope=True, weight=True):
    x = np.append(1.0, x)
    z = np.append(1.0, 1 / (1 + np.exp(-x @ V)))
    delta = z @ w - y
    deltas = delta * (z[1:] * (1 - z[1:]) if slope else 1) * (w[1:] if weight else 1)
    return V - rate * np.outer(x, deltas), w - rate * delta * z


def gaussian(x, centres, width, power=2):
    t = np.abs(np.asarray(x)[:, None] - np.asarray(centres))
    return np.exp(-(t**power) / (2 * width**power))


BIASED, OUT = [[10, -10], [1, -1], [-1, 1]], [0, 1, -1]
PULSE = [[-20.0, -40.0], [20.0, 20.0]]
WRONG = [
    (exercises.forward, (lambda x, V, w: forward(x, V, w, first=0.0),), "holds the biases"),
    (exercises.forward, (lambda x, V, w: forward(x, V, w, second=0.0),), "first number of w"),
    (exercises.forward, (lambda x, V, w: 1 / (1 + np.exp(-forward(x, V, w))),), "plain sum"),
    (exercises.next_weights, (lambda *given: update(*given, slope=False),), "multiplied by the slope"),
    (exercises.next_weights, (lambda *given: update(*given, weight=False),), "through its weight"),
    (exercises.concrete, ((), 0.0), "straight line"),
    (exercises.concrete, ((0,), 0.0), "one whole number"),
    (exercises.concrete, ((4,), -1.0), "paid for large weights"),
    (exercises.concrete, ((4,), 0.1), "more units"),
    (exercises.stuck, ([[0, 1], [1, 2]], OUT), "a column for each hidden unit"),
    (exercises.stuck, ([[90, -10], [1, -1], [-1, 1]], OUT), "enough to be stuck"),
    (exercises.stuck, ([[5, 5], [1, 1], [1, 1]], OUT), "twins"),
    (exercises_more.parameters, (lambda sizes: sum(sizes),), "count the edges"),
    (exercises_more.parameters, (lambda sizes: int(np.dot(sizes[1:], sizes[:-1])),), "the biases"),
    (exercises_more.bumps, (lambda x, v, width: gaussian(x, v, width, 1),), "both are squared"),
    (exercises_more.bumps, (lambda x, v, width: 1 / gaussian(x, v, width),), "look at the sign"),
    (exercises_more.two_bumps, (PULSE, [0.0, 1.0]), "a column of bump_V"),
    (exercises_more.two_bumps, (PULSE, [0.0, -1.0, 1.0]), "switches on where a bump begins"),
]


@pytest.mark.parametrize("check, answers, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answers, hint):
    assert hint in said(check, *answers)


def test_start_from_which_xor_is_learned_is_not_accepted(said):
    rng = np.random.default_rng(0)
    for _ in range(20):
        start = rng.normal(0, 2, (3, 2))
        out = rng.normal(0, 2, 3)
        if np.abs(np.diff(start)).min() >= 1 and not exercises.trained_from(start, out).mistakes:
            assert "nearly no slope" in said(exercises.stuck, start, out)
            return
    raise AssertionError("none of these starts leads to a solution")
