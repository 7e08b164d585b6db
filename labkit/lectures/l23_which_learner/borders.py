"""Six learners side by side: their borders, and their errors on points held out.

Beside the lectures.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.selection import validated
from labkit.lectures.l23_which_learner import questions
from labkit.lectures.l23_which_learner.field import GROUPS, TASTE, lecture, made, named
from labkit.lectures.shared.noisy_points import mislabelled
from labkit.player.controls import Choice, Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.tables.ranking import Ranked, ranking
from labkit.views.wrap import Of

CLASSES = np.array(["A", "B"])
LIMITS = ((-1.1, 1.1), (-1.1, 1.1))
TABLES = {"penguins": ("species", "Adelie", "Chinstrap", "bill_length_mm", "bill_depth_mm"),
          "tumours": ("diagnosis", "benign", "malignant", "worst_texture", "worst_smoothness")}  # fmt: skip
PAINTED = ("moons", "rings", "xor", "spiral", "gaussians")
MOST, FOLDS = 100, 5  # points of a real table; folds
NOBODY = "the commonest class"
SPREAD = 2.6  # of a real table: so many standard deviations are as far as the edge


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BordersStep(Step):
    """Each learner trained on all points, and its share of errors on points held out."""

    steps: tuple[Step, ...]
    errors: dict[str, float]  # of the baseline too
    seconds: dict[str, float]  # for all folds, of each learner; empty unless asked for

    @property
    def best(self) -> str:
        """Who makes the fewest errors, as the pictures name it."""
        return named(min(self.errors, key=self.errors.get))

    @property
    def caption(self) -> str:
        errors = self.errors
        return f"fewest errors: {self.best}, {min(errors.values()):.1%}; always {NOBODY} has {errors[NOBODY]:.1%}"


class WhoseBorderLab(Lab):
    """Paint points, or choose some; choose who takes part."""

    name, heading, classes = "23-borders", "Whose border?", tuple(CLASSES.tolist())
    question = questions.best_on_moons
    data_controls = ("data", "points", "noise", "seed")
    steering = (
        Choice("group", "learners", tuple(GROUPS), TASTE),
        Choice("data", "data", (*PAINTED, *TABLES), "moons"),
        Slider("points", "points", 40, 100, 10, 80, only=("data", PAINTED), live=False),
        Slider("noise", "wrong labels", 0.0, 0.3, 0.05, 0.0, only=("data", PAINTED), live=False),
        Slider("seed", "seed", 0, 20, 1, 3, live=False),
        Switch("timed", "show times"),
    )
    presets = {
        "a straight world": {"data": "gaussians"},
        "every fifth label wrong": {"noise": 0.2},
        "lines on XOR": {"data": "xor", "group": "lines"},
        "ensembles on a spiral": {"data": "spiral", "group": "ensembles"},
        "tumours": {"data": "tumours"},
    }

    def data(self, values):
        if values["data"] in TABLES:
            return of_table(values["data"], values["seed"])
        points = data.GENERATORS[values["data"]](values["points"], seed=values["seed"],
                                                 **({"noise": 0.2} if values["data"] == "moons" else {}))  # fmt: skip
        return mislabelled([points], values["noise"], values["seed"])[0]

    def story(self, X, y, values):
        least = int(np.bincount(y, minlength=2).min())
        if least < FOLDS:
            raise ValueError(f"points: expected at least {FOLDS} of each class, got {least}; paint more, or undo")
        names = GROUPS[values["group"]].split()
        step = compared(X, CLASSES[y], names, self.reported, timed=values["timed"])
        planes = [square(_plane(X, y, k, named(name))) for k, name in enumerate(names)]
        half = len(planes) // 2
        headings = ("learner", "wrong in %", "ms" if step.seconds else "lecture")
        table = ranking(_ranked, headings, title="On points held out; lit: best", name="errors")
        picture = columns(rows(columns(*planes[:half]), columns(*planes[half:])), table, weights=(5, 3), shape=2.1)
        return Story(Trace([step]), picture)


def compared(X: np.ndarray, labels: np.ndarray, names: list[str], reported=iter, *, timed=False) -> BordersStep:
    """The learners of these names on the same points, and how long their folds take if ``timed``."""
    seconds: dict[str, float] = {}
    found = {NOBODY: 1 - max(np.mean(labels == each) for each in np.unique(labels))}
    steps = []
    for name in reported(names):
        begun = perf_counter()
        found[name] = validated(made(name), X, labels, folds=FOLDS, score="error")
        if timed:
            seconds[name] = perf_counter() - begun
        steps.append(Step(event=SOLVED, model=made(name).fit(X, labels).model_))
    return BordersStep(event=SOLVED, model=None, steps=tuple(steps), errors=found, seconds=seconds)


def of_table(name: str, seed: int) -> data.Points:
    """Two columns of a real table and two of its classes, in one scale."""
    target, first, second, *names = TABLES[name]
    table = data.load("wdbc" if name == "tumours" else name).complete(*names)
    table = table.take(np.isin(table[target], (first, second)))
    X, y = table.numeric(*names), (table[target] == second).astype(int)
    X = np.clip((X - X.mean(axis=0)) / X.std(axis=0) / SPREAD, -1.0, 1.0)
    chosen = np.random.default_rng(seed).permutation(len(y))[:MOST]
    return np.round(X[chosen], 3), y[chosen]


def _plane(X: np.ndarray, y: np.ndarray, k: int, title: str) -> Of:
    plane = Plane(X, CLASSES[y], limits=LIMITS, labels=CLASSES, size=3.0, title=title, editable=True, normal=False)
    return Of(plane, lambda step: step.steps[k])


def _ranked(step: BordersStep) -> list[Ranked]:
    """The fewest errors first, with their times or their lectures; lit is the best, muted the baseline."""
    least = min(step.errors.values())

    def row(name: str, error: float) -> Ranked:
        said = "commonest" if name == NOBODY else named(name)
        number = "\u2013" if name == NOBODY else lecture(name)
        last = f"{1000 * step.seconds.get(name, 0):.0f}" if step.seconds else number
        return Ranked(said, (f"{100 * error:.1f}", last), error, lit=error == least, quiet=name == NOBODY)

    return [row(name, step.errors[name]) for name in sorted(step.errors, key=step.errors.get)]
