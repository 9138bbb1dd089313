"""The players who may bank a scenario's round, and whether the game is broken after it."""

from __future__ import annotations

import msgspec

from cardroom.play.rotation import Rotation, ask, may_bank
from cardroom.scenario.document import Scenario


def before(scenario: Scenario) -> Rotation:
    """The rotation before the round: who has banked how many rounds in a row, by box or by name.

    The button of a player who is named lies where that player is now.
    """
    told: dict[str, int] = scenario.table.get("bank_rounds", {})
    for name, rounds in told.items():
        if name.isdecimal():
            return Rotation(int(name), player_of(scenario, int(name)), rounds)
        own = [box for box, player in _seats(scenario).items() if player == name]
        return Rotation(min(own, default=0), name, rounds)
    return Rotation()


def player_of(scenario: Scenario, box: int) -> str:
    """The player at a box: the owner of its bets or its bank, or the box's own name."""
    known = {entry.box: entry.player for entry in scenario.boxes}
    known |= {entry.box: entry.player for entry in scenario.banks}
    return known.get(box, f"box {box}")


def turn(scenario: Scenario, box: int, player: str) -> str:
    """Why it is not this player's turn to bank; empty if it is."""
    rotation = before(scenario)
    if not may_bank(rotation, player):
        return f"{player} has banked {rotation.rounds} rounds in a row"
    accepting = scenario.table.get("accepts_bank")
    if accepting is None or not rotation.holder or player == rotation.holder:
        return ""
    if box not in accepting:
        return f"box {box} does not accept the bank"
    asked = ask(_declined(scenario, rotation), _seats(scenario))
    if asked.asked_box not in (0, box):
        return f"box {asked.asked_box} is next clockwise and accepts"
    return ""


def broken(scenario: Scenario, banker: str, banked: int) -> bool:
    """Whether no player who may bank accepts, after `banked` more rounds of `banker`."""
    if "accepts_bank" not in scenario.table:
        return False
    rotation = before(scenario)
    if banked:
        rounds = rotation.rounds + banked if rotation.holder == banker else banked
        rotation = Rotation(box=rotation.box, holder=banker, rounds=rounds)
    # The bank may go on without saying so; where nobody banks, it was offered and not taken.
    if scenario.banks and rotation.holder and may_bank(rotation, rotation.holder):
        return False
    return ask(_declined(scenario, rotation), _seats(scenario)).broken


def _seats(scenario: Scenario) -> dict[int, str]:
    boxes = {entry.box for entry in scenario.boxes} | {entry.box for entry in scenario.banks}
    boxes |= set(scenario.table.get("accepts_bank", ()))
    told = scenario.table.get("bank_rounds", {})
    boxes |= {int(name) for name in told if name.isdecimal()}
    return {box: player_of(scenario, box) for box in sorted(boxes)}


def _declined(scenario: Scenario, rotation: Rotation) -> Rotation:
    accepting = scenario.table.get("accepts_bank", ())
    seats = _seats(scenario)
    willing = {seats[box] for box in accepting}
    return msgspec.structs.replace(
        rotation, declined=frozenset(player for player in seats.values() if player not in willing)
    )
