"""Pictures of lecture 07: softmax with its big matrix, what tasks of two classes leave open, and words that mend it."""

from collections.abc import Callable

import numpy as np

from labkit.core import data
from labkit.core.story import Step
from labkit.learners import LogisticRegression, OneVsOne, OneVsRest, OutputCodes, SoftmaxRegression
from labkit.learners.many_classes.output_codes import duels
from labkit.views.axes import plane_limits
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.contours import sampled
from labkit.views.diagrams.shapes import Region
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Boxes, Field, Panel, Path, Scene, Segments, Text, codes
from labkit.views.tables.code_words import Received, code_words
from labkit.views.tables.facts import facts
from tests.pictures.seen import every, first, tops

NAMES = ["A", "B", "C"]
CELL = 12  # grid cells for an entry of a matrix
ABOVE = np.array([0.0, 0.1])  # from a case to its question mark
SURE = 4.0  # scores are drawn up to this
MIDDLE = (-1.2, 1.2), (-1.2, 1.2)


def pinwheel(n: int = 90, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Three long clouds that turn around the middle: no line of two classes asks for the third."""
    X, y = data.blobs(n, spread=0.12, seed=seed)
    for k in range(3):
        own = y == k
        centre = X[own].mean(axis=0)
        angle = np.arctan2(centre[1], centre[0]) + np.pi / 3
        along = np.array([np.cos(angle), np.sin(angle)])
        X[own] += np.outer((X[own] - centre) @ along, 2.5 * along)
    return X, np.array(NAMES)[y]


# ---------------------------------------------------------------- softmax


def softmax() -> list[Scene]:
    """Three regions that meet in one point, the blocks of the Hessian fading, the loss falling."""
    X, y = data.blobs(120, spread=0.33, seed=3)
    y = np.array(NAMES)[y]
    trace = SoftmaxRegression(lam=0.1).trace(X, y)
    loss = Chart(trace, xlabel="iteration", title="Loss").line("loss")
    largest = np.abs(trace[0].hessian).max()
    matrix = square(lambda step, size: big_matrix(step, largest))
    picture = columns(square(Plane(X, y, title="Class C is the reference")), matrix, loss, shape=2.6)
    scenes = [picture(step) for step in (trace[0], trace[1], trace[3], trace[-1])]
    assert not every(scenes[0].panel("plane"), Path), "at the start nothing is decided"
    assert sorted(region.fill for region in every(scenes[-1].panel("plane"), Path)) == ["class0", "class1", "class2"]
    shades = [np.abs(first(scene.panel("hessian"), Field).values.astype(int) - 128).mean() for scene in scenes]
    assert shades[0] > shades[1] > shades[-1], "surer examples bend the loss less"
    assert np.all(np.diff(trace.curve("loss")) <= 0)
    return scenes


def big_matrix(step: Step, largest: float) -> Panel:
    """The Hessian as a heat map with its blocks H_kj apart: dark is one sign, light the other."""
    size = float(len(step.w))
    H = np.kron(step.hessian[::-1], np.ones((CELL, CELL)))  # row 0 at the bottom, cells with sharp edges
    field = Field(codes(np.clip(128 + 127 * H / largest, 0, 255)), (0.0, size, 0.0, size), "height")
    half, near, far = size / 2, size / 4, 3 * size / 4
    cross = Segments(half, 0.0, half, size, width=2.0), Segments(0.0, half, size, half, width=2.0)
    return Panel((0.0, size), (0.0, size), (field, *cross), name="hessian", title="Blocks of the Hessian",
                 xticks=((near, "wA"), (far, "wB")), yticks=((far, "wA"), (near, "wB")))  # fmt: skip


# ---------------------------------------------------------------- tasks of two classes


def one_vs_rest() -> list[Scene]:
    """After three tasks a triangle that nobody claims, and wedges that two classes claim."""
    X, y = pinwheel()
    trace = OneVsRest(learner=LogisticRegression(lam=0.1)).trace(X, y)
    model = trace[-1].model
    case = middle_of(lambda cases: (model.received(cases).sum(axis=1) == 0) & (model.predict(cases) == "C"))

    def scores(step: Step) -> list[float]:
        """What the tasks so far say of the case."""
        said = [step.model.member(b).decision_function(case)[0] for b in range(step.task)]
        return [*said, *[np.nan] * (3 - step.task)]

    claims = Chart(ylim=(-SURE, SURE), title="Scores of the case ?: above 0 is a claim", name="claims")
    claims.bars(scores, labels=NAMES, kind=[0, 1, 2])
    error = Chart(trace[:4], x="task", xlabel="task", title="Training error").line("error")
    picture = columns(square(open_to_doubt(X, y, case, "One against the rest")), rows(claims, error))
    scenes = [picture(step) for step in trace[1:4]]
    assert np.all(tops(scenes[-1].panel("claims")) < 0), "nobody claims the middle"
    assert model.ambiguous(case).all()
    assert set(model.received(X).sum(axis=1)) == {0, 1, 2}, "nobody, one, two"
    assert every(scenes[-1].panel("plane"), Segments, color="accent"), "a region is hatched"
    assert trace[3].error < trace[1].error
    return scenes


def one_vs_one() -> list[Scene]:
    """Votes instead of claims: only the small triangle in the middle, with one vote each, is left open."""
    X, y = pinwheel()
    trace = OneVsOne().trace(X, y)
    area = {kind: sampled(kind().fit(X, y).model_.ambiguous, MIDDLE)[0].mean() for kind in (OneVsOne, OneVsRest)}
    assert 0 < area[OneVsOne] < 0.5 * area[OneVsRest], "votes leave less open than claims"
    case = middle_of(trace[-1].model.ambiguous)
    votes = Chart(ylim=(0, 2.2), title="Votes for the case ?")
    votes.bars(lambda step: step.model.votes(case)[0], labels=NAMES, kind=[0, 1, 2])
    winners = facts(lambda step: beaten(step, case), NAMES, title="Who beats whom at ?", name="duels")
    picture = columns(square(open_to_doubt(X, y, case, "One against one")), rows(votes, winners))
    scenes = [picture(step) for step in trace[1:4]]
    np.testing.assert_array_equal(trace[-1].model.votes(case), [[1, 1, 1]])
    assert every(scenes[-1].panel("plane"), Segments, color="accent"), "a region is hatched"
    return scenes


def middle_of(where: Callable) -> np.ndarray:
    """The middle of the cases where something holds."""
    inside, x, y = sampled(where, MIDDLE)
    row, column = np.nonzero(inside)
    return np.array([[x[column].mean(), y[row].mean()]])


def open_to_doubt(X, y, case: np.ndarray, title: str) -> Plane:
    """The ambiguous region hatched, and the case."""
    limits = plane_limits(X)
    region = Region(lambda step: step.model.ambiguous, limits)
    return Plane(X, y, title=title, limits=limits, cuts=lambda step, size: [*region(step), question(case)])


def question(case: np.ndarray) -> Text:
    return Text(*map(float, case[0]), "?", "accent", size=19.0, anchor="center", bold=True)


def beaten(step: Step, case: np.ndarray) -> list[tuple[str, ...]]:
    """A 1 in the row of the winner; a dot where the two have not met."""
    won, met = duels(step.model, case)[0], ~np.isnan(step.model.code)
    met = (met.astype(int) @ met.T > 0) & ~np.eye(3, dtype=bool)
    return [(NAMES[i], *(str(won[i, j]) if met[i, j] else "·" for j in range(3))) for i in range(3)]


# ---------------------------------------------------------------- codes


def output_codes() -> list[Scene]:
    """Seven lines for four classes: a bit goes wrong at the case ?, and its class is still the nearest."""
    X, y = data.blobs(120, classes=4, spread=0.3, seed=2)
    y = np.array(["A", "B", "C", "D"])[y]
    trace = OutputCodes(learner=LogisticRegression(lam=0.1)).trace(X, y)
    case = corrected(trace[-1].model, X, y)
    plane = Plane(X, y, title="Error-correcting code", cuts=lambda step, size: [question(case + ABOVE)])
    words = code_words(trace[-1].model.code, list("ABCD"), lambda step: word_of(step, case),
                       title="Words, and what is received at ?")  # fmt: skip
    error = Chart(trace[:8], x="bit", xlabel="bit", title="Training error").line("error")
    picture = columns(square(plane), rows(words, error, weights=(5, 3)))
    scenes = [picture(step) for step in (trace[1], trace[4], trace[7])]
    assert every(scenes[-1].panel("code"), Boxes, stroke="wrong")
    assert trace[7].error < trace[1].error
    return scenes


def corrected(model, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """An example that is decoded rightly although one of its bits is wrong."""
    distances = model.distances(X)
    own = distances[np.arange(len(y)), np.searchsorted(model.classes, y)]
    mended = X[(own == 1) & (model.predict(X) == y)]
    apart = np.sort(np.linalg.norm(mended[:, None] - X, axis=2), axis=1)[:, 1]
    return mended[[apart.argmax()]]  # with room around it


def word_of(step: Step, case: np.ndarray) -> Received:
    bits, distances = step.model.received(case)[0], step.model.distances(case)[0]
    return Received(bits, np.zeros(len(bits), dtype=bool), distances, int(distances.argmin()))


PICTURES = {
    SoftmaxRegression: softmax, OneVsRest: one_vs_rest, OneVsOne: one_vs_one, OutputCodes: output_codes,
}  # fmt: skip
