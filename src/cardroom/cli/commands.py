"""The index of the commands: their names, where their functions are, and a line of help for each.

`cardroom --help` reads only this. The module of a command is imported when the command is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple


class Command(NamedTuple):
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
    commands: Sequence[Command]


class Section(NamedTuple):
    """What `cardroom --help` lists under one heading."""

    title: str
    commands: Sequence[Command]
    groups: Sequence[Group] = ()


PLAY: Final = (
    Command("games", "games:games", "List the games and the houses that post them."),
    Command(
        "rules",
        "rules:rules",
        "How the game is played here: procedure, options, clauses, and our readings.",
    ),
    Command("play", "play:play", "Open a table in the terminal and play."),
    Command(
        "settle",
        "settle:settle",
        "Play a scenario and show what each bet is paid, and by which clause.",
    ),
)

ODDS: Final = (
    Command(
        "odds",
        "odds:odds",
        "Every wager's house edge, standard deviation and frequencies, and how they were computed.",
    ),
    Command(
        "strategy",
        "strategy:strategy",
        "Show the best chart by totals, what it costs, and where perfect play departs from it.",
    ),
    Command("hands", "hands:hands", "Show the value of every option for each hand and up card."),
    Command(
        "session",
        "session:session",
        "Show how a session may end: the distribution of its result, and the risk of ruin.",
    ),
    Command(
        "bank",
        "bank:bank",
        "Show the cost of collections, the effect of a short bank, and the value of banking.",
    ),
    Command(
        "simulate",
        "simulate:simulate",
        "Deal many rounds and report the edge, standard deviation and payment frequencies.",
    ),
    Command("explain", "explain:explain", "Replay one round of a simulation, event by event."),
)

DESIGN: Final = (
    Command(
        "compare",
        "compare:compare",
        "Compare the house edge of a game as posted and with other options.",
    ),
    Command(
        "variations",
        "variations:variations",
        "Change every option of a game, one at a time, and show what that does to each wager.",
    ),
    Command(
        "design",
        "design:design",
        "Propose pay tables: every choice of odds from a list, exact, the least volatile first.",
    ),
)

PROTECTION: Final = (
    Command(
        "protect",
        "protect:protect_command",
        "Show what each wager of a 21 game is worth to players who count, peek, or share cards.",
    ),
    Command(
        "count",
        "count:count",
        "Simulate a player who counts cards: what a spread of bets wins, SCORE, N0, and ruin.",
    ),
)

POKER: Final = (
    Command(
        "set-hand",
        "set_hand:set_hand",
        "Show how the house ways set seven cards of pai gow poker, and by which rule.",
    ),
    Command(
        "house-way",
        "house_way:house_way",
        "Show how often a house way does not set the best hands, what that costs, and where.",
    ),
    Command("equity", "equity:equity", "Show each hand's share of the pot."),
)

POSTING: Final = (
    Command(
        "check",
        "check:check",
        "List all faults, warnings and deviations of a house's posted games, with citations.",
    ),
    Command(
        "post",
        "post:post",
        "Print a posted game: rules, table sign, layout, strategy card, math report.",
    ),
    Command(
        "felt",
        "felt:felt",
        "Draw the felt of a game at full size, as a PDF or an SVG file.",
    ),
    Command(
        "submit",
        "submit:submit",
        "Write everything that a house submits for approval, or compare two submissions.",
    ),
)

ROOM: Final = (
    Command("run", "run:run", "Open the card room in the browser. Play money only."),
    Command(
        "doctor",
        "doctor:doctor",
        "Examine the machine and a room's folder: disk, permissions, key, journal, clock.",
    ),
    Command(
        "backup",
        "backup:backup",
        "Copy a room while it is open: journal, accounts, tables, keys, and houses.",
    ),
    Command(
        "restore", "restore:restore", "Restore a room from a backup, if nothing is wrong with it."
    ),
    Command(
        "move",
        "move:move",
        "Move a room that is closed from its folder to a PostgreSQL database, or back.",
    ),
)

RECORDS: Final = (
    Command(
        "rng-report",
        "rng_report:rng_report",
        "Test random numbers and shuffles of 52 to 432 cards.",
    ),
)

TOOLS: Final = (
    Command(
        "schema",
        "schema:schema",
        "Print the JSON Schema of a kind of file, or of what a command prints with --json.",
    ),
    Command(
        "completion",
        "completion:completion",
        "Print a script that lets your shell complete commands, games, options, and houses.",
    ),
)

AUDIT: Final = (
    Command(
        "verify",
        "audit.journal:verify",
        "Look for changed, missing, re-chained or forged entries; compare with signed checkpoints.",
    ),
    Command(
        "replay",
        "audit.journal:replay",
        "Decide every command again by the rules of this version; compare every event and cent.",
    ),
    Command(
        "show",
        "audit.rounds:show",
        "Show a round step by step: each command, what happened, and by which clause.",
    ),
    Command(
        "scenario",
        "audit.rounds:scenario",
        "Write a round as a scenario file that `cardroom settle` accepts.",
    ),
    Command(
        "rounds",
        "audit.rounds:rounds",
        "List the rounds of a journal: the time, the hash of the entry, and each player's result.",
    ),
    Command(
        "openings",
        "audit.rounds:openings",
        "Write the shown cards of a round to a file that `cardroom audit fairness` checks.",
    ),
    Command(
        "export", "audit.money:export", "Write a journal as JSON lines or as a table of transfers."
    ),
    Command(
        "statement",
        "audit.money:statement",
        "Drop, result, fees, house win and hold for each day, table and player, and their sums.",
    ),
    Command(
        "meter",
        "audit.meter:meter",
        "List everything that went into and out of a meter and its reserve,"
        " to the fraction of a cent.",
    ),
    Command(
        "accounts",
        "audit.accounts:accounts",
        "List accounts and roles as recorded; report changes that the rules do not allow.",
    ),
    Command(
        "checkpoint",
        "audit.journal:checkpoint",
        "Sign where every stream ends now, in the journal and, with --out, in a copy.",
    ),
    Command(
        "follow",
        "audit.follow:follow",
        "Keep a second copy of a journal, with its checkpoints, up to date while the room is open.",
    ),
    Command(
        "backup", "audit.journal:backup", "Copy a journal as of one moment, while play continues."
    ),
    Command("restore", "audit.journal:restore", "Restore a backup, if nothing is wrong with it."),
    Command(
        "fairness",
        "audit.fairness:fairness",
        "Check shown cards against the root that was published before the bets.",
    ),
)

OFFICE: Final = (
    Command(
        "daily",
        "office.reports:daily",
        "Drop, action, rounds, win, collection, and hold, next to the win that the odds predict.",
    ),
    Command(
        "bank",
        "office.reports:bank",
        "The playing book: every banking session of a gaming day, and its result.",
    ),
    Command(
        "rotation",
        "office.reports:rotation",
        "Every offer, acceptance, refusal, and lapse of the bank, and the buttons.",
    ),
    Command(
        "incidents",
        "office.reports:incidents",
        "Irregularities, rulings, late bets, void rounds, time-outs, pauses, and notices.",
    ),
    Command(
        "statement",
        "office.reports:statement",
        "A player's own statement: by gaming day, session, and game, and every round.",
    ),
    Command(
        "meters",
        "office.reports:meters",
        "What every meter shows, what its entries add up to, and the difference.",
    ),
    Command(
        "jackpots",
        "office.reports:jackpots",
        "Meter awards, the cards that won them, and who verified them.",
    ),
    Command(
        "exclude",
        "office.exclude:exclude",
        "Exclude a person from the tables, readmit one, or show who is excluded.",
    ),
    Command(
        "erase",
        "office.erase:erase",
        "Erase a person's name, after the time for which the house keeps records.",
    ),
    Command(
        "dispute",
        "office.dispute:dispute",
        "Show what a ruling on a settled round would change, before anybody signs it.",
    ),
)

HISTORIES: Final = (
    Command(
        "write",
        "histories.write:histories",
        "Write poker hands as Open Hand History or PHH. Hands that PHH cannot express are listed.",
    ),
    Command(
        "check",
        "histories.check:check",
        "Replay recorded poker hands under our rules, and compare who wins what.",
    ),
)

NEW: Final = (
    Command(
        "house",
        "new:new_house",
        "Write a house file with the games of another house and every option explained.",
    ),
)

SCHOOL: Final = (
    Command("list", "school.drills:list_drills", "List the drills that ship."),
    Command("drill", "school.drills:drill", "Answer questions one by one, against the clock."),
    Command(
        "paper",
        "school.drills:paper",
        "Print questions to be answered on paper; --answers prints the key.",
    ),
    Command(
        "table",
        "school.table:table",
        "Deal a whole round: announcements, cards, takes, and payments.",
    ),
    Command(
        "exam",
        "school.exam:exam",
        "Take an examination on a game: no help, and every answer is recorded.",
    ),
    Command(
        "verify",
        "school.exam:verify",
        "Ask every question of an examination again, and grade the recorded answers.",
    ),
    Command(
        "certificate",
        "school.exam:certificate",
        "Print the certificate of an examination that was passed, as a PDF.",
    ),
    Command(
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
    Section("Play a round", PLAY),
    Section("Odds and best play", ODDS),
    Section("Change a game", DESIGN),
    Section("Protect a game", PROTECTION),
    Section("Pai gow and poker", POKER, (_HISTORIES,)),
    Section("Post a game", POSTING, (_NEW,)),
    Section("Run a card room", ROOM, (_OFFICE, _SCHOOL)),
    Section("Check the records", RECORDS, (_AUDIT,)),
    Section("For your own tools", TOOLS),
)
