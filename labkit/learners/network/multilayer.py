"""Multilayer networks: layers of units, trained by what comes back through them.

Lecture 13; deck 002 "Multilayer Perceptron (MLP) network", "Backpropagation Training of MLP Networks", "Practical
issues for on-line learning", "Optimization in predictive learning"; deck 001 "XOR Problem". Inventory: I-001-003,
I-002-008, I-002-022, I-002-031..034, I-002-036.

    f(x) = w_0 + sum over j of w_j g(v_0j + sum over i of v_ij x_i)          one hidden layer        (1)
    J = sum of L + (lam / 2) |weights|^2,  biases left out                                           (2)
    w <- w - gamma_k dL/dw                                                   the lecture's update    (3)

Any number of hidden layers between inputs and outputs. ``activations`` has g and L, ``passes`` the derivatives,
``descent`` the ways down, ``training`` epochs, updates and early stopping. What is found is a stationary point, which
one depends on the start. Too large a rate makes weights grow without end: the story ends with those from before.

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

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.learner import Classifier, HasProbabilities, HasScores, Learner, Regressor, TrainingSet
from labkit.core.story import Trace
from labkit.learners.descent.moves import Optimiser
from labkit.learners.descent.solvers import chosen
from labkit.learners.descent.stochastic import Adam, StochasticGradient
from labkit.learners.network.activations import ACTIVATIONS, MANY_CLASSES, NUMBER, TWO_CLASSES, Output, activation
from labkit.learners.network.backpropagation import pass_steps
from labkit.learners.network.model import Multilayer, NetworkModel, NetworkPredictor, indicators, measured, plain
from labkit.learners.network.objective import Architecture, NetworkObjective
from labkit.learners.network.shape import Shape
from labkit.learners.network.training import EVERY, EarlyStopping, NetworkStep, Training, held_out

SOLVERS = {
    "adam": Adam(rate=0.01),
    "stochastic": StochasticGradient(rate=0.1, batch=32),
    "momentum": StochasticGradient(rate=0.05, batch=32, momentum=0.9),
}


def _check_sizes(name: str, sizes) -> None:
    if not isinstance(sizes, tuple | list):
        raise ValueError(f"{name}: expected the sizes of the hidden layers such as (16,), got {sizes!r}; pass a tuple")
    for size in sizes:
        inputs.number(name, size, least=1, whole=True, why="a layer without units lets nothing through")


class MultilayerLearner(Learner):
    """What the two kinds below share: all but what the outputs mean."""

    hidden: tuple[int, ...] = params.checked((16,), _check_sizes)
    activation: str = params.option("tanh", tuple(ACTIVATIONS))
    solver: str | Optimiser = "adam"
    lam: float = params.number(0.0, least=0)
    max_epochs: int = params.whole(200, least=1)
    tolerance: float = params.number(0.0, least=0)
    validation: float = params.number(0.0, least=0, below=1)
    patience: int = params.whole(10, least=1)
    scaled: bool = params.switch(True)
    start: list[np.ndarray] | None = None
    every: str = params.option("epoch", EVERY)
    seed: int = params.seed()

    coefs_ = fitted(lambda learner: [V[1:] for V in learner.model_.unscaled], "A matrix a layer, of raw features.")
    intercepts_ = fitted(lambda learner: [V[0] for V in learner.model_.unscaled], "The biases of each layer.")
    n_iter_ = fitted("last_step_.epoch", "How many epochs there were.")
    n_layers_ = fitted(lambda learner: len(learner.model_.layers) + 1, "Inputs and outputs included.")

    @abstractmethod
    def _model(self, data: TrainingSet, rows: np.ndarray) -> Multilayer:
        """The network before it learns, its units measured by these rows."""

    @abstractmethod
    def _targets(self, data: TrainingSet, model: Multilayer) -> np.ndarray:
        """(examples, outputs)."""

    def _check(self, data: TrainingSet) -> None:
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

    def _network(self, data: TrainingSet, outputs: int, output: Output) -> Architecture:
        return Architecture(Shape((data.X.shape[1], *self.hidden, outputs)), activation(self.activation), output)

    def _scale(self, X: np.ndarray):
        return measured(X) if self.scaled else plain(X.shape[1])

    def _first(self, model: Multilayer) -> Multilayer:
        """With the first weights."""
        if self.start is not None:
            return model.with_layers(self.start, "start")
        shape, g = model.network.shape, model.network.activation
        return model.moved(inputs.frozen(shape.start(g, np.random.default_rng([1, self.seed]))))

    def _story(self, data: TrainingSet, record: bool) -> Iterator[NetworkStep]:
        rows, held = held_out(data, self.validation, self.seed)
        model, solver = self._first(self._model(data, rows)), self._optimiser()
        X, targets = model.entering(data.X), self._targets(data, model)
        lams = model.network.shape.without_biases(self.lam)
        objective = NetworkObjective(model.network, X[rows], targets[rows], lams)  # (2)
        stopping = EarlyStopping(NetworkObjective(model.network, X[held], targets[held], lams), self.patience)
        training = Training(model, objective, stopping, rows, getattr(solver, "batch", len(rows)), self.every)
        return training.steps(solver, float(self.tolerance), self.max_epochs, record)

    def pass_steps(self, x, y, *, rate: float = 0.1, printed: bool = False) -> Trace:
        """How one example goes forward through the fitted network, and what comes back; see ``backpropagation``."""
        self._examples(np.reshape(x, (1, -1)))
        return pass_steps(self.model_, x, y, rate=rate, printed=printed)


class NeuralNetwork(HasScores, HasProbabilities, MultilayerLearner, Classifier):
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
        network = self._network(data, 1, TWO_CLASSES) if many == 2 else self._network(data, many, MANY_CLASSES)
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
