"""Many learners that decide together: bagging, forests, boosting. Lectures 19 to 21.

learner                                      module               built from
Bagging, RegressionBagging                   bagging              bag
RandomForest, RegressionForest               forest               bag, importance
AdaBoost                                     adaboost             weighted_vote
GradientBoosting, RegressionBoosting         gradient_boosting    second_order, losses, boosting_story, boosted
L2Boost                                      l2boost
LogitBoost                                   logitboost           l2boost

All of them: ``members`` (training and asking them), ``prefix`` (the first so many of them as a model, and the story).
Formulas alone: ``averaging``, ``losses``, ``second_order``. Stories of one question: ``bootstrap_story``, ``guessing``
(which examples will AdaBoost make heavier), ``split_scan`` (which cut of a node gains most). ``engine`` is there only
for speed.
"""
