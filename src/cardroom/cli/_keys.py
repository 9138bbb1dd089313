"""What the player types: single keys at a terminal, lines from anything else."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import typer


class Leave(Exception):
    """The player leaves, or the input has ended."""


def line(prompt: str) -> str:
    """A line of text; q, or the end of the input, leaves the table."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    read = sys.stdin.readline()
    if not read:
        raise Leave
    if not sys.stdin.isatty():
        sys.stdout.write(read if read.endswith("\n") else f"{read}\n")
    text = read.strip()
    if text.lower() in ("q", "quit"):
        raise Leave
    return text


def choice(prompt: str, keys: Mapping[str, str]) -> str:
    """A verb, by its key or its name; ? for help; anything else as typed."""
    if not sys.stdin.isatty():
        text = line(prompt).lower()
        return keys.get(text, text)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        key = typer.getchar().lower()
    except EOFError:
        raise Leave from None
    if key in ("q", "\x04"):
        raise Leave
    verb = keys.get(key, key if key.isprintable() else "")
    sys.stdout.write(f"{verb}\n")
    return verb
