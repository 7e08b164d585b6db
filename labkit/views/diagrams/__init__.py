"""Diagrams: landscapes with contour lines, outlines over a plane, the simplex, networks."""
