"""Adaline: the lecture's numbers, and mistakes it may keep. The rule is held in ``least_squares/test_delta_rule``."""

import numpy as np

from labkit.core.data import load
from labkit.learners import Adaline
from tests.golden import close, golden


def examples(name):
    data = load(name).numeric()
    return data[:, :-1], data[:, -1].astype(int)


def test_adaline_weights_after_one_sweep_LMS_01():
    last = Adaline(learning_rate=0.1, max_sweeps=1).fit(*examples("dhs4")).last_step_
    assert close(-last.w, golden("LMS-01"))  # the lecture has class 1 = +1
    assert last.update == 4 and last.reason == "the budget of 1 sweeps is spent"


def test_adaline_may_keep_mistakes_on_separable_data():
    X, y = examples("lda10")
    X, y = np.vstack([X, [-20, -20]]), np.append(y, 1)
    learner = Adaline(learning_rate=1e-3, max_sweeps=2000).fit(X, y)
    assert learner.score(X, y) < 1
