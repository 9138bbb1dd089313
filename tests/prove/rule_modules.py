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
SHARED_OPTIONS: Final = "unit/games/test_shared_options"
POSTED_VALUES: Final = "unit/games/twentyone/test_posted_values"
OWN_TABLE: Final = "unit/rules/test_own_table"


class Group(NamedTuple):
    """Modules that are proved together, by the scenarios of these games and by these tests."""

    modules: tuple[str, ...]
    games: tuple[str, ...]
    options: tuple[str, ...] = ()
    """Games whose options are proved here."""
    tests: tuple[str, ...] = ()
    """For what no scenario can tell: files in `tests`."""


def _own(game: str, *modules: str) -> Group:
    tests = (POSTED_VALUES, SHARED_OPTIONS, OWN_TABLE)
    return Group(modules, (game,), (game,), tests)


def _in(package: str, *names: str) -> tuple[str, ...]:
    return tuple(f"cardroom.{package}.{name}" for name in names)


GROUPS: Final = {
    "safari-21": _own(
        "safari-21",
        *_in(CARDS_21, "safari.rules", "safari.options", "safari.max_bet"),
    ),
    "maxtime-21": _own("maxtime-21", *_in(CARDS_21, "maxtime.rules", "maxtime.options")),
    "verbs-of-21": Group(
        _in(CARDS_21, "engine.effects"),
        ("safari-21", "maxtime-21"),
        (),
        ("unit/games/twentyone/test_effects",),
    ),
    "dealer-bust-21": Group(
        _in(CARDS_21, "blackjack.dealer_bust") + _in("play", "side_bets"),
        ("dealer-bust-21",),
        ("dealer-bust-21",),
        ("unit/games/twentyone/test_dealer_bust",),
    ),
    "no-bust": Group(
        _in(CARDS_21, "no_bust.rules", "no_bust.options"),
        NO_BUST,
        NO_BUST,
        (POSTED_VALUES, SHARED_OPTIONS),
    ),
    "three-card-poker": Group(
        _in("games.three_card", "bonus", "family", "game", "resolution")
        + _in("hands", "three_card"),
        ("three-card-poker",),
        ("three-card-poker",),
        (
            *(POSTED_VALUES, SHARED_OPTIONS, OWN_TABLE),
            *(
                "unit/games/three_card/test_three_card",
                "unit/games/three_card/test_custom_three_card",
            ),
        ),
    ),
    "bet-the-set-21": Group(
        _in(CARDS_21, "blackjack.bet_the_set", "blazing.bet", "engine.progressive")
        + _in("rules", "meter", "side_bet"),
        ("bet-the-set-21",),
        ("bet-the-set-21",),
        (
            "unit/table/test_table_meter",
            "unit/table/test_table_meter_back",
            "unit/houses/test_check",
            *("unit/rules/test_side_bet", "unit/rules/test_meter", POSTED_VALUES),
            "references/test_side_bets",
            "unit/games/twentyone/test_lost_side_bets",
        ),
    ),
    "pai-gow": Group(
        _in(
            "games.pai_gow", "family", "fortune", "irregularities", "felt_state", "options", "state"
        )
        + _in("hands", "pai_gow", "house_way"),
        PAI_GOW,
        PAI_GOW,
        (
            *(
                "unit/games/pai_gow/test_pai_gow",
                "unit/games/pai_gow/test_unnamed_pile_cards",
                "unit/play/test_felt_state",
                "unit/games/test_irregularities",
            ),
            *("unit/hands/test_hands_pai_gow", "unit/hands/test_hands_house_way"),
            SHARED_OPTIONS,
        ),
    ),
    "poker": Group(
        _in(
            "games.poker",
            *("button", "family", "forced", "game", "irregularities", "felt_state", "options"),
            *("seats", "showdown", "state", "steps", "values", "wagers"),
        )
        + _in("hands", "low", "poker")
        + _in("play", "pots", "time_fee"),
        POKER,
        POKER[:1],  # one catalogue is read for all three
        (
            *(
                "unit/games/poker/test_poker",
                "unit/games/poker/test_button",
                "unit/table/test_poker_table",
            ),
            *("unit/hands/test_hands_poker", "unit/play/test_felt_state", "properties/test_pots"),
            SHARED_OPTIONS,
        ),
    ),
    "bank": Group(
        _in("rules", "banking", "coverage", "fees", "limits")
        + _in("play", "settle", "collection", "rotation"),
        (*BANKED, "dealer-bust-21"),
        (),
        (
            *("unit/rules/test_fees", "unit/rules/test_limits", "unit/play/test_rotation"),
            "unit/play/test_betting",
            *("unit/games/test_irregularities", "unit/table/test_table_banked"),
            *("properties/test_settle", "properties/test_rotation_properties"),
        ),
    ),
    "twentyone": Group(
        _in(
            CARDS_21,
            "engine.bank",
            "family",
            "engine.irregularities",
            "engine.offers",
            "engine.procedure",
            "engine.settlement",
            "engine.side_bets",
            "engine.turns",
        )
        + _in("hands", "points"),
        (*BLACKJACK, "safari-21", "maxtime-21", *NO_BUST),
        (),
        (
            *("unit/hands/test_points", "unit/games/twentyone/test_twentyone"),
            *("unit/games/test_irregularities", "unit/table/test_table"),
            *("unit/table/test_table_banked", "unit/table/test_table_meter"),
            *(
                "unit/games/twentyone/test_custom_side_bets",
                "unit/games/twentyone/test_lost_side_bets",
                "unit/games/twentyone/test_cards_in_error",
            ),
            "unit/games/twentyone/test_missed_surrender",
        ),
    ),
    "blackjack": Group(
        _in(
            CARDS_21,
            "blackjack.rules",
            "blackjack.options",
            "blackjack.variants",
            "bonus_hands",
            "engine.legality",
            "engine.resolution",
            "engine.state",
            "engine.steps",
        ),
        (*BLACKJACK, "safari-21", *NO_BUST),
        (),  # test_mutation has blackjack's options
        (
            *("unit/games/twentyone/test_twentyone", "unit/games/test_irregularities"),
            *("unit/table/test_table", "unit/table/test_table_banked"),
            "unit/games/twentyone/test_bonus_hands",
        ),
    ),
    "any-round": Group(
        _in("play", "heads", "interpreter", "irregularities", "rewind", "carryover"),
        (
            *("safari-21", "blackjack", "no-bust-joker"),
            *("fortune-pai-gow", "texas-holdem", "bet-the-set-21"),
        ),
        (),
        (
            *(
                "properties/test_rewind",
                "unit/games/test_irregularities",
                "unit/play/test_interpreter",
            ),
            *(
                "unit/table/test_table_meter_back",
                "unit/table/test_table_rounds",
                "unit/table/test_table_banked",
                "unit/table/test_loading",
            ),
        ),
    ),
    "betting": Group(
        _in("play", "betting"),
        (*BLACKJACK, *BANKED, "texas-holdem"),
        (),
        ("unit/play/test_betting", "unit/table/test_table", "unit/table/test_table_banked"),
    ),
    "table": Group(
        _in("table", "actors", "apply", "cashier", "seating"),
        (),
        (),
        (
            *("unit/table/test_table", "unit/table/test_cashier", "unit/table/test_seating"),
            *("unit/table/test_own_limits", "unit/table/test_counting"),
            *(
                "unit/table/test_table_meter",
                "unit/table/test_table_banked",
                "unit/table/test_poker_table",
            ),
        ),
    ),
    "layout": Group(
        _in("table", "house", "wagering", "posting", "table"),
        (),
        (),
        (
            *("unit/table/test_table_house", "unit/table/test_wagering", "unit/table/test_table"),
            *(
                "unit/table/test_table_banked",
                "unit/table/test_poker_table",
                "unit/table/test_table_meter",
            ),
            *("unit/table/test_seating", "unit/table/test_notices", "unit/table/test_posting"),
            *("unit/table/test_counting", "unit/table/test_legal_limit"),
        ),
    ),
    "rounds": Group(
        _in("table", "dealer", "loading", "rounds", "shoe", "shuffle"),
        (),
        (),
        (
            *(
                "unit/table/test_table_rounds",
                "unit/table/test_shuffle",
                "unit/table/test_loading",
                "unit/table/test_table",
                "unit/table/test_table_banked",
            ),
            *(
                "unit/table/test_poker_table",
                "unit/table/test_table_meter_back",
                "unit/table/test_table_house",
                "unit/table/test_notices",
            ),
        ),
    ),
    "books": Group(
        _in("ledger", "ledger", "meters", "statements", "transfers"),
        (),
        (),
        (
            *(
                "unit/ledger/test_ledger",
                "unit/table/test_table_meter",
                "unit/table/test_table_meter_back",
            ),
            *("unit/table/test_table_replay", "unit/table/test_rulings"),
            "unit/table/test_meter_changes",
        ),
    ),
    "clock-and-wallet": Group(
        _in("table", "time_collection", "cross_stream"),
        (),
        (),
        ("unit/table/test_poker_table", "unit/table/test_table_meter", "unit/table/test_floor"),
    ),
    "meter": Group(
        _in("table", "meter"),
        (),
        (),
        (
            "unit/table/test_table_meter",
            "unit/table/test_table_meter_back",
            "unit/table/test_meter_changes",
        ),
    ),
}
"""What is proved together; a group is named after its game or after what its games share."""


def source(module: str) -> Path:
    return ROOT / "src" / Path(*module.split(".")).with_suffix(".py")
