"""Networks of units.

units             threshold units, and networks of them that are set by hand
activations       what hidden units and outputs make of their sums, and the losses
shape             sizes of the layers, where each weight is, the first weights
passes            forward and backward through the layers
objective         the loss of a network as a function of its weights
model             a network with its weights, and the units in which it sees features and numbers
training          the story of the epochs and updates, and when to stop
backpropagation   the story of one example, layer by layer
multilayer        ``NeuralNetwork``, ``RegressionNetwork``
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".activations": "ACTIVATIONS TWO_CLASSES activation",
        ".backpropagation": "PassStep pass_steps",
        ".model": "NetworkModel NetworkPredictor by_hand plain",
        ".multilayer": "NeuralNetwork RegressionNetwork",
        ".objective": "Architecture NetworkObjective",
        ".passes": "backward forward gradients printed_deltas",
        ".shape": "Shape",
        ".training": "BatchStep NetworkStep",
        ".units": "GATES OLD_COMPUTER PIGEON XOR FiringStep ThresholdNetwork ThresholdUnit bit_operations truth_table",
    },
)
