"""Lecture 16: trees cut back, and rules cut short."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.core.story": "Trace",
        "labkit.core.table": "Table",
        "labkit.learners": "CART DecisionTree ID3 RegressionTree",
        "labkit.learners.tree.cost_complexity": "prune_steps pruning_path weakest_links",
        "labkit.learners.tree.cross_validation": "choose_alpha",
        "labkit.learners.tree.information": "mutual_information",
        "labkit.learners.tree.pruning": "prunings",
        "labkit.learners.tree.rules": "RuleList evaluate extract rule_steps",
        "labkit.learners.tree.stopping": "chi_square description_length p_value",
        "labkit.learners.tree.validation": "greedy_steps reduced_error_steps",
        "labkit.lectures.l15_growing_trees": "GrowthLab",
        "labkit.lectures.shared.trees_shown": "grown",
        ".": "exercises questions",
        ".rules": "RulesLab",
        ".sequence": "PruningLab",
    },
)
