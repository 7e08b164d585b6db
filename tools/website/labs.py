"""(until shared assets are there) the labs of a page in the form of exported pages"""
from __future__ import annotations

import json

from tools.export_html import HOST, STATE, keep_cards


class Labs:
    def __init__(self, notebook):
        keep_cards(notebook)
        self.saved = notebook.metadata.get("widgets", {}).get(STATE, {"state": {}})

    def key_of(self, model_id):
        return model_id if model_id in self.saved["state"] else None

    def head(self):
        data = json.dumps(self.saved).replace("<", "\\u003c")
        return f'<script type="{STATE}">{data}</script><script type="module">{HOST.read_text().replace("data-model","data-lab").replace("dataset.model","dataset.lab")}</script>'
