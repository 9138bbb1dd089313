"""What `cardroom rules --json` prints, as types."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType


class TitledText(msgspec.Struct, frozen=True):
    title: str
    says: list[str]


class SignTable(msgspec.Struct, frozen=True):
    title: str
    head: list[str]
    rows: list[list[str]]


class RuleSpot(msgspec.Struct, frozen=True):
    spot: str
    title: str
    odds: str | UnsetType = UNSET
    pays: dict[str, str] | UnsetType = UNSET


class RuleOption(msgspec.Struct, frozen=True):
    option: str
    value: str
    default: str
    may_be: str
    about: str
    clause: str
    choices: list[str] | UnsetType = UNSET


class RuleClause(msgspec.Struct, frozen=True):
    clause: str
    cite: str
    says: str
    scenarios: list[str] | UnsetType = UNSET


class RuleFees(msgspec.Struct, frozen=True):
    players: dict[str, str]
    bank: dict[str, str]


class RulePage(msgspec.Struct, frozen=True):
    """With --options or --clauses, only that part."""

    game: str
    title: str | UnsetType = UNSET
    source: str | UnsetType = UNSET
    house: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    digest: str | UnsetType = UNSET
    procedure: list[str] | UnsetType = UNSET
    round: list[TitledText] | UnsetType = UNSET
    limits: Any = UNSET
    spots: list[RuleSpot] | UnsetType = UNSET
    duties: list[SignTable] | UnsetType = UNSET
    guides: list[SignTable] | UnsetType = UNSET
    house_words: list[TitledText] | UnsetType = UNSET
    bank: Any = UNSET
    collection: RuleFees | UnsetType = UNSET
    posted_collection: list[SignTable] | UnsetType = UNSET
    options: list[RuleOption] | UnsetType = UNSET
    clauses: list[RuleClause] | UnsetType = UNSET
    silent: list[str] | UnsetType = UNSET
