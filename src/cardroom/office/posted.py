"""The rules that were posted, from the documents in the journal."""

from __future__ import annotations

from typing import NamedTuple

from cardroom import games
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.store import Reader, documents
from cardroom.table.posting import read_document


class PostedWagers(NamedTuple):
    main: str = ""
    raises: frozenset[str] = frozenset()
    """Wagers that a hand adds in its turn; the odds of the main wager include them."""


class PostedRules:
    """Rulesets by digest."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._found: dict[str, Ruleset | None] = {}

    def rules(self, digest: str) -> Ruleset | None:
        """None if the journal does not have them, or this version does not know them."""
        if digest not in self._found:
            self._found[digest] = self._read(digest)
        return self._found[digest]

    def _read(self, digest: str) -> Ruleset | None:
        for entry in self._reader.read(documents.PREFIX + digest):
            try:
                return read_document(entry.body)
            except (OptionFaults, ValueError):
                return None
        return None

    def wagers(self, digest: str) -> PostedWagers:
        """The wagers of a ruleset; none if it is not known."""
        rules = self.rules(digest)
        if rules is None or not rules.spots:
            return PostedWagers()
        later = (spot.name for spot in rules.spots if spot.opens == "in-turn")
        return PostedWagers(rules.spots[0].name, frozenset(later))

    def metered(self, digest: str) -> str:
        """The wager that feeds a meter; "" if there is none."""
        rules = self.rules(digest)
        bet = None if rules is None else rules.progressive
        return "" if bet is None else bet.name

    def game(self, digest: str, id: str) -> str:
        """What a game is called."""
        rules = self.rules(digest)
        return id if rules is None else rules.title

    def changes(self, before: str, after: str) -> str:
        """How two rulesets of a game differ: ": maximum wager: 200 instead of 300"."""
        old, new = self.rules(before), self.rules(after)
        if old is None or new is None or old.game != new.game:
            return ""
        changed = [
            f"{spec.about[0].lower()}{spec.about[1:]}: {spec.words(value)}"
            f" instead of {spec.words(old.options[spec.name])}"
            for spec in games.game(new.game).catalogue
            if (value := new.options[spec.name]) != old.options.get(spec.name, value)
        ]
        return f": {'; '.join(changed)}" if changed else ""

    def title(self, digest: str, spot: str) -> str:
        """What a wager is called on the layout."""
        rules = self.rules(digest)
        found = None if rules is None else rules.spot(spot)
        return spot if found is None else found.title
