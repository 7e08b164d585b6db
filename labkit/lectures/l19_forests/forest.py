"""A forest grows tree by tree: its votes over the plane, its errors, and the single trees that it averages.

Lecture 19; deck 000 "Ensemble Trees: Random Forests" and "Random Forests Algorithm". Inventory: I-000-103, I-000-104.
"""

from __future__ import annotations

import numpy as np

from labkit.learners import RandomForest
from labkit.learners.ensemble.forest import ForestStep
from labkit.lectures.l19_forests import questions
from labkit.lectures.l19_forests.strength import correlations, majority_right, right_answers
from labkit.lectures.shared.noisy_points import LIMITS, NAMES, NUISANCE, NoisyPoints, samples, stream
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.members import MemberGrid
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Titled

MOST_NUISANCE = 8  # features at most, besides the two of the plane
POINTS = NoisyPoints("rings moons gaussians xor spiral", points=150, seed=3, noise=0.2)


class ForestLab(Lab):
    """m is a knob between good trees and different ones; with m = p the forest is bagging.

    Nuisance features make p larger than 2. The plane and the single trees are then seen where all of these are 0,
    their mean; votes on the examples, and all errors, use what the cases really have.
    """

    name, heading, classes = "19-forest", "A forest grows", tuple(NAMES.tolist())
    question = questions.more_trees
    points = POINTS
    steering = (
        *POINTS.controls,
        Slider("nuisance", "useless columns", 0, MOST_NUISANCE, 1, 4),
        Slider("m", "m (p is bagging)", 1, 2 + MOST_NUISANCE, 1, 2),
        Slider("n_min", "n_min", 1, 50, 1, 1),
        Slider("trees", "trees", 1, 150, 1, 50),
    )
    presets = {
        "bagging": {"m": 6},
        "large leaves": {"m": 6, "n_min": 30},
        "right labels": {"noise": 0.0},
        "150 trees": {"trees": 150},
    }
    still = 20

    def story(self, X, y, values):
        nuisance, seed = values["nuisance"], values["seed"]
        test_X, test_y = samples(values)[1]
        training, test = (with_nuisance(part, nuisance, seed, k) for k, part in enumerate((X, test_X)))
        p = 2 + nuisance
        m = min(values["m"], p)  # the slider goes further than p may
        trace = RandomForest(trees=values["trees"], m=m, n_min=values["n_min"], seed=seed).trace(training, NAMES[y])
        title = "Votes, useless columns at 0" if nuisance else f"Votes, m = {m}"
        seen = {"limits": LIMITS, "labels": NAMES, "through": np.zeros(p)}
        plane = Plane(X, NAMES[y], editable=True, size=4.5, cases=training, title=title, **seen)
        right = right_answers(trace[-1].model, test, NAMES[test_y])
        trees = MemberGrid(X[:0], y[:0], lambda step: step.tree, columns=6, rows=2, name="members", **seen)
        errors = _errors(trace, right, test_y == 0)
        return Story(trace, columns(square(plane), rows(errors, Titled(trees, _worth(right))), shape=2.05))


def with_nuisance(X: np.ndarray, features: int, seed: int, part: int) -> np.ndarray:
    """The points with more features, even noise from -1 to 1: that of a row and a feature never changes."""
    noise = [stream(seed, NUISANCE, part, f).uniform(-1, 1, len(X)) for f in range(features)]
    return np.column_stack([X, *noise])


def _worth(right: np.ndarray):
    """The title of the single trees: what they are worth by themselves."""
    wrong, alike = running_mean(1.0 - right.mean(axis=1)), correlations(right)

    def title(step: ForestStep) -> str:
        if not step.tree:
            return "Trees"
        correlation = alike[step.tree - 1]
        end = "" if np.isnan(correlation) else f", correlation {correlation:.2f}"
        return f"Trees: {wrong[step.tree - 1]:.1%} wrong{end}"

    return title


def _errors(trace, right: np.ndarray, favoured: np.ndarray) -> Chart:
    alone, votes = running_mean(1.0 - right.mean(axis=1)), majority_right(right, favoured)
    model = trace[-1].model
    chart = Chart(np.arange(model.members + 1), at="tree", title="Share of errors", xlabel="trees", name="errors")
    chart.line(np.append(np.nan, alone), "single trees").line(model.ensemble.oob_error, "out of bag")
    return chart.line(np.append(np.nan, 1.0 - votes.mean(axis=1)), "fresh cases")


def fresh_errors(model, values: dict) -> np.ndarray:
    """Of the vote on cases that took no part, after 1, 2, ... trees."""
    X, y = samples(values)[1]
    right = right_answers(model, with_nuisance(X, values["nuisance"], values["seed"], 1), NAMES[y])
    return 1.0 - majority_right(right, y == 0).mean(axis=1)


def running_mean(values: np.ndarray) -> np.ndarray:
    """Of the first value, of the first two, ..."""
    return np.cumsum(values) / np.arange(1, len(values) + 1)
