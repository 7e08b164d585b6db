"""Pictures of lecture 07: softmax with its big matrix, what tasks of two classes leave open, and words that mend it."""

from collections.abc import Callable

import numpy as np

from labkit.core import data
from labkit.core.story import Step
from labkit.learners import LogisticRegression, OneVsOne, OneVsRest, OutputCodes, SoftmaxRegression
from labkit.learners.ensemble.one_vs import duels
from labkit.views import fields
from labkit.views.bars import BarChart
from labkit.views.code_words import CodeWords, Received
from labkit.views.curves import Curve, Curves
from labkit.views.plane import Plane
from labkit.views.scene import Band, Box, Field, Mark, Panel, Path, Scene, Text, codes, coordinates

LEFT, TOP, BOTTOM = (56, 44, 440, 316), (600, 44, 220, 150), (600, 262, 220, 98)
NAMES = ["A", "B", "C"]
LINES_APART = 7  # cells between the lines of a hatched region
CELL = 12  # grid cells for an entry of a matrix
ABOVE = np.array([0.0, 0.1])  # from a case to its question mark
SURE = 4.0  # scores are drawn up to this


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
    plane = Plane(X, y, box=LEFT, title="Softmax regression, class C is the reference")
    loss = Curves(
        np.arange(len(trace)), [Curve(trace.curve("loss"), "")], lambda step: step.iteration, box=BOTTOM,
        xlabel="iteration", title="Loss",
    )  # fmt: skip
    largest = np.abs(trace[0].hessian).max()
    moments = [trace[0], trace[1], trace[3], trace[-1]]
    scenes = [Scene((plane(step), big_matrix(step, largest), loss(step)), step.caption) for step in moments]
    assert not any(isinstance(mark, Band) for mark in scenes[0].panel("plane").marks), "at the start nothing is decided"
    regions = [mark for mark in scenes[-1].panel("plane").marks if isinstance(mark, Band)]
    assert sorted(band.color for band in regions) == ["class0", "class1", "class2"]
    shades = [np.abs(field_of(scene.panel("hessian")).values.astype(int) - 128).mean() for scene in scenes]
    assert shades[0] > shades[1] > shades[-1], "surer examples bend the loss less"
    assert np.all(np.diff(trace.curve("loss")) <= 0)
    return scenes


def big_matrix(step: Step, largest: float) -> Panel:
    """The Hessian as a heat map with its blocks H_kj apart: dark is one sign, light the other."""
    size = float(len(step.w))
    H = np.kron(step.hessian[::-1], np.ones((CELL, CELL)))  # row 0 at the bottom, cells with sharp edges
    field = Field(codes(np.clip(128 + 127 * H / largest, 0, 255)), (0.0, size, 0.0, size), "height")
    middle = coordinates([size / 2] * 2), coordinates([0, size])
    cross = Path(*middle, width=2.0), Path(*middle[::-1], width=2.0)
    near, far = size / 4, 3 * size / 4
    return Panel(TOP, (0.0, size), (0.0, size), (field, *cross), name="hessian", title="Blocks of the Hessian",
                 xticks=((near, "wA"), (far, "wB")), yticks=((far, "wA"), (near, "wB")))  # fmt: skip


def field_of(panel: Panel) -> Field:
    return next(mark for mark in panel.marks if isinstance(mark, Field))


# ---------------------------------------------------------------- tasks of two classes


def one_vs_rest() -> list[Scene]:
    """After three tasks a triangle that nobody claims, and wedges that two classes claim."""
    X, y = pinwheel()
    trace = OneVsRest(learner=LogisticRegression(lam=0.1)).trace(X, y)
    model = trace[-1].model
    case = middle_of(lambda cases: (model.received(cases).sum(axis=1) == 0) & (model.predict(cases) == "C"))
    plane = Plane(X, y, box=LEFT, title="One against the rest", cuts=lambda step: open_to_doubt(step, plane, case))
    claims = BarChart(lambda step: scores_at(step, case), box=TOP, ylim=(-SURE, SURE), labels=NAMES,
                      kind=[0, 1, 2], title="Scores of the case ?: above 0 is a claim")  # fmt: skip
    error = Curves(np.arange(4), [Curve(trace[:4].curve("error"), "")], lambda step: step.task, box=BOTTOM,
                   xlabel="task", title="Training error")  # fmt: skip
    scenes = [Scene((plane(step), claims(step), error(step)), step.caption) for step in trace[1:4]]
    assert np.all(scenes[-1].panel("bars").marks[0].top < 0), "nobody claims the middle"
    assert model.ambiguous(case).all()
    assert set(model.received(plane.X).sum(axis=1)) == {0, 1, 2}, "nobody, one, two"
    assert hatched(scenes[-1].panel("plane"))
    assert trace[3].error < trace[1].error
    return scenes


def scores_at(step: Step, case: np.ndarray) -> np.ndarray:
    """What the tasks so far say of the case."""
    scores = np.zeros(3)
    scores[: step.task] = [step.model.member(b).decision_function(case)[0] for b in range(step.task)]
    return scores


