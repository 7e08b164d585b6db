"""labkit: the algorithms of five lecture decks on supervised learning, told step by step."""

__version__ = "0.1.0"
