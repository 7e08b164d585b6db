"""One member's cut: a line where its answer changes, each side in the colour of what is answered there."""

import numpy as np
import pytest

from labkit.core.story import UPDATE, Step
from labkit.learners import CART, Perceptron, RegressionTree
from labkit.views.plane.cuts import ASIDE, Cuts, line_within
from labkit.views.scene import Boxes, Points, Segments

LIMITS = (-1.0, 1.0), (-2.0, 2.0)
SIZE = (200.0, 400.0)  # a unit is 0.01 of both axes
RNG = np.random.default_rng(0)
X = RNG.uniform([-1, -2], [1, 2], (60, 2))


def marks(model, labels=(0, 1)):
    view = Cuts(lambda step: step.model, limits=LIMITS, labels=labels)
    return view(Step(event=UPDATE, model=model), SIZE)


def lines(found, color):
    return [mark for mark in found if isinstance(mark, Segments) and mark.color == color]


def pieces(line):
    """(pieces, ends, coordinates)"""
    return np.column_stack([line.x0, line.y0, line.x1, line.y1]).astype(float).reshape(-1, 2, 2)


def asked(model, found, labels):
    """For every mark of a side: whether the model answers there what the colour says."""
    right = []
    for kind, label in enumerate(labels):
        for line in lines(found, f"class{kind}"):
            for start, end in pieces(line):
                right.append(model.predict(((start + end) / 2)[None])[0] == label)
    return right


@pytest.mark.parametrize("feature", [0, 1])
@pytest.mark.parametrize("turned", [False, True])
def test_stump_is_one_line_with_its_answers_on_both_sides(feature, turned):
    labels = np.array(["a", "b"])
    model = CART(max_depth=1).fit(X, labels[((X[:, feature] > 0.2) ^ turned).astype(int)]).model_
    found = marks(model, labels=labels)
    (line,) = lines(found, "accent")
    start, end = pieces(line)[0]
    assert start[feature] == end[feature] == pytest.approx(model.tree.threshold[0], abs=1e-6)
    assert sorted((start[1 - feature], end[1 - feature])) == list(LIMITS[1 - feature])
    assert asked(model, found, labels) == [True, True]
    beside = pieces(lines(found, "class0")[0])[0, 0, feature]
    assert abs(beside - start[feature]) == pytest.approx(0.01 * ASIDE, abs=1e-6)


def test_shapes_of_both_classes_stand_on_their_sides():
    model = CART(max_depth=1).fit(X, X[:, 0] > 0.2).model_
    found = marks(model, labels=[False, True])
    shapes = [mark for mark in found if isinstance(mark, Points)]
    for shape in shapes:
        (answer,) = model.predict(np.column_stack([shape.x, shape.y]).astype(float))
        assert answer == bool(shape.kind[0])
    assert len(shapes) == 2 == len([mark for mark in found if isinstance(mark, Boxes)])


def test_deeper_tree_shows_only_where_its_answer_changes():
    y = ((X[:, 0] > 0.2) & (X[:, 1] > 0.1)).astype(int)
    model = CART(max_depth=3).fit(X, y).model_
    found = marks(model)
    answers = asked(model, found, [0, 1])
    assert len(answers) > 2 and all(answers)
    for start, end in pieces(lines(found, "accent")[0]):
        middle, across = (start + end) / 2, np.array([1e-4, 1e-4]) * (start == end)
        one, other = model.predict(np.array([middle - across, middle + across]))
        assert one != other


def test_stump_that_answers_the_same_on_both_sides_keeps_its_cut():
    model = CART(max_depth=1).fit(X, np.where(np.arange(60) % 3 == 0, 1, 0)).model_
    assert len(model.leaves) == 2 and len(set(model.predict(X).tolist())) == 1
    found = marks(model)
    assert len(lines(found, "accent")) == 1 and not lines(found, "class1")


def test_numbers_are_coloured_by_their_sign():
    model = RegressionTree(max_depth=1).fit(X, np.sign(X[:, 1])).model_
    found = marks(model)
    (positive,) = lines(found, "class1")
    assert pieces(positive)[0, :, 1].min() > pieces(lines(found, "accent")[0])[0, 0, 1]


@pytest.mark.parametrize("normal", [(1.0, 0.3), (-1.0, 0.3), (0.2, 1.0), (0.2, -1.0), (1.0, 0.0), (0.0, -1.0)])
def test_line_of_a_linear_member_has_its_answers_on_both_sides(normal):
    y = (X @ np.array(normal) > 0.1).astype(int)
    model = Perceptron().fit(X, y).model_
    found = marks(model)
    assert asked(model, found, [0, 1]) == [True, True]


def test_member_that_only_predicts_is_asked_on_a_grid():
    class Round:
        classes = np.array([0, 1])

        def predict(self, points):
            return (np.hypot(*points.T) > 0.5).astype(int)

    (line,) = marks(Round())
    radius = np.linalg.norm(pieces(line), axis=2)
    assert line.color == "accent" and np.abs(radius - 0.5).max() < 0.08


def test_no_member_is_no_mark():
    assert marks(None) == []


@pytest.mark.parametrize("seed", range(20))
def test_line_within_ends_on_the_edges(seed):
    rng = np.random.default_rng(seed)
    normal, offset = rng.normal(size=2), rng.normal()
    segment = line_within(normal, offset, *LIMITS)
    dense = np.stack(np.meshgrid(np.linspace(-1, 1, 81), np.linspace(-2, 2, 81)), axis=-1) @ normal + offset
    assert len(segment) == (dense.min() < 0 < dense.max())
    for x, y in segment.reshape(-1, 2):
        assert normal @ [x, y] + offset == pytest.approx(0.0, abs=1e-9)
        assert max(abs(x), abs(y) / 2) == pytest.approx(1.0)


@pytest.mark.parametrize("normal, offset", [((0.0, 0.0), 1.0), ((1.0, 0.0), 5.0), ((0.0, 1.0), -2.5)])
def test_line_out_of_sight_is_none(normal, offset):
    assert line_within(np.array(normal), offset, *LIMITS).shape == (0, 4)


def test_class_without_a_colour_is_named():
    model = CART(max_depth=1).fit(X, np.where(X[:, 0] > 0, "yes", "no")).model_
    with pytest.raises(
        ValueError, match="labels: expected every class of the model, got none for 'yes'; list them all"
    ):
        marks(model, labels=["no", "maybe"])
