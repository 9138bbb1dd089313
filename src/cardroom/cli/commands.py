"""The index of the commands: their names, where their functions are, and a line of help for each.

`cardroom --help` reads only this. The module of a command is imported when the command is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple


class CommandRow(NamedTuple):
    name: str
    place: str
    """The module in `cardroom.cli` and the function in it."""
    help: str
    """The first paragraph of the function's docstring."""

    def function(self) -> Any:
        module, _, name = self.place.partition(":")
        return getattr(import_module(f"cardroom.cli.{module}"), name)


class Group(NamedTuple):
    name: str
    help: str
    commands: Sequence[CommandRow]


class HelpSection(NamedTuple):
    """What `cardroom --help` lists under one heading."""

    title: str
    commands: Sequence[CommandRow]
    groups: Sequence[Group] = ()


PLAY: Final = (
    CommandRow("games", "games:games", "List the games and the houses that post them."),
    CommandRow(
        "rules",
        "rules:rules",
        "Show how the game is played here: procedure, options, clauses, and our readings.",
    ),
    CommandRow("play", "play:play", "Open a table in the terminal and play."),
    CommandRow(
        "settle",
        "settle:settle",
        "Play a scenario and show what each bet is paid, and by which clause.",
    ),
)

ODDS: Final = (
    CommandRow(
        "odds",
        "odds:odds",
        "Compute each wager's house edge, standard deviation, and frequencies; show the method.",
    ),
    CommandRow(
        "strategy",
        "strategy:strategy",
        "Show the best chart by totals, what it costs, and where perfect play departs from it.",
    ),
    CommandRow("hands", "hands:hands", "Show the value of every option for each hand and up card."),
    CommandRow(
        "session",
        "session:session",
        "Show how a session may end: the distribution of its result, and the risk of ruin.",
    ),
    CommandRow(
        "bank",
        "bank:bank",
        "Show the cost of collections, the effect of a short bank, and the value of banking.",
    ),
    CommandRow(
        "simulate",
        "simulate:simulate",
        "Deal many rounds and report the edge, standard deviation, and payment frequencies.",
    ),
    CommandRow("explain", "explain:explain", "Replay one round of a simulation, event by event."),
)

DESIGN: Final = (
    CommandRow(
        "compare",
        "compare:compare",
        "Compare the house edge of a game as posted and with other options.",
    ),
    CommandRow(
        "variations",
        "variations:variations",
        "Change every option of a game, one at a time, and show what that does to each wager.",
    ),
    CommandRow(
        "design",
        "design:design",
        "Search for pay tables: try all choices of odds in a list; show the least volatile first.",
    ),
)

PROTECTION: Final = (
    CommandRow(
        "protect",
        "protect:protect_command",
        "Show what each wager of a 21 game is worth to players who count, peek, or share cards.",
    ),
    CommandRow(
        "count",
        "count:count",
        "Simulate a player who counts cards: what a spread of bets wins, SCORE, N0, and ruin.",
    ),
)

POKER: Final = (
    CommandRow(
        "set-hand",
        "set_hand:set_hand",
        "Show how the house ways set seven cards of pai gow poker, and by which rule.",
    ),
    CommandRow(
        "house-way",
        "house_way:house_way",
        "Show how often a house way misses the best setting, with what hands, and at what cost.",
    ),
    CommandRow("equity", "equity:equity", "Show each hand's share of the pot."),
)

POSTING: Final = (
    CommandRow(
        "check",
        "check:check",
        "List all faults, warnings, and deviations of a house's posted games, with citations.",
    ),
    CommandRow(
        "post",
        "post:post",
        "Print a posted game: rules, table sign, layout, strategy card, math report.",
    ),
    CommandRow(
        "felt",
        "felt:felt",
        "Draw the felt of a game at full size, as a PDF or an SVG file.",
    ),
    CommandRow(
        "submit",
        "submit:submit",
        "Write everything that a house submits for approval, or compare two submissions.",
    ),
)

ROOM: Final = (
    CommandRow("run", "run:run", "Open the card room in the browser. Play money only."),
    CommandRow(
        "doctor",
        "doctor:doctor",
        "Examine the machine and a room's folder: disk, permissions, key, journal, clock.",
    ),
    CommandRow(
        "backup",
        "backup:backup",
        "Copy a room while it is open: journal, accounts, tables, keys, and houses.",
    ),
    CommandRow(
        "restore", "restore:restore", "Restore a room from a backup, if nothing is wrong with it."
    ),
    CommandRow(
        "move",
        "move:move",
        "Move a closed room from its folder to a PostgreSQL database, or back.",
    ),
)

RECORDS: Final = (
    CommandRow(
        "rng-report",
        "rng_report:rng_report",
        "Test random numbers and shuffles of 52 to 432 cards.",
    ),
)

TOOLS: Final = (
    CommandRow(
        "schema",
        "schema:schema",
        "Print the JSON Schema of a kind of file, or of what a command prints with --json.",
    ),
    CommandRow(
        "completion",
        "completion:completion",
        "Print a script that lets your shell complete commands, games, options, and houses.",
    ),
)

