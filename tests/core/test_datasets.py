"""The real tables: what is in them, what is said about them, and that they travel with the package."""

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import numpy as np
import pytest

from labkit.core import data, datasets
from labkit.core.columns import Categorical

ROOT = Path(__file__).resolve().parents[2]
EVERY = pytest.mark.parametrize("name", data.real_names())

SHAPES = {
    "auto_mpg": (398, 9),
    "concrete": (1030, 9),
    "crabs": (200, 7),
    "digits": (901, 65),
    "faithful": (272, 2),
    "heart": (303, 14),
    "mushroom": (1161, 23),
    "orings": (23, 3),
    "penguins": (344, 8),
    "spam": (384, 58),
    "votes": (435, 17),
    "wdbc": (569, 11),
}
CLASSES = {  # of the target: label -> rows
    ("crabs", "species"): {"blue": 100, "orange": 100},
    ("digits", "digit"): dict(zip("0123456789", (89, 91, 89, 92, 91, 91, 91, 90, 87, 90), strict=True)),
    ("heart", "disease"): {"no": 164, "yes": 139},
    ("mushroom", "class"): {"edible": 597, "poisonous": 564},
    ("orings", "distress"): {"no": 16, "yes": 7},
    ("penguins", "species"): {"Adelie": 152, "Chinstrap": 68, "Gentoo": 124},
    ("spam", "class"): {"nonspam": 232, "spam": 152},
    ("votes", "party"): {"democrat": 267, "republican": 168},
    ("wdbc", "diagnosis"): {"benign": 357, "malignant": 212},
}
MISSING = {  # column -> rows; none elsewhere
    "auto_mpg": {"horsepower": 6},
    "heart": {"ca": 4, "thal": 2},
    "mushroom": {"stalk_root": 351},
    "penguins": {
        "bill_length_mm": 2,
        "bill_depth_mm": 2,
        "flipper_length_mm": 2,
        "body_mass_g": 2,
        "sex": 11,
    },
}
VOTES_MISSING = [12, 48, 11, 11, 15, 11, 14, 15, 22, 7, 21, 31, 25, 17, 28, 104]  # question by question
MEANS = {  # published, or counted in the source
    ("auto_mpg", "mpg"): 23.5146,
    ("concrete", "cement"): 281.17,
    ("concrete", "strength_mpa"): 35.82,
    ("crabs", "carapace_length_mm"): 32.11,
    ("crabs", "frontal_lobe_mm"): 15.58,
    ("faithful", "eruption_min"): 3.487783,
    ("faithful", "waiting_min"): 70.89706,
    ("heart", "age"): 54.44,
    ("heart", "chol"): 246.69,
    ("penguins", "bill_length_mm"): 43.92193,
    ("penguins", "body_mass_g"): 4201.754,
}


def counts(table, name):
    labels, many = np.unique(table[name], return_counts=True)
    return dict(zip(labels.tolist(), many.tolist(), strict=True))


def test_twelve_real_tables_have_their_shapes():
    assert {name: data.load(name).shape for name in data.real_names()} == SHAPES


@pytest.mark.parametrize(("name", "target"), CLASSES)
def test_classes_are_as_many_as_the_source_counts(name, target):
    assert counts(data.load(name), target) == CLASSES[name, target]


@EVERY
def test_missing_values_are_where_the_source_has_them(name):
    table = data.load(name)
    found = {column.name: int(column.missing.sum()) for column in table.columns if column.missing.any()}
    expected = MISSING.get(name, {})
    if name == "votes":
        expected = dict(zip(table.names[1:], VOTES_MISSING, strict=True))
    assert found == expected


@pytest.mark.parametrize(("name", "column"), MEANS)
def test_mean_is_the_published_one(name, column):
    value = MEANS[name, column]
    digits = len(str(value).partition(".")[2])
    assert np.nanmean(data.load(name)[column]) == pytest.approx(value, abs=0.51 * 10**-digits)


def test_ranges_are_the_published_ones():
    wdbc, strength = data.load("wdbc"), data.load("concrete")["strength_mpa"]
    assert (wdbc["worst_radius"].min(), wdbc["worst_radius"].max()) == (7.93, 36.04)
    assert (wdbc["worst_area"].min(), wdbc["worst_area"].max()) == (185.2, 4254)
    assert (strength.min(), strength.max()) == (2.33, 82.6)
    assert (data.load("auto_mpg")["weight_lb"].min(), data.load("auto_mpg")["weight_lb"].max()) == (1613, 5140)


def test_line_through_the_eruptions_is_the_published_one():
    table = data.load("faithful")
    slope, offset = np.polyfit(table["waiting_min"], table["eruption_min"], 1)
    assert (offset, slope) == (pytest.approx(-1.874016, abs=1e-6), pytest.approx(0.075628, abs=1e-6))


@EVERY
def test_kinds_are_what_the_units_say(name):
    """Every column is described once, and holds numbers unless its unit is text."""
    units = {column: unit for column, unit, _ in data.about(name).columns}
    for column, kind in data.load(name).kinds.items():
        pattern = column if column in units else next(p for p in units if fnmatch(column, p))
        assert kind == ("categorical" if units[pattern] == datasets.TEXT else "numeric"), column
    assert all(any(fnmatch(column, pattern) for column in data.load(name)) for pattern in units)


