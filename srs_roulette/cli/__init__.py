"""The terminal shell: reads the clock, draws seeds, prints."""
