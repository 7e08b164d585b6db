"""Going downhill: optimisers as stories on any function with a gradient (and, where asked, a Hessian).

objective      what an optimiser goes down: a function that is asked at a point
moves          one move, and ``descend``: an optimiser's moves from the start until there is a reason to stop
line_search    how far to go along a direction
first_order    gradient descent, momentum, steepest descent, conjugate gradients, stochastic gradients
second_order   Newton, Levenberg-Marquardt, BFGS
step           the step that the learners who descend have in common, and ``downhill``: the story on any function
solvers        optimisers by name
"""
