"""Many learners that decide together: bagging, forests, boosting, output codes. Lectures 07 and 19 to 21.

learner                                      module               built from
Bagging, RegressionBagging                   bagging              bag
RandomForest, RegressionForest               forest               bag, lockstep, chance, importance
AdaBoost                                     adaboost             weak, stumps, weighted_vote
GradientBoosting, RegressionBoosting         gradient_boosting    boosting_rounds, boosting_story, boosted;
                                                                  its trees: second_order, bins, histograms, sapling
L2Boost                                      l2boost              additive
LogitBoost                                   logitboost           additive
OutputCodes                                  output_codes         coding, decoding
OneVsRest, OneVsOne                          one_vs               output_codes, coding

All of them: ``members`` (training and asking them, prefixes), ``grove`` (many trees as one), ``columns`` (categories as
numbers). Formulas alone: ``averaging``, ``losses``, ``second_order``. Stories of one question: ``guessing`` (which
examples will AdaBoost make heavier), ``split_scan`` (which cut of a node gains most).
"""
