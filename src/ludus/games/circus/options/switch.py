"""A switch of the house rules: what the house shows of it, and what its values bring into the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludus.core.game import Option
from ludus.games.circus.editions import SecondEdition

SECOND_EDITION = ("second-edition",)
EPIC = ("epic",)
ALL_EDITIONS = (*SECOND_EDITION, *EPIC)


def only(editions: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
    """In which editions a switch stands; None: in all of them."""
    return None if editions == ALL_EDITIONS else ("edition", editions)


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
    editions: tuple[str, ...] = SECOND_EDITION,
) -> Switch:
    """A rule that is played or not, off to begin with."""
    option = Option(
        name, title, help, clause, False, (False, True), group=group, excludes=excludes, only=only(editions)
    )
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
    editions: tuple[str, ...] = SECOND_EDITION,
    formerly: Any = None,
    hangs_on: str = "",
) -> Switch:
    """One of several readings; the usual one is what the chapters do. `spoken` says them in words, the usual first. One
    that hangs on another switch means nothing where that is off."""
    option = Option(
        name,
        title,
        help,
        clause,
        usual,
        (usual, *others),
        group=group,
        spoken=spoken,
        excludes=excludes,
        only=(hangs_on, (True,)) if hangs_on else only(editions),
        formerly=formerly,
    )
    return Switch(option, others)
