"""A student's learner beside the reference: alike, parting, failing."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import LeastMeanSquares, MulticlassPerceptron, Perceptron
from labkit.player.compare import compare
from tests.render.pixels import assert_drawn, colours

X, Y = data.separable(30, margin=0.1, seed=3)
UPDATES = Perceptron().trace(X, Y)[-1].update


class Mine:
    """The rule as a student may write it: w is changed in place, and steps are told as it pleases."""

    def __init__(self, tell=lambda w, i: SimpleNamespace(w=w, example=i), strict=False, backwards=False, fail_at=None):
        self.tell, self.strict, self.backwards, self.fail_at = tell, strict, backwards, fail_at

    def steps(self, X, y):
        Z = np.column_stack([-np.ones(len(X)), X]) * np.where(y == y.max(), 1, -1)[:, None]
        rows = range(len(Z))[::-1] if self.backwards else range(len(Z))
        w, n, before = np.zeros(3), 0, -1
        while n != before and n < 1000:
            before = n
            for i in rows:
                score = w @ Z[i]
                if score < 0 or (score == 0 and not self.strict):
                    w += Z[i]
                    n += 1
                    if n == self.fail_at:
                        raise RuntimeError("lost\nmy way")
                    yield self.tell(w, i)


class EveryExample(Mine):
    """Tells a step for each example it looks at, mistake or not."""

    def steps(self, X, y):
        told = super().steps(X, y)
        yield SimpleNamespace(w=np.zeros(3))
        for step in told:
            yield step
            yield SimpleNamespace(w=step.w.copy(), example=0)


class FitOnly:
    def __init__(self, decide):
        self.decide = decide

    def fit(self, X, y):
        return self

    def predict(self, X):
        return self.decide(X)


class Solved:
    """A closed form: the perceptron's last weights in one step."""

    def __init__(self, factor=1):
        self.factor = factor

    def trace(self, X, y):
        return Trace(self.steps(X, y))

    def steps(self, X, y):
        model = Perceptron().fit(X, y).model_
        yield Step(event=SOLVED, model=replace(model, w=self.factor * model.w))


def told(w, example=None):
    return SimpleNamespace(w=np.array(w, dtype=float), example=example)


@pytest.mark.parametrize(
    "own",
    [
        Perceptron(),
        Mine(),
        Mine(tell=lambda w, i: SimpleNamespace(weights=w)),
        Mine(tell=lambda w, i: SimpleNamespace(model=SimpleNamespace(w=w), example=i)),
        EveryExample(),
    ],
)
def test_same_story_is_recognised_however_it_is_told(own):
    player = compare(Perceptron(), own, X, Y)
    assert player.summary == f"the same story, {UPDATES} updates"
    assert len(player.scenes) == UPDATES + 1
    assert player.scenes[2].caption.endswith("; yours too")
    assert player.scenes[-1].caption == player.summary


def test_parting_names_the_update_and_both_examples():
    player = compare(Perceptron(), Mine(backwards=True), X, Y)
    assert player.summary == "parts at update 1: the reference took example 0, yours example 29"
    assert player.scenes[1].caption == player.summary
    assert player.scenes[3].caption == "update 3: they parted at update 1"


def test_parting_by_the_same_example_shows_the_weights():
    own = Mine(tell=lambda w, i: SimpleNamespace(w=2 * w, example=i))
    summary = compare(Perceptron(), own, X, Y).summary
    assert summary.startswith("parts at update 1: after example 0 the reference has (")


def test_slide_test_that_never_starts_parts_at_the_first_update():
    summary = compare(Perceptron(), Mine(strict=True), X, Y).summary
    assert summary == "parts at update 1: the reference took example 0, yours has stopped"


def test_story_that_goes_on_is_said_to():
    class Restless(Mine):
        def steps(self, X, y):
            yield from super().steps(X, y)
            for k in range(10_000):
                yield SimpleNamespace(w=np.full(3, float(k)), example=k % len(X))

    player = compare(Perceptron(), Restless(), X, Y)
    assert player.summary.startswith(f"parts at update {UPDATES + 1}: the reference has stopped, yours took")
    assert len(player.scenes) < 200


def test_exception_is_said_in_one_line_beside_what_was_told():
    player = compare(Perceptron(), Mine(fail_at=4), X, Y)
    assert player.summary.startswith("alike until update 3, then yours failed: RuntimeError: lost in line ")
    assert "raise RuntimeError" in player.summary and "\n" not in player.summary
    assert player.scenes[4].caption == "alike until update 3, then yours failed"
    notes = [
        " ".join(mark.text for mark in scene.panel("student").marks if hasattr(mark, "text")) for scene in player.scenes
    ]
    assert "failed here" not in notes[3]
    assert "failed here: RuntimeError: lost" in notes[4]


