"""One sitting."""
