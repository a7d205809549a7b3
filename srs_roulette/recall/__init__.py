"""Long-term recall for the shells: everything that is told of a history, put together, and what is made of it."""
