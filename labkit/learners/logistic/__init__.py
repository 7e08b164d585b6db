"""Logistic regression: lectures 06 and 07.

learner                module        built from
LogisticRegression     regression    objective, step, model, separable; for the L1 penalty sparse; for all lams path
RecursiveLogistic      recursive     model
SoftmaxRegression      softmax       softmax_objective, separable

Both objectives: ``penalised``. Formulas alone: ``losses``.
"""
