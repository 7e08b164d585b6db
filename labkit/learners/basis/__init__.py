"""Linear learners that bend: any learner on basis functions phi(x) of the features.

functions   the bases: ``Polynomial``, ``GaussianBasis``, ``SigmoidBasis``
lifted      ``BasisClassifier``, ``BasisRegression``: any learner on phi(x)
"""