def one_vs_one() -> list[Scene]:
    """Votes instead of claims: only the small triangle in the middle, with one vote each, is left open."""
    X, y = pinwheel()
    trace = OneVsOne().trace(X, y)
    area = {kind: share(kind().fit(X, y).model_) for kind in (OneVsOne, OneVsRest)}
    assert 0 < area[OneVsOne] < 0.5 * area[OneVsRest], "votes leave less open than claims"
    case = middle_of(trace[-1].model.ambiguous)
    plane = Plane(X, y, box=LEFT, title="One against one", cuts=lambda step: open_to_doubt(step, plane, case))
    votes = BarChart(lambda step: step.model.votes(case)[0], box=TOP, ylim=(0, 2.2), labels=NAMES, kind=[0, 1, 2],
                     title="Votes for the case ?")  # fmt: skip
    scenes = [Scene((plane(step), votes(step), table(step, case)), step.caption) for step in trace[1:4]]
    np.testing.assert_array_equal(trace[-1].model.votes(case), [[1, 1, 1]])
    assert hatched(scenes[-1].panel("plane"))
    return scenes


def axes() -> tuple[np.ndarray, np.ndarray]:
    return np.linspace(-1.2, 1.2, 200), np.linspace(-1.2, 1.2, 200)


def share(model) -> float:
    return float(model.ambiguous_on(*axes()).mean())


def middle_of(where: Callable) -> np.ndarray:
    """The middle of the cases where something holds."""
    cases = np.stack(np.meshgrid(*axes()), axis=-1).reshape(-1, 2)
    return cases[where(cases)].mean(axis=0, keepdims=True)


def open_to_doubt(step: Step, plane: Plane, case: np.ndarray) -> list[Mark]:
    """The ambiguous region hatched, and the case."""
    x, y = fields.centres(plane.xlim), fields.centres(plane.ylim)
    mask = step.model.ambiguous_on(x, y)
    marks = fields.border(mask, plane.xlim, plane.ylim, color="accent", width=1.6)
    lines = [[x[a], y[row], x[b - 1], y[row]] for row in range(0, len(y), LINES_APART) for a, b in runs(mask[row])]
    marks += fields.broken(np.array(lines).reshape(-1, 4), color="accent", width=0.8)
    return [*marks, question(case)]


def question(case: np.ndarray) -> Text:
    return Text(*map(float, case[0]), "?", "accent", size=19.0, anchor="center", bold=True)


def runs(row: np.ndarray) -> np.ndarray:
    """(first, after the last) of every run of True."""
    return np.flatnonzero(np.diff(row.astype(int), prepend=0, append=0)).reshape(-1, 2)


def hatched(panel: Panel) -> bool:
    return any(isinstance(mark, Path) and mark.color == "accent" and len(mark.x) for mark in panel.marks)


def table(step: Step, case: np.ndarray) -> Panel:
    """Who beats whom: a 1 in the row of the winner."""
    won, met = duels(step.model, case)[0], np.zeros((3, 3), dtype=bool)
    for column in step.model.code.T:
        i, j = np.flatnonzero(~np.isnan(column))
        met[i, j] = met[j, i] = True
    marks = [Text(1.0 + j, 2.0 - i, str(won[i, j]) if met[i, j] else "·", anchor="center", bold=bool(won[i, j]))
             for i in range(3) for j in range(3)]  # fmt: skip
    names = [Text(0.0, 2.0 - i, name, f"class{i}", anchor="center", bold=True) for i, name in enumerate(NAMES)]
    names += [Text(1.0 + j, 3.0, name, f"class{j}", anchor="center", bold=True) for j, name in enumerate(NAMES)]
    return Panel(BOTTOM, (-0.5, 3.5), (-0.6, 3.6), (*marks, *names), name="duels", title="Who beats whom at ?")


# ---------------------------------------------------------------- codes


def output_codes() -> list[Scene]:
    """Seven lines for four classes: a bit goes wrong at the case ?, and its class is still the nearest."""
    X, y = data.blobs(120, classes=4, spread=0.3, seed=2)
    y = np.array(["A", "B", "C", "D"])[y]
    trace = OutputCodes(learner=LogisticRegression(lam=0.1)).trace(X, y)
    case = corrected(trace[-1].model, X, y)
    plane = Plane(X, y, box=LEFT, title="Error-correcting code", cuts=lambda step: [question(case + ABOVE)])
    words = CodeWords(trace[-1].model.code, list("ABCD"), lambda step: word_of(step, case), box=(520, 44, 424, 150),
                      title="Words, and what is received at ?")  # fmt: skip
    error = Curves(np.arange(8), [Curve(trace[:8].curve("error"), "")], lambda step: step.bit, box=BOTTOM,
                   xlabel="bit", title="Training error")  # fmt: skip
    scenes = [Scene((plane(step), words(step), error(step)), step.caption) for step in (trace[1], trace[4], trace[7])]
    assert any(isinstance(mark, Box) and mark.stroke == "wrong" for mark in scenes[-1].panel("code").marks)
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
