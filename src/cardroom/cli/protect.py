"""`cardroom protect GAME`: what each wager is worth to players who count, peek, or share cards."""

from __future__ import annotations

from typing import Annotated

import typer

from cardroom.analysis.counting.question import (
    AS_POSTED,
    HANDS_PER_HOUR,
    MINUTES_AWAY,
    ProtectionRequest,
    protect,
)
from cardroom.analysis.documents import builtins
from cardroom.cli import _protection_shown as shown
from cardroom.cli._notices import notices
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    SideBetFileOption,
    amount_in_cents,
    console,
    posted,
    print_json,
)

COUNTS = (
    "a name (hi-lo, ko, hi-opt-1, hi-opt-2, zen, omega-2, insurance), or the tags of A, 2 to 9, T:"
    ' "-1 1 1 1 1 1 0 0 0 -1".'
)
COUNT_HELP = f"Also examine this count: {COUNTS} May be repeated."
MinutesAwayOption = Annotated[
    float,
    typer.Option(
        "--minutes-away", min=0, max=600, help="Minutes from leaving one shoe to playing another."
    ),
]
WITH_HELP = 'Compare with other options, like "decks=8 dealer_hits_soft_17=false".'


def protect_command(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    count: Annotated[
        list[str] | None, typer.Option("--count", metavar="COUNT", help=COUNT_HELP)
    ] = None,
    level: Annotated[
        int,
        typer.Option(
            "--level",
            min=1,
            max=4,
            help="The largest tag to try in the search for the best counts.",
        ),
    ] = AS_POSTED.level,
    bet_max: Annotated[
        str,
        typer.Option(
            "--max", metavar="DOLLARS", help="Assume this maximum bet instead of the posted one."
        ),
    ] = "",
    meter: Annotated[
        str, typer.Option("--meter", metavar="DOLLARS", help="Amount on the progressive meter.")
    ] = "",
    pace: Annotated[
        float, typer.Option("--pace", min=1, help="Hands per hour, including the dealer's.")
    ] = HANDS_PER_HOUR,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1000, help="Rounds of the main wager to simulate.")
    ] = AS_POSTED.rounds,
    minutes_away: MinutesAwayOption = MINUTES_AWAY,
    compare: Annotated[str, typer.Option("--compare", metavar="OPTIONS", help=WITH_HELP)] = "",
    spot: Annotated[
        str, typer.Option("--wager", metavar="SPOT", help="Show only this wager in full.")
    ] = "",
    seed: SeedOption = 1,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the wagers as CSV.")] = False,
    json: JsonOption = False,
) -> None:
    """Show what each wager of a 21 game is worth to players who count, peek, or share cards."""
    rules = posted(game, settings, house, side_bet)
    changed = None
    if compare:
        changed = posted(game, [*(settings or ()), *_options(compare)], house, side_bet)
    asked = ProtectionRequest(
        counts=tuple(count or AS_POSTED.counts),
        level=level,
        hands_per_hour=pace,
        bet_max=amount_in_cents("--max", bet_max) if bet_max else None,
        meter=amount_in_cents("--meter", meter) if meter else None,
        rounds=rounds,
        seed=seed,
        minutes_away=minutes_away,
    )
    with notices() as tell:
        found = protect(rules, asked, tell)
        other = None if changed is None else protect(changed, asked, tell)
    chosen = [each for each in found.wagers if spot in ("", each.spot)]
    if not chosen:
        spots = ", ".join(each.spot for each in found.wagers)
        raise CommandError(f"--wager {spot}: wagers are {spots}")
    if json:
        documents = builtins(found)
        print_json(documents if other is None else {"posted": documents, compare: builtins(other)})
    elif as_csv:
        shown.write_csv(found)
    elif other is not None:
        shown.show_comparison(found, other, compare, console())
    else:
        shown.show(found, chosen, console())


def _options(text: str) -> list[str]:
    for word in text.split():
        if "=" not in word:
            raise CommandError(f"--compare {text!r}: write options and their values, like decks=2")
    return text.split()