@pytest.mark.parametrize(
    "own, said",
    [
        (SimpleNamespace(steps=lambda X, y: X.nothing), "AttributeError"),
        (SimpleNamespace(steps=lambda X, y: None), "TypeError"),
        (SimpleNamespace(steps=lambda X, y: [5]), "expected weights called w, W"),
        (SimpleNamespace(steps=lambda X, y: [SimpleNamespace(w=np.ones(2))]), "expected weights of shape (3,)"),
        (SimpleNamespace(steps=lambda X, y: [told([1, np.nan, 0])]), "expected finite weights up to 1e+30, got nan"),
        (SimpleNamespace(steps=lambda X, y: [told([1, np.inf, 0])]), "expected finite weights up to 1e+30, got inf"),
        (SimpleNamespace(steps=lambda X, y: [told([1e200, 0, 0])]), "expected finite weights up to 1e+30, got 1e+200"),
        (SimpleNamespace(steps=lambda X, y: [told(np.ones(3), 30)]), "example: expected a whole number >= 0 and <= 29"),
        (SimpleNamespace(steps=lambda X, y: [told(np.ones(3), -1)]), "example: expected a whole number >= 0 and <= 29"),
        (FitOnly(lambda X: X[:, 0]), "expected one of 0, 1 for each of 30 rows"),
        (FitOnly(lambda X: np.full(len(X), 7)), "expected one of 0, 1 for each of 30 rows"),
        (FitOnly(lambda X: np.zeros(30)), "expected one of 0, 1 for each of 1 rows"),
    ],
)
def test_learner_that_fails_at_once_still_shows_the_reference(own, said):
    player = compare(Perceptron(), own, X, Y)
    assert player.summary.startswith("yours failed: ") and said in player.summary
    assert len(player.scenes) == UPDATES + 1


@pytest.mark.parametrize("w", [(1, 1e-170, 0), (1, 0, 1e-40), (1e-200, 1e-200, 1e-200), (1e30, 1e-30, 0), (1, 0, 0)])
def test_line_out_of_sight_is_no_error(w):
    player = compare(Perceptron(), SimpleNamespace(steps=lambda X, y: [told(w)]), X, Y)
    assert player.summary.startswith("parts at update 1: after example 0 the reference has (")


def test_learner_of_numbers_fails_in_words_or_is_refused_as_the_reference():
    summary = compare(Perceptron(), LeastMeanSquares(), X, Y).summary
    assert "then yours failed: ValueError: predict: expected one of 0, 1" in summary
    with pytest.raises(ValueError, match="reference: expected a learner of classes, got LeastMeanSquares"):
        compare(LeastMeanSquares(), Perceptron(), X, Y)


def test_closed_forms_are_compared_by_their_one_step():
    assert compare(Solved(), Solved(), X, Y).summary == "the same story, told in one step"
    assert compare(Solved(), Solved(factor=2), X, Y).summary.startswith("parts at the start: the reference has (")
    decided = compare(Solved(), FitOnly(Perceptron().fit(X, Y).predict), X, Y).summary
    assert decided == "yours, once fitted, decides as the reference does for all 30 examples"
    nothing = compare(Solved(), SimpleNamespace(steps=lambda X, y: []), X, Y).summary
    assert nothing.startswith("yours failed: ValueError: steps: expected at least one step, got none")


def test_learner_without_steps_is_compared_by_what_it_decides():
    fitted = Perceptron().fit(X, Y)
    alike = compare(Perceptron(), FitOnly(fitted.predict), X, Y).summary
    assert alike == "yours, once fitted, decides as the reference does for all 30 examples"
    other = compare(Perceptron(), FitOnly(lambda X: 1 - fitted.predict(X)), X, Y).summary
    assert other == "yours, once fitted, decides otherwise for 30 of 30 examples, the first is example 0"


def test_model_with_other_weights_is_compared_by_what_it_decides():
    class Line:
        def __init__(self, w):
            self.w = np.array([w[1], w[2], -w[0]])  # the constant last

        def predict(self, X):
            return (np.column_stack([X, np.ones(len(X))]) @ self.w > 0).astype(int)

    own = Mine(tell=lambda w, i: SimpleNamespace(model=Line(w), example=i))
    assert compare(Perceptron(), own, X, Y).summary == f"the same story, {UPDATES} updates"


def test_other_labels_and_more_classes_work():
    points, kinds = data.blobs(60, classes=3, seed=1)
    names = np.array(["red", "green", "blue"])[kinds]
    learner = MulticlassPerceptron()
    assert compare(learner, learner, points, names).summary.startswith("the same story, ")


def test_payload_stays_under_two_megabytes():
    points, kinds = data.gaussians(200, seed=0)
    player = compare(Perceptron(max_sweeps=30), FitOnly(lambda X: (np.sin(9 * X[:, 0]) > 0).astype(int)), points, kinds)
    assert len(player.payload) < 2_000_000
    assert "frames shown)" in player.summary


def test_bad_arguments_say_the_repair():
    with pytest.raises(ValueError, match="expected a learner with steps, or with fit and predict, got int"):
        compare(Perceptron(), 5, X, Y)
    with pytest.raises(ValueError, match="expected points with 2 coordinates, got 3"):
        compare(Perceptron(), Mine(), np.column_stack([X, X[:, 0]]), Y)


def test_still_picture_and_text_form_are_there():
    player = compare(Perceptron(), Mine(), X, Y, title="Mine")
    assert_drawn(colours(player.png()))
    assert repr(player) == f"Mine: the same story, {UPDATES} updates"
