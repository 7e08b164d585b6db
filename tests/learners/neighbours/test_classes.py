"""Nearest neighbours for classes: the lecture's numbers, scikit-learn, ties, weights, the field, bad input."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn import datasets
from sklearn.neighbors import KNeighborsClassifier

from labkit.core import data
from labkit.core.story import SOLVED
from labkit.learners import NearestNeighbours
from tests.golden import close, golden

RUNNER = [65.0, 9.0]


def runs():
    """The runner's past runs: (temperature, wind) and whether they were fun. I-004-017."""
    table = data.load("run_fun")
    return np.asarray(table.select("temp_F", "wind_mph")), np.array(table["fun"])


def test_nearest_weather_case_WEA_30():
    """I-003-001."""
    table = data.load("weather")
    X, y = np.asarray(table.select("temp", "humidity")), np.array(table["class"])
    learner = NearestNeighbours(k=1).fit(X, y)
    rows, distances = learner.neighbours([[82, 85]])
    assert close([int(rows[0, 0]) + 1, float(distances[0, 0])], golden("WEA-30"))
    assert learner.predict([[82, 85]]).tolist() == ["No"]


def test_nearest_runs_KNN_02():
    X, y = runs()
    rows, distances = NearestNeighbours().fit(X, y).neighbours([RUNNER])
    assert close(distances[0], golden("KNN-02"))
    assert y[rows[0]].tolist() == ["yes", "no", "no", "yes", "no"]


def test_run_is_decided_by_k_and_the_tie_at_2_by_the_first_class():
    """I-004-017, I-003-006: one vote each at k = 2, and "no" comes first."""
    X, y = runs()
    model = NearestNeighbours().fit(X, y).model_
    answers = [replace(model, k=k).predict([RUNNER])[0] for k in (1, 2, 3)]
    assert answers == ["yes", "no", "no"]
    assert replace(model, k=2).predict_proba([RUNNER]).tolist() == [[0.5, 0.5]]


@pytest.mark.parametrize("load", ["iris", "wine", "breast_cancer", "digits"])
@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("p", [1, 2, np.inf])
def test_learner_agrees_with_scikit_learn(load, weights, p):
    """On noisy cases: no two distances are equal, so no rule for ties is asked."""
    X, y = getattr(datasets, f"load_{load}")(return_X_y=True)
    X = X + np.random.default_rng(0).normal(0, 0.1, X.shape)
    train, test = np.arange(len(X)) % 3 > 0, np.arange(len(X)) % 3 == 0
    for k in (1, 5, 12):
        ours = NearestNeighbours(k=k, p=p, weights=weights).fit(X[train], y[train])
        theirs = KNeighborsClassifier(k, p=p, weights=weights).fit(X[train], y[train])
        np.testing.assert_array_equal(ours.predict(X[test]), theirs.predict(X[test]))
        np.testing.assert_allclose(ours.predict_proba(X[test]), theirs.predict_proba(X[test]), atol=1e-12)


def test_learning_is_remembering():
    X, y = data.moons(50, seed=1)
    (step,) = NearestNeighbours().steps(X, y)
    assert step.event == SOLVED
    assert "50 examples remembered" in step.caption
    np.testing.assert_array_equal(step.model.X, X)


# ---------------------------------------------------------------- ties and weights


def test_equal_votes_are_for_the_first_class():
    learner = NearestNeighbours(k=4).fit([[1.0], [2], [3], [4]], ["b", "c", "c", "b"])
    assert learner.predict([[0.0], [9.0]]).tolist() == ["b", "b"]


def test_of_equal_examples_the_lowest_row_is_asked():
    X = np.zeros((3, 1))
    assert NearestNeighbours(k=1).fit(X, ["c", "b", "a"]).predict([[5.0]]) == ["c"]


def test_examples_at_distance_zero_decide_alone():
    X, y = [[0.0], [0], [0], [1e-300], [2e-300]], ["a", "b", "b", "a", "a"]
    learner = NearestNeighbours(k=5, p=1, weights="distance").fit(X, y)
    assert learner.predict([[0.0]]).tolist() == ["b"]
    np.testing.assert_allclose(learner.predict_proba([[0.0]]), [[1 / 3, 2 / 3]])
    assert NearestNeighbours(k=5, p=1).fit(X, y).predict([[0.0]]).tolist() == ["a"]


def test_nearer_examples_weigh_more():
    X, y = [[1.0], [-4], [4]], [0, 1, 1]
    assert NearestNeighbours(k=3).fit(X, y).predict([[0.0]]) == [1]
    learner = NearestNeighbours(k=3, weights="distance").fit(X, y)
    np.testing.assert_allclose(learner.predict_proba([[0.0]]), [[2 / 3, 1 / 3]])


@pytest.mark.parametrize("scale", [1e-8, 1e8, 1e60])
@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_scale_of_the_data_does_not_matter(scale, weights):
    X, y = data.moons(60, seed=1)
    cases, _ = data.moons(40, seed=2)
    ours = [NearestNeighbours(weights=weights).fit(s * X, y).predict_proba(s * cases) for s in (1.0, scale)]
    np.testing.assert_allclose(*ours, rtol=1e-9)


