"""Starting the server: what cannot be opened is refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.server.run import CannotOpen, reach
from ludus.server.settings import Settings


def test_a_new_folder_is_made(tmp_path: Path) -> None:
    reach(Settings(data=tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()


def test_no_folder_and_no_database(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(CannotOpen, match=r"cannot keep matches in .*file: File exists"):
        reach(Settings(data=file))
    folder = tmp_path / "folder"
    folder.mkdir()
    noise = file.read_bytes()
    (folder / "ludus.sqlite3").write_bytes(noise)
    with pytest.raises(CannotOpen, match="file is not a database"):
        reach(Settings(data=folder))
    assert (folder / "ludus.sqlite3").read_bytes() == noise, "nothing of it has changed"


@pytest.mark.parametrize("url", ["nonsense", "lorem://user@host/ludus"])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(CannotOpen, match="a database is written") as refusal:
        reach(Settings(database_url=url))
    assert refusal.value.code == "cannot-open"
