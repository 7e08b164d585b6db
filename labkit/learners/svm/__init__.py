"""Support vector machines.

svm            the learner, and whether there is a hard margin
dual           the problem, and what multipliers say about it: margins, slacks, objective values, conditions
kernels        inner products of features, and whether a function is one
features       feature maps, written down
smo            two multipliers at a time
without_bias   one at a time, where the boundary goes through the origin
hinge          the primal problem as something to descend
model          what is learned, and the steps of the story
engine/        what makes it quick
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".dual": "HARD KKT Problem Solution",
        ".features": "PolynomialMap ProductMap quadratic_coefficients",
        ".hinge": "HingeObjective primal",
        ".kernels": "GivenKernel Kernel Linear PolynomialKernel RANK RBF SigmoidKernel eigenvalues smallest_eigenvalue",
        ".model": "LinearSupportVectorModel SupportVectorModel SupportVectorStep",
        ".smo": "PairwiseAscent smo",
        ".svm": "SVM check_separable",
    },
)
