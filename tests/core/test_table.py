"""Tables of typed columns: numbers, categories, missing values, and what is refused."""

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score

from labkit.core import data
from labkit.core.columns import Categorical, Numeric
from labkit.core.table import SHOWN_ROWS, Table
from labkit.learners import Perceptron


def pets():
    return Table.from_dict(
        {"age": [3, None, 1.5], "kind": ["dog", "cat", "?"], "tame": [True, True, False], "legs": [4, 4, 4]}
    )


def written(tmp_path, content, **options):
    path = tmp_path / "some.csv"
    path.write_text(content, encoding="utf-8")
    return Table.from_csv(path, **options)


def test_kinds_follow_the_values():
    assert pets().kinds == {"age": "numeric", "kind": "categorical", "tame": "categorical", "legs": "numeric"}
    assert pets().names == tuple(pets()) == ("age", "kind", "tame", "legs")
    assert len(pets()) == 3
    assert pets().shape == (3, 4)


def test_values_are_read_only_with_none_or_nan_where_missing():
    np.testing.assert_array_equal(pets()["age"], [3, np.nan, 1.5])
    assert pets()["kind"].tolist() == ["dog", "cat", None]
    assert pets()["tame"].tolist() == ["True", "True", "False"]
    assert pets()["tame"].dtype.kind == "U"
    assert not any(pets()[name].flags.writeable for name in pets())


@pytest.mark.parametrize("missing", [None, "", "?", "NaN", float("nan"), np.nan])
def test_every_sign_of_a_missing_value_is_understood(missing):
    table = Table.from_dict({"number": [1, missing], "text": ["a", missing]})
    assert table.column("number").missing.tolist() == [False, True]
    assert table.column("text").missing.tolist() == [False, True]
    assert table["text"].tolist() == ["a", None]


def test_levels_are_sorted_and_survive_take():
    column = pets().take([0]).column("kind")
    assert (column.levels, column.codes.tolist()) == (("cat", "dog"), [1])


def test_column_of_missing_values_alone_is_numeric():
    assert Table.from_dict({"x": [None, "?"]}).kinds == {"x": "numeric"}


def test_table_does_not_share_memory_with_its_source():
    ages = np.array([1.0, 2.0])
    table = Table.from_dict({"age": ages})
    ages[0] = 9
    assert table["age"].tolist() == [1.0, 2.0]


def test_table_cannot_be_changed():
    with pytest.raises(AttributeError):
        pets().columns = ()
    with pytest.raises(TypeError):
        pets()["age"] = [1, 2, 3]


def test_numeric_makes_a_float_array_in_the_order_asked():
    np.testing.assert_array_equal(pets().numeric("legs", "age"), [[4, 3], [4, np.nan], [4, 1.5]])
    np.testing.assert_array_equal(np.asarray(pets().without("kind", "tame")), pets().numeric("age", "legs"))


def test_numeric_names_the_column_that_is_text():
    with pytest.raises(ValueError, match=r"column 'kind': expected numbers, got text such as 'cat'; .*'age', 'legs'"):
        pets().numeric("age", "kind")


@pytest.mark.parametrize("rows", [[2, 0], np.array([2, 0]), np.array([2, 0], dtype=np.uint8), [-1, 0]])
def test_take_follows_indices(rows):
    assert pets().take(rows)["tame"].tolist() == ["False", "True"]


def test_take_follows_masks_and_slices():
    assert pets().take(np.array([True, False, True]))["legs"].tolist() == [4, 4]
    assert pets().take(slice(1, None))["kind"].tolist() == ["cat", None]
    assert len(pets().take([])) == 0


@pytest.mark.parametrize("rows", [slice(1, None), [1, 2], np.array([1, 2]), np.array([False, True, True])])
def test_rows_in_brackets_give_a_table(rows):
    assert repr(pets()[rows]) == repr(pets().take([1, 2]))
    assert repr(pets()[rows, ...]) == repr(pets().take([1, 2]))


@pytest.mark.parametrize("key", [1, 0.5, None])
def test_brackets_refuse_what_is_neither_a_name_nor_rows(key):
    with pytest.raises(ValueError, match="rows: expected a slice, indices below 3 or a mask of length 3"):
        pets()[key]


@pytest.mark.parametrize("key", [("age", "kind"), (0, 1), (slice(1), 0), (0, 1, ...)])
def test_brackets_refuse_two_things_at_once(key):
    with pytest.raises(ValueError, match=r"expected a column's name or rows, got \(.*\); use select"):
        pets()[key]


