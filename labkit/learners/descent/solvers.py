"""Optimisers by name: what a learner's ``solver`` may be."""

from __future__ import annotations

from labkit.core import inputs
from labkit.learners.descent.first_order import ConjugateGradient, GradientDescent, SteepestDescent
from labkit.learners.descent.moves import Optimiser
from labkit.learners.descent.second_order import BFGS, LevenbergMarquardt, Newton
from labkit.learners.descent.stochastic import Adam, StochasticGradient

SOLVERS = {
    "gradient": GradientDescent(),
    "momentum": GradientDescent(momentum=0.9),
    "line search": SteepestDescent(),
    "conjugate gradient": ConjugateGradient(),
    "stochastic": StochasticGradient(),
    "adam": Adam(),
    "newton": Newton(),
    "levenberg-marquardt": LevenbergMarquardt(),
    "bfgs": BFGS(),
}


def chosen(solver, others: tuple[str, ...] = ()) -> Optimiser | str:
    """The optimiser of that name, or the one that was given; a name of ``others`` is the caller's own."""
    if hasattr(solver, "moves") and not isinstance(solver, type):
        return solver
    inputs.option(
        "solver", solver, tuple(dict.fromkeys((*others, *SOLVERS))), "an optimiser such as GradientDescent(rate=0.1)"
    )
    return solver if solver in others else SOLVERS[solver]
