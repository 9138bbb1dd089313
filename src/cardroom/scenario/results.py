"""The results of a round, under the names of `[expect]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeGuard

from cardroom import games
from cardroom.cards import Card, show_cards
from cardroom.events import (
    Acted,
    ButtonPlaced,
    CardDealt,
    CardShown,
    Event,
    FeeTaken,
    FreeCollectionGiven,
    Intervened,
)
from cardroom.money import dollars
from cardroom.places import ALL, BANK, read_place
from cardroom.play.irregularities import is_misdeal
from cardroom.play.round import Bet, Round
from cardroom.scenario.document import Scenario

Results = Mapping[str, Any]
"""Amounts in cents and cards as text, in the nesting of `[expect]`."""

EARNED_BUTTONS: Final = "envy_buttons"
"""Files name the buttons that a bet earns after envy, the only one in our rule books."""


def hand_number(round: Round, box: int, hand: int) -> int:
    """Which hand of the box this is, in playing order; 0 if the box was never split."""
    ids = games.family(round.rules).hands(round, box)
    return ids.index(hand) + 1 if len(ids) > 1 and hand in ids else 0


def spot_name(round: Round, bet: Bet) -> str:
    """`main`, or `main#2` for the second hand of a split box."""
    number = hand_number(round, bet.box, bet.hand)
    return f"{bet.spot}#{number}" if number else bet.spot


def holder(bet: Bet) -> str:
    """The name that a bet is counted under: its box, or its owner on the backline."""
    return bet.owner if bet.backline else str(bet.box)


def results(round: Round, events: Sequence[Event]) -> Results:
    # A player who was dealt in and put nothing in has neither won nor lost.
    net: dict[str, int] = {str(box): 0 for box in sorted(round.players)}
    bets: dict[str, dict[str, int]] = {}
    action: dict[str, dict[str, int]] = {}
    for settlement in sorted(round.settled, key=lambda done: done.bet.box):
        bet = settlement.bet
        who = holder(bet)
        net[who] = net.get(who, 0) + settlement.net
        for name in {bet.spot: 0, spot_name(round, bet): 0}:
            _add(bets, who, name, settlement.net)
            _add(action, who, name, settlement.action)
    return {
        "net": net,
        "bets": bets,
        "action": action,
        "by": _by(round),
        "rows": _rows(round),
        "order": ", ".join(f"{holder(d.bet)} {spot_name(round, d.bet)}" for d in round.settled),
        "bank": round.bank.net,
        "fees": _fees(round, events),
        "collection": round.drop,
        "dealer": show_cards(_bank_cards(round)),
        "face_up": show_cards(_face_up(events)),
        EARNED_BUTTONS: ", ".join(map(str, _earned(round, events))),
        "turned": show_cards(event.card for event in events if _is_turned(event)),
        "stacks": _stacks(round),
        "misdeal": any(isinstance(event, Intervened) and is_misdeal(event) for event in events),
        **_buttons(round, events),
    }


def nothing_for_refused(scenario: Scenario, found: Results) -> Results:
    """A box all of whose bets were refused has won, lost and paid nothing."""
    nothing = {str(entry.box): 0 for entry in scenario.boxes}
    return {name: {**nothing, **found[name]} for name in ("net", "fees")}


def _by(round: Round) -> Mapping[str, Mapping[str, str]]:
    """The clause that each bet was settled by."""
    found: dict[str, dict[str, str]] = {}
    for settlement in round.settled:
        bet = settlement.bet
        found.setdefault(holder(bet), {})[spot_name(round, bet)] = settlement.clause.id
    return found


def _rows(round: Round) -> Mapping[str, Mapping[str, str]]:
    """The row of a pay table that paid each bet, where there is one."""
    found: dict[str, dict[str, str]] = {}
    for settlement in round.settled:
        if settlement.row:
            bet = settlement.bet
            found.setdefault(holder(bet), {})[spot_name(round, bet)] = settlement.row
    return found


def _add(sums: dict[str, dict[str, int]], who: str, name: str, amount: int) -> None:
    of_box = sums.setdefault(who, {})
    of_box[name] = of_box.get(name, 0) + amount


def bank_places(round: Round) -> list[str]:
    """Where the bank's cards lie: at the dealer's, or, of a hand that was set, front and back."""
    bank = round.facts.bank_box
    own = [place for place in round.cards if bank and read_place(place)[0] == bank]
    return own if own and not round.at(BANK) else [BANK]


def _bank_cards(round: Round) -> tuple[Card, ...]:
    return tuple(card for place in bank_places(round) for card in round.at(place))


def _fees(round: Round, events: Iterable[Event]) -> Mapping[str, int]:
    fees: dict[str, int] = {"total": round.drop}
    for event in events:
        if isinstance(event, FeeTaken):
            bank = event.owner == round.bank.owner
            seated = bank or round.players.get(event.box) == event.owner
            who = str(event.box) if event.box and seated else event.owner
            for name in (who, "bank") if bank else (who,):
                fees[name] = fees.get(name, 0) + event.amount
    return fees


def _face_up(events: Iterable[Event]) -> Iterator[Card]:
    """What everybody saw before anybody acted, in the order in which it was seen."""
    for event in events:
        if isinstance(event, Acted):
            return
        if isinstance(event, (CardDealt, CardShown)) and event.seen == ALL:
            yield event.card


def _is_turned(event: Event) -> TypeGuard[CardShown]:
    return isinstance(event, CardShown) and event.seen == ALL


def _earned(round: Round, events: Iterable[Event]) -> Iterator[int]:
    """The boxes that were given a button for a bet."""
    names = [button.name for button in games.felt_of(round.rules).earned]
    for event in events:
        if isinstance(event, ButtonPlaced) and event.button in names:
            yield event.box


def _buttons(round: Round, events: Iterable[Event]) -> dict[str, Any]:
    """Where the action button lay, and who got a free collection, where there were any."""
    found: dict[str, Any] = {}
    for event in events:
        if isinstance(event, ButtonPlaced) and event.button == "action":
            found["action_seat"] = str(event.box)
        elif isinstance(event, FreeCollectionGiven):
            given = found.setdefault("free_collection", {})
            given[event.owner] = event.bracket
            if round.players.get(event.box) == event.owner:
                given[str(event.box)] = event.bracket
    return found


def _stacks(round: Round) -> Mapping[str, int]:
    """By player, and by box for the player of the box."""
    by_box = {str(box): round.stacks[player] for box, player in round.players.items()}
    return {**round.stacks, **by_box}


def show(value: object) -> str:
    """A result as a file writes it: dollars, cards, true or false."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return dollars(value) if isinstance(value, int) else str(value)
