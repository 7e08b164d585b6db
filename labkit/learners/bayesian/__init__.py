"""Logistic and softmax regression with a belief about the weights: a prior before the data, a posterior after them.

bounds        exponentials, parabolas and tangents that stay on one side of a sigmoid or a logarithm
probit        the normal distribution function in place of the sigmoid, and what averaging a sigmoid over a normal gives
normal        a normal distribution of the weights: the prior, and every posterior here
exact         the posterior itself where there are one or two weights: by summing over a grid
belief        what the Bayesian learners have in common, and what a posterior predicts: plug-in, probit, Monte Carlo
laplace       a normal distribution at the peak of the posterior
variational   Jaakkola and Jordan's: parabolas below the log-likelihood, by EM
class_moves   how the normal distribution of a class moves to where its part of a bound is least
jensen        softmax regression class by class (``logistic.tangent``), with a normal distribution for every class
engine        weights in which rounding does no harm; where slow rounds lead
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".belief": "KINDS LogisticBelief MONTE_CARLO PLUG_IN PROBIT SoftmaxBelief",
        ".bounds": "curvature entropy even_part expected_softplus log_sigmoid_below sigmoid_above sigmoid_below",
        ".exact": "ExactPosterior exact_posterior",
        ".jensen": "JensenBound JensenStep VariationalSoftmax",
        ".laplace": "LaplaceLogistic LaplaceStep",
        ".normal": "Normal prior",
        ".probit": "MATCHED best_rate expected_probit expected_sigmoid largest_gap moderated probit_sigmoid "
        "sigmoid_by_probit",
        ".variational": "Parabolas VariationalLogistic VariationalStep",
    },
)
