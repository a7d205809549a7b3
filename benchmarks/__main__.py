"""Runs every benchmark of this folder and writes what they print to RESULTS.md."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
HEAD = """# Results

Written by `python -m benchmarks`; each script can be run by itself. Ratios, both sides taken in turn in one run: they
hold on other machines, absolute times would not.
"""


def main() -> None:
    """Run the scripts one after the other."""
    parts = [HEAD]
    for script in sorted(HERE.glob("*.py")):
        if not script.name.startswith("_"):
            print(script.name, file=sys.stderr)
            done = subprocess.run([sys.executable, script], check=True, stdout=subprocess.PIPE, text=True)
            parts.append(done.stdout)
    (HERE / "RESULTS.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
