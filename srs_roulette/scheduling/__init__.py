"""When to ask. Knows nothing of roulette."""
