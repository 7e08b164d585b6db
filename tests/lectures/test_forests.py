"""The labs of lecture 19: what their pictures claim."""

import numpy as np
import pytest

from labkit.core.story import STOP, UPDATE
from labkit.learners import Bagging, RandomForest
from labkit.learners.ensemble.bootstrap import left_out
from labkit.learners.ensemble.importance import staged_by_impurity, staged_by_permutation
from labkit.lectures.l19_forests import BootstrapLab, ForestLab, ImportanceLab, StrengthLab
from labkit.lectures.l19_forests.forest import running_mean, with_nuisance
from labkit.lectures.l19_forests.importance import features
from labkit.lectures.l19_forests.strength import correlations, right_answers
from labkit.lectures.shared.noisy_points import FLIPPED, FRESH, NAMES, NUISANCE, samples, stream
from labkit.views.scene import Boxes, Field, Path, Points
from tests.golden import close, golden

SMALL = {"points": 60, "trees": 12}


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def fresh_cases(values):
    X, y = samples(values)[1]
    return with_nuisance(X, values["nuisance"], values["seed"], 1), NAMES[y]


# ---------------------------------------------------------------- the forest: I-000-103, I-000-104


def test_forest_lab_tells_one_tree_after_the_other():
    lab = ForestLab(**SMALL)
    assert [step.tree for step in lab.steps] == [*range(13), 12]
    assert lab.steps[-1].event == STOP
    assert lab.scenes[3].caption.startswith("tree 3: ")


def test_forest_lab_curves_are_the_errors_of_the_story():
    lab = ForestLab(**SMALL)
    X, y = fresh_cases(lab.values)
    right = [step.model.predict(X) == y for step in lab.steps[1:-1]]
    alone = [lab.steps[-1].model.member(b).predict(X) == y for b in range(12)]
    scene = lab.scenes[-1]
    single, out_of_bag, fresh = (marks(scene, "errors", Path, color=f"curve{k}")[0].y for k in range(3))
    assert [end.text for end in scene.panel("errors").ends] == ["single trees", "out of bag", "fresh cases"]
    assert fresh[1:] == pytest.approx(1 - np.mean(right, axis=1))
    assert out_of_bag[1:] == pytest.approx([step.oob_error for step in lab.steps[1:-1]], nan_ok=True)
    assert single[1:] == pytest.approx(running_mean(1 - np.mean(alone, axis=1)))
    assert np.isnan([single[0], out_of_bag[0], fresh[0]]).all()


def test_forest_lab_curves_grow_with_the_trees():
    lab = ForestLab(**SMALL)
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        assert {path.upto for path in marks(scene, "errors", Path) if path.upto is not None} == {step.tree + 1}
        numbers = [mark.text for mark in scene.panel("members").marks if hasattr(mark, "text")]
        assert numbers == [str(b + 1) for b in range(step.tree)]


def test_forest_lab_is_bagging_when_m_is_p():
    lab = ForestLab(**SMALL, nuisance=3, m=5)
    X, y = samples(lab.values)[0]
    cases = with_nuisance(X, 3, lab.values["seed"], 0)
    bagging = Bagging(members=12, seed=lab.values["seed"]).fit(cases, NAMES[y])
    model = lab.steps[-1].model
    fresh = fresh_cases(lab.values)[0]
    assert np.array_equal(model.predict_proba(fresh), bagging.predict_proba(fresh))
    assert lab.scenes[-1].panel("plane").title == "Votes, useless columns at 0"


def test_forest_lab_takes_m_beyond_p_for_p():
    wide, exact = ForestLab(**SMALL, nuisance=0, m=10), ForestLab(**SMALL, nuisance=0, m=2)
    assert wide.payload == exact.payload
    assert wide.scenes[-1].panel("plane").title == "Votes, m = 2"


