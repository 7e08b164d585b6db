"""Lecture 19: the bootstrap, bagging and random forests."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.core.table": "Table",
        "labkit.learners": "Bagging CART PocketPerceptron RandomForest RegressionForest",
        "labkit.learners.ensemble.bootstrap": "left_out majority_error variance_of_average",
        "labkit.learners.ensemble.forest": "RULES columns_drawn",
        ".": "exercises questions",
        ".bootstrap": "BootstrapLab",
        ".forest": "ForestLab",
        ".importance": "ImportanceLab",
    },
)
