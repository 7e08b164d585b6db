"""Real data of lecture 09: two species of penguins at a time, by some of their measurements."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.learners import LDA, NearestNeighbours, Perceptron, PocketPerceptron
from labkit.lectures.shared.held_out import held_out_answers

SPECIES = ("Adelie", "Gentoo")
BILL = ("bill_length_mm", "bill_depth_mm")
MEASUREMENTS = (*BILL, "flipper_length_mm", "body_mass_g")
ALWAYS = "always the commoner species"
METHODS = {  # method -> learner, whether the measurements are scaled
    "perceptron, in mm": (Perceptron(), False),
    "perceptron, scaled": (Perceptron(), True),
    "pocket perceptron, scaled": (PocketPerceptron(), True),
    "LDA (04)": (LDA(), False),
    "5 nearest neighbours (02)": (NearestNeighbours(k=5), False),
}


def two_species(first: str, second: str, columns: tuple[str, ...] = BILL) -> tuple[np.ndarray, np.ndarray]:
    """The measured birds of two species, in the order of the table: X and the names of their species."""
    table = data.load("penguins")
    X, species = table.numeric(*columns), table["species"]
    rows = np.isin(species, (first, second)) & np.isfinite(X).all(axis=1)
    return X[rows], species[rows]


def scaled(X: np.ndarray) -> np.ndarray:
    """Every column less its mean, divided by its standard deviation."""
    return (X - X.mean(axis=0)) / X.std(axis=0)


def few_birds(birds: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Some Adelie and Gentoo penguins by turns, scaled as all of them are; class indices."""
    X, species = two_species(*SPECIES)
    rng = np.random.default_rng(seed)
    drawn = [rng.permutation(np.flatnonzero(species == name))[: birds // 2] for name in SPECIES]
    rows = np.column_stack(drawn).ravel()
    return scaled(X)[rows], (species[rows] == SPECIES[1]).astype(int)


@cache
def shares_right(first: str, second: str) -> dict[str, float]:
    """Method -> share of birds that it names rightly without having seen them."""
    X, y = two_species(first, second)
    majority = np.unique(y, return_counts=True)[1].max() / len(y)
    found = {name: held_out_answers(learner, X, y, scaled=scale) for name, (learner, scale) in METHODS.items()}
    return {ALWAYS: float(majority)} | {name: float((says == y).mean()) for name, says in found.items()}
