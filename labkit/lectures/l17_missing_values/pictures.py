"""What the page of lecture 17 shows beside its labs."""

from labkit.core.table import Table
from labkit.learners.tree import surrogates


def surrogate_table(model) -> Table:
    """The surrogates of the root of a tree that was grown with ``missing="surrogates"``."""
    return surrogates.table(model.router.backups[0], model.attributes)
