"""Sizes of the texts around a panel, in units: the layout leaves room for them, the renderers write them."""

from __future__ import annotations

TITLE_SIZE, TITLE_GAP = 13.0, 10.0  # the gap is from the title's baseline to the box
TICK_SIZE, TICK_GAP = 10.0, 6.0  # from the box to the text of ticks and labels
ROW_GAP = 13.0  # from the row of ticks to the axis label below it
LABEL_SIZE, LABEL_GAP = 11.0, 8.0  # of the names of curves, from the box to them
LABEL_LINE = 1.1  # from one name to the next, at least, in text sizes
LECTURE_TEXT = 1.35  # how much larger text is in lecture mode
WIDTH, NARROW = 960.0, 480.0  # across a picture, wide and narrow
SCREEN = 880.0, 380.0  # a picture in lecture mode, at most: as the last row reads it on a screen of 1280 x 720
EDGE, GAP = 8.0, 14.0  # around a picture, and between its parts
