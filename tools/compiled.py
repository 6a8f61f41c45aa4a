"""The hook that puts compiled rules into the wheel: `make fast` asks for it, an ordinary build never runs it.

mypyc translates the modules below to C, in a copy: a library beside the sources that people edit would hide their
edits. The sources are in the wheel all the same; `core/hints.py` reads them, and a traceback shows them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Whole packages, but for what nobody waits for; and the modules that everything stands on.
PACKAGES = ("games/chariot_race", "games/gladiator", "bots/chariot_race", "bots/gladiator", "bots/circus")
COLD = (
    "__init__", "accents", "explain", "explain_blows", "explain_orders", "fame", "forms", "game", "goals", "log_sheet",
    "men", "obey", "options", "position", "scenario", "staging", "standing_orders", "words",
    "rivals", "rudiarius", "school", "tiro", "veteranus",  # men who take after two others; their plans are compiled
    "agitator", "characters", "driver", "favourites", "memory", "patron", "patrons", "reckoner", "shopping", "sight",
    "wagers",
)  # fmt: skip
# Of the circus the position, and the books of these rulesets, each written out as one flat class: a book has many base
# classes and is put together while the house is open, and native classes know neither. Other books stay as they are.
MODULES = (
    "core/decision", "core/form",
    "games/circus/charts", "games/circus/state", "games/circus/step_list", "games/circus/threats", "games/circus/track",
)  # fmt: skip
BOOKS = ("advanced", "epic")
FLAT = "ludus/games/circus/flat"


def compiled_modules(source: Path) -> Iterator[str]:
    """Their paths below the folder that holds the package."""
    for package in PACKAGES:
        for path in sorted((source / "ludus" / package).glob("*.py")):
            if path.stem not in COLD:
                yield path.relative_to(source).as_posix()
    for module in MODULES:
        yield f"ludus/{module}.py"
    for path in sorted((source / FLAT).glob("book_*.py")):
        yield path.relative_to(source).as_posix()


class CompiledRules(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add what came of it to the wheel."""
        if version == "editable":
            return
        copy = Path(self.root) / "build" / "compiled"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(
            Path(self.root) / "src", copy, ignore=shutil.ignore_patterns("__pycache__", "static", "migrations")
        )
        # A flat book is passed to helpers that expect one of chapters; the chapters themselves have been checked.
        settings = "[mypy]\npython_version = 3.11\n[mypy-ludus.games.circus.flat.*]\nignore_errors = True\n"
        (copy / "mypy.ini").write_text(settings, encoding="utf-8")
        subprocess.run(
            [sys.executable, str(Path(self.root) / "tools" / "flat_books.py"), str(copy / FLAT), *BOOKS],
            env={**os.environ, "PYTHONPATH": str(copy)},
            check=True,
        )
        subprocess.run(
            [sys.executable, "-m", "mypyc", *compiled_modules(copy)],
            cwd=copy,
            env={"MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0", **os.environ, "MYPYPATH": str(copy)},
            check=True,
        )
        for pattern in ("*.so", "*.pyd", f"{FLAT}/*.py"):
            for made in copy.rglob(pattern):
                if "build" not in made.relative_to(copy).parts:
                    build_data["force_include"][str(made)] = made.relative_to(copy).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
