"""Every command of the command line, and every group of commands."""

from __future__ import annotations

from typing import Final

from cardroom.cli.commands import SECTIONS

COMMANDS: Final = tuple(command for section in SECTIONS for command in section.commands)
GROUPS: Final = tuple(group for section in SECTIONS for group in section.groups)
