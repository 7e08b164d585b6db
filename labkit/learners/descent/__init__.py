"""Going downhill: optimisers as stories on any function with a gradient (and, where asked, a Hessian).

objective      what an optimiser goes down: a function that is asked at a point
moves          one move, and ``descend``: an optimiser's moves from the start until there is a reason to stop
line_search    how far to go along a direction
first_order    gradient descent, momentum, steepest descent, conjugate gradients
stochastic     stochastic gradients and Adam, which look at a few examples at a time; stochastic approximation
schedules      how a rate falls, and whether that keeps Robbins and Monro's conditions
second_order   Newton, Levenberg-Marquardt, BFGS
changes        what BFGS learns of the Hessian on its way
annealing      simulated annealing
alternating    block after block
evaluations    what a way down costs, counted in evaluations
step           the step that the learners who descend have in common, and ``downhill``: the story on any function
solvers        optimisers by name
restarts       the best of many ways down
jets           exact derivatives of a formula
surfaces       the lectures' functions of two variables
critical       minimum, maximum or saddle
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".alternating": "Alternating Best Block BlockObjective",
        ".annealing": "AnnealingStep SimulatedAnnealing acceptance",
        ".critical": "INCONCLUSIVE MAXIMUM MINIMUM SADDLE CriticalPoint classify critical_points d_test",
        ".evaluations": "CountedObjective PricedWay priced",
        ".first_order": "ConjugateGradient GradientDescent SteepestDescent best_momentum stable_rate",
        ".jets": "Jet variables",
        ".objective": "Objective PlainObjective once",
        ".moves": "descend",
        ".restarts": "RestartStep miss_probability restarts starts_needed",
        ".schedules": "SCHEDULES Decay Power Schedule partial_sums satisfies",
        ".second_order": "BFGS LevenbergMarquardt Newton",
        ".solvers": "SOLVERS",
        ".step": "DescentStep downhill",
        ".stochastic": "Adam StochasticApproximation StochasticGradient batches sample_mean variance_floor",
        ".surfaces": "SURFACES Surface quadratic surface",
    },
)
