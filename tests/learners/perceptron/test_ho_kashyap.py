"""Ho-Kashyap: the lecture's numbers, and both of its certificates against the linear program."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners.perceptron.ho_kashyap import HoKashyap
from labkit.learners.perceptron.programming import separable
from tests.golden import close, golden


def examples(name):
    data = load(name).numeric()
    return data[:, :-1], data[:, -1].astype(int)


def outlier():
    """lda10 and one far example of class 1, which spoils least squares."""
    X, y = examples("lda10")
    return np.vstack([X, [-20, -20]]), np.append(y, 1)


def test_ho_kashyap_repairs_least_squares_HK_02():
    trace = HoKashyap().trace(*outlier())
    assert close([trace[0].mistakes, trace[-1].update], golden("HK-02"))
    assert trace[-1].certificate == "separator" and trace[-1].mistakes == 0


def test_ho_kashyap_errors_prove_that_xor_is_not_separable_HK_03():
    trace = HoKashyap().trace(*examples("xor"))
    assert close(trace[0].errors, golden("HK-03"))
    assert trace[-1].certificate == "balance" and trace[-1].update == 0


def test_ho_kashyap_weights_after_the_first_raise_HK_04():
    # The lecture negates class 2, the library class 1: the weights change sign.
    assert close(-HoKashyap().trace(*outlier())[1].a, golden("HK-04"))


def test_ho_kashyap_starts_at_plain_least_squares():
    X, y = outlier()
    Xa = np.column_stack([np.ones(len(X)), X])
    w, *_ = np.linalg.lstsq(Xa, np.where(y == 2, 1.0, -1.0))
    assert next(HoKashyap().steps(X, y)).a == pytest.approx(w, abs=1e-12)


def test_ho_kashyap_targets_only_rise_and_errors_only_shrink():
    trace = HoKashyap(learning_rate=0.9).trace(*outlier())
    for before, after in pairwise(trace):
        assert (after.targets >= before.targets).all()
    assert (np.diff(trace.curve(lambda step: np.linalg.norm(step.errors))) <= 1e-12).all()


@pytest.mark.parametrize("seed", range(40))
def test_ho_kashyap_agrees_with_the_linear_program(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(12, 2))
    y = (X[:, 0] + rng.choice([0.0, 1.0]) * rng.normal(size=12) > 0).astype(int)
    y[:2] = 0, 1
    last = HoKashyap(learning_rate=0.9, max_updates=100_000).fit(X, y).last_step_
    assert last.certificate == ("separator" if separable(X, y) else "balance")
    assert last.errors.max() <= 1e-6 * np.abs(last.errors).max() or last.certificate == "separator"


@pytest.mark.parametrize("scale, offset", [(1.0, 0.0), (1.0, 1e9), (1e-160, 0.0), (1e90, 0.0)])
def test_ho_kashyap_errors_do_not_depend_on_where_the_features_lie(scale, offset):
    X, y = outlier()
    plain, moved = HoKashyap().trace(X, y), HoKashyap().trace(X * scale + offset, y)
    assert [step.mistakes for step in moved] == [step.mistakes for step in plain]
    assert moved[-1].errors == pytest.approx(plain[-1].errors, abs=1e-6)
    assert moved[-1].certificate == "separator" and (moved[-1].model.predict(X * scale + offset) == y).all()
    table, labels = examples("xor")
    assert HoKashyap().fit(table * scale + offset, labels).last_step_.certificate == "balance"


@pytest.mark.parametrize("gap", [1e-10, 1e-13, 1e-17])
def test_ho_kashyap_never_disproves_a_separable_gap(gap):
    last = HoKashyap().fit([[0.0], [gap], [1.0]], [0, 1, 1]).last_step_  # separable
    assert last.certificate != "balance" and "not separable" not in last.caption


def test_ho_kashyap_spent_budget_says_so():
    last = HoKashyap(max_updates=1).fit(*outlier()).last_step_
    assert last.caption == "stop after 1 update: the budget of 1 updates is spent" and last.certificate == ""


def test_ho_kashyap_captions_count_the_wrong_side():
    trace = HoKashyap().trace(*outlier())
    assert trace[0].caption == "start: plain least squares, 2 of 11 examples are on the wrong side"
    assert trace[1].caption.startswith("update 1: targets rise to at most 1.696, 2 of 11")
    assert trace[1].equation == 3


@pytest.mark.parametrize("wrong", [{"learning_rate": 1}, {"learning_rate": 0}, {"tolerance": -1}, {"max_updates": 0}])
def test_ho_kashyap_refuses_unusable_hyper_parameters(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected .* got .*;"):
        HoKashyap(**wrong).steps(*outlier())


def test_weights_of_zero_but_for_rounding_are_no_line_at_all():
    """XOR: least squares answers 0 everywhere."""
    xor = load("xor").numeric()
    for step in HoKashyap().trace(xor[:, :-1], xor[:, -1].astype(int)):
        assert not step.a.any()
