"""Self-checks of the exercises, one module a lecture."""
