"""Least squares: the weights whose squared errors, with a penalty on the slopes, have the least sum.

closed_form   the solution in one go, by QR or by the normal equations, and what happens where there are many
objective     the same loss for the optimisers of ``descent``
regression    ``LinearRegression``: numbers, with every way to the solution, and the whole ridge path
classifier    ``LeastSquaresClassifier``: classes, coded as numbers
printed       the losses of the slides, with their gradients as they are and as they are printed

One example at a time it is ``LeastMeanSquares`` and ``RecursiveLeastSquares``, in ``perceptron``.
"""
