"""Logistic regression: lectures 06 and 07.

learner                module        built from
LogisticRegression     regression    objective, separable; for the L1 penalty sparse; for all lams path
RecursiveLogistic      recursive     the model of regression
SoftmaxRegression      softmax       softmax_objective, separable
TangentSoftmax         tangent       softmax_objective, class by class

Both objectives: ``penalised``. Features far more than examples: ``engine``.
"""
