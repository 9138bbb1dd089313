"""Passwords: which ones are too weak, and their hashes (Argon2id)."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cardroom.service.settings import Hashing

LEAST, MOST = 10, 200
_COMMON: Final = Path(__file__).with_name("common_passwords.txt")
_LEET: Final = str.maketrans("013457@$!", "oleastasi")
_ROWS: Final = ("01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_VARIETY: Final = 5
"""The fewest different characters; `aaaaaaaaaa` and `1212121212` have fewer."""


def weakness(password: str, name: str) -> str:
    """What makes a password easy to guess; empty if nothing does."""
    if not LEAST <= len(password) <= MOST:
        return f"this one has {len(password)} characters, and {LEAST} to {MOST} are allowed"
    plain = password.lower()
    if len(set(plain)) < _VARIETY:
        return f"this one has fewer than {_VARIETY} different characters"
    if _contains_name(plain, name.lower()):
        return "this one contains the name of the account"
    if _is_run(plain):
        return "this one is a row of keys or of the alphabet"
    if _without_extras(plain) in _common() or _letters(plain) in _common():
        return "this one is a common password with a few characters added"
    return ""


def _contains_name(plain: str, name: str) -> bool:
    """A name of two letters is in many good passwords; what is left without it must be one."""
    for form in (name, name[::-1], _letters(name)):
        if form and form in plain and (len(form) >= 4 or len(plain.replace(form, "")) < LEAST):
            return True
    return False


def _is_run(plain: str) -> bool:
    """Made of pieces of a keyboard row or the alphabet, such as 12345qwert."""
    rows = [row for each in _ROWS for row in (each, each[::-1])]
    left = re.sub(r"[^a-z0-9]", "", plain)
    while left:
        piece = next(
            (n for n in range(len(left), 2, -1) if any(left[:n] in row for row in rows)), 0
        )
        if not piece:
            return False
        left = left[piece:]
    return True


def _letters(plain: str) -> str:
    return re.sub(r"[^a-z]", "", plain)


def _without_extras(plain: str) -> str:
    """`P@ssw0rd2024!` is password: signs and digits at both ends say nothing."""
    inner = re.sub(r"^[\d\W_]+|[\d\W_]+$", "", plain)
    return _letters(inner.translate(_LEET))


@cache
def _common() -> frozenset[str]:
    lines = _COMMON.read_text(encoding="utf-8").splitlines()
    words = (word for line in lines if not line.startswith("#") for word in line.split())
    return frozenset(_letters(word) for word in words)


class Hasher:
    """One hash at a time: it takes 64 MB by design, and many at once would be a weapon."""

    def __init__(self, hashing: Hashing) -> None:
        # One lane: the other processors belong to the players meanwhile.
        self._hasher = PasswordHasher(hashing.passes, hashing.kibibytes, parallelism=1)
        self._lock = Lock()

    @cached_property
    def _decoy(self) -> str:
        """Made when somebody first logs in, so that a service starts a fifth of a second sooner."""
        return self._hasher.hash("nobody has this one")

    def hash(self, password: str) -> str:
        with self._lock:
            return self._hasher.hash(password)

    def verify(self, hashed: str | None, password: str) -> bool:
        """Also takes its time without a hash, or the time would say which names there are."""
        with self._lock:
            # Made even where there is a hash: the first answer takes as long for every name.
            decoy = self._decoy
            try:
                self._hasher.verify(hashed or decoy, password[:MOST])
            except (VerificationError, InvalidHashError):
                return False
        return bool(hashed) and len(password) <= MOST
