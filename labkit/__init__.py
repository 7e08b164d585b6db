"""labkit: the algorithms of five lecture decks on supervised learning, told step by step."""

from labkit.core.exports import exported

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = exported(__name__, {"labkit.core.data": "about load", "labkit.core.table": "Table"})
