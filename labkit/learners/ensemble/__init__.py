"""Many learners that decide together: bagging, forests, boosting. Lectures 19 to 21.

learner                                      module               built from
Bagging, RegressionBagging                   bagging
RandomForest, RegressionForest               forest               bagging, importance
AdaBoost                                     adaboost             weighted_vote
GradientBoosting, RegressionBoosting         gradient_boosting    second_order, losses, boosted
L2Boost                                      l2boost
LogitBoost                                   logitboost           l2boost

All of them: ``members`` (training and asking them), ``prefix`` (the sum over the first so many of them, and the story).
Formulas: ``bootstrap``, ``losses``, ``second_order``. Stories of one question: ``bootstrap`` (what is drawn),
``guessing`` (which examples will AdaBoost make heavier), ``second_order`` (which cut of a node gains most). ``engine``
is there only for speed.
"""
