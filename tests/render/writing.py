"""Where the texts of a picture stand, as matplotlib writes them."""

from itertools import combinations

from matplotlib.text import Text as Writing

from labkit.render.matplotlib import draw
from labkit.views.scene import Scene

LINE = 0.2  # of a line's height is between its letters and the next line
Place = tuple[float, float, float, float]


def written(scene: Scene, lecture: bool = False, least: float = 0.0) -> list[tuple[str, Place]]:
    """Every text with its rectangle x0, y0, x1, y1 in units, y downwards."""
    figure = draw(scene, lecture=lecture, least=least, scale=2.0)
    found = []
    for text in figure.findobj(Writing):
        if text.get_text().strip():
            box = text.get_window_extent().transformed(figure.dpi_scale_trans.inverted()).frozen()
            x0, x1 = 72 * box.x0, 72 * box.x1
            y0, y1 = scene.height - 72 * box.y1, scene.height - 72 * box.y0
            across, up = (LINE / 2 * (x1 - x0), 0.0) if text.get_rotation() else (0.0, LINE / 2 * (y1 - y0))
            found.append((text.get_text(), (x0 + across, y0 + up, x1 - across, y1 - up)))
    return found


def faults(scene: Scene, lecture: bool = False, least: float = 0.0) -> list[str]:
    """Texts that meet or leave the picture."""
    found = written(scene, lecture, least)
    cut = [f"{text!r} leaves the picture" for text, (x0, y0, x1, y1) in found
           if x0 < 0 or y0 < 0 or x1 > scene.width or y1 > scene.height]  # fmt: skip
    met = [f"{one!r} and {other!r} meet" for (one, a), (other, b) in combinations(found, 2)
           if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]]  # fmt: skip
    return cut + met
