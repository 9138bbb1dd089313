"""The procedure of the 21 games in words."""

from __future__ import annotations

from cardroom.games.procedure import cards, listed, settled
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.games.twentyone.engine.steps import (
    Award,
    BankDone,
    BankPlays,
    BurnCards,
    CardToBank,
    CardToEach,
    FirstCardToEach,
    OfferInsurance,
    OfferNaturals,
    OfferSurrender,
    OpenFaceDown,
    PayNaturals,
    Peek,
    SecondCardToEach,
    Turns,
)
from cardroom.places import ALL
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import group_of
from cardroom.rules.steps import Read, Settle, Step


def words(rules: Ruleset, step: Step) -> str:
    match step:
        case BurnCards() | CardToEach() | FirstCardToEach() | SecondCardToEach() | CardToBank():
            return _dealing(rules, step)
        case OfferInsurance() | OfferSurrender() | OfferNaturals() | Peek() | PayNaturals():
            return _before_play(rules, step)
        case Turns():
            turns = "The players play their hands, box by box, clockwise."
            if not step.spots:
                return turns
            return f"{turns} Before a box plays, its {_titles(rules, step.spots)} bet is settled."
        case BankPlays():
            return f"{_bank(rules)}'s hand is opened, and played out if any open bet depends on it."
        case BankDone():
            return f"{_bank(rules)}'s final hand is announced."
        case OpenFaceDown():
            return "Players' cards that lie face down are turned over."
        case Read():
            return _read(rules, step)
        case Award():
            titles = _titles(rules, step.settle.spots)
            return f"{titles} bets are judged, and what they win comes off the meter."
        case Settle():
            return settled(rules, step)
        case _:
            raise AssertionError(f"no rule page has a step {step}")


def _dealing(rules: Ruleset, step: Step) -> str:
    boxes = f"each box with a wager, clockwise from {_bank(rules).lower()}'s left"
    match step:
        case BurnCards():
            if not rules.shoe.burn:
                return "No card is burned after a shuffle."
            return f"After a shuffle, the dealer burns {cards(rules.shoe.burn)}."
        case CardToEach(face="down"):
            return f"One card face down to {boxes}. Its player may look at it."
        case FirstCardToEach():
            burn = f"after burning {cards(step.burn)}, " if step.burn else ""
            return (
                f"Box by box, clockwise: {burn}the dealer deals one card face up, and"
                f" {group_of(step.spots[0])} bets on it are settled at once."
            )
        case SecondCardToEach():
            return (
                "Box by box, clockwise: the player may make a Max Bet on the first card, and"
                " the dealer deals the second card face up."
            )
        case CardToBank():
            face = "up" if step.seen == ALL else "down"
            return f"One card face {face} to {_bank(rules).lower()}."
        case _:
            return f"One card face up to {boxes}."


def _before_play(rules: Ruleset, step: Step) -> str:
    bank = _bank(rules).lower()
    match step:
        case OfferInsurance():
            return f"If {bank} shows an ace, insurance is offered to all boxes at once."
        case OfferSurrender():
            return f"If {bank} may have a natural, surrender is offered to all boxes at once."
        case OfferNaturals():
            return "A player with a natural may double on it instead of being paid."
        case Peek() if policies(rules).hole.card == "face-up":
            return "If the dealer's two cards are a natural, nobody plays."
        case Peek():
            return (
                "With an ace or a ten-value card up, the dealer checks the hole card;"
                " a natural ends the round."
            )
        case _:
            at_once = policies(rules).naturals == "at-once"
            when = f"at once, whatever {bank} has" if at_once else f"if {bank} cannot tie them"
            return f"Naturals are paid {when}, and their cards are collected."


def _read(rules: Ruleset, step: Read) -> str:
    bet, (amount, _) = rules.progressive, rules.meter_figures
    assert bet is not None
    of = "" if step.name == amount else "reserve of the "
    return f"The dealer reads the {of}{bet.title} meter."


def _bank(rules: Ruleset) -> str:
    return f"The {rules.banking.title.lower()}"


def _titles(rules: Ruleset, names: tuple[str, ...]) -> str:
    return listed([spot.title for spot in rules.spots if spot.name in names])
