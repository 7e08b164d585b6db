"""Players and dragging in a real browser against a real kernel, and what a kernel with a lab weighs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

from bench import material
from bench.measure import Bar, Measurement, Row
from bench.stage import Sample, Stage
from labkit.lectures import all_labs
from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.lectures.l10_perceptron_family import HoKashyapLab
from labkit.lectures.l15_growing_trees import GrowthLab
from labkit.lectures.l16_pruning_and_rules import PruningLab
from labkit.lectures.l19_forests import ForestLab
from labkit.lectures.l20_adaboost import AdaBoostLab
from labkit.player.lab import Lab
from labkit.views.scene import Panel
from tools import browser, serve

STARTS = 3  # fresh kernels, the median of which is the time to the first frame
KEYS = 30
SECONDS = 3.0  # of scrubbing, of dragging
# refitted while a point is dragged
LABS = {"perceptron": ConvergenceLab, "least squares": HoKashyapLab, "tree": GrowthLab, "pruning": PruningLab,
        "forest": ForestLab, "boosting": AdaBoostLab}  # fmt: skip
# where a lab opens with something smaller, or would ask first
SETTINGS = {"boosting": {"data": "moons", "points": 200, "rounds": 50}, "perceptron": {"seed": 7}}
# To and fro over all frames, one a display frame; and in circles around a centre that is filled in, two seconds each.
SCRUB = """seconds => {
    const slider = document.querySelector('.lk-slider'), last = Number(slider.max);
    slider.value = last - Math.abs(last - Math.round(60 * seconds) % (2 * last));
    slider.dispatchEvent(new Event('input'));
}"""
CIRCLE = """seconds => {
    const [x, y, radius] = [%f, %f, %f], angle = Math.PI * seconds;
    const at = { clientX: x + radius * Math.cos(angle), clientY: y - radius * Math.sin(angle) };
    document.querySelector('.lk-canvas').dispatchEvent(new PointerEvent('pointermove', at));
}"""
NO_BROWSER = "left out: no Chromium on PATH; install it (Debian, Ubuntu: apt-get install chromium)"


def measurements(stack: ExitStack) -> list[Measurement]:
    stage = Stage(stack)
    drags = [Measurement(f"drag {name}", lambda name=name: drag(stage, name)) for name in LABS]
    staged = [Measurement("player", lambda: player(stage)), *drags,
              Measurement("kernel memory", lambda: memory(stage))]  # fmt: skip
    if browser.executable() is None:
        staged = [Measurement(each.name, lambda name=each.name: [missing(name)]) for each in staged]
    return [Measurement("payload", payload), *staged]


def missing(name: str) -> Row:
    """A row that could not be measured here: no failure of ours, but where CI=true everything must be measured."""
    return Row(name=name, note=NO_BROWSER, left_out=os.environ.get("CI") != "true")


def payload() -> list[Row]:
    player = material.player()
    largest = max((lab() for lab in all_labs()), key=lambda lab: len(lab.payload))
    return [
        Row(
            name=f"payload {name}",
            n=len(each.scenes),
            value=len(each.payload) / 1e6,
            unit="MB",
            bar=Bar(2),
            note=each.title,
        )
        for name, each in (("player", player), ("largest lab", largest))
    ]


def memory(stage: Stage) -> list[Row]:
    _open(stage, "perceptron")
    return [Row(name="kernel memory", value=stage.kernel_bytes() / 1e6, unit="MB", bar=Bar(130), note="a lab open")]


# ---------------------------------------------------------------- the player


def player(stage: Stage) -> list[Row]:
    setup = f"import sys; sys.path.insert(0, {str(serve.ROOT)!r}); from bench import material"
    setup += "; from labkit.player import widget; from labkit.render import matplotlib"  # loading is not measured
    starts = [stage.show(setup, "material.player()") for _ in range(STARTS)]
    about = {"n": material.FRAMES, "note": "100x100 field, 200 points, a curve"}
    return [
        Row(name="player first frame", value=median(starts), unit="s", bar=Bar(0.5), **about),
        Row(name="player playing", value=_playing(stage), unit="frames/s", bar=Bar(55, least=True), **about),
        Row(name="player scrubbing", value=_scrubbing(stage), unit="frames/s", bar=Bar(55, least=True), **about),
        Row(name="player key to pixel", value=1e3 * _key_to_pixel(stage), unit="ms", bar=Bar(20), **about),
    ]


def _playing(stage: Stage) -> float:
    page = stage.page
    while page.locator("[data-do=speed]").inner_text() != "max":
        page.click("[data-do=speed]")
    page.click("[data-do=first]")
    stage.start_recording()
    page.click("[data-do=play]")
    page.wait_for_selector(".lk-card[data-playing=false]", timeout=60_000)
    return frames_per_second(stage.recorded(), "frame")


def _scrubbing(stage: Stage) -> float:
    return frames_per_second(stage.recorded_while(SCRUB, SECONDS), "frame")


def _key_to_pixel(stage: Stage) -> float:
    page = stage.page
    page.click("[data-do=first]")
    page.focus(".lk-card")
    stage.time_keys()
    for k in range(KEYS):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(40 + 7 * k % 17)  # at any moment between two display frames
    times = stage.key_seconds()
    if len(times) < KEYS:
        raise RuntimeError(f"key to pixel: expected {KEYS} keys to move the story, got {len(times)}")
    return median(times)


# ---------------------------------------------------------------- dragging


def drag(stage: Stage, name: str) -> list[Row]:
    lab = _open(stage, name)
    samples = _dragged(stage, lab)
    note = f"{median(delays(samples)) * 1e3:.0f} ms from pointer to refit"
    return [
        Row(name=f"drag {name}", n=len(lab.data(lab.values)[0]), value=frames_per_second(samples, "answered"),
            unit="frames/s", bar=Bar(24, least=True), note=note),
        Row(name=f"drag {name}, lag", n=len(lab.data(lab.values)[0]), value=lag(samples), unit="frames", bar=Bar(2)),
    ]  # fmt: skip


def _open(stage: Stage, name: str) -> Lab:
    """Show the lab; the same lab here knows where its points are."""
    lab, settings = LABS[name], SETTINGS.get(name, {})
    stage.show(f"from {lab.__module__} import {lab.__name__}", f"{lab.__name__}(**{settings})")
    return lab(**settings)


def _dragged(stage: Stage, lab: Lab) -> list[Sample]:
    """What was shown while the first point was led in circles around the middle of the plane."""
    page, scene = stage.page, lab.scenes[lab.frame]
    canvas = page.locator(".lk-canvas").bounding_box()
    scale = canvas["width"] / scene.width
    panel = scene.panel("plane")
    points = next(mark for mark in panel.marks if getattr(mark, "editable", False))
    x, y = _place(panel, float(points.x[0]), float(points.y[0]))
    page.mouse.move(canvas["x"] + scale * x, canvas["y"] + scale * y)
    page.mouse.down()
    left, top, width, height = (scale * length for length in panel.box)
    centre = canvas["x"] + left + width / 2, canvas["y"] + top + height / 2
    samples = stage.recorded_while(CIRCLE % (*centre, 0.3 * width), SECONDS)
    page.mouse.up()
    return samples


def _place(panel: Panel, x: float, y: float) -> tuple[float, float]:
    """Equations (1) and (2) of ``labkit.views.scene``."""
    (left, top, width, height), (x0, x1), (y0, y1) = panel.box, panel.xlim, panel.ylim
    return left + (x - x0) / (x1 - x0) * width, top + (y1 - y) / (y1 - y0) * height


# ---------------------------------------------------------------- reading the samples


def changes(samples: Sequence[Sample], what: str) -> list[Sample]:
    """The samples at which this number is new."""
    values = [getattr(sample, what) for sample in samples]
    return [samples[k] for k in range(1, len(samples)) if values[k] != values[k - 1]]


def frames_per_second(samples: Sequence[Sample], what: str) -> float:
    shown = changes(samples, what)
    return (len(shown) - 1) / (shown[-1].time - shown[0].time) if len(shown) > 1 else 0.0


def _asked(samples: Sequence[Sample], answer: Sample) -> float:
    """When the request was made that this answer is for."""
    return next(sample.time for sample in samples if sample.asked >= answer.answered)


def delays(samples: Sequence[Sample]) -> list[float]:
    """Seconds from every answered request to its picture."""
    return [answer.time - _asked(samples, answer) for answer in changes(samples, "answered")]


def lag(samples: Sequence[Sample]) -> int:
    """The most pictures that were shown from a request until its own, that one included: a backlog makes it grow."""
    answers = changes(samples, "answered")
    spans = ((_asked(samples, answer), answer.time) for answer in answers)
    return max((sum(start < other.time <= end for other in answers) for start, end in spans), default=0)
