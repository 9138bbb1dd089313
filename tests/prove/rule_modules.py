"""Which modules hold the rules of which games, and the options that a mistake may ignore."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
SCENARIOS: Final = ROOT / "scenarios"

CARDS_21: Final = "games.twentyone"
NO_BUST: Final = ("no-bust-joker", "no-bust-bonus-ace")
BLACKJACK: Final = ("blackjack", "bet-the-set-21", "dealer-bust-21")
PAI_GOW: Final = ("double-hand-poker", "fortune-pai-gow")
POKER: Final = ("texas-holdem", "omaha", "omaha-hi-lo")
BANKED: Final = (*NO_BUST, "three-card-poker", *PAI_GOW)


class Group(NamedTuple):
    """Modules that are proved together, by the scenarios of these games and by these tests."""

    modules: tuple[str, ...]
    games: tuple[str, ...]
    options: tuple[str, ...] = ()
    """Games whose options are proved here."""
    tests: tuple[str, ...] = ()
    """For what no scenario can tell: files in `tests`."""


def _own(game: str, *modules: str) -> Group:
    return Group(modules, (game,), (game,))


def _in(package: str, *names: str) -> tuple[str, ...]:
    return tuple(f"cardroom.{package}.{name}" for name in names)


GROUPS: Final = {
    "safari-21": _own(
        "safari-21", *_in(CARDS_21, "safari", "safari_options", "max_bet", "monte_carlo")
    ),
    "maxtime-21": _own("maxtime-21", *_in(CARDS_21, "maxtime", "maxtime_options")),
    "verbs-of-21": Group(
        _in(CARDS_21, "effects"), ("safari-21", "maxtime-21"), (), ("unit/test_effects",)
    ),
    "dealer-bust-21": Group(
        _in(CARDS_21, "dealer_bust"),
        ("dealer-bust-21",),
        ("dealer-bust-21",),
        ("unit/test_dealer_bust",),
    ),
    "no-bust": Group(_in(CARDS_21, "no_bust", "no_bust_options"), NO_BUST, NO_BUST),
    "three-card-poker": _own(
        "three-card-poker",
        *_in("games.three_card", "family", "game", "resolution"),
        *_in("hands", "three_card"),
    ),
    "bet-the-set-21": Group(
        (*_in(CARDS_21, "bet_the_set", "blazing"), "cardroom.rules.meter"),
        ("bet-the-set-21",),
        ("bet-the-set-21",),
        (
            "unit/test_table_meter",
            "unit/test_table_meter_back",
            "unit/test_check",
            "references/test_side_bets",
        ),
    ),
    "pai-gow": Group(
        _in("games.pai_gow", "family", "fortune", "irregularities", "middle", "options", "state")
        + _in("hands", "pai_gow", "house_way"),
        PAI_GOW,
        PAI_GOW,
        (
            *("unit/test_pai_gow", "unit/test_middle", "unit/test_irregularities"),
            *("unit/test_hands_pai_gow", "unit/test_hands_house_way"),
        ),
    ),
    "poker": Group(
        _in(
            "games.poker",
            *("button", "family", "forced", "game", "irregularities", "middle", "options"),
            *("showdown", "state", "steps", "values", "wagers"),
        )
        + _in("hands", "low", "poker")
        + _in("play", "pots"),
        POKER,
        POKER[:1],  # one catalogue is read for all three
        (
            *("unit/test_poker", "unit/test_poker_button", "unit/test_poker_table"),
            *("unit/test_hands_poker", "unit/test_middle", "properties/test_pots"),
        ),
    ),
    "bank": Group(
        _in("rules", "banking", "coverage", "fees", "limits")
        + _in("play", "settle", "collection", "rotation"),
        (*BANKED, "dealer-bust-21"),
        (),
        (
            *("unit/test_fees", "unit/test_limits", "unit/test_rotation"),
            *("unit/test_irregularities", "unit/test_table_banked"),
            *("properties/test_settle", "properties/test_rotation_properties"),
        ),
    ),
    "twentyone": Group(
        _in(CARDS_21, "bank", "family", "irregularities", "offers", "settlement", "turns")
        + _in("hands", "points"),
        (*BLACKJACK, "safari-21", "maxtime-21", *NO_BUST),
        (),
        (
            *("unit/test_points", "unit/test_twentyone"),
            *("unit/test_irregularities", "unit/test_table"),
            *("unit/test_table_banked", "unit/test_table_meter"),
        ),
    ),
    "blackjack": Group(
        _in(CARDS_21, "blackjack", "options", "legality", "resolution", "state", "steps"),
        (*BLACKJACK, "safari-21", *NO_BUST),
        (),  # test_mutation has blackjack's options
        (
            *("unit/test_twentyone", "unit/test_irregularities"),
            *("unit/test_table", "unit/test_table_banked"),
        ),
    ),
    "any-round": Group(
        _in("play", "dealer", "interpreter", "irregularities", "rewind", "tally"),
        ("blackjack", "no-bust-joker", "fortune-pai-gow", "texas-holdem", "bet-the-set-21"),
        (),
        (
            *("properties/test_rewind", "unit/test_irregularities", "unit/test_interpreter"),
            *("unit/test_table_meter_back", "unit/test_table_rounds", "unit/test_table_banked"),
        ),
    ),
    "betting": Group(
        _in("play", "betting"),
        (*BLACKJACK, *BANKED, "texas-holdem"),
        (),
        ("unit/test_betting", "unit/test_table", "unit/test_table_banked"),
    ),
    "table": Group(
        _in("table", "actors", "apply", "cashier", "seating"),
        (),
        (),
        (
            *("unit/test_table", "unit/test_cashier", "unit/test_seating"),
            *("unit/test_table_meter", "unit/test_table_banked", "unit/test_poker_table"),
        ),
    ),
    "layout": Group(
        _in("table", "house", "layout", "posting", "table"),
        (),
        (),
        (
            *("unit/test_table_house", "unit/test_table_layout", "unit/test_table"),
            *("unit/test_table_banked", "unit/test_poker_table", "unit/test_table_meter"),
            "unit/test_seating",
        ),
    ),
    "rounds": Group(
        _in("table", "rounds", "shoe"),
        (),
        (),
        (
            *("unit/test_table_rounds", "unit/test_table", "unit/test_table_banked"),
            *("unit/test_poker_table", "unit/test_table_meter_back", "unit/test_table_house"),
        ),
    ),
    "books": Group(
        _in("ledger", "ledger", "meters", "statements", "transfers"),
        (),
        (),
        (
            *("unit/test_ledger", "unit/test_table_meter", "unit/test_table_meter_back"),
            "unit/test_table_replay",
        ),
    ),
    "clock-and-wallet": Group(
        _in("table", "hours", "sides"),
        (),
        (),
        ("unit/test_poker_table", "unit/test_table_meter", "unit/test_table_host"),
    ),
    "meter": Group(
        _in("table", "meter"), (), (), ("unit/test_table_meter", "unit/test_table_meter_back")
    ),
}
"""What is proved together; a group is named after its game or after what its games share."""


def source(module: str) -> Path:
    return ROOT / "src" / Path(*module.split(".")).with_suffix(".py")
