"""The coach of the 21 games: a hand's turn, or an offer, read from its player's view."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.cards import Card
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.places import BANK
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.advice import Advice, Worth, mills_of
from cardroom.service.coach.charts import Chart
from cardroom.service.coach.coach import UNSEEN_CARD, Coach, Tell, same_verb, tell_if_compiling
from cardroom.service.twentyone.chart_play import by_chart
from cardroom.service.twentyone.seen_hand import MAX_BET, SeenHand, seen_hand


class CoachedTurn(msgspec.Struct, frozen=True):
    """A hand's turn, or an offer such as insurance."""

    topic: str
    verbs: tuple[str, ...]
    cards: tuple[str, ...]
    up: str
    label: str
    wager: int
    hands: int
    first: bool
    """Not a later hand of a split."""
    doubled: bool
    max_bets: tuple[int, ...]
    bet_max: int
    """The maximum of the offered verb with an amount; 0 if there is none."""
    side_bets: bool
    """Other bets of the box are open."""
    bank_first: str = ""
    """The bank's first card, where both are face up; `up` is then its second."""

    @property
    def hand(self) -> SeenHand:
        """The hand as charts see it."""
        cards, up = tuple(map(Card, self.cards)), Card(self.up)
        return SeenHand(
            cards, up, self.label, self.hands, int(self.first), self.wager, self.doubled,
            self.max_bets, self.side_bets,
        )  # fmt: skip


def read(view: View, ask: AskView, rules: Ruleset) -> CoachedTurn | str:
    hand = seen_hand(view, ask)
    if hand is None:
        return UNSEEN_CARD
    shown = view.places[BANK].cards if policies(rules).hole.card == "face-up" else ()
    first, up = (shown[0], shown[1]) if len(shown) > 1 else ("", hand.up.text)
    ranged = next((option for option in ask.options if option.most is not None), None)
    return CoachedTurn(
        topic=ask.topic,
        verbs=tuple(option.verb for option in ask.options),
        cards=tuple(card.text for card in hand.cards),
        up=up,
        label=hand.label,
        wager=hand.wager,
        hands=hand.hands,
        first=hand.hand == 1,
        doubled=hand.doubled,
        max_bets=hand.max_bets,
        bet_max=0 if ranged is None else ranged.most or 0,
        side_bets=hand.side_bets,
        bank_first=first,
    )


def advise(turn: CoachedTurn, rules: Ruleset, tell: Tell) -> Advice:
    # Late: the process that serves people must not load the odds.
    from cardroom.service.twentyone import turns  # noqa: PLC0415 - not in the server

    tell_if_compiling("exact", tell)
    return turns.advise(turn, rules)


def charted(turn: CoachedTurn, chart: Chart) -> str:
    if turn.topic not in ("play", MAX_BET):
        return ""
    said = (verb for verb in by_chart(turn.hand, turn.topic, chart) if verb in turn.verbs)
    return next(said, "")


def as_answered(turn: CoachedTurn, answer: Answer) -> CoachedTurn | None:
    """A smaller Max Bet is a separate decision; on a first card it is not evaluated."""
    if answer.verb != MAX_BET or answer.amount == turn.bet_max:
        return turn
    if turn.topic != "play":
        return None
    return msgspec.structs.replace(turn, bet_max=answer.amount or 0)


def taken(turn: CoachedTurn, answer: Answer, advice: Advice) -> Worth | None:
    """The value of insurance is in proportion to its stake."""
    found = same_verb(turn, answer, advice)
    if found is None or answer.verb != "insure":
        return found
    none = next(each for each in advice.options if each.verb == "decline")
    part = (answer.amount or 0) / turn.bet_max
    units = none.units + (found.units - none.units) * part
    return msgspec.structs.replace(found, units=units, mills=mills_of(units, advice.wager))


COACH: Final = Coach(CoachedTurn, read, advise, charted, as_answered, taken)
