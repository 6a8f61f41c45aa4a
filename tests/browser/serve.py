"""The server whose dice and bots do the same in every run: `python serve.py [--scenarios FOLDER] --data ...`; with
`--post URL` it writes letters, to a mail server of the test."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

# The bots' processes import this file too.
if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from ludus.server import match_making, run, scenarios, thinkers
    from tests.dice import same_dice, same_luck

    if sys.argv[1] == "--scenarios":
        folder = Path(sys.argv[2])
        del sys.argv[1:3]
        scenarios.FOLDERS = (folder, folder)
    if sys.argv[1] == "--post":
        post: dict[str, Any] = {"smtp": sys.argv[2], "mail_from": "a@club.example", "address": "http://club.example"}
        del sys.argv[1:3]
        run.Settings = partial(run.Settings, **post)  # type: ignore[attr-defined,assignment]
    match_making.new_head = same_dice
    thinkers.new_luck = same_luck
    run.main()
