"""What the service sends to a person, compared with what that person may know.

This follows the audiences of the recorded events and nothing else of the product: which cards were
dealt to whom, and which were shown to everybody.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from cardroom.events import Event
from cardroom.events.table import RoundBegan
from cardroom.store import Entry
from cardroom.table.table import Table
from tests.simulation.auditor import AuditedTable
from tests.simulation.violation import require

UNSEEN = "??"


class Secrecy:
    """The cards that each person may know of the round in play at one table."""

    def __init__(self, audited: AuditedTable, chain: list[Entry]) -> None:
        self._audited, self._chain = audited, chain
        self._known: dict[str, tuple[int, set[str]]] = {}
        """By person: how far the entries were followed, and the cards."""

    def check(self, person: str, message: dict[str, Any], raw: bytes) -> None:
        kind, seq = message["type"], message.get("seq", 0)
        if kind == "step":
            self._events(person, seq, message["events"])
        if kind in ("hello", "step"):
            known = self.known(person, seq)
            for place, shown in message["view"]["places"].items():
                for card in shown["cards"]:
                    require(
                        card == UNSEEN or card in known,
                        f"{person} was shown {card} at {place} in step {seq}",
                    )
            self._bytes(person, seq, raw)

    def known(self, person: str, seq: int) -> set[str]:
        """The cards that a person has been entitled to see, in the round of an entry."""
        at, cards = self._known.get(person, (0, set()))
        if at > seq:
            at, cards = 0, set()
        for number in range(at + 1, seq + 1):
            table = self._audited.at(number)
            for event in self._audited.events(number):
                if isinstance(event, RoundBegan):
                    cards = set()
                if _entitled(event, table, person):
                    cards |= _cards(event)
        self._known[person] = seq, cards
        return cards

    def _events(self, person: str, seq: int, sent: list[dict[str, Any]]) -> None:
        table = self._audited.at(seq)
        for event, shown in zip(self._audited.events(seq), sent, strict=True):
            if _entitled(event, table, person):
                continue
            cards = [shown.get("card"), *shown.get("cards", ())]
            require(
                all(card in (None, UNSEEN) for card in cards),
                f"{person} was sent {shown} in step {seq}",
            )

    def _bytes(self, person: str, seq: int, raw: bytes) -> None:
        entry, table = self._chain[seq - 1], self._audited.at(seq)
        secrets = [entry.blind]
        for source in (table.shuffle, table.shoe):
            if source is not None and source.salts:
                secrets += [source.salts[:16], source.salts[-16:]]
        # The secret of the dice is opened with the first throw, and the cards are shuffled again
        # before there is another one.
        if table.shuffle is not None:
            secrets.append(table.shuffle.dice)
        if not table.shoe.throws:
            secrets.append(table.shoe.dice)
        for secret in filter(None, secrets):
            there = secret.hex().encode() in raw or b64encode(secret)[:20] in raw
            require(not there, f"{person} was sent a secret of the house in step {seq}")


def _entitled(event: Event, table: Table, person: str) -> bool:
    seen = getattr(event, "seen", "all")
    if seen == "all":
        return True
    round = table.round
    if round is None:
        return False
    boxes = {f"box:{box}" for box, name in round.players.items() if name == person}
    if round.bank.owner == person:
        boxes.add(f"box:{round.facts.bank_box}")
    return seen in boxes


def _cards(event: Event) -> set[str]:
    found = {str(card) for card in getattr(event, "cards", ())}
    card = getattr(event, "card", None)
    return found | ({str(card)} if card is not None else set())
