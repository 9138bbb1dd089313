"""The file in which a house opens cards of a committed shoe, and the checks on such a file.

    {"root": "<hex>", "size": 52, "deck": {"packs": 1, "jokers": 0},
     "openings": [{"position": 0, "card": "As", "salt": "<hex>", "path": ["<hex>", ...]}]}

`deck` is optional; if present, the opened cards are also compared with the deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from cardroom.cards import UNSEEN, Card, CardError, Deck
from cardroom.fairness.commitment import Commitment, Opening, open_card, verify_opening


class DocumentError(ValueError):
    """Text that is not a file of openings."""


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An opening as written in the file: bytes in hex, the card as its two letters."""

    position: int
    card: str
    salt: str
    path: tuple[str, ...]


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The published root and size, and the opened cards."""

    root: str
    size: int
    openings: tuple[Shown, ...]
    deck: Deck | None = None


def show(commitment: Commitment, positions: Sequence[int], deck: Deck | None = None) -> bytes:
    """The file that opens these positions, as JSON."""
    openings = tuple(_shown(open_card(commitment, position)) for position in positions)
    document = Document(commitment.root.hex(), commitment.size, openings, deck)
    return msgspec.json.format(msgspec.json.encode(document))


def parse(text: bytes) -> Document:
    try:
        return msgspec.json.decode(text, type=Document)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DocumentError(f"this is not a file of openings: {error}") from error


def faults(document: Document) -> Iterator[str]:
    """Everything that is wrong with the file, one line each."""
    root = _bytes(document.root, "root")
    seen: set[int] = set()
    cards: list[Card] = []
    for shown in document.openings:
        if shown.position in seen:
            yield f"position {shown.position} is opened twice"
        seen.add(shown.position)
        try:
            opening = _opening(shown)
        except (DocumentError, CardError) as error:
            yield f"position {shown.position}: {error}"
            continue
        cards.append(opening.card)
        if not verify_opening(root, document.size, opening):
            yield f"position {shown.position}: {shown.card} is not the card that was committed to"
    yield from _deck_faults(document, cards)


def _deck_faults(document: Document, cards: list[Card]) -> Iterator[str]:
    deck = document.deck
    if deck is None:
        return
    if len(deck) != document.size:
        yield f"the deck has {len(deck)} cards, but the committed order has {document.size}"
    excess = deck.excess(cards)
    if excess is not None:
        yield f"{excess} is opened more often than the deck contains it"


def _shown(opening: Opening) -> Shown:
    path = tuple(digest.hex() for digest in opening.path)
    return Shown(opening.position, opening.card.text, opening.salt.hex(), path)


def _opening(shown: Shown) -> Opening:
    card = Card(shown.card)
    if card is UNSEEN:
        raise DocumentError("?? is not a card that can be committed to")
    path = tuple(_bytes(text, "path") for text in shown.path)
    return Opening(shown.position, card, _bytes(shown.salt, "salt"), path)


def _bytes(text: Any, noun: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise DocumentError(f"the {noun} is not written in hexadecimal") from None
