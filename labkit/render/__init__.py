"""Scene -> picture, twice: ``matplotlib`` draws stills, ``canvas`` draws in the browser; ``theme`` rules both."""
