"""Networks of units.

units             threshold units, and networks of them that are set by hand
activations       what a hidden unit makes of its sum
shape             sizes of the layers, where each weight is, the first weights
outputs           what the outputs mean: a number, probabilities of classes; their losses
passes            forward and backward through the layers
objective         the loss of a network as a function of its weights
scale             the units in which features and numbers are seen
model             a network with its weights
early_stopping    examples held out, to say when to stop
training          the story of the epochs and updates
step              its steps
backpropagation   the story of one example, layer by layer
multilayer        ``NeuralNetwork``, ``RegressionNetwork``
"""
