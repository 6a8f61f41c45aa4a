"""The house itself: documents that cannot rot, arrows that point one way, nothing that does not belong."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "ludus"

# What each room may import from the others.
ALLOWED = {
    "core": {"core"},
    "games": {"core", "games"},
    "campaign": {"core", "games", "campaign"},
    "bots": {"core", "games", "campaign", "library", "bots"},
    "lab": {"core", "formats", "games", "campaign", "library", "bots", "lab", "play"},
    "acta": {"core", "games", "campaign", "library", "acta"},
    "odds": {"core", "games", "library", "odds"},
    "advice": {"core", "games", "library", "bots", "advice"},
    "learn": {"core", "games", "library", "bots", "lab", "play", "learn"},
    "server": {
        "core",
        "formats",
        "games",
        "campaign",
        "library",
        "bots",
        "acta",
        "advice",
        "odds",
        "learn",
        "play",
        "server",
    },
}


def imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def used_of(module: str, file: Path) -> set[str]:
    """Which names of a module a file uses."""
    return {
        node.attr
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == module
    }


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_arrows_point_one_way(room: str) -> None:
    for file in (PACKAGE / room).rglob("*.py"):
        for module in imports(file):
            if module.startswith("ludus."):
                assert module.split(".")[1] in ALLOWED[room], f"{file} imports {module}"


@pytest.mark.parametrize("room", ["core", "games"])
def test_core_and_games_use_the_standard_library_and_no_luck_or_clock_of_their_own(room: str) -> None:
    for file in (PACKAGE / room).rglob("*.py"):
        modules = {module.split(".")[0] for module in imports(file)}
        assert modules <= set(sys.stdlib_module_names) | {"ludus"}, file
        assert not modules & {"time", "datetime", "socket", "sqlite3", "secrets", "os", "threading"}, file
        # `random` is for the type of a caller's generator only.
        assert used_of("random", file) <= {"Random"}, file


@pytest.mark.parametrize("room", ["core", "games", "bots"])
def test_what_may_be_compiled_has_no_cached_properties(room: str) -> None:
    """mypyc makes ordinary properties of them, which are worked out anew every time."""
    for file in (PACKAGE / room).rglob("*.py"):
        assert "cached_property" not in file.read_text(encoding="utf-8"), file


def test_only_the_commands_that_start_or_keep_the_server_import_it() -> None:
    keepers = [PACKAGE / "cli" / name for name in ("playing.py", "admin.py")]
    for file in PACKAGE.rglob("*.py"):
        if file.is_relative_to(PACKAGE / "server") or file in keepers:
            continue
        assert not any(module.startswith("ludus.server") for module in imports(file)), file


def python_blocks(text: str) -> str:
    return "\n\n".join(re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL))


def test_the_example_in_the_readme_runs() -> None:
    text = python_blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    example = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert example.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(example).failed == 0


def test_the_readme_starts_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("make play") < text.index("make test") < text.index("## ")
    assert "not affiliated" in text


def test_links_between_documents_lead_somewhere() -> None:
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_no_tracked_file_names_a_registry_or_a_machine() -> None:
    # Put together here, so that this file does not name them either.
    hosts = ("py" + "pi.org", "python" + "hosted.org", "registry." + "npmjs", "deb." + "debian.org")
    for file in tracked_files():
        content = file.read_bytes()
        for host in hosts:
            assert host.encode() not in content, f"{file} names {host}"


def test_source_files_stay_small() -> None:
    for file in tracked_files():
        if file.suffix in (".py", ".ts", ".svelte"):
            assert len(file.read_text(encoding="utf-8").splitlines()) <= 500, f"{file}: what is it really?"


@pytest.mark.parametrize("path", sorted((ROOT / "tools" / "mutations").glob("*.toml")), ids=lambda path: path.stem)
def test_every_listed_mutation_still_has_its_place(path: Path) -> None:
    lost = [
        f"{each['clause']}: {each['why']}"
        for each in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]
        if (ROOT / each["file"]).read_text(encoding="utf-8").count(each["old"]) != 1
    ]
    assert not lost, "the code these break has changed; say anew how to break it"
