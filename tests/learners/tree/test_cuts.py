"""The cuts of a tree as line pieces: on the test's line, inside the node, and ending where another answer begins."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import CART, ObliqueTree
from labkit.learners.tree.cuts import cut_piece, line_piece

LIMITS = (-1.0, 1.0), (-1.0, 1.0)


def fitted(learner, seed):
    X, y = data.moons(80, noise=0.2, seed=seed)
    return learner.fit(X, y).model_


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("learner", [CART(), ObliqueTree()], ids=["straight", "oblique"])
def test_both_sides_of_a_cut_go_to_both_children_of_its_node(learner, seed):
    model = fitted(learner, seed)
    tree, seen = model.tree, 0
    for node in tree.splits.tolist():
        piece = cut_piece(tree, node, *LIMITS)
        if piece is None or np.linalg.norm(piece[1] - piece[0]) < 1e-6:
            continue
        seen += 1
        ends = piece[0] + np.outer([0.001, 0.5, 0.999], piece[1] - piece[0])
        normal = np.array([piece[0, 1] - piece[1, 1], piece[1, 0] - piece[0, 0]])
        normal *= 1e-9 / np.linalg.norm(normal)
        for place in ends:
            sides = np.array([place - normal, place + normal])
            children = {way[tree.depth[node] + 1] for way in map(tree.path, model.apply(sides)) if node in way}
            assert children == set(tree.children(node))
    assert seen >= 3


@pytest.mark.parametrize("seed", range(5))
def test_cut_ends_at_the_frame_or_at_another_cut(seed):
    model = fitted(ObliqueTree(), seed)
    tree = model.tree
    for node in tree.splits.tolist():
        piece = cut_piece(tree, node, *LIMITS)
        for end, other in [] if piece is None else (piece, piece[::-1]):
            beyond = end + 1e-6 * (end - other) / np.linalg.norm(end - other)
            inside = (np.abs(beyond) <= 1).all()
            assert not inside or node not in tree.path(int(model.apply(beyond[None])[0]))


def test_cut_out_of_sight_is_none():
    tree = fitted(CART(), 0).tree
    assert cut_piece(tree, 0, (50.0, 51.0), (50.0, 51.0)) is None


def test_any_line_is_cut_off_by_the_tests_above_its_node():
    """What a leaf would look like if it were split there."""
    model, limits = fitted(CART(max_depth=2), 1), ((-1.3, 1.3), (-1.3, 1.3))
    tree, seen = model.tree, 0
    for leaf in tree.leaves.tolist():
        for t in np.linspace(-1.2, 1.2, 9):
            piece = line_piece(tree, leaf, np.array([1.0, 0.0]), t, *limits)
            if piece is None:
                continue
            seen += 1
            inside = piece.mean(axis=0) + 1e-3 * (piece - piece.mean(axis=0))
            assert np.allclose(piece[:, 0], t) and (model.apply(inside) == leaf).all()
    assert seen >= 9  # of every height some leaf has a part
