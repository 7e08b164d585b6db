"""Lecture 10: the perceptron's family, one lab a module."""

from labkit.labs.perceptron_family.adaline import AdalineLab
from labkit.labs.perceptron_family.capacity import CapacityLab
from labkit.labs.perceptron_family.fuzzy import FuzzyLab
from labkit.labs.perceptron_family.ho_kashyap import HoKashyapLab
from labkit.labs.perceptron_family.prototypes import PrototypesLab
from labkit.labs.perceptron_family.vigilance import VigilanceLab

__all__ = ["AdalineLab", "CapacityLab", "FuzzyLab", "HoKashyapLab", "PrototypesLab", "VigilanceLab"]