def test_whole_numbers_are_shown_whole():
    assert data.load("auto_mpg").column("cylinders").cells(slice(3)) == ["8", "8", "8"]
    assert data.load("penguins").column("body_mass_g").cells(slice(4)) == ["3750", "3800", "3250", "?"]
    assert data.load("digits")["digit"][:2].tolist() == ["0", "1"]


def test_digits_are_unpacked_into_pictures():
    table = data.load("digits")
    ink = table.without("digit").numeric().reshape(-1, 8, 8)
    assert (ink.min(), ink.max()) == (0, 16) and ink.shape == (901, 8, 8)
    assert ink[0, 0].tolist() == [0, 0, 5, 13, 9, 1, 0, 0]  # the first row of scikit-learn's first picture
    assert table["pixel_03"][0] == 13


def test_mushrooms_are_spelled_out_after_the_code_book():
    table = data.load("mushroom")
    assert table.take([0]).select("class", "odor", "habitat", "cap_shape").columns[1].cells([0]) == ["pungent"]
    assert all(len(level) > 1 for column in table.columns for level in column.levels)
    assert table["stalk_root"].tolist().count(None) == 351
    assert set(table["veil_type"]) == {"partial"}


@pytest.mark.parametrize("share", [0.442, 0.614, 0.541, 0.604, 0.627, 0.514, 0.696, 0.102])
def test_baselines_that_are_told_are_those_of_the_classes(share):
    told = [(name, about) for name in data.real_names() if f"{share}" in (about := data.about(name)).facts["Expect"]]
    (name, _), rest = told[0], told[1:]
    target = next(column for table, column in CLASSES if table == name)
    known = data.load(name).complete("bill_length_mm") if name == "penguins" else data.load(name)
    many = counts(known, target)
    assert not rest and max(many.values()) / sum(many.values()) == pytest.approx(share, abs=0.0005)


def test_rules_that_are_told_err_as_often_as_told():
    votes, mushroom = data.load("votes"), data.load("mushroom")
    republican = votes["physician_fee_freeze"] == "y"
    assert ((votes["party"] == "republican") == republican).mean() == pytest.approx(0.956, abs=0.0005)
    poisonous = ~np.isin(mushroom["odor"], ["almond", "anise", "none"])
    assert ((mushroom["class"] == "poisonous") != poisonous).sum() == 17


def test_repeated_rows_that_are_told_are_there():
    for name, many in (("concrete", 25), ("spam", 9)):
        table = data.load(name)
        rows = [column.cells(slice(None)) for column in table.columns]
        repeats = len(table) - len(set(zip(*rows, strict=True)))
        assert repeats == many and f"{many} rows repeat" in data.about(name).facts["Missing"]


# ---------------------------------------------------------------- what is said about them


@EVERY
def test_about_a_real_table_is_complete(name):
    about = data.about(name)
    assert about.shape == data.load(name).shape
    assert len(about.what) > 40
    assert tuple(about.facts) == datasets.FACTS and all(about.facts.values())
    assert all(all(cells) for cells in about.columns)
    assert any(char.isdigit() for char in about.facts["Expect"])
    assert about.credit == about.facts["Credit"]


@EVERY
def test_about_reads_as_text_and_as_html(name):
    about = data.about(name)
    text, page = repr(about), about._repr_html_()
    assert text.startswith(f"{name}: ") and max(map(len, text.splitlines())) <= 130
    for key in datasets.FACTS:
        assert f"\n{key}: " in text and f"<b>{key}:</b>" in page
    assert page.count("<tr>") == len(about.columns) + 1
    assert page.count("<table>") == page.count("</table>") == page.count("<ul>") == 1


def test_about_escapes_what_would_be_a_tag():
    odd = datasets.About("odd", "a < b", (1, 1), (("x", "<i>", "&"),), {"Terms": "<b>"})
    assert "a &lt; b" in odd._repr_html_() and "&lt;i&gt;" in odd._repr_html_() and "&lt;b&gt;" in odd._repr_html_()
    assert "1 row, 1 column." in repr(odd)


def test_about_a_small_table_says_where_it_comes_from():
    about = data.about("tennis")
    assert about.facts == {"Source": "verbatim: deck 003"} and about.credit == ""
    assert ("outlook", "text", "") in about.columns and about.shape == (14, 6)


def test_everything_under_cc_by_has_a_credit_with_its_address():
    for name in data.real_names():
        facts = data.about(name).facts
        if facts["Terms"].startswith("CC BY"):
            assert "doi 10.24432/" in facts["Credit"], name


def test_unknown_table_lists_the_known_ones():
    for ask in (data.load, data.about, data.provenance):
        with pytest.raises(
            ValueError, match=r"a table, got 'pengins'; did you mean 'penguins'.*There are adaboost10.*xor"
        ):
            ask("pengins")


def test_tables_and_credits_travel_with_the_package():
    """Nothing in the folder is of a kind that the wheel leaves out."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    globs = project["tool"]["setuptools"]["package-data"]["*"]
    files = [file.name for file in datasets.TABLES.iterdir()]
    assert {"CREDITS.md", "mushroom_codes.csv", *(f"{name}.csv" for name in SHAPES)} <= set(files)
    assert not [name for name in files if not any(fnmatch(name, glob) for glob in globs)]


def test_codes_of_every_category_are_known():
    """A level that no row has would be a branch that no case can take."""
    for name in data.real_names():
        for column in data.load(name).columns:
            if isinstance(column, Categorical):
                assert set(column.codes) - {-1} == set(range(len(column.levels)))
