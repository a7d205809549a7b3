"""Deck files as frozen types."""
