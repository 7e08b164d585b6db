"""Logistic regression: lectures 06 to 08.

learner                module        built from
LogisticRegression     regression    objective, separable; for the L1 penalty sparse; for all lams path
RecursiveLogistic      recursive     the model of regression
DualLogistic           dual          the model of regression
SoftmaxRegression      softmax       softmax_objective, separable
TangentSoftmax         tangent       softmax_objective, class by class

Both objectives: ``penalised``. Features far more than examples: ``engine``.
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".dual": "DualLogistic DualLogisticStep",
        ".objective": "LogisticObjective cross_entropy squared_error",
        ".path": "PenaltyStep penalties",
        ".recursive": "RecursiveLogistic RecursiveLogisticStep",
        ".regression": "LogisticModel LogisticRegression LogisticStep",
        ".softmax": "SoftmaxModel SoftmaxRegression SoftmaxStep",
        ".softmax_objective": "SoftmaxObjective SoftmaxPoint",
        ".tangent": "TangentSoftmax TangentStep",
    },
)
