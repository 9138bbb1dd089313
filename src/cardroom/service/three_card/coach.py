"""The coach of Three Card Poker: play or fold."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec

from cardroom.cards import UNSEEN, Card, parse_cards
from cardroom.games.three_card.policies import policies_of
from cardroom.games.three_card.resolution import AgainstBank
from cardroom.hands.three_card import three_card
from cardroom.places import BANK, hand_place
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.advice import Advice, Worth, mills_of, price, ranked, spoken
from cardroom.service.coach.coach import (
    NOTHING_TO_SAY,
    UNSEEN_CARD,
    Coach,
    Tell,
    tell_if_compiling,
)


class Ante(msgspec.Struct, frozen=True):
    """Three cards to play or fold. `shown` is the bank's face-up card, or empty."""

    cards: tuple[str, ...]
    shown: str
    wager: int
    side_bets: bool


def read(view: View, ask: AskView, rules: Ruleset) -> Ante | str:
    if ask.topic != "play":
        return NOTHING_TO_SAY
    cards, bank = view.cards_at(hand_place(ask.box)), view.cards_at(BANK)
    shown = [card for card in bank if card != UNSEEN.text]
    own = {bet.spot: bet.stake for bet in view.bets if bet.box == ask.box and not bet.backline}
    if UNSEEN.text in cards or not cards:
        return UNSEEN_CARD
    if len(shown) > 1:
        return "the odds cover at most one face-up card of the bank"
    wager = own.pop(rules.spots[0].name, 0)
    return Ante(cards, "".join(shown), wager, bool(own))


def advise(ante: Ante, rules: Ruleset, tell: Tell) -> Advice:
    # Late: the process that serves people must not load the odds.
    from cardroom.analysis.three_card.odds import ante_values  # noqa: PLC0415 - not in the server
    from cardroom.analysis.three_card.pack import pack_of  # noqa: PLC0415 - not in the server

    tell_if_compiling("three_card", tell)
    cards = parse_cards(" ".join(ante.cards))
    shown = Card(ante.shown) if ante.shown else None
    found = ante_values(policies_of(rules), pack_of(rules), cards, shown)
    options = ranked([_worth("play", found.play, ante), _worth("fold", found.fold, ante)])
    chances = {stands: float(chance) for stands, chance in found.stands.items()}
    more = price(options[0].mills - options[1].mills)
    verb = {"play": "Playing", "fold": "Folding"}[options[0].verb]
    other = {"play": "playing", "fold": "folding"}[options[1].verb]
    bank = f"a bank that shows {spoken(shown)}" if shown else "the bank"
    assumes = ["a full deck less your cards; no other cards are considered"]
    assumes.append("the bank covers ante and play")
    if ante.side_bets:
        assumes.append("the bonus bet is not included")
    because = (
        f"{bank} does not qualify in {chances[AgainstBank.UNOPPOSED]:.0%} of deals, is beaten in"
        f" {chances[AgainstBank.WINS]:.0%} and wins {chances[AgainstBank.LOSES]:.0%}."
    )
    return Advice(
        "ready",
        f"{verb} is worth {more} more than {other}: {because}",
        options,
        ante.wager,
        tuple(assumes),
        because=because[0].upper() + because[1:],
        hand=three_card(cards).label + (f" against {spoken(shown)}" if shown else ""),
    )


def _worth(verb: str, value: Fraction, ante: Ante) -> Worth:
    return Worth(verb, float(value), mills_of(float(value), ante.wager))


COACH: Final = Coach(Ante, read, advise)
