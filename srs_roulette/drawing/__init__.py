"""Placements as text. Pure."""
