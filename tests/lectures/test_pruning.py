"""The labs of lecture 16: what their pictures claim."""

import numpy as np
import pytest

from labkit.core.story import STOP
from labkit.learners import CART
from labkit.lectures.l16_pruning_and_rules import DepthLab, PruningLab, RulesLab, ValidationLab
from labkit.lectures.l16_pruning_and_rules.common import GENERATORS, LABELS, VALIDATION, Cases
from labkit.lectures.shared.noisy_points import samples_to_prune
from labkit.views.scene import Boxes, Path, Points, Segments, Text
from tests.golden import golden


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def texts(scene, panel):
    return [mark.text for mark in marks(scene, panel, Text)]


# ---------------------------------------------------------------- one more level


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_depth_lab_grows_the_tree_of_each_depth(noise):
    lab = DepthLab(noise=noise)
    X, y = lab.examples
    for step in lab.steps:
        grown = CART(max_depth=step.depth).fit(X, LABELS[y])
        assert len(grown.model_.leaves) == len(step.model.leaves)
        assert step.error == pytest.approx(1 - grown.score(X, LABELS[y]))
    assert lab.steps[-1].error == 0 and lab.steps[-2].error > 0


# ---------------------------------------------------------------- the pruning sequence: I-000-091, I-000-093, I-000-094


def test_pruning_lab_walks_from_the_whole_tree_to_the_root_and_ends_at_its_choice():
    lab = PruningLab()
    assert [step.leaves for step in lab.steps] == [26, 14, 5, 4, 1, 5]
    assert lab.steps[-1].event == STOP
    assert lab.summary == "6 steps; " + lab.scenes[-1].caption
    assert lab.scenes[-1].caption == (
        "chosen: the tree of step 2, 5 leaves; its cross-validation error, 0.325, is the least"
    )


@pytest.mark.parametrize("choice", ["cross-validation", "validation"])
def test_pruning_lab_choice_has_the_least_error_of_its_curve(choice):
    lab = PruningLab(choice=choice, data="gaussians")
    errors = marks(lab.scenes[-1], "errors", Path, color="curve0")[0].y[::2]
    assert lab.steps[-1].prune == np.flatnonzero(errors == errors.min())[-1]


def test_pruning_lab_one_standard_error_prunes_at_least_as_much():
    for seed in range(6):
        lab = PruningLab(seed=seed)
        plain = lab.steps[-1].leaves
        lab.set(choice="one standard error")
        assert lab.steps[-1].leaves <= plain
        assert lab.summary.endswith("is within one standard error of the least")


def test_pruning_lab_cost_lines_are_straight_over_a_true_axis():
    lab = PruningLab()
    path = lab.steps[0].path
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        (own,) = marks(scene, "costs", Path, color="accent")
        assert np.allclose(own.y, step.risk + np.asarray(own.x) * step.leaves, atol=1e-5)
        least = marks(scene, "costs", Path, color="ink")[0]
        costs = path.risks[:, None] + path.leaves[:, None] * np.asarray(least.x, dtype=float)
        assert np.allclose(least.y, costs.min(axis=0), atol=1e-5)


@pytest.mark.parametrize("risk", ["error", "impurity"])
def test_pruning_lab_band_is_where_the_tree_of_the_step_is_the_cheapest(risk):
    lab = PruningLab(risk=risk)
    path = lab.steps[0].path
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        for panel in ("costs", "errors"):
            (band,) = marks(scene, panel, Boxes, fill="accent")
            middle = (band.x0 + band.x1) / 2
            assert band.x0 == pytest.approx(step.alpha)
            assert (path.risks + middle * path.leaves).argmin() == step.prune


def test_pruning_lab_errors_of_later_trees_are_not_shown_before_them():
    lab = PruningLab()
    for k, scene in enumerate(lab.scenes[:-1]):
        assert {line.upto for line in marks(scene, "errors", Path)} == {2 * k + 2}
    assert {line.upto for line in marks(lab.scenes[-1], "errors", Path)} == {10}


def test_pruning_lab_shows_its_tree_with_what_goes_next():
    lab = PruningLab(show="tree")
    assert len(lab.scenes[0].panels) == 3 and marks(lab.scenes[0], "tree", Boxes, stroke="accent")
    assert not marks(lab.scenes[-1], "tree", Boxes, stroke="accent")


@pytest.mark.parametrize("kind", GENERATORS)
def test_pruning_lab_samples_are_of_the_same_problem(kind):
    """A tree of one sample does as well on the second as on the third, whichever way the seed turns the picture."""
    for seed in range(4):
        training, *others = samples_to_prune({"data": kind, "points": 200, "noise": 0.0, "seed": seed})
        errors = [Cases.of(*other).error(CART(max_depth=5).fit(training[0], LABELS[training[1]])) for other in others]
        assert max(errors) < 0.35 and abs(errors[0] - errors[1]) < 0.1


def test_pruning_lab_lights_what_goes_next():
    lab = PruningLab()
    for step, after, scene in zip(lab.steps[:-2], lab.steps[1:-1], lab.scenes, strict=False):
        (outlined,) = marks(scene, "plane", Boxes, stroke="accent")
        assert len(outlined.x0) >= len(after.nodes) > 0
        assert f"goes next, at {after.alpha:.3g}" in scene.caption
        assert np.nanmin(step.links) == pytest.approx(after.alpha)
    for last in lab.scenes[-2:]:
        assert not marks(last, "plane", Boxes, stroke="accent")


