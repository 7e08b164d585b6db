"""Many learners that decide together: bagging, forests, boosting. Lectures 19 to 21.

learner                                      module               built from
Bagging, RegressionBagging                   bagging
RandomForest, RegressionForest               forest               bagging, importance
AdaBoost                                     adaboost             weighted_vote, stump
GradientBoosting, RegressionBoosting         gradient_boosting    second_order, losses, boosted, score_tree
L2Boost                                      l2boost
LogitBoost                                   logitboost           l2boost

All of them: ``members`` (training and asking them), ``prefix`` (the sum over the first so many of them, and the story).
Formulas: ``bootstrap``, ``losses``, ``second_order``. Stories of one question: ``bootstrap`` (what is drawn),
``guessing`` (which examples will AdaBoost make heavier), ``second_order`` (which cut of a node gains most). ``engine``
is there only for speed; it finds the trees of ``score_tree`` and the stumps of ``stump``.
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".adaboost": "AdaBoost AdaRounds AdaStep",
        ".bagging": "BagStep Bagging RegressionBagging draws",
        ".boosted": "BoostStep",
        ".bootstrap": "BootstrapStep bootstrap_steps left_out majority_error variance_of_average",
        ".forest": "ForestStep RandomForest RegressionForest columns_drawn",
        ".gradient_boosting": "GradientBoosting RegressionBoosting",
        ".guessing": "GuessStep guess_steps heavier_rows",
        ".importance": "staged_by_impurity staged_by_permutation",
        ".l2boost": "L2Boost ResidualStep",
        ".logitboost": "LogitBoost LogitStep",
        ".losses": "MARGIN_LOSSES Logistic Softmax Squared exponential friedman_leaf hinge log2_loss zero_one "
        "zero_one_of_slide",
        ".score_tree": "ScoreNode TreeLimits grow_node",
        ".second_order": "ScanStep leaf_score omega scan_steps short split_gain split_gains structure_score",
        ".stump": "Stump best_stump",
        ".weighted_vote": "WeightedVote",
    },
)
