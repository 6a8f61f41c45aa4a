"""Write the tables of presets and switches in docs/house-rules.md anew: python tools/switches.py"""

from __future__ import annotations

from pathlib import Path

from ludus.cli.switches import markdown
from ludus.library import GAMES

PAGE = Path(__file__).parent.parent / "docs" / "house-rules.md"
MARK = "What follows is written by `python tools/switches.py`.\n"


def page() -> str:
    """The page as it should be: what people wrote, then the tables."""
    written, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    return written + mark + "".join(f"\n{markdown(game)}" for game in GAMES.values())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
