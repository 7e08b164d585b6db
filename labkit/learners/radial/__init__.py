"""Radial basis networks: bumps around centres, added up with weights. Lecture 13.

functions   ``RadialFunctions``: the three functions of the distance to a centre; ``RadialBasis``: where the centres are
            and how wide their functions, for any learner on basis functions
adaptive    centres and widths that go downhill by the targets
network     ``RBFRegression``, ``RBFClassifier``: centres, widths, weights, one after the other
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".functions": "FUNCTIONS RadialBasis RadialFunctions",
        ".network": "RBFClassifier RBFRegression RadialStep",
    },
)
