"""The felt of Three Card Poker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardroom.games import signs
from cardroom.games.felt import FOLDED, PLAY, Felt, Verb, lettered
from cardroom.games.signs import Sign
from cardroom.games.three_card.clauses import QUALIFY
from cardroom.games.three_card.felt_drawing import drawing
from cardroom.games.three_card.policies import policies_of
from cardroom.rules.ruleset import Ruleset

TIES: Final = {"push": "Ties push", "bank-wins": "The bank wins ties"}


def lettering(rules: Ruleset) -> tuple[str, str]:
    """With what the bank qualifies, and what becomes of ties."""
    return lettered(QUALIFY), TIES[policies_of(rules).tie]


def pay_tables(rules: Ruleset) -> Iterator[Sign]:
    yield from signs.pay_tables(rules)
    bonus = policies_of(rules).ante_bonus
    if bonus is not None:
        yield Sign("Ante bonus", ("Hand", "Pays"), signs.worded(signs.table_rows(bonus.spot.pays)))


FELT: Final = Felt(
    verbs=(
        Verb("play", "Play", "p", costs="wager", means="stay in, for one more wager"),
        Verb("fold", "Fold", "f", means="give up the hand"),
    ),
    topics=(PLAY,),
    endings=(FOLDED,),
    dealer_steps={"take folded wagers": "takes the folded wagers"},
    lettering=lettering,
    drawing=lambda rules: drawing(rules, lettering(rules), tuple(pay_tables(rules))),
    pay_tables=pay_tables,
    main_spots=lambda _: ("ante", "play"),
)
