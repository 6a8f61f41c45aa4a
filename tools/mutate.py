"""Break the rules one at a time and see whether the tests notice.

    python tools/mutate.py tools/mutations/chariot-race.toml [CLAUSE ...]

A mutation file names the tests to run and lists changes: in `file` the text `old`, which occurs once, becomes `new`.
Each is made in a copy of the tree and must make a test fail ("killed"). Exit code 1 if one survives.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
COPIED = ("src", "tests", "examples", "docs", "tools", "pyproject.toml")
PATIENCE = 300  # seconds; a mutation that makes the tests hang is noticed too
SKIPPED = shutil.ignore_patterns("__pycache__", "node_modules", "static", "*.db*")


def copy_tree(to: Path) -> None:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=SKIPPED)
        else:
            shutil.copy(source, to / name)


def first_failure(tree: Path, tests: list[str]) -> str | None:
    """The first test that fails, or None when all pass."""
    # The copy must be imported, not the installed package; and no byte code of an earlier mutation.
    env = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-m", "not slow", *tests]
    try:
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"a test that does not end within {PATIENCE} seconds"
    if done.returncode == 0:
        return None
    failures = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if not failures:
        raise SystemExit(f"pytest did not run:\n{done.stdout}{done.stderr}")
    return failures[0].removeprefix("FAILED ").removeprefix("ERROR ").split(" - ")[0]


def mutate(tree: Path, mutation: dict[str, str], tests: list[str]) -> str | None:
    path = tree / mutation["file"]
    text = path.read_text(encoding="utf-8")
    if text.count(mutation["old"]) != 1:
        raise SystemExit(f"{mutation['clause']}: {mutation['old']!r} must occur once in {mutation['file']}")
    path.write_text(text.replace(mutation["old"], mutation["new"]), encoding="utf-8")
    try:
        return first_failure(tree, tests)
    finally:
        path.write_text(text, encoding="utf-8")


def main() -> int:
    file, *wanted = sys.argv[1:]
    plan = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    mutations = [each for each in plan["mutation"] if not wanted or each["clause"] in wanted]
    with tempfile.TemporaryDirectory(prefix="mutate-") as temporary:
        tree = Path(temporary)
        copy_tree(tree)
        if failure := first_failure(tree, plan["tests"]):
            raise SystemExit(f"the tests fail without any mutation: {failure}")
        survived = 0
        for mutation in mutations:
            killer = mutate(tree, mutation, plan["tests"])
            survived += killer is None
            verdict = f"killed by {killer}" if killer else "SURVIVED"
            print(f"{mutation['clause']:36} {mutation['why']}: {verdict}", flush=True)
    print(f"{len(mutations) - survived} of {len(mutations)} killed")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