def test_constant_feature_does_not_matter():
    X, y = data.moons(60, seed=1)
    wide = np.column_stack([X, np.full(60, 7.0)])
    np.testing.assert_array_equal(
        NearestNeighbours().fit(wide, y).predict(wide), NearestNeighbours().fit(X, y).predict(X)
    )


def test_all_examples_as_neighbours_give_the_commonest_class():
    X, y = data.blobs(30, seed=1)
    y[:3] = 2
    assert set(NearestNeighbours(k=30).fit(X, y).predict(X)) == {np.bincount(y).argmax()}


# ---------------------------------------------------------------- the plane


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("p", [1, 2, 2.5, np.inf])
@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_grid_is_what_predict_says(classes, p, weights):
    X, y = data.blobs(90, classes=classes, spread=0.4, seed=1)
    x, rows = np.linspace(-1, 1, 37), np.linspace(-1.2, 1, 23)
    for k in (1, 4):  # four neighbours of two classes may be equally many
        model = NearestNeighbours(k=k, p=p, weights=weights).fit(X, y).model_
        index, score = model.class_grid(x, rows), model.score_grid(x, rows)
        assert index.shape == (23, 37)
        points = np.stack(np.meshgrid(x, rows), axis=-1).reshape(-1, 2)
        np.testing.assert_array_equal(model.classes[index.ravel()], model.predict(points))
        assert score is None if classes > 2 else np.array_equal(score > 0, index == 1)


def test_score_of_two_classes_is_a_share_of_votes_less_a_half():
    X, y = data.moons(80, seed=1)
    score = NearestNeighbours(k=5).fit(X, y).model_.score_grid(np.linspace(-1, 1, 20), np.linspace(-1, 1, 20))
    assert set(np.round((score + 0.5) * 5, 9).ravel()) <= set(range(6))
    assert score.min() == -0.5 and score.max() == 0.5


def test_grid_of_more_features_goes_through_a_case():
    X, axis = np.random.default_rng(0).normal(size=(20, 3)), np.arange(3.0)
    model = NearestNeighbours().fit(X, X[:, 0] > 0).model_
    assert model.class_grid(axis, axis) is None
    cases = [[a, b, 0.4] for b in axis for a in axis]
    assert (
        model.classes[model.class_grid(axis, axis, [0.0, 0.0, 0.4])].ravel().tolist() == model.predict(cases).tolist()
    )


def test_larger_k_has_a_smoother_boundary():
    """Deck 003: the boundary gets shorter as k grows."""
    X, y = data.gaussians(200, seed=1)
    model, axis = NearestNeighbours().fit(X, y).model_, np.linspace(-1, 1, 100)
    lengths = []
    for k in (1, 5, 25):
        second = replace(model, k=k).score_grid(axis, axis) > 0
        lengths.append((second[1:] != second[:-1]).sum() + (second[:, 1:] != second[:, :-1]).sum())
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 2 * lengths[2]


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"k": 31}, r"^k: .* <= 30 \(no more neighbours than examples, n_samples=30\), got 31; set k accordingly"),
        ({"k": 0}, r"^k: expected a whole number >= 1, got 0"),
        ({"k": 2.5}, r"^k: expected a whole number .*, got 2\.5"),
        ({"p": 0.9}, r"^p: expected a number >= 1 .*, got 0\.9"),
        ({"p": np.nan}, r"^p: expected a number >= 1 .*, got nan"),
        ({"weights": "near"}, r"^weights: expected one of 'uniform', 'distance', got 'near'"),
        ({"search": "ball"}, r"^search: expected one of 'auto', 'brute', 'tree', got 'ball'"),
    ],
)
def test_bad_hyper_parameter_is_refused(given, message):
    X, y = data.moons(30, seed=1)
    with pytest.raises(ValueError, match=message):
        NearestNeighbours(**given).fit(X, y)


def test_model_refuses_what_it_cannot_answer():
    X, y = data.moons(30, seed=1)
    learner = NearestNeighbours().fit(X, y)
    with pytest.raises(ValueError, match=r"^k: expected a whole number >= 1 and <= 30"):
        learner.neighbours(X, 31)
    with pytest.raises(ValueError, match="X has 3 features, but VotingModel is expecting 2"):
        learner.model_.predict(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="expecting 2 features"):
        learner.neighbours(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="has not seen data"):
        NearestNeighbours().neighbours(X)


def test_one_member_of_a_class_is_answered_at_its_place():
    learner = NearestNeighbours(k=1).fit([[0.0], [1], [2]], ["a", "b", "b"])
    assert learner.predict([[0.4], [0.5], [0.6]]).tolist() == ["a", "a", "b"]


def test_model_says_whose_votes_tie():
    model = NearestNeighbours(k=2).fit([[0.0], [1.0], [2.0], [3.0]], list("aabb")).model_
    assert model.tied([[0.2], [1.5], [2.9]]).tolist() == [False, True, False]
    assert model.predict([[1.5]]).tolist() == ["a"], "the first of them"
