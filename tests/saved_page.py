"""A page of cards without a kernel and without JupyterLab: all labs are on one page in a moment."""

from __future__ import annotations

import base64

from ipywidgets.widgets.widget import _remove_buffers

from tools import site_labs

LISTENS = "save_changes() {}", "save_changes() {} send() {}"  # a kernel that never answers: cards show all controls


def page_with(widgets, folder, *, seen: int):
    """The file of a page that shows these cards below each other, as a notebook of which so many pixels are seen."""
    labs = {f"card{k}": site_labs.entry_of(_saved(widget)) for k, widget in enumerate(widgets)}
    places = "\n".join(f'<div data-lab="{name}"></div>' for name in labs)
    data = site_labs.script_json(site_labs.page_data("", labs))
    target = folder / "cards.html"
    target.write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>cards</title>'
        f"<style>{site_labs.style()}</style></head>"
        f'<body style="margin: 0"><main class="jp-WindowedPanel-outer" style="height: {seen}px; overflow: auto">'
        f'{places}</main><script type="application/json" id="labkit-page">{data}</script>'
        f"<script>{site_labs.script().replace(*LISTENS)}</script></body></html>",
        encoding="utf-8",
    )
    return target


def _saved(widget) -> dict:
    state, paths, buffers = _remove_buffers(widget.get_state())
    encoded = [base64.b64encode(buffer).decode() for buffer in buffers]
    return {"state": state, "buffers": [{"path": p, "data": d} for p, d in zip(paths, encoded, strict=True)]}
