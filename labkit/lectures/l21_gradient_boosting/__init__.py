"""Lecture 21: boosting by residuals and gradients, what a split gains, shrinkage, and output codes."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.core.table": "Table",
        "labkit.learners": "AdaBoost CART GradientBoosting L2Boost LogitBoost OutputCodes RegressionBoosting",
        "labkit.learners.ensemble": "losses",
        "labkit.learners.ensemble.second_order": "leaf_score omega split_gain split_gains structure_score",
        "labkit.learners.many_classes": "coding",
        "labkit.lectures.l07_many_classes": "CodesLab",
        ".": "exercises questions",
        ".gain": "GainLab",
        ".plane": "PlaneBoostLab",
        ".residuals": "ResidualLab",
        ".shrinkage": "ShrinkageLab",
    },
)
