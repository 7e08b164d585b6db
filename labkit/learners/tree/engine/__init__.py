"""What is there only for speed: all open nodes of a depth split at once, flat arrays put together, grids painted.

``node_by_node`` grows the same trees one node at a time and is the one to read; tests hold the two to each other.
"""
