"""A switch of the house rules: what the house shows of it, and what its values bring into the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludus.core.game import Option
from ludus.games.circus.editions import SecondEdition


@dataclass(frozen=True, slots=True)
class Switch:
    """An option, and for each value that changes the rules the chapter that changes them."""

    option: Option
    chapters: Mapping[Any, type[SecondEdition]]

    @property
    def name(self) -> str:
        return self.option.name

    def chapter(self, value: Any) -> type[SecondEdition] | None:
        return self.chapters.get(value)


def on_off(
    name: str,
    title: str,
    help: str,  # noqa: A002
    clause: str,
    group: str,
    chapter: type[SecondEdition],
    excludes: tuple[str, ...] = (),
) -> Switch:
    """A rule that is played or not, off to begin with."""
    option = Option(name, title, help, clause, False, (False, True), group=group, excludes=excludes)
    return Switch(option, {True: chapter})


def either(
    name: str,
    title: str,
    help: str,  # noqa: A002
    clause: str,
    group: str,
    usual: Any,
    others: Mapping[Any, type[SecondEdition]],
    spoken: tuple[str, ...] = (),
    excludes: tuple[str, ...] = (),
) -> Switch:
    """One of several readings; the usual one is what the chapters do. `spoken` says them in words, the usual first."""
    option = Option(name, title, help, clause, usual, (usual, *others), group=group, excludes=excludes, spoken=spoken)
    return Switch(option, others)
