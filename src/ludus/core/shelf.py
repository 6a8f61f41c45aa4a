"""A shelf: what stands on it is named at once, and made when somebody first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Shelf(MutableMapping[str, Thing], Generic[Thing]):
    """A dictionary whose values may take long to import.

    >>> shelf = Shelf({"one": lambda: 1, "two": lambda: 1 // 0})
    >>> list(shelf), "two" in shelf, shelf["one"]
    (['one', 'two'], True, 1)
    """

    def __init__(self, makers: Mapping[str, Callable[[], Thing]]) -> None:
        self._makers = dict(makers)
        self._made: dict[str, Thing] = {}

    def __getitem__(self, name: str) -> Thing:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __setitem__(self, name: str, thing: Thing) -> None:
        self._makers.setdefault(name, lambda: thing)
        self._made[name] = thing

    def __delitem__(self, name: str) -> None:
        del self._makers[name]
        self._made.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)
