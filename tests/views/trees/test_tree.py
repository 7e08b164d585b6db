"""The tree view: nothing crosses, overlaps or runs over, at any size; and it says what the model says."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from views.marks import alike, apart, of, span

from labkit.core.story import UPDATE, Step
from labkit.learners.tree.attributes import Attribute, Attributes
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.tree import MANY, THRESHOLD
from labkit.render.canvas import pack
from labkit.views.scene import Boxes, Path, Points, Scene, Text
from labkit.views.trees.arrangement import BRIEF, FULL, GLYPH, arranged, tidy
from labkit.views.trees.nodes import COUNT
from labkit.views.trees.tree import TreeView

SIZE, NARROW = (944.0, 380.0), (464.0, 380.0)
SIZES = (1, 2, 3, 5, 8, 15, 31, 47, 63)
CLASSES = np.array(["setosa", "versicolor", "virginica"])
NUMBERS = ("petal length", "petal width", "x1")
WORDS = tuple(f"colour {name}" for name in ("amber", "blue", "crimson", "denim", "emerald"))


class Noticed(Step):
    """A step with whatever else a story tells."""

    def __init__(self, model, **more):
        super().__init__(event=UPDATE, model=model)
        for name, value in more.items():
            object.__setattr__(self, name, value)


def random_tree(leaves, seed, *, multiway=False, classes=3, chain=False) -> TreeModel:
    """A tree with so many leaves (a few more if multiway), of random shape."""
    rng = np.random.default_rng(seed)
    counts = [rng.integers(0, 400, max(classes, 1)) + 1.0]
    builder, waiting = Builder(_contents(np.array(counts), classes)), [0]
    while len(waiting) < leaves:
        node = waiting.pop(-1 if chain else int(rng.integers(len(waiting))))
        arity = int(rng.integers(2, 6)) if multiway else 2
        shares = rng.dirichlet(np.ones(arity), counts[node].size).T * counts[node]
        kind, feature = (MANY, 3) if multiway else (THRESHOLD, int(rng.integers(3)))
        split = Splits(*map(np.array, ([node], [kind], [feature], [rng.normal()], [rng.random()], [arity])))
        first = int(builder.split(split, _contents(shares, classes), np.arange(arity) if multiway else None)[0])
        counts += list(shares)
        waiting += range(first, first + arity)
    attributes = Attributes((*map(Attribute, NUMBERS), Attribute("colour of the shell", WORDS)))
    return TreeModel.whole(builder.tree(4), attributes, CLASSES[:classes] if classes else None)


def _contents(counts, classes) -> Contents:
    weight = counts.sum(axis=1)
    if not classes:
        return Contents(weight, np.empty((len(counts), 0)), weight, counts[:, 0])
    return Contents(weight, counts, weight, counts.argmax(axis=1).astype(float))


def panels():
    """Trees of all sizes and kinds, each with its panel."""
    for k, leaves in enumerate(SIZES):
        for multiway in (False, True):
            model = random_tree(leaves, 10 * k + multiway, multiway=multiway)
            for size in (SIZE, NARROW):
                yield model, TreeView(model)(Noticed(model, node=0), size)
    for leaves in (20, 40):
        model = random_tree(leaves, leaves, chain=True)
        yield model, TreeView(model)(Noticed(model), SIZE)
    model = random_tree(20, 3, classes=0)
    yield model, TreeView(model)(Noticed(model), SIZE)


ALL = list(panels())


def frames(panel):
    """The rectangles of nodes, x0, y0, x1, y1: boxes with an outline, and the stubs of folded branches."""
    boxes = [(mark.x0, mark.y0, mark.x1, mark.y1) for mark in of(panel, Boxes) if mark.stroke]
    return boxes + [(p.x.min(), p.y.min(), p.x.max(), p.y.max()) for p in of(panel, Path) if len(p.x) == 5]


def branches(panel):
    return [path for path in of(panel, Path) if len(path.x) == 4]


# ---------------------------------------------------------------- geometry


@pytest.mark.parametrize("case", range(len(ALL)))
def test_nodes_are_inside_the_panel_and_apart(case):
    panel = ALL[case][1]
    found = np.array(frames(panel), dtype=float)
    assert found.min() >= 0 and found[:, [0, 2]].max() <= panel.xlim[1] and found[:, [1, 3]].max() <= panel.ylim[1]
    assert all(apart(a, b, least=2.0) for a, b in combinations(found, 2))


@pytest.mark.parametrize("case", range(len(ALL)))
def test_branches_cross_neither_each_other_nor_nodes(case):
    _, panel = ALL[case]
    pieces = [(k, piece) for k, path in enumerate(branches(panel)) for piece in _pieces(path)]
    trunks = {k: (float(path.x[0]), float(path.y[0])) for k, path in enumerate(branches(panel))}
    for (k, a), (other, b) in combinations(pieces, 2):
        assert trunks[k] == trunks[other] or apart(a, b, least=1.0)  # siblings share the way down from their parent
    nodes = [(x0 + 1, y0 + 1, x1 - 1, y1 - 1) for x0, y0, x1, y1 in frames(panel)]  # they end at its edge
    assert all(apart(piece, node) for _, piece in pieces for node in nodes)


def _pieces(path):
    ends = np.column_stack([path.x, path.y]).astype(float)
    return [(*np.minimum(a, b), *np.maximum(a, b)) for a, b in pairwise(ends)]


@pytest.mark.parametrize("case", range(len(ALL)))
def test_text_stays_in_its_node_and_clear_of_other_text(case):
    panel = ALL[case][1]
    spans = [span(text) for text in of(panel, Text)]
    assert all(apart(a, b) for a, b in combinations(spans, 2))
    for node in frames(panel):
        for x0, y0, x1, y1 in spans:
            inside = node[0] < (x0 + x1) / 2 < node[2] and node[1] < (y0 + y1) / 2 < node[3]
            assert not inside or (node[0] <= x0 and x1 <= node[2])


def test_tidy_places_children_a_slot_apart_under_the_middle_of_their_parent():
    children = {0: [1, 2, 3], 1: [4, 5], 3: [6, 7], 5: [8, 9]}
    x = tidy(children)
    for parent, below in children.items():
        assert x[parent] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)
    for level in ([1, 2, 3], [4, 5, 6, 7], [8, 9]):
        assert np.all(np.diff([x[node] for node in level]) >= 1 - 1e-9)
    assert min(np.diff([x[node] for node in (4, 5, 6, 7)])) == pytest.approx(1.0)  # and no wider than it must be


# ---------------------------------------------------------------- how much is shown


def test_a_small_tree_is_told_in_full_and_a_large_one_from_the_top():
    small, large = random_tree(4, 0), random_tree(63, 0)
    details = [
        [level.detail for level in arranged(model.tree, model.split, 928, 342).levels] for model in (small, large)
    ]
    assert set(details[0]) == {FULL}
    assert details[1] == sorted(details[1]) and details[1][0] <= BRIEF and details[1][-1] == GLYPH


def test_up_to_63_leaves_of_an_even_tree_are_all_shown():
    model = _even(6)
    layout = arranged(model.tree, model.split, 928, 342)
    assert not layout.folded and len(layout.x) == len(model.tree)


def _even(depth):
    builder = Builder(_contents(np.array([[64.0, 64.0]]), 2))
    nodes = np.array([0])
    for level in range(depth):
        k = len(nodes)
        splits = Splits(nodes, np.full(k, THRESHOLD), np.zeros(k, int), np.zeros(k), np.ones(k), np.full(k, 2))
        first = builder.split(splits, _contents(np.full((2 * k, 2), 32.0 / 2**level), 2))
        nodes = np.sort(np.r_[first, first + 1])
    return TreeModel.whole(builder.tree(1), Attributes((Attribute("x"),)), CLASSES[:2])


def test_folded_branches_say_how_many_leaves_they_hide():
    model = random_tree(400, 1)
    layout = arranged(model.tree, model.reached & model.split, 928, 342)
    panel = TreeView(model)(Noticed(model), SIZE)
    stubs = [path for path in of(panel, Path) if len(path.x) == 5]
    assert len(stubs) == len(layout.folded) > 0
    told = [text.text.split()[0] for text in of(panel, Text) if text.size == COUNT]
    leaves = model.tree.sums_over_leaves(np.ones(len(model.tree)))
    hidden = [int(leaves[node]) for node in layout.folded]
    assert sorted(map(int, told)) == sorted(hidden)


def test_far_branches_are_folded_first():
    model = random_tree(400, 2)
    layout = arranged(model.tree, model.reached & model.split, 928, 342)
    depth = model.tree.depth
    shown = max(depth[node] for node in layout.children)
    assert all(depth[node] >= shown for node in layout.folded)


# ---------------------------------------------------------------- what it says


@pytest.fixture
def model():
    return random_tree(8, 5)


def after(model, splits):
    return replace(model, upto=model.tree.after(splits))


def test_nodes_stay_where_they_are_while_the_tree_grows(model):
    view = TreeView(model)
    seen = [set(map(tuple, np.round(frames(view(Noticed(after(model, k)), SIZE)), 3))) for k in range(8)]
    assert [len(nodes) for nodes in seen] == [model.tree.after(k) for k in range(8)]
    assert all(one <= other for one, other in pairwise(seen))


def test_steps_share_the_marks_of_what_did_not_change(model):
    view = TreeView(model)
    first, second = view(Noticed(model, node=0), SIZE), view(Noticed(model, node=0), SIZE)
    assert all(a is b for a, b in zip(first.marks, second.marks, strict=True))
    story = [Scene((view(Noticed(after(model, k), node=0), SIZE),)) for k in range(8)]
    assert len(pack(story)) < 3 * len(pack(story[-1:]))


def test_another_view_of_the_same_tree_is_the_same(model):
    one, other = (TreeView(model)(Noticed(model, node=1), SIZE) for _ in range(2))
    for a, b in zip(one.marks, other.marks, strict=True):
        alike(a, b)


def test_leaves_tell_their_class_by_name_and_shape(model):
    view = TreeView(model)
    texts, points = of(view(Noticed(model), SIZE), Text), of(view(Noticed(model), SIZE), Points)
    names = [model.verdict(node) for node in model.leaves]
    shapes = [int(model.tree.prediction[node]) for node in model.leaves]
    assert sorted(int(point.kind[0]) for point in points) == sorted([*range(3), *shapes])  # and the legend
    told = sorted(text.text.rstrip("\u2026") for text in texts if text.bold)
    assert all(name.startswith(word) for name, word in zip(sorted(names), told, strict=True))


def test_bars_are_as_long_as_the_shares_of_the_classes():
    model = random_tree(1, 0)
    panel = TreeView(model, labels=["versicolor", "virginica", "setosa"])(Noticed(model), SIZE)
    bars = {mark.fill: mark.x1 - mark.x0 for mark in of(panel, Boxes) if mark.fill.startswith("class")}
    lengths = np.array([bars[f"class{k}"] for k in (2, 0, 1)])
    np.testing.assert_allclose(lengths / lengths.sum(), model.tree.counts[0] / model.tree.weight[0])


def test_the_node_that_acted_is_lit_with_its_branches(model):
    panel = TreeView(model)(Noticed(model, node=0), SIZE)
    assert [mark.stroke for mark in of(panel, Boxes)].count("accent") == 1
    assert [path.color for path in branches(panel)].count("accent") == 2
    pruned = TreeView(model)(Noticed(after(model, 1), nodes=np.array([1, 2])), SIZE)
    assert [mark.stroke for mark in of(pruned, Boxes)].count("accent") == 2


def test_what_acts_inside_a_folded_branch_lights_its_stub():
    model = random_tree(400, 1)
    panel = TreeView(model)(Noticed(model, node=int(model.tree.splits[-1])), SIZE)
    lit = [path for path in of(panel, Path) if path.color == "accent"]
    assert [len(path.x) for path in lit] == [5]


def test_the_way_of_a_case_is_lit_as_thick_as_its_weight(model):
    weights = np.zeros(len(model.tree))
    weights[[0, 1, 2]] = 1.0, 10 / 14, 4 / 14
    view = TreeView(model, path=lambda step: step.path)
    panel = view(Noticed(model, path=weights, node=0), SIZE)
    lit = [path for path in branches(panel) if path.color == "accent"]
    widths = sorted(path.width for path in lit)
    assert len(lit) == 2 and widths[1] / widths[0] > 1.8
    assert {"weight 1", "weight 0.714", "weight 0.286"} <= {text.text for text in of(panel, Text)}


def test_notes_stand_in_place_of_a_node_s_numbers(model):
    step = Noticed(after(model, 2))
    views = TreeView(model), TreeView(model, notes=lambda step: {0: ("g 0.0125",)})
    plain, said = ([mark.text for mark in of(view(step, SIZE), Text)] for view in views)
    changed = [(a, b) for a, b in zip(plain, said, strict=True) if a != b]
    assert len(changed) == 1
    assert "gain" in changed[0][0]
    assert changed[0][1] == "g 0.0125"


def test_every_node_is_found_where_it_is_drawn(model):
    panel = TreeView(model, clickable=True)(Noticed(model), SIZE)
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in frames(panel)]
    assert [panel.target_at(*place) for place in middles] == [target.name for target in panel.targets]
    assert sorted(map(int, (target.name for target in panel.targets))) == list(range(len(model.tree)))
    assert panel.target_at(1.0, 1.0) == ""
    assert not TreeView(model)(Noticed(model), SIZE).targets


def test_branches_are_thicker_where_more_examples_go(model):
    panel = TreeView(model, clickable=True)(Noticed(model), SIZE)
    leads_to = [int(panel.target_at(float(path.x[-1]), float(path.y[-1]) - 1.0)) for path in branches(panel)]
    assert sorted(leads_to) == list(range(1, len(model.tree)))
    assert np.corrcoef([path.width for path in branches(panel)], model.tree.weight[leads_to])[0, 1] > 0.999


def test_numbers_are_told_by_mean_and_size():
    model = random_tree(3, 0, classes=0)
    panel = TreeView(model)(Noticed(model), SIZE)
    texts = [text.text for text in of(panel, Text)]
    assert not of(panel, Points)
    for node in model.leaves:
        assert model.verdict(node) in texts and any(f"n {model.tree.weight[node]:.4g}" in text for text in texts)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"labels": ["setosa"]}, "labels: expected every class of the model, got none for .*versicolor"),
        ({"labels": list("abcdefghi")}, "labels: expected at most 8 classes, got 9"),
    ],
)
def test_tree_view_refuses_with_one_clear_message(model, more, message):
    with pytest.raises(ValueError, match=message):
        TreeView(model, **more)(Noticed(model), SIZE)
