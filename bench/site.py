"""The course's site: what travels to the reader, how soon it shows and answers, and every lab in the browser's Python.

The page is the first one, whose lab plays as one arrives, served on loopback to a browser that was never there.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from statistics import median

from bench.browser import _dragged, delays, frames_per_second, missing
from bench.measure import Bar, Measurement, Row
from bench.stage import Stage
from labkit.lectures.l09_perceptron import ConvergenceLab
from tools import browser, make_site, python_in_browser

LESSON = "09_perceptron"
HERE = Path(__file__).resolve().parent
STARTS = 3
NO_PYTHON = f"left out: no Python for the browser; python tools/python_in_browser.py fetches {python_in_browser.SIZE}"
FIRST_PICTURE = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    while (!document.querySelector('.lk-card[data-frame]')) await frame();
    await frame();
    return performance.now() / 1000;
}"""
STEER = """async name => {
    const card = document.querySelector('.lk-card'), start = performance.now();
    card.querySelector(`[data-preset="${name}"]`).click();
    while (card.dataset.answered !== card.dataset.asked) await new Promise(requestAnimationFrame);
    return (performance.now() - start) / 1000;
}"""
STEER_LAB = """async name => {
    const card = document.querySelector(`[data-lab="${name}"] .lk-card`), start = performance.now();
    card.querySelector('[data-do=skip]')?.click();
    card.querySelector('[data-preset="no gap"]').click();
    while (card.dataset.answered !== card.dataset.asked) await new Promise(requestAnimationFrame);
    return (performance.now() - start) / 1000;
}"""


class Site:
    """The built pages and a browser that looks at them; made when they are first needed, stopped by ``stack``."""

    def __init__(self, stack: ExitStack):
        self._stack = stack
        self.stage = Stage(stack)

    @cached_property
    def folder(self) -> Path:
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        make_site.make(folder, [LESSON])
        return folder

    @cached_property
    def address(self) -> str:
        return self._stack.enter_context(browser.served(self.folder))

    @property
    def python(self) -> Path:
        (folder,) = (self.folder / "assets").glob("python-*")
        return folder


def measurements(stack: ExitStack) -> list[Measurement]:
    site = Site(stack)
    runs: dict[str, Callable[[Site], list[Row]]] = {
        "site bytes": size, "site first picture": first_picture, "site steering": steering, "site glances": glances,
    }  # fmt: skip
    return [Measurement(name, lambda name=name, run=run: _left_out(name) or run(site)) for name, run in runs.items()]


def _left_out(name: str) -> list[Row]:
    if browser.executable() is None:
        return [missing(name)]
    if python_in_browser.at_hand() or os.environ.get("CI") == "true":
        return []
    return [Row(name=name, note=NO_PYTHON, left_out=True)]


def size(site: Site) -> list[Row]:
    """Compressed, as servers send it; what is compressed already does not get smaller."""
    page = site.folder / f"{LESSON}.html"
    shared = [path for path in (site.folder / "assets").iterdir() if path.suffix in (".js", ".css")]
    python = list(site.python.iterdir())
    return [
        Row(name="site page", value=_compressed([page, *shared]) / 1e3, unit="kB", bar=Bar(600), note=LESSON),
        Row(name="site Python", value=_compressed(python) / 1e6, unit="MB", bar=Bar(12), note="once"),
    ]


def _compressed(files: list[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)


def first_picture(site: Site) -> list[Row]:
    page = site.stage.page
    times = []
    for _ in range(STARTS):
        page.goto(f"{site.address}/index.html")
        times.append(page.evaluate(FIRST_PICTURE))
    return [Row(name="site first picture", value=median(times), unit="s", bar=Bar(0.5))]


def steering(site: Site) -> list[Row]:
    stage, page = site.stage, site.stage.page
    page.goto(f"{site.address}/index.html")
    page.evaluate(FIRST_PICTURE)
    first = page.evaluate(STEER, "no gap")
    story = median(page.evaluate(STEER, name) for name in ("gap 0.2", "no gap", "gap 0.2"))
    page.click("[data-do=reset]")
    page.wait_for_timeout(1000)
    page.locator(".lk-canvas").evaluate("canvas => canvas.scrollIntoView({ block: 'center' })")
    samples = _dragged(stage, ConvergenceLab())
    lag = 1e3 * median(delays(samples))
    page.goto(f"{site.address}/{LESSON}.html")  # Python ends with its page
    page.evaluate(FIRST_PICTURE)
    later = page.evaluate(STEER_LAB, ConvergenceLab.name)
    return [
        Row(name="site first steer", value=first, unit="s", bar=Bar(5), note="Python starts, nothing kept before"),
        Row(name="site first steer of another page", value=later, unit="s", bar=Bar(5), note="from what is kept"),
        Row(name="site next story", value=1e3 * story, unit="ms", note="perceptron, 40 points"),
        Row(name="site drag", value=frames_per_second(samples, "answered"), unit="refits/s", bar=Bar(20, least=True),
            note=f"{lag:.0f} ms from pointer to refit" if lag else "refitted within the display frame"),
    ]  # fmt: skip


def glances(site: Site) -> list[Row]:
    """Every lab that is dragged or slid, in the same Python on the same engine, but without a page."""
    command = ["node", str(HERE / "glances.mjs"), str(site.python), str(HERE / "glances.py")]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    times = {name: 1e3 * seconds for name, seconds in json.loads(said.splitlines()[-1]).items()}
    slow = sorted(times, key=times.get, reverse=True)[:3]
    return [
        Row(name="site glance", n=len(times), value=median(times.values()), unit="ms", bar=Bar(60), note="median lab"),
        Row(name="site slowest glance", value=times[slow[0]], unit="ms", bar=Bar(300),
            note=", ".join(f"{name} {times[name]:.0f}" for name in slow)),
    ]  # fmt: skip
