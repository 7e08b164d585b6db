"""Lecture 15: choose the splits yourself, and watch a tree and its regions grow."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.core.table": "Table",
        "labkit.learners": "C45 CART DecisionTree ID3 ObliqueTree",
        "labkit.learners.tree.criteria": "entropy g_statistic gain gini half_split misclassification twoing",
        "labkit.learners.tree.information": "binary_information cmim conditional_entropy independent_tests information "
        "jmi joint_entropy mutual_information",
        "labkit.learners.tree.exhaustive": "smallest_tree",
        "labkit.learners.tree.plan": "TreeExamples",
        "labkit.lectures.shared.trees_shown": "grown node_tests",
        ".": "exercises questions",
        ".growth": "GrowthLab",
        ".impurities": "impurity_curves",
        ".point_split": "PointSplitLab",
        ".split": "SplitLab",
    },
)
