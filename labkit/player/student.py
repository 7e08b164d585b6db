"""A student's own learner, told as one of ours.

It has ``steps(X, y)``, whose steps carry weights (``w``, ``W``, ``prototypes`` or ``weights``, on the step or on its
model) or a ``model`` that predicts; or it has only ``fit`` and ``predict``. A step may name its ``event`` and its
``example``; one without an event that changes nothing is passed over. Whatever the learner raises becomes one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from itertools import islice

import numpy as np

from labkit.core import inputs
from labkit.core.faults import failure
from labkit.core.story import SOLVED, START, STOP, UPDATE, WEIGHTS, Step, weights

LARGEST_WEIGHT = 1e30  # of weights: a picture has room for them


@dataclass(frozen=True, slots=True, eq=False)
class Predictor:
    """Anything that predicts, held to the classes of the data."""

    predicts: object
    classes: np.ndarray

    def predict(self, X) -> np.ndarray:
        answers = np.asarray(self.predicts.predict(X))
        if answers.shape != (len(X),) or not np.isin(answers, self.classes).all():
            known = ", ".join(map(str, self.classes))
            raise ValueError(
                f"predict: expected one of {known} for each of {len(X)} rows, got {np.unique(answers)[:5]}"
            )
        return answers


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StudentStep(Step):
    """A student's step, copied as it was told: the arrays of a story in the making may change later."""

    weights: np.ndarray | None = None
    silent: bool = False  # it names no event, so whether it is an update is seen from its weights


def student_steps(student, X: np.ndarray, y: np.ndarray, start: Step, most: int) -> tuple[list[StudentStep], str]:
    """The student's steps until the story ends, fails or has told ``most`` of them, and how it failed."""
    steps = []
    try:
        steps.extend(islice(_story(student, X, y, start), most))
    except Exception as error:  # anything may be wrong with a learner in the making; it is shown, not raised
        return steps, failure(error, getattr(student, "steps", None) or student.fit)
    return steps, ""


def _story(student, X: np.ndarray, y: np.ndarray, start: Step) -> Iterator[StudentStep]:
    """The start first (the reference's, if it has one and the student tells none), then the updates."""
    if not hasattr(student, "steps"):
        student.fit(X.copy(), y.copy())
        yield StudentStep(event=SOLVED, model=_probed(Predictor(student, start.model.classes), X))
        return
    last = None
    for raw in student.steps(X.copy(), y.copy()):
        step = _copied(raw, start.model, X)
        if step.event == STOP:
            return
        if last is None and start.event == START != step.event and not _unmoved(step, learned(start)):
            yield _started(start)
        if last is None or not step.silent or not _unmoved(step, last.weights):
            yield step
            last = step
    if last is None and start.event == START:
        yield _started(start)
    elif last is None:
        raise ValueError("steps: expected at least one step, got none; yield one that has your weights")


def _started(start: Step) -> StudentStep:
    return StudentStep(event=START, model=start.model, weights=learned(start))


def _unmoved(step: StudentStep, before: np.ndarray | None) -> bool:
    return step.weights is not None and before is not None and np.array_equal(step.weights, before)


def learned(step) -> np.ndarray | None:
    """A step's weights, if it has any."""
    try:
        return weights(step)
    except ValueError:
        return None


def _copied(raw, like, X: np.ndarray) -> StudentStep:
    """A student's step as one of ours. Weights in the reference's layout give a model of the reference's kind."""
    event, example, model = (getattr(raw, name, None) for name in ("event", "example", "model"))
    w = _usable(learned(raw))
    remade = None if w is None else _remade(like, w)
    if hasattr(model, "predict"):
        theirs = _probed(Predictor(deepcopy(model), like.classes), X)
        if remade is None or (remade.predict(X) != theirs.predict(X)).any():
            w, remade = None, theirs  # its weights mean something else: go by what it decides
    elif w is None:
        weights(raw)  # says what is missing
    elif remade is None:
        shape = weights(like).shape
        raise ValueError(f"expected weights of shape {shape} (constant input first), got shape {w.shape}")
    if example is not None:
        inputs.number("example", example, least=0, most=len(X) - 1, whole=True)
        example = int(example)
    return StudentStep(event=event or UPDATE, silent=event is None, model=remade, example=example, weights=w)


def _usable(w: np.ndarray | None) -> np.ndarray | None:
    """The weights, if a picture can be made of them."""
    if w is not None and not (np.abs(w) <= LARGEST_WEIGHT).all():
        worst, most = w[~(np.abs(w) <= LARGEST_WEIGHT)][0], f"{LARGEST_WEIGHT:g}"
        raise ValueError(f"expected finite weights up to {most}, got {worst}; look at the update before this one")
    return w


def _remade(like, w: np.ndarray):
    """The reference's model with other weights; None where these do not fit it."""
    name = next((field.name for field in fields(like) if field.name in WEIGHTS), None)
    if name is None or getattr(like, name).shape != w.shape:
        return None
    return replace(like, **{name: w})


def _probed(model: Predictor, X: np.ndarray) -> Predictor:
    """The model, after it has shown that it predicts, and not only for as many rows as it was fitted to."""
    model.predict(X)
    model.predict(X[:1])
    return model
