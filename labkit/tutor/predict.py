"""Predict first: a student commits to an answer before the story is run, and compares later.

The line a notebook keeps is the same on every run: nobody commits while notebooks are built.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import ipywidgets

INK = "color: var(--jp-ui-font-color1, inherit)"  # JupyterLab's own text colour, light or dark

# Opened again without its kernel a question shows what was said, offers no button, and says how to be asked again.
SAVED = """<style>
.lk-predict.jupyter-widgets-disconnected::before, .lk-predict .jupyter-widgets-disconnected::before { display: none; }
.lk-predict.jupyter-widgets-disconnected::after { content: "Run its cell to be asked again."; padding: 2px; }
.lk-predict.jupyter-widgets-disconnected { color: var(--jp-ui-font-color1, inherit); }
.lk-predict.jupyter-widgets-disconnected button { pointer-events: none; }
.lk-predict.jupyter-widgets-disconnected .mod-primary { display: none; }
</style>"""


class Predict(ipywidgets.VBox):
    """A question with a few options; after ``commit`` the choice is fixed."""

    def __init__(self, question: str, options: Sequence[str]):
        self.question, self.options = str(question), tuple(map(str, options))
        if len(self.options) < 2 or len(set(self.options)) < len(self.options):
            raise ValueError(f"options: expected at least two different answers, got {self.options}; give more")
        self.prediction: str | None = None
        self._choice = ipywidgets.ToggleButtons(options=self.options, value=None)
        self._choice.style.button_width = "auto"
        self._button = ipywidgets.Button(description="commit", button_style="primary", tooltip="fix your prediction")
        self._button.on_click(lambda _: self._committed())
        self._said = ipywidgets.HTML()
        title = ipywidgets.HTML(f'{SAVED}<b style="{INK}">{escape(self.question)}</b>')
        self._foot = ipywidgets.HBox([self._button, self._said])
        super().__init__([title, self._choice, self._foot])
        self.add_class("lk-predict")

    def commit(self, option: str) -> None:
        """Fix the prediction; it cannot be taken back."""
        if option not in self.options:
            raise ValueError(f"option: expected one of {', '.join(self.options)}, got {option!r}; choose one of these")
        if self.prediction is not None:
            raise ValueError(f"commit: expected no earlier prediction, got {self.prediction!r}; it stays")
        self.prediction = self._choice.value = option
        self._choice.disabled = True
        self._foot.children = (self._said,)  # a greyed-out button is hard to read in the dark theme
        self._say(f"you predicted: {option}")

    def reveal(self, answer: str, because: str = "") -> str:
        """What was predicted against what happened, in one line."""
        answer = str(answer)
        if answer not in self.options:
            raise ValueError(f"answer: expected one of {', '.join(self.options)}, got {answer!r}; add it as an option")
        reason = f" ({because})" if because else ""
        if self.prediction is None:
            return f"not predicted; it is: {answer}{reason}"
        verdict = "as predicted" if self.prediction == answer else f"you predicted: {self.prediction}; it is"
        return f"{verdict}: {answer}{reason}"

    def _committed(self) -> None:
        if self._choice.value is None:
            self._say("choose an answer first")
        else:
            self.commit(self._choice.value)

    def _say(self, text: str) -> None:
        self._said.value = f'<span style="{INK}">{escape(text)}</span>'

    def __repr__(self) -> str:
        said = "not predicted yet" if self.prediction is None else f"predicted: {self.prediction}"
        return f"Predict: {self.question} [{' | '.join(self.options)}] {said}"

    def _repr_mimebundle_(self, **kwargs):
        # ipywidgets cuts the text at 110 characters; a screen reader and a printed page want all of it.
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": repr(self)}
