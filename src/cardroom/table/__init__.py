"""A table: seats, stacks, bank, shoe and round; `apply(table, command)` gives the next one."""

from cardroom.table.actors import Actor, ActorRole, Envelope, bars
from cardroom.table.apply import apply
from cardroom.table.commands import Command
from cardroom.table.table import Table

__all__ = ["Actor", "ActorRole", "Command", "Envelope", "Table", "apply", "bars"]
