"""Naive Bayes by hand: one customer, a factor for every attribute, and Laplace's correction.

Lecture 04; deck 004 "Naive Bayes: not (necessarily) a Bayesian method". Inventory: I-004-056.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.core.table import Table
from labkit.learners import NaiveBayes
from labkit.lectures.l04_gaussian_classifiers import common, questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows
from labkit.views.tables.case import UNKNOWN, case_table
from labkit.views.tables.facts import facts

OFFERS = {"age": ("<=30", "31..40", ">40"), "income": ("low", "medium", "high"), "student": ("no", "yes"),
          "credit_rating": ("fair", "excellent")}  # fmt: skip
FIRST = {"age": "<=30", "income": "medium", "student": "yes", "credit_rating": "fair"}
CLASSES = ("does not buy", "buys")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BuyerStep(Step):
    """A model of the customers, and one customer more."""

    case: Table
    words: tuple[str, ...]  # of the case, as they are chosen
    laplace: float
    used: int = len(OFFERS)  # attributes that are multiplied so far

    @property
    def factors(self) -> np.ndarray:
        """(attributes + 1, classes): the prior, and what every attribute has to say."""
        said = np.exp(self.model.log_factors(self.case))[0].T
        return np.vstack([self.model.priors, said])

    @property
    def posterior(self) -> np.ndarray:
        if self.used == len(OFFERS):
            return self.model.predict_proba(self.case)[0]
        product = self.factors[: self.used + 1].prod(axis=0)
        return product / product.sum() if product.any() else self.model.priors

    @property
    def caption(self) -> str:
        k = int(self.posterior.argmax())
        if self.used < len(OFFERS):
            upto = list(OFFERS)[self.used - 1].replace("_", " ") if self.used else ""
            told = f"times the factors of {upto}" if upto else "the shares of all customers"
            return f"{told}: probability {self.posterior[1]:.3f} of buying"
        how = "without correction" if self.laplace == 0 else f"with {self.laplace:g} added to every count"
        return f"{how}: {CLASSES[k]} a computer with probability {self.posterior[k]:.3f}"


class BuyerLab(Lab):
    """Choose a customer; multiply the factors one by one; add to the counts."""

    name, heading = "04-buyers", "Will this customer buy a computer?"
    question = questions.never_seen
    clickable = ("case",)
    steering = (
        *(Choice(name, name.replace("_", " "), (*offered, UNKNOWN), FIRST[name]) for name, offered in OFFERS.items()),
        Slider("laplace", "added to every count", 0.0, 5.0, 0.5, 0.0),
    )
    presets = {
        "31 to 40 years": {"age": "31..40"},
        "all against": {"age": "31..40", "income": "high", "student": "no", "credit_rating": "excellent"},
        "all against, corrected": {"age": "31..40", "income": "high", "student": "no", "credit_rating": "excellent",
                                   "laplace": 1.0},
    }  # fmt: skip

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the customers are words

    def story(self, X, y, values):
        known = {name: None if values[name] == UNKNOWN else values[name] for name in OFFERS}
        case = _customer(known)
        model = NaiveBayes(laplace=values["laplace"]).fit(*common.buyers()).model_
        words = tuple(values[name] for name in OFFERS)
        steps = [BuyerStep(event=SOLVED, model=model, case=case, words=words, laplace=values["laplace"], used=used)
                 for used in range(len(OFFERS) + 1)]  # fmt: skip
        chosen = case_table(OFFERS, values, title="The customer: click to change")
        chance = Chart(ylim=(0.0, 1.05), title="Probability", name="posterior")
        chance.bars(lambda s: s.posterior, labels=CLASSES, kind=(0, 1))
        factors = facts(_rows, CLASSES, title="Factors", name="factors")
        return Story(Trace(steps), columns(rows(chosen, chance, weights=(6, 7)), factors, weights=(1, 1), shape=2.2))

    def click(self, values, at):
        attribute, _, value = at.target.partition("=")
        return {attribute: value} if attribute and value in (*OFFERS.get(attribute, ()), UNKNOWN) else {}


def _rows(step: BuyerStep) -> list[tuple[str, str, str]]:
    names = ("prior", *(f"{name.replace('_', ' ')} {word}" for name, word in zip(OFFERS, step.words, strict=True)))
    lines = [(name, *(f"{p:.3f}" if k <= step.used else "" for p in row))
             for k, (name, row) in enumerate(zip(names, step.factors, strict=True))]  # fmt: skip
    return [*lines, ("product", *(f"{p:.4f}" for p in step.factors[: step.used + 1].prod(axis=0)))]


def _customer(known: dict) -> Table:
    """One row of words; None where nothing is known."""
    return Table.from_dict({name: [word] for name, word in known.items()})
