"""Decision trees: growing, pruning, rules, missing values. Lectures 15 to 18."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".attributes": "Attribute Attributes",
        ".by_hand": "HandStep hand_steps hand_story",
        ".chords": "IMPURITIES ChordStep chord_steps impurity",
        ".classics": "C45 CART ID3",
        ".cost_complexity": "PruneStep PruningPath prune_steps pruned pruning_path weakest_links",
        ".costs": "COST_RULES mean_cost nunez paid tan_schlimmer",
        ".criteria": "BINARY_ONLY CRITERIA entropy g_statistic gain gain_ratio gini half_split impurity_of "
        "misclassification split_information twoing",
        ".cross_validation": "AlphaChoice ChoiceStep choice_steps choose_alpha choose_depth",
        ".cuts": "cut_piece line_piece",
        ".decision_tree": "DecisionTree",
        ".erasure": "ErasureStep erasure_steps remedies",
        ".exhaustive": "MOST_EXAMPLES smallest_tree",
        ".fill_in": "FillIn",
        ".fractions": "Fractions shares",
        ".growth": "GrowthStep best_first errors_after leaves",
        ".hand_moves": "OPEN HandMove Moves",
        ".information": "PATH_CRITERIA binary_information cmim conditional_entropy independent_tests jmi joint_entropy "
        "mutual_information",
        ".model": "Router TreeModel",
        ".node_tables": "Crosstab candidates crosstab",
        ".node_tests": "CandidateTest all_tests table",
        ".oblique": "ObliqueTree",
        ".paths": "PathStep path_steps",
        ".plan": "Plan TreeExamples",
        ".pruning": "KEPT RISKS prunings",
        ".regression": "CutErrors RegressionTree cut_errors",
        ".rules": "ABOVE UP_TO Condition Rule RuleList RuleStep evaluate extract rule_steps",
        ".stopping": "chi_square description_length p_value",
        ".surrogates": "Surrogates",
        ".tree": "LINEAR NEVER Tree",
        ".validation": "ValidationStep greedy_steps reduced_error_steps",
    },
)
