"""One SQLite file that remembers."""
