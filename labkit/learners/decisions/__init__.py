"""Deciding on a class, given how probable each of them is.

targets     classes as target vectors: the regression on them is the posterior, the nearest target its largest entry
risk        Bayes' rule, and what a decision costs: losses, the reject option, the Bayes error
bayes       ``BayesDecision``: the least risk by the posteriors of any learner
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".bayes": "BayesDecision BayesModel",
        ".risk": "bayes_risk bayes_rule decisions loss_matrix rejected risks threshold",
        ".targets": "codes distances expected_loss nearest posteriors printed_distances regression triangle",
    },
)
