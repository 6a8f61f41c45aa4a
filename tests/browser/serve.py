"""The server, with scenarios from another folder: `python serve.py FOLDER --data ...`."""

from __future__ import annotations

import sys
from pathlib import Path

from ludus.server import run, scenarios

# The bots' processes import this file too.
if __name__ == "__main__":
    folder = Path(sys.argv.pop(1))
    scenarios.FOLDERS = (folder, folder)
    run.main()
