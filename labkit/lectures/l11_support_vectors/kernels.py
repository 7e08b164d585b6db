"""Kernels on one set of points, and the eigenvalues of their Gram matrix: one below 0, and it is no kernel.

Lecture 11; deck 001 "Support Vector Machines" (the three kernels). Inventory: I-001-014, I-001-015, I-001-016,
I-001-017, I-001-018.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import SOLVED, Step, counted
from labkit.learners import SVM
from labkit.learners.svm.dual import HARD
from labkit.learners.svm.kernels import RANK, RBF, Kernel, Linear, PolynomialKernel, SigmoidKernel, eigenvalues
from labkit.learners.svm.model import SupportVectorStep
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import LIMITS, NAMES, both_classes, ringed_plane
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square

POINTS = PlanePoints("xor moons rings gaussians", points=(10, 60, 30), seed=1)
LINEAR, SQUARE, RADIAL, SIGMOID = KERNELS = ("linear", "polynomial", "radial", "sigmoid")
COSTS = {"1": 1.0, "10": 10.0, "100": 100.0, "hard": HARD}
SHOWN = 5  # eigenvalues from each end


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KernelStep(Step):
    """A machine, and the eigenvalues of its Gram matrix."""

    machine: SupportVectorStep
    kernel: Kernel
    eigenvalues: np.ndarray  # the smallest first

    @property
    def negative(self) -> int:
        return int((self.eigenvalues < -RANK * np.abs(self.eigenvalues).max()).sum())


class KernelLab(Lab):
    """Change the kernel, and look at the smallest eigenvalue."""

    name, heading, classes = "11-kernels", "Is it a kernel?", NAMES
    question = questions.negative_eigenvalue
    points = POINTS
    steering = (
        *POINTS.controls,
        Choice("kernel", "kernel", KERNELS, RADIAL),
        Slider("degree", "degree", 1, 6, 1, 2, only=("kernel", (SQUARE,))),
        Slider("gamma", "gamma", 0.1, 20.0, 0.1, 2.0, only=("kernel", (RADIAL,))),
        Slider("eta", "eta", 0.1, 3.0, 0.1, 1.0, only=("kernel", (SIGMOID,))),
        Slider("nu", "nu", -2.0, 2.0, 0.1, -1.0, only=("kernel", (SIGMOID,))),
        Choice("C", "C", tuple(COSTS), "10"),
    )
    presets = {
        "XOR with squares": {"kernel": SQUARE},
        "sigmoid, nearly a kernel": {"kernel": SIGMOID, "eta": 0.1, "nu": 0.0},
        "sigmoid, nu = \u22121": {"kernel": SIGMOID},
        "sigmoid, nu = 1": {"kernel": SIGMOID, "nu": 1.0},
    }
    still = 0

    def story(self, X, y, values):
        both_classes(y)
        kernel = chosen(values)
        machine = SVM(kernel=kernel, C=COSTS[values["C"]]).fit(X, y).last_step_
        step = KernelStep(event=SOLVED, model=machine.model, machine=machine, kernel=kernel,
                          eigenvalues=frozen(eigenvalues(kernel, X)))  # fmt: skip
        plane = ringed_plane(X, y, limits=LIMITS, editable=True, labels=(0, 1), names=NAMES, size=5.0)
        return Story([step], columns(square(plane), _chart(step), shape=2.1, caption=_caption))


def chosen(values: dict) -> Kernel:
    """The kernel of these controls."""
    made = {LINEAR: Linear(), SQUARE: PolynomialKernel(values["degree"]), RADIAL: RBF(values["gamma"]),
            SIGMOID: SigmoidKernel(values["eta"], values["nu"])}  # fmt: skip
    return made[values["kernel"]]


def _chart(step: KernelStep) -> Chart:
    """The smallest and the largest, as shares of the largest in size."""
    found = step.eigenvalues / np.abs(step.eigenvalues).max()
    few = len(found) <= 2 * SHOWN
    shown = found if few else np.concatenate([found[:SHOWN], [np.nan], found[-SHOWN:]])
    names = [str(k + 1) for k in range(len(found))]
    names = names if few else [*names[:SHOWN], "\u2026", *names[-SHOWN:]]
    chart = Chart(ylim=(-1.1, 1.1), title="Eigenvalues of the Gram matrix", name="eigenvalues",
                  xlabel="the smallest first")  # fmt: skip
    chart.bars(np.where(shown < 0, np.nan, shown), labels=names)
    return chart.bars(np.where(shown < 0, shown, np.nan), labels=names, color="wrong")


def _caption(step: KernelStep) -> str:
    least, wrong = float(step.eigenvalues[0]), counted(step.machine.mistakes, "mistake")
    says = f"{wrong}, {len(step.model.support)} support vectors; the smallest eigenvalue is {_number(least)}"
    return f"{says}: no inner product" if step.negative else says


def _number(value: float) -> str:
    return "0" if abs(value) < 1e-9 else f"{value:.3g}"
