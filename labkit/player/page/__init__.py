"""What stands around the cards of a page without a notebook: scripts of the page and its Python in a worker."""
