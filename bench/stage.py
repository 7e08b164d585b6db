"""A page of JupyterLab in Chromium to measure on: notebooks in fresh kernels, and a recorder of what is shown."""

from __future__ import annotations

import json
import tempfile
import uuid
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import psutil

from tools import browser, serve

# Runs the selected cell and answers when the first frame of its card is on the screen, in milliseconds.
RUN_CELL = """async () => {
    const start = performance.now();
    const run = jupyterapp.commands.execute('notebook:run-cell');
    const frame = () => new Promise(requestAnimationFrame);
    const shown = () => document.querySelector('.lk-card[data-frame]');
    while (!shown() && performance.now() - start < 30000) await frame();
    await frame();
    const seconds = (performance.now() - start) / 1000;
    await run;
    if (shown()) return seconds;
    throw new Error('no card was shown; the cell says: ' + document.querySelector('.jp-OutputArea')?.innerText);
}"""
# On every animation frame: the time, and what the card says about itself.
RECORD = """() => {
    const card = document.querySelector('.lk-card').dataset;
    const samples = window.benchSamples = [];
    const number = text => text === undefined ? -1 : Number(text);
    const look = now => {
        if (window.benchSamples !== samples) return;
        samples.push([now / 1000, number(card.frame), number(card.asked), number(card.answered)]);
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
RECORDED = "() => { const samples = window.benchSamples; window.benchSamples = null; return samples; }"
# A pointer that moves on every animation frame, as a real one does: `move` takes the seconds since the start.
MOVE = """async ([seconds, move]) => {
    const step = eval(move), start = performance.now();
    for (let passed = 0; passed < seconds; passed = (performance.now() - start) / 1000) {
        step(passed);
        await new Promise(requestAnimationFrame);
    }
}"""
# From a key's own time stamp until the frame that follows it has been painted; only keys that moved the story count.
TIME_KEYS = """() => {
    const card = document.querySelector('.lk-card');
    const times = window.benchKeys = [];
    addEventListener('keydown', event => {
        const before = card.dataset.frame, { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            if (card.dataset.frame !== before) times.push((performance.now() - event.timeStamp) / 1000);
        };
        requestAnimationFrame(() => port2.postMessage(0));
    }, true);
}"""


class Sample(NamedTuple):
    """What one animation frame showed: the story's frame, the last request asked and the last one answered."""

    time: float
    frame: int
    asked: int
    answered: int


class Stage:
    """Starts JupyterLab and Chromium when they are first needed; ``stack`` stops them."""

    def __init__(self, stack: ExitStack):
        self._stack = stack

    @cached_property
    def jupyter(self) -> browser.Jupyter:
        home = self._stack.enter_context(tempfile.TemporaryDirectory())
        return self._stack.enter_context(browser.jupyterlab(Path(home)))

    @cached_property
    def page(self):
        chromium = self._stack.enter_context(browser.chromium())
        return chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()

    def show(self, setup: str, cell: str) -> float:
        """Run ``setup``, then ``cell``, in a fresh kernel; the seconds from running ``cell`` to its first frame."""
        path = serve.ROOT / "work" / f"bench-{uuid.uuid4().hex[:8]}.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(_notebook(setup, cell)), encoding="utf-8")
        try:
            self._stop_kernels()
            self.jupyter.open_notebook(self.page, f"work/{path.name}")
            self.page.evaluate("jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
            return self.page.evaluate(RUN_CELL)
        finally:
            path.unlink()

    def kernel_bytes(self) -> int:
        """The memory that the one running kernel holds."""
        children = psutil.Process(self.jupyter.pid).children(recursive=True)
        (kernel,) = [each for each in children if "ipykernel_launcher" in " ".join(each.cmdline())]
        return kernel.memory_info().rss

    def start_recording(self) -> None:
        self.page.evaluate(RECORD)

    def recorded(self) -> list[Sample]:
        return [Sample(*each) for each in self.page.evaluate(RECORDED)]

    def recorded_while(self, move: str, seconds: float) -> list[Sample]:
        """What was shown while ``move``, a JavaScript function of the time, was called on every animation frame."""
        self.start_recording()
        self.page.evaluate(MOVE, [seconds, move])
        return self.recorded()

    def time_keys(self) -> None:
        self.page.evaluate(TIME_KEYS)

    def key_seconds(self) -> list[float]:
        return self.page.evaluate("window.benchKeys")

    def _stop_kernels(self) -> None:
        if self.page.url.startswith(self.jupyter.url):
            self.page.evaluate("jupyterapp.serviceManager.sessions.shutdownAll()")


def _notebook(*sources: str) -> dict:
    cells = [
        {"cell_type": "code", "id": f"cell-{k}", "metadata": {}, "outputs": [], "execution_count": None, "source": text}
        for k, text in enumerate(sources)
    ]
    kernel = {"name": "python3", "display_name": "Python 3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
