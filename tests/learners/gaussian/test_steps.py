"""What the one step of every learner of this family says."""

import inspect

import pytest

from labkit.core.data import load
from labkit.learners import LDA, QDA, ExponentialFamily, FisherDiscriminant, NaiveBayes


def lda10():
    table = load("lda10")
    return table.numeric("x1", "x2"), table["y"].astype(int)


def tennis():
    table = load("tennis")
    return table.without("day", "play"), table["play"]


STORIES = [(LDA, lda10), (QDA, lda10), (ExponentialFamily, lda10), (FisherDiscriminant, lda10), (NaiveBayes, lda10),
           (NaiveBayes, tennis)]  # fmt: skip


@pytest.mark.parametrize(("kind", "data"), STORIES)
def test_step_names_a_line_of_its_story(kind, data):
    (step,) = kind().trace(*data())
    assert f"  # ({step.equation})" in inspect.getsource(kind._story)


@pytest.mark.parametrize(
    ("kind", "caption"),
    [
        (LDA, "solved: 2 means and one shared covariance from 10 examples"),
        (QDA, "solved: 2 means and covariances from 10 examples"),
        (NaiveBayes, "solved: 2 classes, 2 columns, from 10 examples"),
        (ExponentialFamily, "solved: 2 classes, 2 columns of the gaussian family, from 10 examples"),
        (FisherDiscriminant, "solved: along the best direction J is 3.131"),
    ],
)
def test_step_tells_what_was_estimated(kind, caption):
    assert kind().trace(*lda10())[-1].caption == caption