def test_forest_lab_plane_is_the_share_of_votes_where_nuisance_is_zero():
    lab = ForestLab(**SMALL, nuisance=2)
    panel, model = lab.scenes[-1].panel("plane"), lab.steps[-1].model
    (field,) = marks(lab.scenes[-1], "plane", Field)
    size = field.values.shape[0]
    centre = [low + (np.arange(size) + 0.5) * (high - low) / size for low, high in (panel.xlim, panel.ylim)]
    cases = np.zeros((size, 4))
    for row in (0, size // 3, size - 1):
        cases[:, 0], cases[:, 1] = centre[0], centre[1][row]
        assert np.array_equal(field.values[row] > 127, model.predict(cases) == NAMES[1])


def test_forest_lab_hollow_examples_are_those_the_forest_gets_wrong():
    lab = ForestLab(points=100, trees=3, noise=0.3)
    X, y = samples(lab.values)[0]
    cases = with_nuisance(X, lab.values["nuisance"], lab.values["seed"], 0)
    (points,) = marks(lab.scenes[-1], "plane", Points)
    wrong = lab.steps[-1].model.predict(cases) != NAMES[y]
    assert wrong.any() and np.array_equal(points.flag > 0, wrong)


def test_nuisance_features_of_an_example_do_not_change_with_others():
    X = np.zeros((5, 2))
    more = with_nuisance(np.zeros((9, 2)), 4, 7, 0)
    assert np.array_equal(with_nuisance(X, 3, 7, 0), more[:5, :5])
    assert np.array_equal(with_nuisance(X, 0, 7, 0), X)
    assert not np.array_equal(with_nuisance(X, 3, 7, 1), more[:5, :5])


def test_both_samples_have_the_same_share_of_wrong_labels():
    clean, noisy = ({"data": "rings", "points": 100, "noise": noise, "seed": 2} for noise in (0.0, 0.2))
    for (X, y), (same, other), n in zip(samples(clean), samples(noisy), (100, FRESH), strict=True):
        assert np.array_equal(X, same)
        assert np.count_nonzero(y != other) == round(0.2 * n)


def test_forest_lab_smaller_m_makes_worse_but_less_alike_trees():
    """What m trades: I-000-103."""
    for seed in range(4):
        values = {"data": "rings", "points": 150, "noise": 0.1, "seed": seed, "nuisance": 4}
        X, y = samples(values)[0]
        found = []
        for m in (1, 6):
            learner = RandomForest(trees=30, m=m, seed=seed).fit(with_nuisance(X, 4, seed, 0), NAMES[y])
            right = right_answers(learner.model_, *fresh_cases(values))
            found.append((right.mean(), correlations(right)[-1]))
        assert np.all(np.less(*found))


def test_correlations_equal_those_of_all_pairs():
    right = np.random.default_rng(0).random((7, 40)) < 0.7
    right[3] = True  # a tree that never errs does not vary
    margins = 2.0 * right - 1
    for k in range(2, 8):
        covariance = np.cov(margins[:k], bias=True)
        sd, pairs = np.sqrt(np.diag(covariance)), ~np.eye(k, dtype=bool)
        assert correlations(right)[k - 1] == pytest.approx(covariance[pairs].mean() / np.outer(sd, sd)[pairs].mean())
    assert np.isnan(correlations(right)[0])
    assert np.isnan(correlations(np.ones((3, 5), dtype=bool))).all()


def test_correlation_of_equal_trees_is_one():
    right = np.tile(np.random.default_rng(1).random(50) < 0.6, (4, 1))
    assert correlations(right)[1:] == pytest.approx(1.0)


# ---------------------------------------------------------------- the bootstrap: I-000-102


def test_bootstrap_lab_shows_every_draw_and_counts_complete_samples():
    lab = BootstrapLab(examples=10, members=3)
    assert [step.complete for step in lab.steps] == [0] * 11 + [1, 2, 3, 3]
    for step, scene in zip(lab.steps, lab.scenes, strict=True):
        (balls,) = marks(scene, "urn", Points)
        assert np.count_nonzero(balls.kind == 0) == step.drawn.sum()
        assert balls.x[balls.flag > 0].tolist() == ([] if step.newest is None else [step.newest])
        out = np.flatnonzero(step.drawn == 0) if step.newest is None and step.sample else []
        assert balls.x[balls.kind == 1].tolist() == list(out)


def test_bootstrap_lab_maps_every_sample_of_its_bag():
    lab = BootstrapLab(examples=12, members=8)
    told = [step for step in lab.steps if step.event == UPDATE and step.newest is None]
    fields = marks(lab.scenes[-1], "samples", Field)
    for step, field in zip(told, fields, strict=True):
        shades = field.values[0].reshape(12, -1)[:, 0]
        assert np.array_equal(shades > 127, step.drawn == 0)
        assert f"{np.count_nonzero(step.drawn == 0)} of 12 examples" in step.caption


@pytest.mark.parametrize(("examples", "place"), [(10, 0), (14, 1), (100, 2)])
def test_bootstrap_lab_expects_the_share_of_the_lecture(examples, place):
    assert close(np.array([left_out(10), left_out(14), left_out(100), np.exp(-1)]), golden("BAG-01"))
    lab = BootstrapLab(examples=examples, members=5)
    assert lab.scenes[-1].panel("share").title.endswith(f"expected {100 * golden('BAG-01').value[place]:.1f} %")


def test_bootstrap_lab_titles_say_nothing_before_the_first_sample_is_full():
    lab = BootstrapLab()
    assert lab.scenes[5].panel("share").title == "Left out"
    assert "expected" in lab.scenes[15].panel("share").title


def test_bootstrap_lab_shows_no_share_before_it_is_found():
    """What is asked first is not to be seen in the first frame."""
    lab = BootstrapLab()
    paths = marks(lab.scenes[0], "share", Path)
    assert all(path.upto is not None and not np.isfinite(path.y[: path.upto]).any() for path in paths)
    assert not lab.scenes[0].panel("share").ends


# ---------------------------------------------------------------- m: I-000-103


def test_strength_lab_steps_are_forests_of_every_m():
    lab = StrengthLab(points=60, nuisance=2)
    assert [step.m for step in lab.steps] == [1, 2, 3, 4]
    X, y = samples(lab.values)[0]
    fresh, truth = fresh_cases(lab.values)
    for step in lab.steps:
        forest = RandomForest(trees=50, m=step.m, seed=lab.values["seed"])
        forest.fit(with_nuisance(X, 2, lab.values["seed"], 0), NAMES[y])
        assert step.forest_error == pytest.approx(1 - forest.score(fresh, truth))
        alone = [np.mean(forest.model_.member(b).predict(fresh) != truth) for b in range(50)]
        assert step.tree_error == pytest.approx(np.mean(alone))


def test_strength_lab_says_its_numbers():
    step, scene = StrengthLab().steps[1], StrengthLab().scenes[1]
    assert scene.caption == (
        f"m 2: a tree is wrong on {100 * step.tree_error:.1f} %, two trees have the correlation "
        f"{step.correlation:.2f}, the forest is wrong on {100 * step.forest_error:.1f} %"
    )


# ---------------------------------------------------------------- importance: I-000-104


def bars(scene, panel):
    """The heights of all bars: those of real features and, hollow, those of noise."""
    real, noise = marks(scene, panel, Boxes)
    assert (np.isnan(real.y1) != np.isnan(noise.y1)).all()
    return np.fmax(real.y1, noise.y1)


def test_importance_lab_noise_gains_by_impurity_the_more_values_it_has_but_not_by_permutation():
    lab = ImportanceLab(trees=40)
    impurity, permutation = (bars(lab.scenes[-1], name) for name in ("impurity", "permutation"))
    x, y, coin, die, number = impurity.tolist()
    assert min(x, y) > number > die > coin > 0
    assert sum(impurity) == pytest.approx(1)
    assert permutation[:2].min() > 5 * np.abs(permutation[2:]).max()


def test_importance_lab_bars_are_those_of_a_forest_of_the_trees_so_far():
    lab = ImportanceLab(trees=6, points=60)
    X, y = lab.data(lab.values)
    cases = features(X, twin=False, seed=lab.values["seed"])
    for step, scene in zip(lab.steps[1:], lab.scenes[1:], strict=True):
        forest = RandomForest(trees=step.tree, m=2, seed=lab.values["seed"]).fit(cases, NAMES[y])
        for kind in ("impurity", "permutation"):
            expected = forest.importance(kind, **({"seed": lab.values["seed"]} if kind == "permutation" else {}))
            assert bars(scene, kind) == pytest.approx(np.clip(expected, *scene.panel(kind).ylim), abs=1e-6)


def test_importance_lab_cuts_no_bar_off():
    for seed in range(3):
        lab = ImportanceLab(points=20, noise=0.4, trees=5, twin=True, seed=seed)
        model = lab.steps[-1].model
        tables = staged_by_impurity(model), staged_by_permutation(model, seed=seed)
        for kind, table in zip(("impurity", "permutation"), tables, strict=True):
            for step, scene in zip(lab.steps, lab.scenes, strict=True):
                assert bars(scene, kind) == pytest.approx(table[step.tree], abs=1e-6)


def test_importance_lab_says_when_no_tree_has_split():
    lab = ImportanceLab(points=20, n_min=50, trees=3)
    assert lab.scenes[-1].caption == "3 trees: no split at all, so nothing is important"


def test_importance_lab_twin_takes_some_of_what_x_had():
    alone, shared = ImportanceLab(trees=40), ImportanceLab(trees=40, twin=True)
    for kind in ("impurity", "permutation"):
        before, after = (bars(lab.scenes[-1], kind) for lab in (alone, shared))
        assert after[0] < before[0]
        assert after[2] > 0
    assert [name for _, name in shared.scenes[-1].panel("impurity").xticks][2] == "twin of x"


def test_noise_of_a_lab_is_not_the_noise_of_its_points_or_learner():
    places = [(), (FLIPPED, 0), (FLIPPED, 1), (NUISANCE, 0, 0), (NUISANCE, 0, 1), (NUISANCE, 1, 0)]
    draws = [stream(5, *what).random(4).tolist() for what in places] + [np.random.default_rng(6).random(4).tolist()]
    assert len({tuple(draw) for draw in draws}) == len(draws)
    assert draws[0] == np.random.default_rng(5).random(4).tolist()
