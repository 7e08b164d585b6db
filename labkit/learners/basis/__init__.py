"""Linear learners that bend: any learner on basis functions phi(x) of the features.

functions   the bases: ``Polynomial``, ``GaussianBasis``, ``SigmoidBasis``
lifted      ``BasisClassifier``, ``BasisRegression``: any learner on phi(x)
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".functions": "GaussianBasis Polynomial SigmoidBasis",
        ".lifted": "BasisClassifier BasisRegression LiftedModel LiftedPredictor",
    },
)
