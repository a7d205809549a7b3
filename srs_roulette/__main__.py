"""``python -m srs_roulette`` is ``srs-roulette``."""

import sys

from srs_roulette.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
