"""What is shown under each address: a function takes a :class:`~srs_roulette.web.call.Call` and returns a response."""
