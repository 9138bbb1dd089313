"""A house file to start from: the posted games of another house, with every option explained."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from cardroom import games
from cardroom.data_file import quoted
from cardroom.games.side_bets.option import SIDE_BETS
from cardroom.houses import House, Posted
from cardroom.rules.options import OptionSpec, show

WIDTH: Final = 110
HEAD: Final = (
    "Check this file with: cardroom check {name}.toml",
    "Every option is listed. Lines that begin with # show the default; remove the # to change one.",
)
OFFICE: Final[tuple[tuple[str, object, str], ...]] = (
    ("zone", "America/Los_Angeles", "the time zone of its reports; without it, UTC"),
    ("day_starts", "06:00", "when its gaming day begins"),
    (
        "shifts",
        {"day": "06:00", "swing": "14:00", "graveyard": "22:00"},
        "when each shift begins; one begins with the day",
    ),
    ("notice_minutes", 30, "how long a change is posted in advance, unless the law asks for more"),
    ("notice_rounds", 2, "and for how many rounds"),
    ("records_years", 5, "how long a person's name is kept with their records"),
)
"""Settings that a house may make, each with an example."""


def house_file(name: str, like: House, today: date) -> str:
    """The text of a new file `<name>.toml`."""
    lines = [
        *(f"# {line.format(name=name)}" for line in HEAD),
        f"title = {quoted(name.replace('-', ' ').replace('_', ' ').title())}",
        f"state = {quoted(like.state)}  # whose law applies: a name, or a file of your own",
        f"day = {today}  # the law of this day applies",
        f"room = {quoted(like.room)}  # commercial, or tribal",
        *_words(like),
        *_office(like),
    ]
    for posted in like.game:
        lines += ["", *_game(posted)]
    return "\n".join(lines) + "\n"


def _words(like: House) -> Iterator[str]:
    """What is posted at every table."""
    yield "# Posted at every table; [game.options] may say more for one game."
    shown: dict[str, object] = {
        "notices": like.notices or ["Please keep phones off the table."],
        "disputes": like.disputes or "The floor decides. A player may then ask for the manager.",
        "house_text": like.house_text or "What else the house has to say.",
        "employees": like.employees or "Employees may play when they are off duty.",
    }
    for name, value in shown.items():
        mark = "" if getattr(like, name) else "# "
        yield f"{mark}{name} = {written(value)}"


def _office(like: House) -> Iterator[str]:
    """What reports and notices go by."""
    yield "# For the office: its clock, notices of changes, and records."
    plain = House(title="", game=())
    for name, example, about in OFFICE:
        own = getattr(like, name)
        given = own != getattr(plain, name)
        yield f"{'' if given else '# '}{name} = {written(own if given else example)}  # {about}"


def _game(posted: Posted) -> Iterator[str]:
    game = games.game(posted.game)
    yield f"# {game.title}"
    yield "[[game]]"
    yield f"game = {quoted(posted.game)}"
    yield f"edition = {quoted(posted.edition)}"
    yield f"source = {quoted(posted.source)}"
    if posted.limits:
        yield f"limits = [{', '.join(map(quoted, posted.limits))}]  # least and most, in dollars"
    yield f"postings = [{', '.join(map(quoted, posted.postings))}]  # what is posted at the table"
    yield f"tables = {posted.tables}"
    if posted.meter:
        yield f"meter = {quoted(posted.meter)}  # tables that name the same meter share it"
    if any(spec.name == SIDE_BETS.name for spec in game.catalogue):
        mark = "" if posted.side_bets else "# "
        files = written(posted.side_bets or ["my-bet.toml"])
        yield f"{mark}{SIDE_BETS.name} = {files}  # side bets of your own: files next to this one"
    yield ""
    yield "[game.options]"
    for spec in game.catalogue:
        if posted.limits and spec.name in ("wager_min", "wager_max"):
            continue  # the limits above
        if spec.name == SIDE_BETS.name and (posted.side_bets or spec.name not in posted.options):
            continue  # the files above
        yield from _option(spec, posted.options)
    if posted.cites:
        yield ""
        yield "[game.cites]"
        yield from (f"{name} = {quoted(cite)}" for name, cite in posted.cites.items())


def _option(spec: OptionSpec, given: Mapping[str, object]) -> Iterator[str]:
    about = f"{spec.about}: {spec.kind.expected()}"
    yield from (f"# {line}" for line in textwrap.wrap(about, WIDTH))
    if spec.name in given:
        yield f"{spec.name} = {written(given[spec.name])}"
    else:
        yield f"# {spec.name} = {quoted(spec.show(spec.default))}"


def written(value: object) -> str:
    """A value of an option in TOML."""
    if isinstance(value, (bool, int)):
        return show(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{quoted(str(key))} = {written(each)}" for key, each in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(written, value))}]"
    return quoted(show(value))
