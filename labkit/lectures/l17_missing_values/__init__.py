"""Lecture 17: cases with gaps on their way down a tree, the surrogates of a split, and tests that cost something."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.core.table": "Table",
        "labkit.learners": "C45 CART DecisionTree ID3",
        "labkit.learners.tree.costs": "mean_cost nunez tan_schlimmer",
        "labkit.learners.tree.criteria": "entropy",
        "labkit.learners.tree.fill_in": "FillIn",
        "labkit.learners.tree.fractions": "shares",
        "labkit.learners.tree.paths": "path_steps",
        "labkit.lectures.shared.trees_shown": "grown",
        ".": "exercises questions",
        ".cases": "MissingLab MissingNumbersLab MissingTennisLab",
        ".costs": "CostLab",
        ".pictures": "surrogate_table",
        ".surrogates": "SurrogateLab",
    },
)
