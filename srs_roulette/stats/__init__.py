"""Long-term recall: history in, frozen tables out. Prints nothing, reads no clock, knows no sitting."""
