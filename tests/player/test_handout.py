"""The examples of a lab as text: what is copied builds the same examples elsewhere."""

import csv
import io

import numpy as np
import pytest
from lectures.drive import fresh

from labkit.core.table import Table
from labkit.lectures import all_labs
from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.lectures.l17_missing_values import MissingLab
from labkit.player.handout import data_text


def run(text):
    names = {}
    exec(text, names)
    return names["X"], names["y"]


def test_copied_arrays_are_the_examples_to_the_last_digit():
    lab = ConvergenceLab()
    lab.add(0.25, 0.75, 1)
    X, y = run(data_text(lab, "numpy"))
    np.testing.assert_array_equal(X, lab.examples[0])
    assert y.tolist() == [(-1, 1)[k] for k in lab.examples[1]]


def test_copied_table_has_a_header_and_a_row_each():
    lab = ConvergenceLab()
    header, *rows = csv.reader(io.StringIO(data_text(lab, "csv")))
    assert header == ["x1", "x2", "y"] and len(rows) == len(lab.examples[0])
    np.testing.assert_array_equal([[float(a), float(b)] for a, b, _ in rows], lab.examples[0])


def test_table_of_categories_keeps_its_columns():
    lab = MissingLab()
    table, labels = lab.examples
    header, *rows = csv.reader(io.StringIO(data_text(lab, "csv")))
    assert tuple(header) == (*table.names, "y") and [row[-1] for row in rows] == list(labels)
    X, _ = run(data_text(lab, "numpy"))
    assert X.shape == table.shape and X.dtype == object


@pytest.mark.thorough
@pytest.mark.parametrize("kind", all_labs(), ids=lambda kind: kind.__name__)
def test_every_lab_gives_its_examples_or_says_that_it_has_none(kind):
    lab = fresh(kind)
    if not len(lab.examples[0]):
        with pytest.raises(ValueError, match="expected a lab with examples, got one without; save its picture"):
            data_text(lab, "csv")
        return
    X, y = run(data_text(lab, "numpy"))
    assert len(X) == len(y) == len(lab.examples[0])
    assert isinstance(lab.examples[0], Table) or X.dtype == float


def test_unknown_format_is_refused():
    with pytest.raises(ValueError, match="format: expected"):
        data_text(ConvergenceLab(), "excel")
