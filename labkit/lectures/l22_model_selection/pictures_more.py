"""What the page with more of lecture 22 shows beside its labs."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners.selection import compare, evidence, polynomials, rarity
from labkit.learners.selection.criteria import correction, shao
from labkit.learners.selection.overfitting import RULES, overfitting

SIZES, DRAWS = [20, 50, 100, 200], 400
EPSILONS = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2)


def weights_of_models() -> Table:
    """The polynomials of the main page as weights of evidence."""
    table = data.load("poly12")
    x, y = table.columns
    trace = compare(polynomials(range(7)), x.numbers[:, None], y.numbers, folds=None, leave_one_out=False)
    found = {name: evidence(trace.curve(name.lower())) for name in ("AIC", "AICc", "BIC")}
    return Table.from_dict({"degree": [str(step.complexity) for step in trace],
                            **{name: [f"{w:.3f}" for w in each] for name, each in found.items()}})  # fmt: skip


def corrections() -> Table:
    """What AICc adds to AIC for five parameters, and what BIC and AIC charge for one."""
    sizes = (7, 8, 12, 20, 50, 200, 1000)
    return Table.from_dict({
        "n": [str(n) for n in sizes],
        "AICc adds for k = 5": [f"{correction(5, n):.2f}" for n in sizes],
        "AIC charges for one": ["2"] * len(sizes),
        "BIC charges for one": [f"{np.log(n):.2f}" for n in sizes],
    })  # fmt: skip


def too_high() -> Table:
    """In how many per cent of the draws each rule takes too high a degree; the truth is a parabola."""
    found = {n: overfitting(n, draws=DRAWS) for n in SIZES}
    names = dict(zip(RULES, ("AIC", "AICc", "BIC", "5 folds", "one left out"), strict=True))
    return Table.from_dict({"n": [str(n) for n in SIZES],
                            **{name: [f"{100 * each.rate(rule):.0f}" for each in found.values()]
                               for rule, name in names.items()}})  # fmt: skip


def held_out_as_bic() -> Table:
    """How many to hold out for cross-validation to choose as BIC does."""
    sizes = [20, 100, 1000, 100_000]
    return Table.from_dict({
        "n": [f"{n:,}" for n in sizes],
        "held out": [f"{shao(n):,.0f}" for n in sizes],
        "share": [f"{shao(n) / n:.0%}" for n in sizes],
    })  # fmt: skip


def rare_signs() -> Table:
    """Columns of the mails as yes or no (does it occur?), and how many are nearly constant."""
    table = data.load("spam").without("class", "capitals_average", "capitals_longest", "capitals_total")
    found = rarity((table.numeric() > 0).astype(float))
    return Table.from_dict({
        "epsilon": [f"{epsilon:g}" for epsilon in EPSILONS],
        "columns kept of 54": [str(len(found.kept(epsilon))) for epsilon in EPSILONS],
    })  # fmt: skip
