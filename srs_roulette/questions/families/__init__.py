"""One file a skill."""
