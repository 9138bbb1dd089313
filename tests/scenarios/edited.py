"""The functions of the engine with one place of their source changed, as if the rule were not kept.

Used where a rule is a condition in the middle of a function. The change is text, so that it fails
loudly when the function is written differently one day.
"""

from __future__ import annotations

import importlib
import inspect
import textwrap
from collections.abc import Mapping
from typing import Any, Final


def edited(name: str, old: str, new: str, asked: str = "") -> Mapping[str, Any]:
    """The function with `new` where its source says `old`, once.

    By its dotted name, or by the module `asked`, which has it under its own name.
    """
    module_name, _, function_name = name.rpartition(".")
    module = importlib.import_module(module_name)
    source = textwrap.dedent(inspect.getsource(getattr(module, function_name)))
    assert source.count(old) == 1, f"{name} does not say {old!r} once"
    made: dict[str, Any] = {}
    exec(compile(source.replace(old, new), module.__file__ or name, "exec"), vars(module), made)
    return {f"{asked or module_name}.{function_name}": made[function_name]}


POKER: Final = "cardroom.games.poker"

EDITED: Final[Mapping[str, Mapping[str, Any]]] = {
    "over.collects": edited(
        "cardroom.games.twentyone.engine.turns.settle_hand",
        "in bets_of(draft, box, hand.id)]",
        'in bets_of(draft, box, hand.id) if bet.spot == "main"]',
    ),
    "envy.not-own": edited(
        "cardroom.games.pai_gow.fortune.envy",
        "draft.players[other] == draft.players[seat] or ",
        "",
    ),
    "deal.three-cards": edited(
        "cardroom.games.three_card.family._expand",
        "for number in boxes for _ in range(3)",
        "for _ in range(3) for number in boxes",
    ),
    "bonus.own-cards": edited(
        "cardroom.games.three_card.resolution.owed_on",
        "paid = bonus_row(policies.bonus, own)",
        "paid = None if stands is AgainstBank.LOSES else bonus_row(policies.bonus, own)",
        asked="cardroom.games.three_card.family",
    ),
    "blind.short": edited(
        f"{POKER}.forced.post_blinds", "level=posted.big_blind", "level=state.level"
    ),
    "blind.dead-button": edited(
        f"{POKER}.forced.blinds",
        "told.get(SMALL, small), told.get(BIG, big)",
        "small, big",
    ),
    "raise.half-bet": edited(
        f"{POKER}.wagers._raise", "2 * (to - before.base)", "(to - before.base)"
    ),
    "pot.no-low": edited(
        "cardroom.play.pots.share",
        "if low is not None else []",
        "if low is not None else []\n        best_low = best_low or sorted(pot.boxes)[:1]",
        asked=f"{POKER}.showdown",
    ),
}
"""By clause."""
