"""The coach at work, in a process of its own: a question in, what each option is worth out.

It never sees a round, only what the asking player sees (`service.questions`). The odds are those of
`analysis`; here they are put into words.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, assert_never

from cardroom.cards import Card, parse_cards
from cardroom.money import dollars
from cardroom.rules.policies import PaiGow, ThreeCard
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach import turns
from cardroom.service.coach.advice import (
    Advice,
    Progress,
    Worth,
    mills_of,
    price,
    ranked,
    silent,
    spoken,
)
from cardroom.service.coach.questions import (
    AnteQuestion,
    AnyQuestion,
    PotQuestion,
    SettingQuestion,
    TurnQuestion,
)
from cardroom.table.posting import read_document

Tell = Callable[[Progress], None]
SAMPLES: Final = 1_000_000
"""Deals of a hand of poker whose cards are too many to enumerate: an error of 0.05%."""
COMPILING: Final = Progress("The odds are being compiled; this takes some seconds, once.")
LEARNING: Final = "The house way is being learnt; this takes a while, once."


def advise(question: AnyQuestion, tell: Tell) -> Advice:
    rules = read_document(question.rules)
    match question:
        case TurnQuestion():
            _compiling("exact", tell)
            return turns.advise(question, rules)
        case AnteQuestion():
            _compiling("three_card", tell)
            return _ante(question, rules)
        case SettingQuestion():
            return _setting(question, rules, tell)
        case PotQuestion():
            return _pot(question, rules, tell)
        case _:
            assert_never(question)


def _compiling(kernel: str, tell: Tell) -> None:
    from cardroom.analysis.result_cache import compiled  # noqa: PLC0415

    if not compiled(kernel):
        tell(COMPILING)


def _ante(question: AnteQuestion, rules: Ruleset) -> Advice:
    from cardroom.analysis.three_card.odds import ante_values  # noqa: PLC0415
    from cardroom.games.three_card.resolution import Standing  # noqa: PLC0415
    from cardroom.hands.three_card import three_card  # noqa: PLC0415

    assert isinstance(rules.policies, ThreeCard)
    cards = parse_cards(" ".join(question.cards))
    shown = Card(question.shown) if question.shown else None
    found = ante_values(rules.policies, rules.deck.packs, cards, shown)
    options = ranked([_worth("play", found.play, question), _worth("fold", found.fold, question)])
    chances = {stands: float(chance) for stands, chance in found.stands.items()}
    more = price(options[0].mills - options[1].mills)
    verb = {"play": "Playing", "fold": "Folding"}[options[0].verb]
    other = {"play": "playing", "fold": "folding"}[options[1].verb]
    bank = f"a bank that shows {spoken(shown)}" if shown else "the bank"
    assumes = ["a full deck less your cards; no other cards are counted"]
    assumes.append("the bank covers ante and play")
    if question.beside:
        assumes.append("the bonus bet is not counted")
    return Advice(
        "ready",
        f"{verb} is worth {more} more than {other}: {bank} does not qualify in"
        f" {chances[Standing.UNOPPOSED]:.0%} of deals, is beaten in {chances[Standing.WINS]:.0%}"
        f" and wins {chances[Standing.LOSES]:.0%}.",
        options,
        question.wager,
        tuple(assumes),
        hand=three_card(cards).label + (f" against {spoken(shown)}" if shown else ""),
    )


def _worth(verb: str, value: Fraction, question: AnteQuestion) -> Worth:
    return Worth(verb, float(value), mills_of(float(value), question.wager))


def _setting(question: SettingQuestion, rules: Ruleset, tell: Tell) -> Advice:
    from cardroom.analysis.pai_gow.hand_settings import BANK_HANDS, weighed  # noqa: PLC0415
    from cardroom.analysis.pai_gow.way_tables import way_tables  # noqa: PLC0415
    from cardroom.hands.house_way import set_hand, way_named  # noqa: PLC0415
    from cardroom.hands.pai_gow import back_value, front_value  # noqa: PLC0415
    from cardroom.hands.poker import NAMES, Category  # noqa: PLC0415

    assert isinstance(rules.policies, PaiGow)
    way = way_named(rules.policies.way)
    _compiling("bank_hands", tell)
    tables = way_tables(way, lambda done, of: tell(Progress(LEARNING, done, of)))
    cards = parse_cards(" ".join(question.cards))
    found = weighed(cards, tables)
    placed = set_hand(cards, way)
    own = (front_value(placed.front), back_value(placed.back))
    options = []
    for each in found:
        front, back = each.setting
        by_way = (front_value(front), back_value(back)) == own
        ahead = front_value(front)
        # Both cards: with an ace in front the settings often differ in nothing but the other one.
        high = ahead.category is Category.HIGH_CARD
        ahead_word = " and ".join(NAMES[rank] for rank in ahead.ranks) if high else ahead.label
        label = f"{ahead_word} in front of {back_value(back).label}"
        label += ", the house way" if by_way else ""
        value = float(each.value)
        faces = tuple(card.text for card in front)
        money = mills_of(value, question.wager)
        options.append(Worth("set", value, money, cards=faces, label=label))
        if by_way and "house-way" in question.verbs:
            options.append(Worth("house-way", value, money, label=label))
    best = found[0]
    shares = [f"{count / BANK_HANDS:.0%}" for count in (best.won, best.pushed, best.lost)]
    return Advice(
        "ready",
        f"Set so, this hand wins {shares[0]}, pushes {shares[1]} and loses {shares[2]} against all"
        f" {BANK_HANDS:,} hands that the bank may hold.",
        ranked(options),
        question.wager,
        (
            f"the bank sets its hand as {way.title} does, and wins copies",
            "nobody else's cards are counted; the bank covers the wager",
        ),
        hand="your seven cards",
    )


def _pot(question: PotQuestion, rules: Ruleset, tell: Tell) -> Advice:
    from cardroom.analysis.poker.equity import Game, ask, equity  # noqa: PLC0415

    if not question.others:
        return silent("nobody else is in the hand")
    game = Game(rules.game)
    _compiling("poker7" if game is Game.TEXAS_HOLDEM else "omaha", tell)
    own, board = " ".join(question.cards), " ".join(question.board)
    asked = ask(game, [own, *["random"] * question.others], board)
    found = equity(asked, samples=SAMPLES)
    share = float(found.players[0].equity)
    error = found.error(found.players[0])
    about = "" if error is None else f", give or take {error:.2%}"
    hands = "an unknown hand" if question.others == 1 else f"{question.others} unknown hands"
    why = f"Against {hands} these cards win {share:.1%} of the pot on average{about}."
    if question.call:
        need = question.call / (question.pot + question.call)
        call, pot = dollars(question.call), dollars(question.pot)
        why += f" A call of ${call} into ${pot} asks for {need:.1%}."
    return Advice(
        "ready",
        why,
        assumes=(
            "the others may hold any cards, and everybody stays to the end",
            "this is what the cards are worth, not how to bet; the others' bets are not read",
        ),
        share=share,
        hand=" ".join(question.cards),
    )
