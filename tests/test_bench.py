"""The bench itself: pairs, bars, the table and the file. Nothing here is a time."""

import json
import sys

import pytest

from bench import __main__ as bench
from bench import browser, learners, material, report, trees
from bench.measure import Bar, Disagreement, Measurement, Problem, Row, paired
from bench.stage import Sample
from labkit.learners import all_learners
from labkit.views.scene import Field, Path, Points

ENOUGH = 2000  # examples to compare results

RATIO = Row(
    name="tree fit", n=200, d=2, labkit_s=0.0001, peer_s=0.0002, peer="sklearn", value=0.5, unit="x", bar=Bar(1)
)
SPEED = Row(name="player playing", value=40.0, unit="frames/s", bar=Bar(55, least=True))
PLAIN = Row(name="story", labkit_s=0.5, peer_s=0.25, value=2.0, unit="x", peer="fit")
LOST = Row(name="lost", note="the results differ on problem 0")


def test_paired_takes_turns_and_checks_every_problem_first():
    calls = []
    problem = Problem(
        lambda: calls.append("ours"), lambda: calls.append("peer"), lambda a, b: not calls.append("agree")
    )
    times = paired([problem, problem], pairs=2)
    assert calls[:3] == ["ours", "peer", "agree"]
    assert calls.count("agree") == 2
    assert min(times) > 0


def test_paired_refuses_times_of_different_results():
    with pytest.raises(Disagreement, match="problem 1"):
        paired([Problem(int, int, lambda a, b: a == b), Problem(int, lambda: 1, lambda a, b: a == b)])


@pytest.mark.parametrize(("row", "verdict"), [(RATIO, "pass"), (SPEED, "FAIL"), (PLAIN, ""), (LOST, "FAIL")])
def test_verdict_says_whether_the_bar_holds(row, verdict):
    assert row.verdict == verdict


def test_table_has_one_line_per_row_and_names_what_failed():
    head, rule, *lines, empty, total = report.table([RATIO, SPEED, PLAIN, LOST]).splitlines()
    assert head.split() == ["measured", "n", "d", "labkit", "peer", "value", "bar", "against"]
    assert set(rule) == {"-"} and empty == ""
    assert " ".join(lines[0].split()) == "tree fit 200 2 0.1 ms 0.2 ms 0.5 x <= 1 pass sklearn"
    assert "40 frames/s  >= 55  FAIL" in lines[1]
    assert lines[3].endswith("the results differ on problem 0")
    assert total == "1 bars hold, 2 failed: player playing, lost"


def test_json_has_the_keys_that_a_comparison_needs():
    ratio, speed, plain, lost = json.loads(report.as_json([RATIO, SPEED, PLAIN, LOST]))
    assert {"name", "n", "d", "labkit_s", "peer_s", "ratio", "peer", "value", "limit", "unit"} <= set(ratio)
    assert (ratio["ratio"], ratio["limit"], ratio["bar"]) == (0.5, 1, "at most")
    assert (speed["ratio"], speed["value"], speed["limit"], speed["bar"]) == (None, 40.0, 55, "at least")
    assert (plain["ratio"], plain["limit"], plain["verdict"]) == (2.0, None, "")
    assert lost["value"] is None


def test_every_learner_has_a_comparison_or_a_stated_reason():
    assert learners.without_comparison() == []
    assert set(learners.NO_PEER) <= set(all_learners())


@pytest.mark.parametrize("comparison", learners.COMPARISONS, ids=lambda each: f"{each.name} {each.n} {each.d}")
def test_comparison_is_between_equal_results(comparison):
    """On fewer examples than are timed: the bench itself compares all results before it takes a time."""
    problem = comparison.problem(min(comparison.n, ENOUGH), 0)
    assert problem.agree(problem.labkit(), problem.peer())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak is read from Linux's /proc")
def test_peak_of_memory_is_that_of_the_fit_alone():
    """The order of the examples alone takes 4 bytes a cell; the process itself has some hundred megabytes."""
    kilobytes = trees.peak("learners.CART()", 20_000, 10)
    assert 20_000 * 10 * 4 / 1024 < kilobytes < 50_000


def test_unknown_part_is_refused_with_the_names(capsys):
    assert bench.main(["no such thing"]) == 2
    assert "perceptron fit" in capsys.readouterr().err


def test_part_is_measured_shown_and_written_and_what_breaks_is_a_failed_row(monkeypatch, tmp_path, capsys):
    broken = Measurement("made-up grid", lambda: 1 / 0)
    monkeypatch.setattr(bench.learners, "measurements", lambda: [Measurement("made-up fit", lambda: [RATIO]), broken])
    monkeypatch.setattr(bench, "OUT", tmp_path / "bench.json")
    assert bench.main(["made-up"]) == 1
    assert "[2/2] made-up grid ..." in capsys.readouterr().out
    ratio, lost = json.loads((tmp_path / "bench.json").read_text())
    assert ratio["verdict"] == "pass"
    assert lost["note"] == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(("ci", "status", "verdict"), [("", 0, "left out"), ("true", 1, "FAIL")])
def test_without_chromium_its_rows_are_left_out_and_fail_only_where_ci_is_true(
    monkeypatch, tmp_path, capsys, ci, status, verdict
):
    monkeypatch.setattr(browser.browser, "executable", lambda: None)
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(bench, "OUT", tmp_path / "bench.json")
    assert bench.main(["drag"]) == status
    rows = json.loads((tmp_path / "bench.json").read_text())
    assert [(row["name"], row["verdict"]) for row in rows] == [(f"drag {name}", verdict) for name in browser.LABS]
    assert "left out: no Chromium" in capsys.readouterr().out


def test_player_of_the_bench_holds_what_its_rows_say():
    """200 frames of a 100x100 field, 200 points and a curve: nothing of it may be cheaper than it sounds."""
    scenes = material.player().scenes
    marks = [scene.panel("plane").marks for scene in scenes]
    fields = [next(mark for mark in each if isinstance(mark, Field)) for each in marks]
    assert {field.values.shape for field in fields} == {(100, 100)}
    assert len({field.values.tobytes() for field in fields}) == material.FRAMES == 200
    assert all(sum(len(mark.x) for mark in each if isinstance(mark, Points)) == 200 for each in marks)
    assert all(any(isinstance(mark, Path) for mark in scene.panels[1].marks) for scene in scenes)


def samples(asked, answered):
    """Ten animation frames a second."""
    return [Sample(k / 10, k, a, b) for k, (a, b) in enumerate(zip(asked, answered, strict=True))]


def test_frames_per_second_counts_what_changed():
    drag = samples(asked=[0, 1, 2, 3, 4, 5], answered=[0, 0, 1, 1, 3, 3])
    assert browser.frames_per_second(drag, "frame") == pytest.approx(10)
    assert browser.frames_per_second(drag, "answered") == pytest.approx(5)
    assert browser.frames_per_second(drag[:1], "answered") == 0.0


def test_lag_stays_small_when_the_newest_wins_and_grows_with_a_backlog():
    newest = samples(asked=[0, 1, 2, 3, 4, 5, 6], answered=[0, 0, 1, 1, 3, 3, 5])
    backlog = samples(asked=[0, 2, 4, 6, 8, 8, 8, 8, 8, 8], answered=[0, 0, 1, 2, 3, 4, 5, 6, 7, 8])
    assert browser.lag(newest) == 1
    assert browser.lag(backlog) > 2
    assert browser.delays(newest) == pytest.approx([0.1, 0.1, 0.1])
