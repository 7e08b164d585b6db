"""The perceptron and its family: lectures 09 and 10."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".adaline": "Adaline",
        ".capacity": "CapacityStep capacity_steps count_separable normal_approximation separable_dichotomies "
        "separable_probability",
        ".fuzzy": "PENALTIES FuzzyPerceptron FuzzyStep misclassification misclassification_weights penalty",
        ".ho_kashyap": "HoKashyap HoKashyapStep",
        ".lvq": "LVQ LVQStep PrototypeModel lvq_step",
        ".multiclass": "MulticlassPerceptron MulticlassStep kesler_row smallest_lead",
        ".pocket": "PocketPerceptron PocketStep",
        ".programming": "BALANCE SEPARATOR LinearProgram LinearProgramStep has_separator separable standard_form",
        ".rosenblatt": "RATES Perceptron VaryingRate",
        ".simplex": "SimplexMethod",
        ".theorem": "PerceptronStep Theorem",
    },
)
