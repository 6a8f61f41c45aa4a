"""E2 10.5: the knife that cuts free, thrown."""

from __future__ import annotations

from ludus.games.circus.options.knife import SmallKnife


class EpicKnife(SmallKnife):
    """One knife each; who has thrown it cuts nothing free any more."""
