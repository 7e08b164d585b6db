"""What the main page of lecture 01 shows beside its labs."""

from __future__ import annotations

import numpy as np

from labkit.core.table import Table
from labkit.learners.decisions import risk, targets
from labkit.lectures.l01_function_approximation.costs import loss_table
from labkit.lectures.l01_function_approximation.heart import heart_results
from labkit.lectures.l01_function_approximation.screening import PEOPLE, crowd, tested
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.layout import columns

CASE = np.array([0.5, 0.3, 0.2])  # the posteriors of the lecture's example
FIRST = {"ill": 10, "finds": 90, "clears": 90, "tests": 1}
CAPTION = "1,000 people: 10 are ill (triangles, at the left), 990 are healthy (discs)"
DOUBTFUL, MISS = 0.15, 10  # a patient, and what it costs to miss one


def thousand_people() -> Player:
    """Nobody has been tested yet."""
    step = tested(FIRST)
    picture = columns(crowd(step.people, name="people"), shape=2.6,
                      caption=lambda step: CAPTION)  # fmt: skip
    return play([step], picture, title="A thousand people")


def test_by_hand() -> Table:
    """The thousand people, sorted by what they are and what the test says."""
    step = tested(FIRST)
    (healthy, ill), (false, right) = step.people, step.positive
    return Table.from_dict({
        "": ["test says ill", "test says healthy", "all"],
        "ill": [str(n) for n in (right, ill - right, ill)],
        "healthy": [str(n) for n in (false, healthy - false, healthy)],
        "together": [str(n) for n in (right + false, PEOPLE - right - false, PEOPLE)],
        "share of ill": [f"{right / (right + false):.3f}", f"{(ill - right) / (PEOPLE - right - false):.3f}",
                         f"{ill / PEOPLE:.3f}"],
    })  # fmt: skip


test_by_hand.__test__ = False  # its name is the page's, no test's


def case_by_hand() -> Table:
    """Targets of three classes, and how far the posterior is from each."""
    return Table.from_dict({
        "class": ["1", "2", "3"],
        "target": ["(1, 0, 0)", "(0, 1, 0)", "(0, 0, 1)"],
        "posterior P": [f"{p:g}" for p in CASE],
        "squared distance of P to the target": [f"{d:.2f}" for d in targets.distances(CASE)],
    })  # fmt: skip


def three_decisions() -> Table:
    """The risks for one doubtful patient."""
    leave, treat = risk.risks([1 - DOUBTFUL, DOUBTFUL], loss_table(MISS))
    return Table.from_dict({
        "decision": ["leave", "treat"],
        "if healthy (0.85)": ["0", "1"],
        "if ill (0.15)": [str(MISS), "0"],
        "expected cost": [f"0.15 \u00d7 {MISS} = {leave:.2f}", f"0.85 \u00d7 1 = {treat:.2f}"],
    })  # fmt: skip


def decision_source() -> Source:
    """The lines that decide."""
    return show(risk.decisions)


def heart_scores() -> Table:
    """What each way to decide costs on the patients."""
    found = heart_results()
    missed, needless, asked, cost = zip(*found.values(), strict=True)
    return Table.from_dict({
        "decision": list(found),
        "ill, not sent": missed,
        "healthy, sent": needless,
        "asked": asked,
        "cost per patient": [f"{each:.3f}" for each in cost],
    })  # fmt: skip
