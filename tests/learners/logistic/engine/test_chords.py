"""Classes that are fitted with a Hessian from before, against Newton's method as it is read."""

from types import SimpleNamespace

import numpy as np
import pytest

from labkit.learners import TangentSoftmax
from labkit.learners.logistic.engine import chords
from labkit.learners.logistic.engine.chords import Chords
from labkit.learners.logistic.tangent import Tangents


def examples(n=200, d=6, classes=4, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, (X @ rng.normal(size=(d, classes)) + rng.gumbel(size=(n, classes))).argmax(axis=1)


@pytest.mark.parametrize("lam", [0.0, 1.0])
@pytest.mark.parametrize("intercept", [True, False])
def test_story_by_chords_is_that_by_newton(lam, intercept, monkeypatch):
    learner = TangentSoftmax(lam=lam, intercept=intercept, max_iterations=30)
    quick = learner.trace(*examples())
    monkeypatch.setattr(chords, "MOST_CHORDS", 0)  # every fit in full
    full = learner.trace(*examples())
    assert len(quick) == len(full)
    for one, other in zip(quick, full, strict=True):
        assert one.caption == other.caption
        np.testing.assert_allclose(one.model.W, other.model.W, atol=1e-8)


def test_most_fits_need_no_hessian(monkeypatch):
    in_full, newton = [], Tangents.newton
    monkeypatch.setattr(Tangents, "newton", lambda self, *at: in_full.append(1) or newton(self, *at))
    rounds = TangentSoftmax(lam=1.0, max_iterations=60, tolerance=0.0).fit(*examples()).last_step_.iteration
    assert len(in_full) < 0.3 * 3 * rounds


def test_hessian_that_fits_no_more_is_made_anew():
    """Far from where it was made, and where it has no inverse."""

    def place(w):
        return SimpleNamespace(w=w, hessian=np.diag(3 * w**2))

    calls, one = [], Chords(1, 1)

    def newton(k, w):
        calls.append(k)
        return place(np.array([0.1 if len(calls) == 1 else 0.0]))

    def fit(w):
        return one.fit(np.array([[w]]), lambda classes, W: W**3, np.ones(1), 1e-10, newton)

    fit(1.0)
    assert fit(5.0) == 0.0  # 1 / H of 0.1 leads far beyond
    fit(1.0)  # there is no inverse now
    assert calls == [0, 0, 0]
