"""Models that are sums, fitted part by part to what the other parts leave over. Lecture 18.

learner           module             built from
Backfitting       backfitting        curves of one feature by smoothers, refitted in turn until nothing changes
ResidualFitting   residual_fitting   any learners of numbers, one after the other, none refitted
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".backfitting": "AdditiveCurves Backfitting BackfittingStep",
        ".curve": "Curve",
        ".residual_fitting": "ResidualFitting StageStep",
        ".smoothers": "KernelSmoother LevelMeans NeighbourSmoother PolynomialSmoother",
    },
)
