"""Questions about the rules; the engine, never a person, writes the answer."""
