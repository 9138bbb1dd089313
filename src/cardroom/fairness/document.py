"""The file in which a house opens cards of a committed shoe, and the checks on such a file.

    {"root": "<hex>", "size": 52, "deck": {"packs": 1, "jokers": 0},
     "openings": [{"position": 0, "card": "As", "salt": "<hex>", "path": ["<hex>", ...]}]}

`deck` is optional; if present, the opened cards are also compared with the deck. Where players
contributed to the shuffle, `mix` has the seed and the contributions, and `dealt` of an opening is
the place in the deal of the card that the house had put in `position`. `dice` proves a throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from cardroom.cards import UNSEEN, Card, CardError, Deck
from cardroom.errors import CardroomError
from cardroom.fairness import contribution, mixing
from cardroom.fairness.commitment import Opening, verify_opening


class DocumentError(CardroomError):
    """Text that is not a file of openings."""


class WrittenOpening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An opening as written in the file: bytes in hex, the card as its two letters."""

    position: int
    card: str
    salt: str
    path: tuple[str, ...]
    dealt: int | None = None


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's contribution, all in hex; without a prime only squaring can check it."""

    player: str
    modulus: str
    value: str
    prime: str = ""


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seed: str
    squarings: int
    contributions: tuple[Contribution, ...]


class DiceProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    commitment: str
    secret: str
    throw: int
    dice: tuple[int, ...]


class OpeningsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The published root and size, and the opened cards."""

    root: str
    size: int
    openings: tuple[WrittenOpening, ...]
    deck: Deck | None = None
    mix: Mix | None = None
    dice: DiceProof | None = None


def encode(document: OpeningsFile) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document))


def parse(text: bytes) -> OpeningsFile:
    try:
        return msgspec.json.decode(text, type=OpeningsFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DocumentError(f"this is not a file of openings: {error}") from error


Squarer = Callable[[int, int], bytes]
"""A contribution by squaring, from its modulus and the number of squarings."""


def faults(document: OpeningsFile, square: Squarer | None = None) -> Iterator[str]:
    """Everything that is wrong with the file, one line each.

    `square` finds contributions whose primes were not shown; without it they are taken as given.
    """
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
    yield from _mix_faults(document, root, square)
    yield from _dice_faults(document)


def _deck_faults(document: OpeningsFile, cards: list[Card]) -> Iterator[str]:
    deck = document.deck
    if deck is None:
        return
    if len(deck) != document.size:
        yield f"the deck has {len(deck)} cards, but the committed order has {document.size}"
    excess = deck.excess(cards)
    if excess is not None:
        yield f"{excess} is opened more often than the deck contains it"


def _mix_faults(document: OpeningsFile, root: bytes, square: Squarer | None) -> Iterator[str]:
    mix = document.mix
    if mix is None:
        if any(shown.dealt not in (None, shown.position) for shown in document.openings):
            yield "cards were dealt in another order than the house's, and no mix says why"
        return
    if mix.contributions and mix.squarings < contribution.SQUARINGS:
        yield (
            f"{mix.squarings} squarings are few: the house could compute every contribution"
            " before it closed the list"
        )
    for each in mix.contributions:
        modulus, value = int.from_bytes(_bytes(each.modulus, "modulus")), each.value
        if each.prime:
            prime = int.from_bytes(_bytes(each.prime, "prime"))
            found = contribution.opened(modulus, prime, mix.squarings)
        else:
            found = square(modulus, mix.squarings) if square else _bytes(value, "value")
        if found is None or found.hex() != value:
            yield f"the contribution of {each.player} is not the one that was committed to"
    values = [(each.player, _bytes(each.value, "value")) for each in mix.contributions]
    seed = mixing.mixing_seed(root, values)
    if seed.hex() != mix.seed:
        yield "the contributions do not make this seed"
    places = mixing.permutation(seed, document.size)
    for shown in document.openings:
        dealt = shown.dealt
        if dealt is None or not 0 <= dealt < len(places) or places[dealt] != shown.position:
            yield f"position {shown.position} is not the one that the mix puts in place {dealt}"


def _dice_faults(document: OpeningsFile) -> Iterator[str]:
    throw = document.dice
    if throw is None:
        return
    secret = _bytes(throw.secret, "secret")
    if mixing.dice_commitment(secret).hex() != throw.commitment:
        yield "the secret of the dice is not the one that was committed to"
    seed = mixing.NO_SEED if document.mix is None else _bytes(document.mix.seed, "seed")
    if mixing.dice(secret, seed, throw.throw, len(throw.dice)) != throw.dice:
        yield "the secret and the mix give other dice"


def written(opening: Opening, dealt: int | None = None) -> WrittenOpening:
    """An opening for the file; `dealt` is its place in the deal, if the order was mixed."""
    path = tuple(digest.hex() for digest in opening.path)
    return WrittenOpening(opening.position, opening.card.text, opening.salt.hex(), path, dealt)


def _opening(shown: WrittenOpening) -> Opening:
    card = Card(shown.card)
    if card is UNSEEN:
        raise DocumentError("?? is not a card that can be committed to")
    path = tuple(_bytes(text, "path") for text in shown.path)
    return Opening(shown.position, card, _bytes(shown.salt, "salt"), path)


def _bytes(text: Any, noun: str) -> bytes:
    try:
        return bytes.fromhex(text if len(text) % 2 == 0 else f"0{text}")
    except ValueError:
        raise DocumentError(f"the {noun} is not written in hexadecimal") from None
