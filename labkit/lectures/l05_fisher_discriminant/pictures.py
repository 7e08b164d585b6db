"""What the main page of lecture 05 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import CART, LDA, FisherDiscriminant, NearestNeighbours
from labkit.learners.gaussian.spread import ellipse
from labkit.lectures.l05_fisher_discriminant.common import PAIR, crabs, line_step, means_line, solved
from labkit.lectures.l05_fisher_discriminant.stretch import clouds
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Text

SMALL = 3.6  # radius of one crab among many
LIMITS = ((-2.4, 2.4), (-2.4, 2.4))


def crab_picture() -> Player:
    """All crabs by two of their lengths."""
    X, colour = crabs(PAIR)
    chart = Chart(name="crabs", xlabel="frontal lobe in mm", ylabel="carapace width in mm", xlim=(6.0, 24.0),
                  ylim=(15.0, 57.0))  # fmt: skip
    chart.points(X[:, 0], X[:, 1], kind=colour == "orange", size=SMALL)
    names = [
        Text(11.0, 40.0, "blue", "edge0", 13.0, bold=True),
        Text(18.6, 33.0, "orange", "edge1", 13.0, bold=True),
    ]
    picture = columns(chart.marks(lambda step: names), shape=2.3, caption=lambda step: "100 blue and 100 orange crabs")
    return play([Step(event=SOLVED, model=None)], picture, title="Two colours of crabs")


def ten_points() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("lda10")
    return table.numeric("x1", "x2"), table["y"].astype(int)


def by_hand() -> Table:
    """Fisher's direction for ten points, number by number."""
    step = solved(*ten_points())
    scatter, (m1, m2) = step.scatter, step.scatter.means
    told = {
        "m\u2081": vector(m1),
        "m\u2082": vector(m2),
        "S\u2081": matrix(scatter.each[0]),
        "S\u2082": matrix(scatter.each[1]),
        "S_w = S\u2081 + S\u2082": matrix(scatter.within),
        "m\u2081 \u2212 m\u2082": vector(m1 - m2),
        "w = S_w\u207b\u00b9(m\u2081 \u2212 m\u2082)": vector(step.directions[:, 0]),
        "J along m\u2081 \u2212 m\u2082": f"{scatter.criterion(m1 - m2):.3f}",
        "J along w": f"{step.criterion:.3f}",
    }
    return Table.from_dict({"what": list(told), "value": list(told.values())})


def vector(numbers: np.ndarray) -> str:
    return f"({', '.join(f'{number:.4g}' for number in numbers)})"


def matrix(numbers: np.ndarray) -> str:
    return f"[{', '.join(vector(row) for row in numbers)}]"


def direction_source() -> Source:
    """The lines that find the direction and the cut."""
    return show(FisherDiscriminant._line, "m1, m2", "# (6)")


def round_clouds() -> Player:
    """The same clouds as measured, and in units in which they are round: there the line of the means is best."""
    X, y = clouds(120, 4.0, 35, 3)
    factor = solved(X, y).scatter.factored()
    both = []
    for title, Z in (("As measured", X), ("Made round", 0.33 * X @ factor.whitening)):
        best = solved(Z, y)
        scatter = best.scatter
        step = line_step(scatter, best.directions[:, 0], SOLVED, np.arange(2))
        both.append((step, _cloud(Z, y, scatter, title)))
    picture = columns(*(square(_fixed(plane, step)) for step, plane in both), shape=2.1,
                      caption=lambda step: "arrow: Fisher's direction; dashed: the line of the means")  # fmt: skip
    return play([both[0][0]], picture, title="Fisher's direction in two units")


def _cloud(X: np.ndarray, y: np.ndarray, scatter, title: str) -> Plane:
    cuts = Ellipses(lambda step: [ellipse(m, S) for m, S in zip(scatter.means, scatter.covariances, strict=True)])
    return Plane(X, y, limits=LIMITS, size=SMALL, judged=lambda step: False, title=title,
                 name=title.split()[-1].lower(),
                 cuts=lambda step, size: [*cuts(step, size), *means_line(step)])  # fmt: skip


def _fixed(plane: Plane, own: Step):
    """A view that always shows this step."""
    return lambda step, size: plane(own, size)


# ---------------------------------------------------------------- on real data


METHODS = {
    "a tree (15)": CART(),
    "5 nearest neighbours (02)": NearestNeighbours(k=5),
    "LDA (04)": LDA(),
    "Fisher": FisherDiscriminant(),
}


@cache
def crab_errors() -> dict[str, tuple[int, int, int]]:
    """Method -> crabs that are wrong when they are told by a learner that has not seen them: colour, sex, all four."""
    found = {"always the same answer": (100, 100, 150)}
    for name, learner in METHODS.items():
        wrong = (int((held_out_answers(learner, *crabs(target=target)) != crabs(target=target)[1]).sum())
                 for target in ("species", "sex", "group"))  # fmt: skip
        found[name] = tuple(wrong)
    return found


def crab_scores() -> Table:
    colour, sex, group = zip(*crab_errors().values(), strict=True)
    return Table.from_dict({"method": list(crab_errors()), "colour wrong": colour, "sex wrong": sex,
                            "one of four groups wrong": group})  # fmt: skip
