"""The perceptron and its family: lectures 09 and 10."""
