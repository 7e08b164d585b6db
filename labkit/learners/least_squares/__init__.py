"""Least squares: the weights whose squared errors, with a penalty on the slopes, have the least sum.

closed_form   the solution in one go, by QR or by the normal equations, and what happens where there are many
objective     the same loss for the optimisers of ``descent``, and the slides' losses as they are and as printed
regression    ``LinearRegression``: numbers, with every way to the solution, and the whole ridge path
classifier    ``LeastSquaresClassifier``: classes, coded as numbers
delta_rule    ``LeastMeanSquares``: one example at a time, downhill; ``Adaline`` of ``perceptron`` has the same rule
least_modulus ``LeastModulus``: the least sum of absolute errors instead, which outliers hardly move
recursive     ``RecursiveLeastSquares``: one example at a time, and solved so far
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".classifier": "LeastSquaresClassifier",
        ".closed_form": "Solutions solutions",
        ".delta_rule": "DeltaRuleStep LeastMeanSquares",
        ".least_modulus": "LeastModulus LeastModulusStep",
        ".objective": "SquaredLoss sum_of_squares train_loss",
        ".recursive": "RecursiveLeastSquares RecursiveStep",
        ".regression": "LinearRegression",
        ".steps": "LeastSquaresStep RidgeStep",
    },
)
