"""Values erased share by share, and what each remedy still gets right."""

import numpy as np
import pytest

from labkit.core.story import START, STOP, Trace
from labkit.learners import CART
from labkit.learners.tree.erasure import SHARES, erasure_steps, remedies
from tests.learners.tree.grown import noisy


def grown_model(seed=0):
    X, y = noisy(seed, n=120)
    return CART(missing="surrogates", max_depth=3).fit(X, y).model_, X, y


def story(**options):
    model, X, y = grown_model()
    return Trace(erasure_steps(model, remedies(model, X), X, y, **{"features": [0], **options}))


def test_erasure_tells_every_share_from_nothing_to_all():  # I-000-097
    trace = story()
    assert tuple(trace.curve("share")) == SHARES
    assert (trace[0].event, trace[-1].event, trace[-1].reason) == (START, STOP, "all is hidden")


def test_every_remedy_answers_as_the_tree_where_nothing_is_hidden():
    model, X, y = grown_model()
    right = np.mean(model.predict(X) == y)
    assert list(story()[0].accuracy.values()) == pytest.approx([right] * 4)


def test_accuracy_where_all_is_hidden_is_that_of_cases_without_the_value():
    model, X, y = grown_model()
    gaps = X.copy()
    gaps[:, 0] = np.nan
    for name, router in remedies(model, X).items():
        expected = np.mean(model.routed(router).predict(gaps) == y)
        assert story()[-1].accuracy[name] == pytest.approx(expected)


def test_heavier_branch_asks_no_surrogate():
    model, X, _ = grown_model()
    blind = remedies(model, X)["heavier branch"]
    assert not any(backup.surrogates for backup in blind.backups.values())
    assert [backup.heavier for backup in blind.backups.values()] == [b.heavier for b in model.router.backups.values()]


def test_nothing_is_lost_where_no_column_is_erased():
    for step in story(features=[]):
        assert step.accuracy == story()[0].accuracy


def test_erasure_replays_and_depends_on_the_seed():
    assert [step.accuracy for step in story(seed=3)] == [step.accuracy for step in story(seed=3)]
    assert [step.accuracy for step in story(seed=3)] != [step.accuracy for step in story(seed=4)]


def test_erasure_refuses_at_the_call():
    model, X, y = grown_model()
    with pytest.raises(ValueError, match="one target per example"):
        erasure_steps(model, remedies(model, X), X, y[1:], features=[0])
    with pytest.raises(ValueError, match=r"^model: expected one with surrogates"):
        remedies(model.routed(None), X)
