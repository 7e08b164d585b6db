import numpy as np
import pytest

from labkit.learners import NeuralNetwork, RegressionNetwork
from labkit.learners.network.backpropagation import pass_steps
from labkit.learners.network.model import by_hand
from tests.golden import close, golden

LAYERS = [[[0.1, -0.2], [0.4, 0.3], [-0.5, 0.2]], [[0.3], [0.7], [-0.6]]]
CASE = [0.5, -1.0]


def lecture(**more):
    return pass_steps(by_hand(LAYERS), CASE, 1.0, rate=0.5, **more)


def test_story_goes_forward_then_backward_then_moves():  # I-002-032, I-002-034
    trace = lecture()
    assert [(step.event, step.phase, step.layer) for step in trace] == [
        ("start", "", None),
        ("update", "forward", 0),
        ("update", "forward", 1),
        ("update", "backward", 1),
        ("update", "backward", 0),
        ("stop", "", None),
    ]
    assert [len(step.z) for step in trace] == [0, 1, 2, 2, 2, 2]
    assert [len(step.deltas) for step in trace] == [0, 0, 0, 1, 2, 2]
    assert [step.equation for step in trace] == [None, 2, 1, 3, 4, 6]


def test_story_shows_the_lecture_s_numbers_when_they_are_known():
    trace = lecture()
    hidden, output = trace[1], trace[2]
    np.testing.assert_allclose(hidden.a[0], [0.8, -0.25])
    np.testing.assert_allclose(hidden.z[0], 1 / (1 + np.exp([-0.8, 0.25])))
    assert output.a[1][0] == pytest.approx(0.3 + 0.7 * hidden.z[0][0] - 0.6 * hidden.z[0][1])
    assert close(trace[3].gradients[0][:, 0], golden("MLP-02"))
    assert close(trace[4].gradients[0], golden("MLP-03"))


def test_printed_story_has_the_printed_deltas():  # E-002-02
    found = [trace[4].deltas[0] for trace in (lecture(), lecture(printed=True))]
    assert close(np.array(found), golden("MLP-04"))


def test_update_is_the_rate_times_the_gradient():
    trace = lecture()
    for before, after, slope in zip(trace[0].model.layers, trace[-1].model.layers, trace[-1].gradients, strict=True):
        np.testing.assert_allclose(after, before - 0.5 * slope)
    assert trace[-1].loss < trace[0].loss == pytest.approx(0.5 * golden("MLP-02").value[0] ** 2)


def test_captions_say_what_was_computed():
    captions = [step.caption for step in lecture()]
    assert captions[0] == "start: the example (0.5, -1) comes in; the answer should be 1"
    assert captions[1] == "forward: hidden layer 1 sums up to (0.8, -0.25), which makes (0.69, 0.4378)"
    assert captions[2] == "forward: the output sums up to 0.5203, which is the answer"
    assert captions[3] == "backward: the output is off by -0.4797"
    assert captions[4] == "backward: hidden layer 1 has a share in it of (-0.07183, 0.07084)"
    assert captions[5] == "stop: every weight moves by 0.5 times its slope, down: loss 0.1151 becomes 0.001529"


def test_arrays_of_the_story_are_read_only():
    for step in lecture():
        for array in (step.x, step.target, *step.a, *step.z, *step.deltas, *step.gradients, *step.model.layers):
            assert not array.flags.writeable


def test_learner_tells_the_story_of_an_example_in_its_own_units():
    rng = np.random.default_rng(0)
    X, y = rng.normal(100, 10, (40, 2)), np.repeat(["a", "b", "c", "d"], 10)
    learner = NeuralNetwork(hidden=(3, 2), max_epochs=3).fit(X, y)
    trace = learner.pass_steps(X[0], "a")
    assert len(trace) == 1 + 3 + 3 + 1
    np.testing.assert_allclose(trace[3].z[-1], learner.predict_proba(X[:1])[0])
    np.testing.assert_array_equal(trace[0].target, [1, 0, 0, 0])
    slopes = learner.model_.backward(X[:1], ["a"])
    for ours, theirs in zip(trace[-1].gradients, slopes, strict=True):
        np.testing.assert_allclose(ours, theirs.gradient)


def test_number_is_answered_in_the_units_of_the_network():
    X, y = np.arange(10.0)[:, None], 1000.0 + 50 * np.arange(10.0)
    learner = RegressionNetwork(hidden=(2,), max_epochs=2).fit(X, y)
    trace = learner.pass_steps([3.0], 1150.0)
    assert trace[0].target[0] == pytest.approx((1150 - y.mean()) / y.std())
    assert trace[0].caption == (
        "start: the example 3, -0.5222 in the network's units, comes in; the answer should be -0.5222"
    )


def test_numbers_on_the_edges_add_up_to_the_sums():  # I-002-034: numbers on the edges
    rng = np.random.default_rng(0)
    learner = NeuralNetwork(hidden=(3, 2), max_epochs=3).fit(rng.normal(50, 9, (40, 2)), np.arange(40) % 3)
    for step in learner.pass_steps([40.0, 60.0], 1)[:-1]:
        assert len(step.sent) == step.forward
        for V, sent, a in zip(step.model.layers, step.sent, step.a, strict=False):
            np.testing.assert_allclose((V * sent[:, None]).sum(axis=0), a)
            assert not sent.flags.writeable


def test_caption_of_many_numbers_tells_the_first():
    learner = NeuralNetwork(hidden=(9,), max_epochs=1, scaled=False).fit(np.eye(20), np.arange(20) % 2)
    start, hidden, *_ = learner.pass_steps(np.arange(20.0), 1)
    assert start.caption == ("start: the example (0, 1, 2, 3, 4, 5, ... 20 in all) comes in; the answer should be 1")
    assert hidden.caption.endswith("... 9 in all)")


def test_bad_requests_are_refused():
    model = by_hand(LAYERS)
    with pytest.raises(ValueError, match="rate: expected a number > 0, got 0"):
        pass_steps(model, CASE, 1.0, rate=0)
    with pytest.raises(ValueError, match="x: expected 2 numbers, got 3; pass one for each feature"):
        pass_steps(model, [1.0, 2.0, 3.0], 1.0)
    with pytest.raises(ValueError, match="y: expected numbers, got text such as 'b'"):
        pass_steps(model, CASE, "b")
    learner = NeuralNetwork(max_epochs=1).fit([[0.0], [1.0]], ["a", "b"])
    with pytest.raises(ValueError, match="y: expected one of 'a', 'b', got 'c'; take a class that was learned"):
        learner.pass_steps([0.0], "c")
