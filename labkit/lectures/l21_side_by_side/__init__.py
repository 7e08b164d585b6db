"""Lecture 21: bagging, a random forest and gradient boosting side by side."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises",
        ".pictures": "answers real_scores table_of wrong_labels",
        ".planes": "SideBySideLab",
        ".questions": "progress quick_check",
        ".spheres": "SpheresLab",
    },
)
