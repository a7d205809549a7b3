"""Placements and wheels, as text and as SVG. Pure."""
