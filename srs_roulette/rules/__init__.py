"""Roulette. Standard library only; knows nothing of questions or learners."""
