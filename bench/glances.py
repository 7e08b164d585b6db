"""How long each lab takes for one glance: the picture while a point is dragged or a slider is slid. Prints JSON."""

import json
from statistics import median

from js import seconds as processor_time  # of glances.mjs

from labkit.lectures import all_labs

GLANCES = 3


def glance(lab) -> dict | None:
    """What the card asks while it is steered; None of a lab where nothing is dragged or slid."""
    if lab.painter and len(lab.examples[0]):
        x, y = lab.examples[0][0][:2]
        return {"do": "move", "with": [0, float(x), float(y)]}
    sliders = [control for control in lab.controls if control["kind"] == "slider" and control["live"]]
    return {"do": "set", "with": [sliders[0]["name"], sliders[0]["high"]]} if sliders else None


def seconds(lab, asked: dict) -> float:
    times = []
    for k in range(GLANCES):
        start = processor_time()
        lab.receive({**asked, "live": True, "seq": k}, lambda message, buffers: None)
        times.append(processor_time() - start)
    return median(times)


labs = (kind() for kind in all_labs())  # one at a time: they hold their stories
print(json.dumps({lab.name: seconds(lab, asked) for lab in labs if (asked := glance(lab))}))