def test_pruning_lab_training_error_rises_along_the_sequence():
    training = marks(PruningLab().scenes[0], "errors", Path, color="curve2")[0].y
    assert training[0] == 0
    assert (np.diff(training) >= 0).all()


def test_pruning_lab_held_out_points_do_not_move_with_painted_ones():
    lab = PruningLab(choice="validation")
    held_out = Cases.of(*samples_to_prune(lab.values)[VALIDATION])
    lab.add(0.0, 0.0, 1)
    assert lab.steps[0].model.tree.weight[0] == 81
    shown = marks(lab.scenes[0], "errors", Path, color="curve0")[0].y[0]
    assert shown == pytest.approx(held_out.error(lab.steps[0].model))


def test_pruning_lab_swaps_the_labels_of_the_asked_share():
    lab = PruningLab()
    clean, noisy = (lab.data({**lab.values, "noise": noise})[1] for noise in (0.0, 0.25))
    assert (clean != noisy).sum() == 20


@pytest.mark.parametrize("method", ["reduced error", "greedy search"])
def test_validation_lab_never_adds_errors(method):  # I-000-095
    lab = ValidationLab(method=method)
    assert (np.diff([step.errors for step in lab.steps]) <= 0).all()
    step, scene = lab.steps[1], lab.scenes[1]
    ticks = dict(scene.panel("counts").xticks)
    assert ticks == {0.0: f"as a leaf: {step.leaf_errors:.3g}", 1.0: f"as it is: {step.subtree_errors:.3g}"}


def test_pruning_lab_refuses_a_class_of_one_point():
    lab = PruningLab(points=20)
    with pytest.raises(ValueError, match="expected at least 2 examples of each class, got 1"):
        while True:
            lab.delete(int(np.flatnonzero(lab.examples[1] == 0)[0]))


# ---------------------------------------------------------------- rules: I-001-037, I-001-038, I-001-039


def test_rules_lab_prunes_the_tennis_rules_as_the_lecture():
    lab = RulesLab()
    before_sorting = lab.steps[-2].model.rules
    pruned = [[[c.text.replace(" ", "") for c in rule.conditions], str(rule.label)] for rule in before_sorting]
    assert [pruned[k] for k in (3, 4, 0, 1, 2)] == golden("RUL-02").value


def test_rules_lab_shows_the_supports_of_the_lecture():
    shown = [text for text in texts(RulesLab().scenes[0], "rules") if text.endswith("%")]
    assert shown == [f"{100 * golden('RUL-01').value[k]:.0f} %" for k in (2, 3, 4, 0, 1)]
    shown = [text for text in texts(RulesLab(data="avian_flu").scenes[0], "rules") if text.endswith("%")]
    assert shown == [f"{100 * share:.0f} %" for share in golden("AVI-01").value[::-1]]


def test_rules_lab_strikes_one_condition_more_with_every_step():
    lab = RulesLab(data="buys_computer")
    struck = [sum(line.color != "grid" and line.y0 == line.y1 for line in marks(scene, "rules", Segments))
              for scene in lab.scenes]  # fmt: skip
    assert struck == [*range(len(lab.steps) - 1), len(lab.steps) - 2]
    assert [len(marks(scene, "rules", Boxes, fill="lit")) for scene in lab.scenes] == [
        0,
        *[1] * (len(lab.steps) - 2),
        0,
    ]


def test_rules_lab_sorts_the_lines_at_the_end_with_their_own_conditions():
    lab = RulesLab()
    accuracies = [text for text in texts(lab.scenes[-1], "rules") if " of " in text]
    assert accuracies == ["2 of 2", "1 of 1", "1 of 1", "2 of 2", "1 of 2"]
    kept = [mark.x0 for mark in marks(lab.scenes[-1], "rules", Boxes, stroke="grid")]
    assert len(kept) == lab.steps[-1].conditions == 5


def test_rules_lab_grown_from_the_earlier_rows_has_other_rules():
    lab = RulesLab(grown="the earlier rows")
    assert lab.steps[0].conditions != RulesLab().steps[0].conditions


def test_rules_lab_box_holds_the_cases_of_the_rule():
    lab = RulesLab(data="moons")
    for step, scene in zip(lab.steps[1:-1], lab.scenes[1:-1], strict=True):
        (box,), cases = marks(scene, "plane", Boxes, fill="accent"), marks(scene, "plane", Points)[0]
        X = np.column_stack([cases.x, cases.y]).astype(float)
        low, high = np.array([[box.x0, box.y0], [box.x1, box.y1]])
        inside = ((low < X) & (high >= X)).all(axis=1)
        assert np.array_equal(inside, step.model.rules[step.rule].covers(X))
    assert not marks(lab.scenes[-1], "plane", Boxes, fill="accent")


@pytest.mark.parametrize("kind", GENERATORS)
def test_rules_lab_has_room_for_every_threshold(kind):
    shown = texts(RulesLab(data=kind).scenes[0], "rules")
    assert sum(text.startswith("x") for text in shown) > 10
    assert not [text for text in shown if text.endswith("\u2026")]