AUDIT: Final = (
    CommandRow(
        "verify",
        "audit.journal:verify",
        "Look for changed, missing, rechained, or forged entries; compare with signed checkpoints.",
    ),
    CommandRow(
        "replay",
        "audit.journal:replay",
        "Decide every command again by the rules of this version; compare every event and cent.",
    ),
    CommandRow(
        "show",
        "audit.rounds:show",
        "Show a round step by step: each command, what happened, and by which clause.",
    ),
    CommandRow(
        "scenario",
        "audit.rounds:scenario",
        "Write a round as a scenario file that `cardroom settle` accepts.",
    ),
    CommandRow(
        "rounds",
        "audit.rounds:rounds",
        "List the rounds of a journal: the time, the hash of the entry, and each player's result.",
    ),
    CommandRow(
        "openings",
        "audit.rounds:openings",
        "Write the shown cards of a round to a file that `cardroom audit fairness` checks.",
    ),
    CommandRow(
        "export", "audit.money:export", "Write a journal as JSON lines or as a table of transfers."
    ),
    CommandRow(
        "statement",
        "audit.money:statement",
        "Show drop, result, fees, house win, and hold by day, table, and player, and their sums.",
    ),
    CommandRow(
        "meter",
        "audit.meter:meter",
        "List everything that went into and out of a meter and its reserve,"
        " to the fraction of a cent.",
    ),
    CommandRow(
        "accounts",
        "audit.accounts:accounts",
        "List accounts and roles as recorded; report changes that the rules do not allow.",
    ),
    CommandRow(
        "checkpoint",
        "audit.journal:checkpoint",
        "Sign where every stream ends now, in the journal and, with --out, in a copy.",
    ),
    CommandRow(
        "follow",
        "audit.follow:follow",
        "Keep a second copy of a journal, with its checkpoints, up to date while the room is open.",
    ),
    CommandRow(
        "backup", "audit.journal:backup", "Copy a journal as of one moment, while play continues."
    ),
    CommandRow(
        "restore", "audit.journal:restore", "Restore a backup, if nothing is wrong with it."
    ),
    CommandRow(
        "fairness",
        "audit.fairness:fairness",
        "Check shown cards against the root that was published before the bets.",
    ),
)

OFFICE: Final = (
    CommandRow(
        "daily",
        "office.reports:daily",
        "Drop, action, rounds, win, collection, and hold, next to the win that the odds predict.",
    ),
    CommandRow(
        "bank",
        "office.reports:bank",
        "The playing book: every banking session of a gaming day, and its result.",
    ),
    CommandRow(
        "rotation",
        "office.reports:rotation",
        "Every offer, acceptance, refusal, and lapse of the bank, and the buttons.",
    ),
    CommandRow(
        "incidents",
        "office.reports:incidents",
        "Irregularities, rulings, late bets, void rounds, time-outs, pauses, and notices.",
    ),
    CommandRow(
        "statement",
        "office.reports:statement",
        "A player's own statement: by gaming day, session, and game, and every round.",
    ),
    CommandRow(
        "meters",
        "office.reports:meters",
        "What every meter shows, what its entries add up to, and the difference.",
    ),
    CommandRow(
        "jackpots",
        "office.reports:jackpots",
        "Meter awards, the cards that won them, and who verified them.",
    ),
    CommandRow(
        "exclude",
        "office.exclude:exclude",
        "Exclude a person from the tables, readmit one, or show who is excluded.",
    ),
    CommandRow(
        "erase",
        "office.erase:erase",
        "Erase a person's name, after the time for which the house keeps records.",
    ),
    CommandRow(
        "dispute",
        "office.dispute:dispute",
        "Show what a ruling on a settled round would change, before anybody signs it.",
    ),
)

HISTORIES: Final = (
    CommandRow(
        "write",
        "histories.write:histories",
        "Write poker hands as Open Hand History or PHH. Hands that PHH cannot express are listed.",
    ),
    CommandRow(
        "check",
        "histories.check:check",
        "Replay recorded poker hands under our rules, and compare who wins what.",
    ),
)

NEW: Final = (
    CommandRow(
        "house",
        "new:new_house",
        "Write a house file with the games of another house and every option explained.",
    ),
)

SCHOOL: Final = (
    CommandRow("list", "school.drills:list_drills", "List the drills that come with cardroom."),
    CommandRow("drill", "school.drills:drill", "Answer questions one by one, against the clock."),
    CommandRow(
        "paper",
        "school.drills:paper",
        "Print questions to be answered on paper; --answers prints the key.",
    ),
    CommandRow(
        "table",
        "school.table:table",
        "Deal a whole round: announcements, cards, takes, and payments.",
    ),
    CommandRow(
        "exam",
        "school.exam:exam",
        "Take an examination on a game: no help, and every answer is recorded.",
    ),
    CommandRow(
        "verify",
        "school.exam:verify",
        "Ask every question of an examination again, and grade the recorded answers.",
    ),
    CommandRow(
        "certificate",
        "school.exam:certificate",
        "Print the certificate of an examination that was passed, as a PDF.",
    ),
    CommandRow(
        "progress",
        "school.exam:progress",
        "Show the progress of a class, or of one trainee by drill, game, and clause.",
    ),
)

_AUDIT = Group("audit", "Check what was dealt and recorded.", AUDIT)
_OFFICE = Group(
    "office", "Reports for the house and its regulator, exclusions, and disputes.", OFFICE
)
_HISTORIES = Group(
    "histories", "Poker hands for and from other programs: PHH, Open Hand History.", HISTORIES
)
_NEW = Group("new", "Write a file to start from.", NEW)
_SCHOOL = Group(
    "school", "Drills and examinations on rounds that the engine plays and grades.", SCHOOL
)

SECTIONS: Final = (
    HelpSection("Play a round", PLAY),
    HelpSection("Odds and best play", ODDS),
    HelpSection("Change a game", DESIGN),
    HelpSection("Protect a game", PROTECTION),
    HelpSection("Pai gow and poker", POKER, (_HISTORIES,)),
    HelpSection("Post a game", POSTING, (_NEW,)),
    HelpSection("Run a card room", ROOM, (_OFFICE, _SCHOOL)),
    HelpSection("Check the records", RECORDS, (_AUDIT,)),
    HelpSection("For your own tools", TOOLS),
)
