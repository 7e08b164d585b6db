"""A lab's card in the browser, driven as a person does: keys, pointer, buttons."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from secrets import token_hex

import nbformat

from labkit.lectures import all_labs
from tools import browser as chrome

ROOT = Path(__file__).resolve().parent.parent

PIXELS = "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data"
COLOURS = "pixels => new Set(new Uint32Array(pixels.buffer)).size"
ALIKE = "(a, b) => a.length === b.length && a.every((value, k) => Math.abs(value - b[k]) <= 8)"
SET = """([input, value, event]) => {
    if (input.type === "checkbox") input.checked = value; else input.value = value;
    input.dispatchEvent(new Event(event, { bubbles: true }));
}"""


@contextmanager
def page_of(cells, browser, jupyter, script="", **options):
    """A page with a notebook of these cells, all of them run, each showing a card; ``script`` runs before Jupyter's."""
    path = ROOT / "work" / f"test-{token_hex(4)}-cards.ipynb"
    path.parent.mkdir(exist_ok=True)
    code = [nbformat.v4.new_code_cell(source, id=f"cell{k}") for k, source in enumerate(cells)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=code, metadata=kernel), path)
    try:
        with chrome.watched(browser, **options) as page:
            page.add_init_script(script)
            jupyter.open_notebook(page, path.relative_to(ROOT).as_posix())
            jupyter.run_all(page)
            wait_for_cards(page, len(cells))
            yield page
    finally:
        path.unlink(missing_ok=True)


def wait_for_cards(page, count: int) -> None:
    page.wait_for_function(f"document.querySelectorAll('.lk-card[data-frame], .lk-sheet').length === {count}")


class Picture:
    """The pixels of a canvas, kept in the browser. Equal but for edges, which Chromium smooths a little differently
    when it draws several times between two frames of the screen."""

    def __init__(self, canvas):
        self.pixels = canvas.evaluate_handle(PIXELS)

    @property
    def colours(self) -> int:
        return self.pixels.evaluate(COLOURS)

    def __eq__(self, other) -> bool:
        return self.pixels.evaluate(ALIKE, other.pixels)

    __hash__ = None


class Card:
    """One card on a page; ``root`` is its locator."""

    def __init__(self, page, root):
        self.page, self.root = page, root
        self.canvas = root.locator("canvas.lk-canvas")
        self.title = root.locator(".lk-title").text_content()

    @property
    def frame(self) -> int:
        return int(self.root.get_attribute("data-frame"))

    @property
    def last(self) -> int:
        return int(self.root.locator(".lk-slider").get_attribute("max"))

    @property
    def picture(self) -> Picture:
        return Picture(self.canvas)

    @property
    def error(self) -> str:
        said = self.root.locator(".lk-error")
        return said.text_content() if said.is_visible() else ""

    def press(self, key: str) -> None:
        self.root.press(key)

    def click(self, name: str) -> None:
        self.root.locator(f'[data-do="{name}"]').click()

    def share(self, name: str) -> None:
        """Choose an entry of the menu that saves and copies."""
        self.click("share")
        self.click(name)

    def settle(self) -> None:
        """Wait until every request is answered, then for the picture that follows."""
        self.page.wait_for_function(
            "root => (root.dataset.asked ?? '') === (root.dataset.answered ?? '')", arg=self.root.element_handle()
        )
        self.paint()

    def paint(self) -> None:
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def wait_for_frame(self, condition: str) -> None:
        """Wait until the frame k meets a condition, such as ``k > 3``."""
        script = f"root => {{ const k = Number(root.dataset.frame); return {condition}; }}"
        self.page.wait_for_function(script, arg=self.root.element_handle(), timeout=5000)

    def set(self, control, value, event: str = "change") -> None:
        """Steer a control; the event ``input`` is a slider that is still being slid."""
        self.page.evaluate(SET, [control.element_handle(), value, event])
        self.settle()

    @contextmanager
    def changes(self):
        """What happens inside must change the picture, without an error."""
        before = self.picture
        yield
        self.settle()
        assert self.picture != before, "the picture stayed as it was"
        assert self.error == ""

    # ---- the painter

    @cached_property
    def lab(self):
        """The lab of this card in Python, in its default state."""
        return next(kind for kind in all_labs() if kind.heading == self.title)()

    def place(self, panel, x: float, y: float) -> tuple[float, float]:
        """Where a point of a panel is on the page: equations (1) and (2) of views/scene.py."""
        self.canvas.scroll_into_view_if_needed()
        box = self.canvas.bounding_box()
        left, top, width, height = panel.box
        scale = box["width"] / self.lab.scenes[0].width
        across = left + (x - panel.xlim[0]) / (panel.xlim[1] - panel.xlim[0]) * width
        down = top + (panel.ylim[1] - y) / (panel.ylim[1] - panel.ylim[0]) * height
        return float(box["x"] + scale * across), float(box["y"] + scale * down)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=6)
        self.page.mouse.up()
