"""The buttons of a round of pai gow, the chosen pile, and what each front hand would make."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from cardroom.cards import UNSEEN, Card
from cardroom.games.pai_gow.fortune import has_button
from cardroom.games.pai_gow.state import CARDS, Round, setting_of
from cardroom.hands.pai_gow import back_value, front_value
from cardroom.places import pile_place
from cardroom.play.felt_state import FeltState, Front
from cardroom.play.round import DraftOf

FRONT_CARDS = 2


def felt_state(round: Round) -> FeltState:
    state = round.state
    draft = DraftOf(round)
    buttons = [("action", state.action)] if state.action else []
    buttons += [("envy", seat) for seat in sorted(round.players) if has_button(draft, seat)]
    buttons += [("house-way", seat) for seat, made in state.settings.items() if made is None]
    return FeltState(buttons=tuple(buttons), chosen=pile_place(state.pile) if state.pile else "")


@lru_cache(maxsize=256)
def choices(cards: tuple[Card, ...]) -> tuple[Front, ...]:
    """Every front hand of seven cards; the warning before a foul hand is confirmed reads it."""
    if len(cards) != CARDS or UNSEEN in cards:
        return ()
    return tuple(_front(cards, front) for front in combinations(cards, FRONT_CARDS))


def _front(cards: tuple[Card, ...], front: tuple[Card, ...]) -> Front:
    setting = setting_of(cards, front)
    words = f"{front_value(setting.front)} in front, {back_value(setting.back)} behind"
    return Front(tuple(card.text for card in front), words, setting.foul)
