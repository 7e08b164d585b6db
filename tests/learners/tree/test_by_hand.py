"""A tree grown by hand: the moves, and what the criterion says of them."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import STOP, UPDATE
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.by_hand import hand_steps, hand_story
from labkit.learners.tree.criteria import CRITERIA
from labkit.learners.tree.engine import level_growth
from labkit.learners.tree.hand_moves import OPEN, HandMove
from labkit.learners.tree.plan import Plan, TreeExamples
from tests.golden import close, golden

TENNIS = data.load("tennis")
X = TENNIS.without("day", "play")
ATTRIBUTES = Attributes.of(X)
CLASSES, Y = np.unique(TENNIS["play"], return_inverse=True)
EXAMPLES = TreeExamples(ATTRIBUTES.cells(X), Y, 2, ATTRIBUTES.categorical)
MULTIWAY = Plan("entropy", True)
OUTLOOK, HUMIDITY, WIND = HandMove(0), HandMove(2), HandMove(3)


def record(moves, plan=MULTIWAY, **more):
    return hand_story(EXAMPLES, plan, ATTRIBUTES, CLASSES, moves, **more)


def points(n=40, seed=2):
    A, y = data.moons(n, noise=0.2, seed=seed)
    return TreeExamples(A, y, 2, np.zeros(2, dtype=bool)), Attributes.of(A), A, y


def test_first_node_waits_for_its_test():
    (step,) = record([], chosen=2)
    assert (step.event, step.node, step.leaves, step.wrong) == (OPEN, 0, 1, 5)
    assert [step.question(k) for k in range(4)] == ["outlook", "temperature", "humidity", "wind"]
    assert (step.asked, step.best) == (2, 0)
    assert close(step.tests[0].gain, golden("TEN-05"))
    assert step.caption == "at the root (14 examples): ask humidity? So far 1 leaf, 5 of 14 wrong"


def test_chosen_test_beyond_the_last_is_the_last():
    assert record([], chosen=99)[0].asked == 3


def test_move_is_judged_by_the_criterion():
    step = record([HUMIDITY])[0]
    assert (step.event, step.rank, step.leaves) == (UPDATE, 2, 2)
    gains = [test.gain for test in step.tests]
    assert step.lost == pytest.approx(gains[0] - gains[2]) == pytest.approx(0.0949, abs=5e-5)
    assert "rank 2 of 4; entropy asks outlook, 0.095 more" in step.caption


def test_criterions_own_choice_loses_nothing():
    step = record([OUTLOOK])[0]
    assert (step.rank, step.lost) == (1, 0.0)
    assert "the choice of entropy too" in step.caption


def test_moves_go_breadth_first_over_the_open_nodes():
    story = record([OUTLOOK, WIND, HUMIDITY])
    assert [step.event for step in story] == [UPDATE, UPDATE, UPDATE, STOP]
    asked = [step.model.condition(step.node) for step in story[:-1]]
    assert asked == ["", "outlook = rain", "outlook = sunny"]
    assert (story[-1].leaves, story[-1].wrong) == (5, 0.0)
    assert story[-1].caption == "done after 3 splits: 5 leaves, 0 of 14 wrong"


@pytest.mark.parametrize("criterion", CRITERIA)
def test_criterion_that_grows_alone_gives_its_own_tree(criterion):
    examples, attributes, _, _ = points()
    plan = Plan(criterion)
    own = level_growth.grow(examples, plan)
    tree = hand_story(examples, plan, attributes, np.array([0, 1]), [], finish=True)[-1].model.tree
    assert tree.feature.tolist() == own.feature.tolist()
    assert np.array_equal(tree.threshold, own.threshold, equal_nan=True)


def test_step_predicts_with_the_splits_so_far():
    examples, attributes, A, y = points()
    story = hand_story(examples, Plan("gini"), attributes, np.array([0, 1]), [], finish=True)
    for step in story:
        assert (step.model.predict(A) != y).sum() == step.wrong
        assert len(step.model.leaves) == step.leaves


def test_move_that_no_node_can_ask_ends_the_moves():
    story = record([OUTLOOK, OUTLOOK])
    assert [step.event for step in story] == [UPDATE, OPEN]


def test_threshold_means_the_nearest_that_there_is():
    examples, attributes, _, _ = points()
    (step,) = hand_story(examples, Plan("gini"), attributes, np.array([0, 1]), [])
    for k, test in enumerate(step.tests):
        assert HandMove.of(test).found(step.tests) == k
        assert HandMove(test.feature, test.threshold + 1e-7).found(step.tests) == k


def test_moves_are_read_as_they_are_written():
    for move in (HandMove(3), HandMove(0, 2.0), HandMove(1, -0.0625), HandMove(12, 1e-7)):
        assert HandMove.read(str(move)) == move


@pytest.mark.parametrize("word", ["", "nonsense", "3", "x:1", "1:x", "-1:2", "0:nan", "0:inf", "1.5:2"])
def test_move_that_says_nothing_is_refused(word):
    with pytest.raises(ValueError, match=r"move: expected a feature and a value such as '2:0\.05', got"):
        HandMove.read(word)


def test_branches_add_up_to_what_is_left():
    (step,) = record([])
    for k, test in enumerate(step.tests):
        branches = step.branches(k)
        assert sum(share * impurity for _, share, _, impurity in branches) == pytest.approx(test.after)
        assert sum(counts for _, _, counts, _ in branches).tolist() == [5, 9]
    assert [answer for answer, *_ in step.branches(0)] == ["overcast", "rain", "sunny"]
    assert [answer for answer, *_ in record([], Plan("gini"))[0].branches(0)] == ["yes", "no"]


def test_gain_has_its_unit():
    assert "0.152 bits" in record([HUMIDITY])[0].caption
    assert "bits" not in record([HandMove(2, 0.0)], Plan("gini"))[0].caption


# ---------------------------------------------------------------- lecture 18: forced splits, and numbers


def counter_example():
    table = data.load("cart_counterexample")
    X, y = table.without("y"), table["y"].astype(int)
    attributes = Attributes.of(X)
    return TreeExamples(attributes.cells(X), y, 2, attributes.categorical), attributes


def test_forced_first_split_shows_what_greed_costs():
    """I-002-049, E-002-12: after one split a has the fewest errors; to the end, b needs the fewest leaves."""
    examples, attributes = counter_example()
    stories = [hand_story(examples, Plan("gini"), attributes, np.array([0, 1]), [HandMove(feature, 0.5)], finish=True)
               for feature in range(3)]  # fmt: skip
    assert all(
        close(int(story[0].wrong), golden(id))
        for story, id in zip(stories, ("CCX-01", "CCX-02", "CCX-03"), strict=True)
    )
    shapes = [[story[-1].leaves, story[-1].split, int(story[-1].model.tree.depth.max())] for story in stories]
    assert (
        close(shapes[0], golden("CCX-06")) and close(shapes[1], golden("CCX-07")) and close(shapes[2], golden("CCX-07"))
    )
    assert [story[-1].wrong for story in stories] == [0, 0, 0]
    assert (
        "at the root: b \u2264 0.5 gains 0.000, rank 2 of 3; gini asks a \u2264 0.5, 0.033 more"
        in stories[1][0].caption
    )


def test_tree_of_numbers_is_grown_by_hand():
    """I-001-040: a split that is dragged, and what it leaves of the error."""
    table = data.load("reg10")
    A, y = table.numeric("x"), table["y"]
    examples, attributes = TreeExamples(A, y, 0, np.array([False])), Attributes.of(A)
    plan = Plan("variance", max_depth=2)
    (waiting,) = hand_story(examples, plan, attributes, None, [], chosen=2)
    assert waiting.tests[waiting.asked].threshold == 3.5 and waiting.tests[waiting.best].threshold == 4.5
    assert close([waiting.tests[waiting.best].threshold, waiting.tests[waiting.best].after], golden("REG-02"))
    assert waiting.caption.endswith(f"So far 1 leaf, mean squared error {y.var():.4g}")
    first, *_, last = hand_story(examples, plan, attributes, None, [HandMove(0, 3.6)], finish=True)
    assert first.model.tree.threshold[0] == 3.5
    means = np.where(A[:, 0] <= 3.5, y[A[:, 0] <= 3.5].mean(), y[A[:, 0] > 3.5].mean())
    np.testing.assert_allclose(first.model.predict(A), means)
    assert first.error == pytest.approx(np.mean((y - means) ** 2)) == pytest.approx(first.tests[first.asked].after)
    assert first.rank == 1 + sum(test.after < first.tests[first.asked].after - 1e-9 for test in first.tests)
    assert f"{first.lost:.4g} more" in first.caption and "variance asks x1 \u2264 4.5" in first.caption
    assert last.event == STOP and last.error < first.error
    shares = [branch[1] for branch in first.branches(first.asked)]
    spreads = [y[A[:, 0] <= 3.5].var(), y[A[:, 0] > 3.5].var()]
    assert shares == pytest.approx([0.3, 0.7])
    np.testing.assert_allclose([branch[3] for branch in first.branches(first.asked)], spreads)


def test_numbers_of_any_size_are_judged_alike():
    A, y = data.curve(30, seed=1)
    ranks = []
    for scale in (1e-8, 1.0, 1e8):
        examples = TreeExamples(A, scale * y, 0, np.array([False]))
        story = hand_story(examples, Plan("variance"), Attributes.of(A), None, [HandMove(0, 0.4)])
        ranks.append((story[0].rank, story[0].lost / scale**2))
    assert ranks[0][0] == ranks[1][0] == ranks[2][0] > 1
    assert ranks[0][1] == pytest.approx(ranks[1][1]) == pytest.approx(ranks[2][1])


def test_judged_story_ends_with_the_verdict():
    assert [step.event for step in record([OUTLOOK, WIND], judged=True)] == [UPDATE, UPDATE]
    (waiting,) = record([], judged=True)  # nothing was asked yet
    assert waiting.event == OPEN


# ---------------------------------------------------------------- in words


def test_moves_in_words_are_those_in_codes():
    story = hand_steps(X, TENNIS["play"], ["outlook", "humidity", "wind"])
    assert [step.caption for step in story] == [step.caption for step in record([OUTLOOK, HUMIDITY, WIND])]
    assert hand_steps(X, TENNIS["play"], "wind", judged=True)[-1].caption == record([WIND], judged=True)[-1].caption


def test_moves_in_words_name_thresholds_categories_and_subsets():
    weather = data.load("weather")
    A, y = weather.without("case", "class"), weather["class"]
    story = hand_steps(A, y, ["humidity <= 80", "outlook = Sunny"], tests="binary", finish=True)
    assert story[-1].model.question(0).startswith("humidity") and story[0].asked != story[0].best
    assert story[-1].event == STOP and story[-1].wrong == 0
    table = Table.from_dict({"c": list("abcd") * 2})
    step = hand_steps(table, [0, 1, 1, 0] * 2, ["c in {d, a}"], tests="subsets", judged=True)[-1]
    assert step.question(step.asked) == "c \u2208 {a, d}" and step.rank == 1
    assert str(HandMove.of(step.tests[step.asked])) == "0:0,3" and HandMove.read("0:0,3").value == (0, 3)
    numbers = hand_steps([[0.0], [1], [2]], [1.0, 1, 5], ["x1 \u2264 1.4"], criterion="variance")
    assert numbers[0].question(numbers[0].asked) == "x1 \u2264 1.5"


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("temp", "move: expected a test of outlook, temperature, humidity, wind in words such"),
        ("outlook = snow", "outlook: expected one of 'overcast', 'rain', 'sunny', got 'snow'"),
    ],
)
def test_moves_that_name_nothing_are_refused(move, says):
    with pytest.raises(ValueError, match=says):
        hand_steps(X, TENNIS["play"], [move])


def test_number_that_is_none_is_refused():
    with pytest.raises(ValueError, match="move: expected a number for x1, got 'a'"):
        hand_steps([[0.0], [1]], [0, 1], ["x1 <= a"])
    with pytest.raises(ValueError, match="tests: expected one of 'binary', 'multiway', 'subsets', got 'all'"):
        hand_steps([[0.0], [1]], [0, 1], tests="all")
