"""Linear learners that bend: any learner on basis functions phi(x) of the features.

functions   the bases: ``Polynomial``, ``GaussianBasis``, ``SigmoidBasis``
placement   where the functions of a basis are, by the examples
lifted      ``BasisClassifier``, ``BasisRegression``: any learner on phi(x)
"""
