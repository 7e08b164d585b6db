"""What a plain object of the tutor needs to stand on a card of its own in a notebook; the text form needs nothing."""

from __future__ import annotations


class ShownOnSheet:
    """Abstract: ``content`` is what the card shows, ``receive`` the content after a button was pressed."""

    def content(self) -> dict:
        raise NotImplementedError(f"{type(self).__name__}: write content(self)")

    def receive(self, content: dict, message: dict) -> dict:
        raise NotImplementedError(f"{type(self).__name__}: write receive(self, content, message)")

    def _repr_mimebundle_(self, **kwargs):
        from labkit.tutor.sheet import Sheet  # not before it is shown in a notebook: it loads the widgets

        data, metadata = Sheet(self)._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": repr(self)}, metadata
