"""Spaced repetition for roulette dealers."""
