"""What is in `deploy/` works as far as one machine can tell: its commands are run, its words are known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import rehearse
from typer.testing import CliRunner

from ludus.cli.main import app


def known_options() -> set[str]:
    said = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    return set(re.findall(r"--[a-z-]+", said))


@pytest.mark.parametrize("name", ["ludus.service", "compose.yaml"])
def test_the_house_is_started_with_options_that_there_are(name: str) -> None:
    text = (rehearse.DEPLOY / name).read_text(encoding="utf-8")
    if name.endswith(".service"):
        words = " ".join(rehearse.service_command(name))
    else:
        [words] = re.findall(r"    command:\n((?:      - .+\n)+)", text)
    used = set(re.findall(r"--[a-z-]+", words))
    assert used
    assert used <= known_options()


def test_the_container_copies_what_there_is() -> None:
    text = (rehearse.DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for file in re.findall(r"-r (\S+\.txt)", text):
        pinned = (rehearse.DEPLOY.parent / file).read_text(encoding="utf-8")
        assert "--hash=sha256:" in pinned
        assert "://" not in pinned, "no registry is named"


@pytest.mark.slow
def test_the_service_is_rehearsed(tmp_path: Path) -> None:
    rehearse.rehearse_service(tmp_path)
