"""Trying all cards against the published hashes finds no hidden card.

The attacker is a guest who watches a table that is dealt by hand, reads everything that the service
publishes about the round in play, and tries every card in place of a hidden one. The attacker is
even given what is not published: the time of each entry, its command id, and the rest of its text.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from cardroom.cards import Card
from cardroom.events import CardDealt
from cardroom.store.journal import ORIGIN, UNBLINDED, Entry, StreamHead, chain, digest
from cardroom.table.journal import read_table, stream_of
from tests.service.running_service import Guest, House, Table, told_until

DECK = tuple(Card(rank + suit) for rank in "A23456789TJQK" for suit in "cdhs")


def blackjack(house: House) -> tuple[Table, str, str]:
    """The bank's hole card is dealt, and nobody has looked at it."""
    table = house.guest().open(dealing="by-hand", shoe="2c Th 9d 8h 7c")
    table.sit(4)
    table.do("place-bet", box=4, spot="main", stake=1_000)
    table.do("close-bets")
    for _ in range(5):
        table.do("deal-card")
    return table, "bank", "7c"


def holdem(house: House) -> tuple[Table, str, str]:
    """Another player's second card."""
    table = house.guest().open("texas-holdem", dealing="by-hand", shoe="2c Th 9d 8h")
    other = house.guest().at(table)
    table.sit(1)
    other.sit(2)
    table.do("close-bets")
    while "deal-card" in table.view["dealer"]["can"]:
        table.do("deal-card")
    cards = other.view["places"]["2.1"]["cards"]
    return table, "2.1", cards[1]


def published(guest: Guest, table: Table, number: int) -> dict[int, str]:
    """The hashes of the round in play, by entry."""
    round = guest.http.get(f"{table.url}/rounds/{number}").json()
    return {step["seq"]: step["hash"] for step in round["steps"]}


def dealt(entry: Entry, place: str, card: str) -> bool:
    return any(
        isinstance(event, CardDealt) and (event.place, str(event.card)) == (place, card)
        for event in read_table(entry).events
    )


def fits(entry: Entry, card: str, given: str) -> set[str]:
    """The cards for which the hash of the entry, without a blinding value, would be this one."""
    found = set()
    for guess in map(str, DECK):
        body = entry.body.replace(f'"{card}"'.encode(), f'"{guess}"'.encode())
        tried = msgspec.structs.replace(entry, body=body, blind=UNBLINDED)
        if digest(tried).hex() == given:
            found.add(guess)
    return found


def as_format_1(entries: list[Entry]) -> list[Entry]:
    """The same entries as the first version of the journal would have chained them."""
    found: list[Entry] = []
    head: StreamHead = ORIGIN
    for entry in entries:
        (old,) = chain(
            {entry.stream: head},
            [(entry.stream, entry.body)],
            entry.at,
            entry.key,
            lambda _: UNBLINDED,
        )
        found.append(old)
        head = old.head
    return found


@pytest.mark.parametrize("situation", [blackjack, holdem])
def test_a_guest_who_tries_all_cards_finds_no_hidden_card(house: House, situation: Any) -> None:
    table, place, card = situation(house)
    guest = house.guest()
    watched = guest.at(table)
    with watched.stream() as stream:
        seen = told_until(stream, watched.view["table"]["seq"])
    public = json.dumps([seen, watched.view, guest.http.get(f"{table.url}/rounds").json()])
    assert f'"{card}"' not in public, "the card itself is not shown"
    hashes = published(guest, table, 1)
    entries = list(house.room.floor.store.read(stream_of(table.id)))
    secret = next(entry for entry in entries if dealt(entry, place, card))
    assert hashes[secret.seq] == secret.hash.hex(), "the hash of the entry is published"
    # The old format gives the card away, to somebody who tries fifty-two of them.
    old = as_format_1(entries)[secret.seq - 1]
    assert fits(old, card, old.hash.hex()) == {card}
    assert old.public_hash == "", "so the service does not publish hashes of that format"
    assert fits(secret, card, hashes[secret.seq]) == set()


def test_blinding_values_are_never_sent(house: House) -> None:
    table, _, _ = blackjack(house)
    guest = house.guest()
    watched = guest.at(table)
    with watched.stream(after=1) as stream:
        seen = told_until(stream, watched.view["table"]["seq"])
    public = json.dumps([seen, guest.http.get(f"{table.url}/rounds/1").json()])
    for entry in house.room.floor.store.read(stream_of(table.id)):
        assert entry.blind
        assert entry.blind.hex() not in public
