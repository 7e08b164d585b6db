"""Lecture 16: trees cut back, and rules cut short."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".by_validation": "ValidationLab",
        ".depth": "DepthLab",
        ".pictures": "cost_lines_by_hand heart_rules heart_scores heart_sequence link_source links_by_hand "
        "stop_or_cut whole_heart_tree",
        ".pictures_more": "alpha_choice all_prunings bits_of_trees chance_of_splits flu_rules fruit_tree "
        "greedy_or_bottom_up one_tie",
        ".questions": "progress quick_check",
        ".rules": "RulesLab",
        ".sequence": "PruningLab",
    },
)
