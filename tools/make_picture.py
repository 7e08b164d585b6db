"""Draw README.md's pictures into docs/: four labs playing, and a lab in JupyterLab, light and dark.

    python tools/make_picture.py

The animations need no browser: they are the player's own stills. The two screenshots need Chromium.
"""

import io
import sys
import tempfile
from pathlib import Path

import nbformat
import numpy as np
from PIL import Image

if __package__ in (None, ""):  # started as a script: make `tools` importable, as it is for the tests
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.lectures.l13_neural_networks import BordersLab
from labkit.lectures.l16_pruning_and_rules import PruningLab
from labkit.lectures.l20_adaboost import AdaBoostLab
from labkit.player.lab import Lab
from tools import browser as chrome
from tools import serve

DOCS = serve.ROOT / "docs"
WIDTH = 900  # pixels of the animation
FRAME, END = 350, 2500  # milliseconds that a step and the last step are shown
SLOW, SLOWER = 900, 1800  # milliseconds of a round, and of a step that prunes whole branches
ROUNDS = 16  # of boosting
WINDOW = {"width": 1200, "height": 860}
MIDDLE = 12  # the step that the screenshots show
# With values of its own a lab does not ask.
CELL = "from labkit.lectures.l09_perceptron import ConvergenceLab\n\nlab = ConvergenceLab(seed=7)\nlab"


class RoundsLab(AdaBoostLab):
    """As many rounds as a picture has time for."""

    heading = f"AdaBoost: {ROUNDS} rounds"


def animation(lab: Lab, target: Path, frame: int = FRAME, every: int = 1) -> None:
    """The steps of the lab's story, or every second of them: regions that fade make a large file."""
    scale = WIDTH / lab.scenes[0].width
    steps = range(0, len(lab.scenes), every)
    stills = [Image.open(io.BytesIO(lab.png(k, scale=scale))).convert("RGB") for k in steps]
    frames = in_one_palette(np.array([np.asarray(still) for still in stills]))
    lengths = [frame] * (len(frames) - 1) + [END]
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=lengths, loop=0, optimize=True)


def in_one_palette(pixels: np.ndarray) -> list[Image.Image]:
    """Frames whose 256 colours are the commonest of all frames: areas keep their exact colour and nothing flickers."""
    packed = pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], dtype=np.uint32)
    found, which, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1).astype(int)
    kept = colours[np.argsort(-counts, kind="stable")[:256]]
    nearest = ((colours[:, None] - kept) ** 2).sum(axis=2).argmin(axis=1)
    frames = [Image.fromarray(frame) for frame in nearest[which].reshape(packed.shape).astype(np.uint8)]
    for frame in frames:
        frame.putpalette(kept.astype(np.uint8).tobytes())
    return frames


def screenshots(folder: Path) -> None:
    """The lab as a student sees it, in the light and in the dark theme."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    work = serve.ROOT / "work"  # JupyterLab opens only what is under its root
    work.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=work) as desk, tempfile.TemporaryDirectory() as home:
        scratch = Path(desk) / "perceptron.ipynb"
        nbformat.write(notebook, scratch)
        with chrome.jupyterlab(Path(home)) as jupyter, chrome.chromium() as browser:
            page = browser.new_page(viewport=WINDOW)
            jupyter.open_notebook(page, scratch.relative_to(serve.ROOT).as_posix())
            _show_lab(page, jupyter)
            for name in ("light", "dark"):
                _use_theme(page, name)
                _small(page.screenshot(), folder / f"lab_{name}.png")


def _show_lab(page, jupyter) -> None:
    jupyter.run_all(page)
    page.evaluate("jupyterapp.commands.execute('application:toggle-left-area')")
    page.wait_for_selector(".lk-card[data-frame]")
    page.locator(".lk-slider").fill(str(MIDDLE))
    page.locator(".lk-card").focus()


def _use_theme(page, name: str) -> None:
    page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {{theme: 'JupyterLab {name.title()}'}})")
    page.wait_for_selector(f".lk-card[data-theme={name}]")
    page.wait_for_timeout(1000)  # JupyterLab's own fade


def _small(png: bytes, target: Path) -> None:
    Image.open(io.BytesIO(png)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)


def main() -> int:
    DOCS.mkdir(exist_ok=True)
    animation(ConvergenceLab(), DOCS / "perceptron.gif")
    animation(BordersLab(hidden=3), DOCS / "borders.gif", every=2)
    animation(PruningLab(), DOCS / "pruning.gif", SLOWER)
    animation(RoundsLab(data="moons", points=60, rounds=ROUNDS), DOCS / "boosting.gif", SLOW)
    if chrome.executable() is None:
        print("docs/lab_*.png were left as they are: no Chromium on PATH", file=sys.stderr)
        return 1
    screenshots(DOCS)
    for path in sorted(DOCS.iterdir()):
        print(f"docs/{path.name}  {path.stat().st_size / 1e3:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
