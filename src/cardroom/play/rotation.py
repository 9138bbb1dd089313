"""Whose turn it is to bank.

Nobody (counted by person, not seat) banks more than two consecutive rounds. The bank moves
clockwise to the next player who accepts; if nobody does, the game is broken and waits. Void rounds
do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.play.positions import Seats
from cardroom.play.settle import clockwise

ROUNDS_MAX: Final = 2


class Rotation(msgspec.Struct, frozen=True):
    box: int = 0
    """The box with the bank button; 0 before the first bank."""
    holder: str = ""
    """The player who banked the last round that counted, still seated or not."""
    rounds: int = 0
    """How many rounds in a row that player has banked."""
    banker: str = ""
    """The player who has accepted the next round, or banks this one."""
    asked: str = ""
    asked_box: int = 0
    declined: frozenset[str] = frozenset()
    broken: bool = False
    keeper: str = ""
    """The last player to bank at `box`, in a round that counted (the holder) or became void."""
    companies: Mapping[str, str] = {}
    """Players whose company counts as one person, where its people may not alternate."""


def may_bank(rotation: Rotation, player: str) -> bool:
    return not _continues(rotation, player) or rotation.rounds < ROUNDS_MAX


def _continues(rotation: Rotation, player: str) -> bool:
    """Whether a round that this player banks follows one of the player's own, or of the company."""
    if player == rotation.holder:
        return True
    company = rotation.companies.get(player, "")
    return company != "" and company == rotation.companies.get(rotation.holder)


def ask(rotation: Rotation, seats: Seats) -> Rotation:
    """Ask the next player: the bank's own seat first, then clockwise; `broken` if nobody is left.

    The bank moves on by position, so a new player in the bank's seat is asked last, not next.
    """
    stays = seats.get(rotation.box) == (rotation.keeper or rotation.holder)
    for box in clockwise(seats, rotation.box if stays else rotation.box + 1):
        player = seats[box]
        if may_bank(rotation, player) and player not in rotation.declined:
            return msgspec.structs.replace(
                rotation, banker="", asked=player, asked_box=box, broken=False
            )
    return msgspec.structs.replace(rotation, banker="", asked="", asked_box=0, broken=True)


def accept(rotation: Rotation, seats: Seats, player: str) -> Rotation | None:
    """The player takes the bank; None if it is not the player's turn.

    In a broken game any player who may bank can end the wait, even after declining.
    """
    if rotation.broken:
        own = [box for box in clockwise(seats, rotation.box) if seats[box] == player]
        if not own or not may_bank(rotation, player):
            return None
        box = own[0]
    elif player and player == rotation.asked:
        box = rotation.asked_box
    else:
        return None
    return msgspec.structs.replace(
        rotation, box=box, banker=player, asked="", asked_box=0, broken=False
    )


def turns(rotation: Rotation, seats: Seats) -> tuple[str, ...]:
    """Everybody who may bank, in the order they are asked, whether or not asked before."""
    found = [seats[box] for box in clockwise(seats, rotation.box)]
    return tuple(dict.fromkeys(player for player in found if may_bank(rotation, player)))


def round_of(rotation: Rotation) -> int:
    """1 if it is the bank's first round in a row, 2 if it is the second."""
    return rotation.rounds + 1 if _continues(rotation, rotation.banker) else 1


def decline(rotation: Rotation, seats: Seats, player: str) -> Rotation | None:
    """The player who is asked, or who has accepted, declines; None for anybody else."""
    if not player or player not in (rotation.asked, rotation.banker):
        return None
    refused = msgspec.structs.replace(rotation, declined=rotation.declined | {player})
    return ask(refused, seats)


def leave(rotation: Rotation, seats: Seats, player: str) -> Rotation:
    """Remove a player; if it was that player's turn, the next player is asked."""
    if player in (rotation.asked, rotation.banker):
        return ask(rotation, seats)
    return rotation


def join(rotation: Rotation, seats: Seats) -> Rotation:
    """A player sat down; a broken game asks again."""
    return ask(rotation, seats) if rotation.broken else rotation


def played(rotation: Rotation) -> Rotation:
    """A round that counts is over."""
    assert rotation.banker, "a round of a player-banked game has a bank"
    return Rotation(rotation.box, rotation.banker, round_of(rotation), companies=rotation.companies)


def voided(rotation: Rotation) -> Rotation:
    """The round does not count: the count stays, and the same bank is asked first."""
    return Rotation(
        rotation.box,
        rotation.holder,
        rotation.rounds,
        keeper=rotation.banker,
        companies=rotation.companies,
    )


def between(rotation: Rotation) -> Rotation:
    """The count alone: nobody is asked, and nobody has declined."""
    return msgspec.structs.replace(
        rotation, banker="", asked="", asked_box=0, declined=frozenset(), broken=False
    )


def bars(rotation: Rotation, seats: Seats, player: str) -> str | None:
    """Why a player cannot take the bank now, or None."""
    if player not in seats.values():
        return f"{player} has no seat"
    if not may_bank(rotation, player):
        own = player == rotation.holder
        return f"{player if own else rotation.companies[player]} has banked two rounds in a row"
    if rotation.banker and rotation.banker != player:
        return f"{rotation.banker} has the bank"
    if rotation.asked and rotation.asked != player:
        return f"the bank is offered to {rotation.asked}"
    return None
