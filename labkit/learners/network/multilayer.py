"""Multilayer networks: layers of units, trained by what comes back through them.

Lecture 13; deck 002 "Multilayer Perceptron (MLP) network", "Backpropagation Training of MLP Networks", "Practical
issues for on-line learning", "Optimization in predictive learning"; deck 001 "XOR Problem". Inventory: I-001-003,
I-002-008, I-002-022, I-002-031..034, I-002-036.

    f(x) = w_0 + sum over j of w_j g(v_0j + sum over i of v_ij x_i)          one hidden layer        (1)
    J = sum of L + (lam / 2) |weights|^2,  biases left out                                           (2)
    w <- w - gamma_k dL/dw                                                   the lecture's update    (3)

Any number of hidden layers between inputs and outputs. L is half the squared error of a number, for classes minus the
logarithm of the probability of the right one (``outputs``). ``passes`` has the derivatives, ``descent`` the ways down:
an epoch is one pass over the examples, an update one batch of them; for an optimiser that looks at all examples each
time, an epoch is one of its iterations. What is found is a stationary point, which one depends on the start.

Stopping: the budget is spent; no entry of the gradient, per example, is above ``tolerance``; or the loss of examples
that are held out has not fallen for ``patience`` epochs: early stopping, which goes back to the best weights, the first
of equals. Too large a rate makes the weights of numbers grow without end: the story ends with those from before.

symbol      name here                              symbol     name here
g           activation                             m          hidden: units of each hidden layer
V, w        layers, views into one vector w        gamma_k    rate times schedule, of the ``solver``

Departures from the slides: all weights of a pass are from before the update (E-002-02); x_0 = 1 too (E-002-04); the
half in L makes (3) exact (E-002-03); an epoch is a full pass, a batch the part for one update (E-002-17); "universal
approximator" says that good weights exist, not that they are found (E-002-06, E-002-07).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, Estimates, Learner, Regressor, TrainingSet
from labkit.core.story import Trace
from labkit.learners.descent.moves import Optimiser
from labkit.learners.descent.solvers import chosen
from labkit.learners.descent.stochastic import Adam, StochasticGradient
from labkit.learners.network.activations import activation
from labkit.learners.network.backpropagation import pass_steps
from labkit.learners.network.early_stopping import Watch, held_out
from labkit.learners.network.model import Multilayer, NetworkModel, NetworkPredictor, indicators, meaning
from labkit.learners.network.objective import Network, NetworkObjective
from labkit.learners.network.outputs import NUMBER
from labkit.learners.network.scale import measured, plain
from labkit.learners.network.shape import Shape
from labkit.learners.network.step import NetworkStep
from labkit.learners.network.training import EVERY, Training

SOLVERS = {
    "adam": Adam(rate=0.01),
    "stochastic": StochasticGradient(rate=0.1, batch=32),
    "momentum": StochasticGradient(rate=0.05, batch=32, momentum=0.9),
}


class MultilayerLearner(Learner):
    """What the two kinds below share: all but what the outputs mean."""

    def __init__(
        self, *, hidden=(16,), activation="tanh", solver="adam", lam=0.0, max_epochs=200, tolerance=0.0, validation=0.0,
        patience=10, scaled=True, start=None, every="epoch", seed=0,
    ):  # fmt: skip
        self.hidden = hidden
        self.activation = activation
        self.solver = solver
        self.lam = lam
        self.max_epochs = max_epochs
        self.tolerance = tolerance
        self.validation = validation
        self.patience = patience
        self.scaled = scaled
        self.start = start
        self.every = every
        self.seed = seed

    @abstractmethod
    def _model(self, data: TrainingSet, rows: np.ndarray) -> Multilayer:
        """The network before it learns, its units measured by these rows."""

    @abstractmethod
    def _targets(self, data: TrainingSet, model: Multilayer) -> np.ndarray:
        """(examples, outputs)."""

    def _check(self, data: TrainingSet) -> None:
        if not isinstance(self.hidden, tuple | list):
            raise ValueError(
                f"hidden: expected the sizes of the hidden layers such as (16,), got {self.hidden!r}; pass a tuple"
            )
        for size in self.hidden:
            inputs.number("hidden", size, least=1, whole=True, why="a layer without units lets nothing through")
        activation(self.activation)
        inputs.number("lam", self.lam, least=0)
        inputs.number("max_epochs", self.max_epochs, least=1, whole=True)
        inputs.number("tolerance", self.tolerance, least=0)
        inputs.number("patience", self.patience, least=1, whole=True)
        inputs.option("scaled", self.scaled, (True, False))
        inputs.option("every", self.every, EVERY)
        inputs.number("seed", self.seed, least=0, whole=True)
        self._optimiser()
        training, _ = held_out(data, self.validation, self.seed)
        self._first(self._model(data, training))

    def _optimiser(self) -> Optimiser:
        found = chosen(self.solver, tuple(SOLVERS))
        if isinstance(found, str):
            return replace(SOLVERS[found], seed=self.seed)
        if getattr(found, "rate", 1.0) is None:
            raise ValueError(
                "solver: expected a rate, as no curvature bounds that of a network, got None; "
                "pass GradientDescent(rate=0.001) or so"
            )
        return found

    def _network(self, data: TrainingSet, outputs: int, output) -> Network:
        return Network(Shape((data.X.shape[1], *self.hidden, outputs)), activation(self.activation), output)

    def _scale(self, X: np.ndarray):
        return measured(X) if self.scaled else plain(X.shape[1])

    def _first(self, model: Multilayer) -> Multilayer:
        """With the first weights."""
        if self.start is not None:
            return model.with_layers(self.start, "start")
        shape, g = model.network.shape, model.network.activation
        return model.moved(inputs.frozen(shape.start(g, np.random.default_rng([1, self.seed]))))

    def _story(self, data: TrainingSet, told: bool) -> Iterator[NetworkStep]:
        rows, held = held_out(data, self.validation, self.seed)
        model, solver = self._first(self._model(data, rows)), self._optimiser()
        X, targets = model.entering(data.X), self._targets(data, model)
        lams = model.network.shape.without_biases(self.lam)
        objective = NetworkObjective(model.network, X[rows], targets[rows], lams)  # (2)
        watch = Watch(NetworkObjective(model.network, X[held], targets[held], lams), self.patience)
        training = Training(model, objective, watch, rows, getattr(solver, "batch", len(rows)), self.every)
        return training.steps(solver, float(self.tolerance), self.max_epochs, told)

    def pass_steps(self, x, y, *, rate: float = 0.1, printed: bool = False) -> Trace:
        """How one example goes forward through the fitted network, and what comes back; see ``backpropagation``."""
        self._examples(np.reshape(x, (1, -1)))
        return pass_steps(self.model_, x, y, rate=rate, printed=printed)


class NeuralNetwork(Decides, Estimates, MultilayerLearner, Classifier):
    """Classes: of two the output is the score of the second, of more there is an output for each.

    Parameters
    ----------
    hidden : units of each hidden layer; () has none and is logistic regression.
    activation : "tanh", "sigmoid", "relu" or "identity", of the hidden units.
    solver : "adam", "momentum", "stochastic" (batches of 32), "bfgs", "conjugate gradient", "levenberg-marquardt",
        "line search", "newton" (all examples at once; the Hessian is Gauss and Newton's), or an optimiser of
        ``descent`` such as Adam(rate=0.001, batch=200) or StochasticGradient(rate=0.5, momentum=0.9, schedule="1/k"),
        whose schedule counts updates. Newton, Levenberg-Marquardt and BFGS keep a matrix of weights times weights.
    lam : of the penalty, 0 for none; biases are free. J is a sum over the examples.
    max_epochs : the budget.
    tolerance : the story ends where no entry of the gradient, per example, is above this; 0 does not look.
    validation : the share of the examples that is held out for early stopping; 0 for none. One example of each class
        at least is trained on.
    patience : epochs without a lower validation loss, after which the story ends.
    scaled : whether features are measured in standard deviations from their means; False takes them as they come.
    start : the first weights, a matrix for each layer (biases first); None is random, by ``seed``.
    every : what a step tells, an "epoch" or an "update".
    seed : of the first weights, of the rows held out and, for a solver that is given by name, of its batches.
    """

    def _model(self, data: TrainingSet, rows: np.ndarray) -> NetworkModel:
        many = len(data.classes)
        network = self._network(data, 1 if many == 2 else many, meaning(many))
        return NetworkModel(np.zeros(network.shape.free_parameters), network, self._scale(data.X[rows]), data.classes)

    def _targets(self, data: TrainingSet, model: Multilayer) -> np.ndarray:
        return indicators(data.y, len(data.classes))


class RegressionNetwork(MultilayerLearner, Regressor):
    """Numbers: one output, a plain sum. ``scaled`` measures the numbers in standard deviations too, and so the loss.

    Parameters
    ----------
    hidden : units of each hidden layer; () has none and is linear regression.
    activation, solver, lam, max_epochs, tolerance, validation, patience, scaled, start, every, seed : as for
        ``NeuralNetwork``.
    """

    def _model(self, data: TrainingSet, rows: np.ndarray) -> NetworkPredictor:
        network, y = self._network(data, 1, NUMBER), data.y[rows, None]
        return NetworkPredictor(
            np.zeros(network.shape.free_parameters), network, self._scale(data.X[rows]), self._scale(y)
        )

    def _targets(self, data: TrainingSet, model: Multilayer) -> np.ndarray:
        return model.targets(data.y)