def test_select_keeps_the_order_asked_for():
    assert pets().select("legs", "kind").names == ("legs", "kind")
    with pytest.raises(ValueError, match=r"expected the name of a column .* got 'knd'; did you mean 'kind'"):
        pets().select("age", "knd")


def test_several_names_may_come_as_one_list():
    assert pets().select(["legs", "kind"]).names == ("legs", "kind")
    assert pets().without(["legs", "kind"]).names == ("age", "tame")
    np.testing.assert_array_equal(pets().numeric(["legs", "age"]), pets().numeric("legs", "age"))


def test_complete_keeps_the_rows_that_lack_nothing():
    assert pets().complete()["legs"].tolist() == [4]
    assert pets().complete("age")["age"].tolist() == [3, 1.5]
    assert pets().complete(["kind", "tame"])["kind"].tolist() == ["dog", "cat"]
    assert len(pets().complete("legs")) == 3
    with pytest.raises(ValueError, match="did you mean 'age'"):
        pets().complete("ag")


def test_split_cuts_every_class_alike_and_replays_by_seed():
    table = Table.from_dict({"row": range(100), "class": ["a", "b", "b", "b"] * 25})
    train, test = table.split(by="class", seed=3)
    assert sorted([*train["row"], *test["row"]]) == list(range(100))
    assert (test["class"] == "a").sum() in (6, 7) and len(test) == 25
    assert test["row"].tolist() == table.split(by="class", seed=3)[1]["row"].tolist()
    assert test["row"].tolist() != table.split(by="class", seed=4)[1]["row"].tolist()
    assert len(table.split(share=0.4)[1]) == 40


def test_split_takes_numbers_and_missing_values_as_classes():
    train, test = pets().split(by="kind", share=0.34)
    assert (len(train), len(test)) == (2, 1)
    assert len(pets().split(by="legs", share=0.5)[0]) in (1, 2)


def test_split_refuses_what_cannot_be_cut():
    with pytest.raises(ValueError, match="share: expected a number > 0 and < 1, got 2"):
        pets().split(share=2)
    with pytest.raises(ValueError, match=r"expected the name of a column .* got 'species'"):
        pets().split(by="species")


def test_table_is_cut_by_scikit_learn():
    X, y = data.gaussians(60, seed=1)
    table = Table.from_dict({"x1": X[:, 0], "x2": X[:, 1]})
    scores = cross_val_score(Perceptron(), table, y, cv=3, error_score="raise")
    np.testing.assert_array_equal(scores, cross_val_score(Perceptron(), X, y, cv=3))


@pytest.mark.parametrize("rows", [[3], [-4], [True, False], [[0]], [0.5], ["age"], 1])
def test_take_refuses_rows_that_are_not_there(rows):
    with pytest.raises(ValueError, match="rows: expected a slice, indices below 3 or a mask of length 3, got"):
        pets().take(rows)


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        ({"a": [1, 2], "b": [1]}, r"columns of equal length, got \{'a': 2, 'b': 1\}; pass None"),
        (
            {"a": [1, "red", 2]},
            "column 'a': expected all numbers or all text, got the number 1 in row 0 and the text 'red' in row 1; "
            "correct one of them, give None where a value is missing",
        ),
        ({"a": [[1], [2]]}, "column 'a': expected numbers or text, got list in row 0; pass a flat list"),
        ({"a": np.zeros((2, 2))}, r"column 'a': expected one value per row, got shape \(2, 2\)"),
        ({"a": [1.0, float("inf")]}, "column 'a': expected finite numbers, got inf in row 1"),
    ],
)
def test_from_dict_refuses_with_one_clear_message(lists, message):
    with pytest.raises(ValueError, match=message):
        Table.from_dict(lists)


def test_columns_with_one_name_are_refused():
    with pytest.raises(ValueError, match="different column names, got 'a' more than once; rename"):
        Table((Numeric("a", [1.0]), Numeric("a", [2.0])))


def test_codes_outside_the_levels_are_refused():
    with pytest.raises(ValueError, match=r"column 'a': expected codes from -1 \(missing\) to 1, got 0 to 2"):
        Categorical("a", [0, 2], ("no", "yes"))


def test_unknown_name_suggests_a_close_one():
    with pytest.raises(ValueError, match=r"got 'knd'; did you mean 'kind'\?"):
        pets()["knd"]
    with pytest.raises(ValueError, match=r"\('age', 'kind', 'tame', 'legs'\), got 'zzz'; choose one of these"):
        pets().without("zzz")


