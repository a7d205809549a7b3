"""Anki packages: written so that Anki goes on where we are, and read so that what was answered there comes back."""
