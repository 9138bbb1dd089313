"""The coach of the pai gow poker games: seven cards to be set."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.cards import UNSEEN, parse_cards
from cardroom.games.pai_gow.state import compare, policies, setting_of
from cardroom.hands.house_way import set_hand
from cardroom.hands.pai_gow import Setting
from cardroom.hands.poker import NAMES, Category
from cardroom.places import hand_place
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.advice import Advice, Progress, Worth, mills_of, ranked
from cardroom.service.coach.coach import (
    NOTHING_TO_SAY,
    UNSEEN_CARD,
    Coach,
    Tell,
    same_verb,
    tell_if_compiling,
)

LEARNING: Final = "The coach is computing the house way. This takes a while, once."
SILENT: Final = {
    "pile": "all piles are equal: no card has been seen",
    "house-way": "there is nothing to compare before the cards are seen",
}


class SevenCards(msgspec.Struct, frozen=True):
    """Seven cards to be set."""

    verbs: tuple[str, ...]
    cards: tuple[str, ...]
    wager: int


def read(view: View, ask: AskView, rules: Ruleset) -> SevenCards | str:
    if ask.topic != "set":
        return SILENT.get(ask.topic, NOTHING_TO_SAY)
    if ask.box == view.bank_box:
        return "the value of the bank's setting depends on hands not seen yet"
    cards = view.cards_at(hand_place(ask.box))
    if UNSEEN.text in cards or not cards:
        return UNSEEN_CARD
    own = {bet.spot: bet.stake for bet in view.bets if bet.box == ask.box and not bet.backline}
    verbs = tuple(option.verb for option in ask.options)
    # The order of the cards does not matter.
    return SevenCards(verbs, tuple(sorted(cards)), own.get(rules.spots[0].name, 0))


def advise(held: SevenCards, rules: Ruleset, tell: Tell) -> Advice:
    # Late: the process that serves people must not load the odds.
    from cardroom.analysis.pai_gow.hand_settings import BANK_HANDS, weighed  # noqa: PLC0415 - not in the server
    from cardroom.analysis.pai_gow.way_tables import way_tables  # noqa: PLC0415 - not in the server

    way = policies(rules).way
    tell_if_compiling("bank_hands", tell)
    tables = way_tables(way, lambda notice: tell(Progress(LEARNING, notice.done, notice.of)))
    cards = parse_cards(" ".join(held.cards))
    found = weighed(cards, tables)
    placed = set_hand(cards, way)
    own = Setting(placed.front, placed.back).values
    options = []
    for each in found:
        ahead, behind = each.setting.values
        by_way = (ahead, behind) == own
        # Both cards: with an ace in front, settings often differ only in the other card.
        high = ahead.category is Category.HIGH_CARD
        ahead_word = " and ".join(NAMES[rank] for rank in ahead.ranks) if high else ahead.label
        makes = f"{ahead_word} in front of {behind.label}"
        label = f"{makes}, the house way" if by_way else makes
        value = float(each.value)
        faces = tuple(card.text for card in each.setting.front)
        money = mills_of(value, held.wager)
        options.append(Worth("set", value, money, cards=faces, label=label, makes=makes))
        if by_way and "house-way" in held.verbs:
            options.append(Worth("house-way", value, money, label=label, makes=makes))
    best = found[0]
    shares = [f"{count / BANK_HANDS:.0%}" for count in (best.won, best.pushed, best.lost)]
    return Advice(
        "ready",
        f"This setting wins {shares[0]}, pushes {shares[1]} and loses {shares[2]} against all"
        f" {BANK_HANDS:,} hands the bank may hold.",
        ranked(options),
        held.wager,
        (
            f"the bank sets its hand by {way.title} and wins copies",
            "other players' cards are ignored; the bank covers the wager",
        ),
        hand="your seven cards",
    )


def taken(held: SevenCards, answer: Answer, advice: Advice) -> Worth | None:
    """Cards that make the same two hands are the same setting; a foul setting always loses."""
    if not answer.cards:
        return same_verb(held, answer, advice)
    cards = parse_cards(" ".join(held.cards))
    made = setting_of(cards, answer.cards)
    if made.foul:
        lost = compare(made, made).original
        units = lost.over / lost.under
        return Worth("set", units, mills_of(units, advice.wager), label="a foul hand")
    for option in advice.options:
        other = setting_of(cards, parse_cards(" ".join(option.cards)))
        if option.cards and other.values == made.values:
            return option
    return None


COACH: Final = Coach(SevenCards, read, advise, taken=taken)
