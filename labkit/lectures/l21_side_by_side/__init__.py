"""Lecture 21: bagging, a random forest and gradient boosting side by side."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "data",
        "labkit.core.table": "Table",
        "labkit.learners": "CART GradientBoosting RandomForest",
        ".": "exercises questions",
        ".planes": "SideBySideLab",
        ".spheres": "SpheresLab noisy_spheres",
    },
)
