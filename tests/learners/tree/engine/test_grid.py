"""The leaves as boxes of the plane, and the grid painted with them."""

import numpy as np
import pytest

from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.engine.grid import leaf_boxes, paint
from labkit.learners.tree.engine.level_growth import grow
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import Plan, TreeExamples

LIMITS = (-0.2, 1.1), (0.1, 0.9)


def grown(seed, *, n=120, classes=3, features=2, categorical=False, ties=True):
    """A tree of points, many of them on a coarse grid so that thresholds repeat."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, features))
    X = np.round(X, 1) if ties else X
    y = rng.integers(classes, size=n) if classes else rng.normal(size=n)
    plan = Plan(criterion="gini" if classes else "variance", max_depth=int(rng.integers(1, 9)))
    tree = grow(TreeExamples(X, y, classes, np.full(features, categorical)), plan)
    return TreeModel.whole(tree, Attributes.of(X), np.arange(classes) if classes else None)


def moments(model):
    """The masks of the tree as it grew."""
    splits = len(model.tree.splits)
    return [model.tree.first < model.tree.after(k) for k in {0, 1, splits // 2, splits}]


@pytest.mark.parametrize("classes", [0, 2, 4])
@pytest.mark.parametrize("seed", range(8))
def test_paint_equals_asking_the_tree_at_every_cell(seed, classes):
    model = grown(seed, classes=classes)
    x, y = np.linspace(-0.1, 1.2, 27), np.linspace(0, 1, 21)  # some cells exactly on a threshold
    points = np.column_stack([np.tile(x, len(y)), np.repeat(y, len(x))])
    for split in moments(model):
        expected = model.tree.prediction[model.tree.apply(points, split)]
        np.testing.assert_array_equal(paint(model.tree, split, x, y).ravel(), expected)


def test_paint_sends_a_cell_on_a_threshold_to_the_left():
    model = grown(0, classes=2)
    root = model.tree
    x = np.array([root.threshold[0], np.nextafter(root.threshold[0], 2)])
    only = root.first < root.after(1)
    cells = [x, np.zeros(1)] if root.feature[0] == 0 else [np.zeros(1), x]
    assert paint(root, only, *cells).ravel().tolist() == root.prediction[[1, 2]].tolist()


@pytest.mark.parametrize(("features", "classes"), [(2, 0), (2, 3), (4, 2), (4, 0)])
def test_grid_equals_predict_on_the_plane_through_a_case(features, classes):
    model, case = grown(3, classes=classes, features=features), np.full(features, 0.4)
    x, y = np.linspace(0, 1, 19), np.linspace(0, 1, 23)
    cases = np.tile(case, (len(x) * len(y), 1))
    cases[:, :2] = np.column_stack([np.tile(x, len(y)), np.repeat(y, len(x))])
    for moment in (model, model.prefix(5)):
        said = moment.classes[moment.class_grid(x, y, case)] if classes else moment.number_grid(x, y, case)
        np.testing.assert_array_equal(said.ravel(), moment.predict(cases))
    assert (model.number_grid if classes else model.class_grid)(x, y, case) is None
    assert features == 2 or model.class_grid(x, y) is model.number_grid(x, y) is None


@pytest.mark.parametrize("seed", range(8))
def test_leaf_boxes_tile_what_is_seen_and_hold_the_leaf_of_their_middle(seed):
    """I-001-022: every leaf is a rectangle."""
    model = grown(seed)
    for split in moments(model):
        leaves = leaf_boxes(model.tree, split, *LIMITS)
        x0, x1, y0, y1 = leaves.boxes.T
        assert np.sum((x1 - x0) * (y1 - y0)) == pytest.approx(1.3 * 0.8)
        across = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0)
        up = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0)
        overlap = (across > 0) & (up > 0)
        np.testing.assert_array_equal(overlap, np.eye(len(leaves.nodes), dtype=bool))
        middles = np.column_stack([(x0 + x1) / 2, (y0 + y1) / 2])
        np.testing.assert_array_equal(model.tree.apply(middles, split), leaves.nodes)


@pytest.mark.parametrize("more", [{"features": 3}, {"categorical": True}])
def test_leaves_that_are_no_boxes_are_none(more):
    model = grown(1, n=60, **more)
    assert leaf_boxes(model.tree, model.split, *LIMITS) is None
    assert paint(model.tree, model.split, np.zeros(1), np.zeros(1)) is None
    assert model.leaf_boxes(*LIMITS) is None


def test_model_gives_the_boxes_of_its_leaves():
    model = grown(2)
    leaves = model.leaf_boxes((-9.0, 9.0), (-9.0, 9.0))
    assert leaves.nodes.tolist() == model.leaves.tolist() and leaves.boxes.shape == (len(leaves.nodes), 4)
    assert leaves.parents.tolist() == model.tree.parent[model.leaves].tolist()
    x0, x1, y0, y1 = leaves.boxes.T
    said = model.predict(np.column_stack([(x0 + x1) / 2, (y0 + y1) / 2]))
    assert model.classes[leaves.predictions.astype(int)].tolist() == said.tolist()