def test_csv_columns_are_numeric_where_every_word_is_a_number(tmp_path):
    table = written(tmp_path, '\ufeffn, word ,mixed\n1,a,?\n,"b,c",2e3\n\n')
    assert table.kinds == {"n": "numeric", "word": "categorical", "mixed": "numeric"}
    np.testing.assert_array_equal(table.numeric("n", "mixed"), [[1, np.nan], [np.nan, 2000]])
    assert table["word"].tolist() == ["a", "b,c"]


def test_csv_reads_named_columns_as_text(tmp_path):
    assert written(tmp_path, "lecture\n09\n10\n", text=["lecture"])["lecture"].tolist() == ["09", "10"]
    with pytest.raises(ValueError, match=r"text: expected columns of some.csv \('lecture'\), got \['deck'\]"):
        written(tmp_path, "lecture\n09\n", text=["deck"])


def test_csv_drops_the_spaces_around_text_too(tmp_path):
    table = written(tmp_path, "lecture, name\n 09 , a b \n?, ?\n", text=["lecture"])
    assert table["lecture"].tolist() == ["09", None]
    assert table["name"].tolist() == ["a b", None]


def test_csv_with_a_header_alone_has_no_rows(tmp_path):
    table = written(tmp_path, "a,b\n", text=["b"])
    assert (len(table), table.names) == (0, ("a", "b"))
    assert table["b"].tolist() == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "some.csv: expected a header line .*, got an empty file"),
        ("a,b\n1,2\n3\n", "some.csv: expected 2 cells as in the header, got 1 in line 3; leave a cell empty"),
        ("a,a\n1,2\n", "different column names, got 'a' more than once"),
        ("a\n1\nred\n", r"column 'a': .* the number '1' and the text 'red'; .* leave the cell empty .* text=\('a',\)"),
    ],
)
def test_csv_refuses_with_one_clear_message(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        written(tmp_path, text)


def test_repr_is_aligned_and_deterministic():
    assert repr(pets()) == (
        "Table: 3 rows, 4 columns\n"
        "age  kind  tame   legs\n"
        "  3  dog   True      4\n"
        "  ?  cat   True      4\n"
        "1.5  ?     False     4"
    )


def test_repr_says_how_many_rows_it_left_out():
    assert repr(Table.from_dict({"n": range(SHOWN_ROWS + 1)})).endswith("\n... and 1 more row")
    assert f"{SHOWN_ROWS} rows, 1 column" in repr(Table.from_dict({"n": range(SHOWN_ROWS)}))


def test_html_escapes_what_would_be_a_tag():
    text = Table.from_dict({"a<b": ["<=30", ">40"]})._repr_html_()
    assert ">a&lt;b</th>" in text
    assert ">&lt;=30</td>" in text


def test_html_has_minus_signs_where_numbers_are_below_zero():
    cells = ["-3.5", "(-1, -.5)", "2026-11-19", "1e-5", "one-hot"]
    page = Table.from_dict({"n": [-1.5, 2.0, 3.0, 4.0, 5.0], "text": cells})._repr_html_()
    told = [cell.split("<")[0] for cell in page.split(">") if cell.endswith("</td")]
    assert told[:4] == ["\u22121.5", "\u22123.5", "2", "(\u22121, \u2212.5)"]
    assert told[5::2] == cells[2:]


def test_table_shows_all_its_rows_when_asked():
    table = Table.from_dict({"x": list(range(30))})
    assert "... and 10 more rows" in repr(table) and "... and" not in repr(table.whole)
    assert table.whole.columns == table.columns and table.whole._repr_html_().count("<tr>") == 31


def test_whole_numbers_stay_whole(tmp_path):
    """So a class that is called 2 in a file is not predicted as 2.0."""
    path = tmp_path / "cars.csv"
    path.write_text("gears,weight,doors,code\n2,1.5,4,09\n3,2.0,,10\n")
    table = Table.from_csv(path)
    assert table["gears"].dtype == table["code"].dtype == int and table["gears"].tolist() == [2, 3]
    assert table["weight"].dtype == table["doors"].dtype == float  # a missing one has no place among integers
    assert table[1:]["gears"].tolist() == [3] and table[:1]["doors"].dtype == int
    assert [str(v) for v in table["gears"]] == ["2", "3"] and np.asarray(table["gears"]).dtype == int
    assert table.numeric("gears").dtype == float
    assert Table.from_dict({"x": [1, 2]})["x"].dtype == int and Table.from_dict({"x": [1, 2.0]})["x"].dtype == float
    assert Table.from_dict({"x": [2**60, 1]})["x"].dtype == float  # beyond 2^53 not every whole number is exact


def test_number_without_end_is_refused_by_its_row():
    with pytest.raises(ValueError, match="column 'x': expected finite numbers, got inf in row 1; correct it"):
        Table.from_dict({"x": [1, 10**400]})
