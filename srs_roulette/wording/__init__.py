"""Messages to text, one TOML file a language. Knows nothing of roulette."""
