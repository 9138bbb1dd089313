"""Codes of an authenticator (RFC 6238): six digits, for half a minute, good once."""

from __future__ import annotations

import base64
from collections.abc import Callable
from hmac import compare_digest
from typing import Final

import segno
from pyotp import TOTP

STEP_SECONDS: Final = 30
DRIFT: Final = (-1, 0, 1)
"""Steps by which the clock of a phone may be wrong."""
KEY_BYTES: Final = 20
ISSUER: Final = "cardroom"


def new_key(entropy: Callable[[int], bytes]) -> str:
    return base64.b32encode(entropy(KEY_BYTES)).decode()


def uri(key: str, name: str) -> str:
    """What a phone reads to set itself up."""
    return TOTP(key).provisioning_uri(name, ISSUER)


def picture(uri: str) -> str:
    """The same as a QR code to scan: an SVG picture, as the address of an image."""
    return str(
        segno.make(uri, error="m", micro=False).svg_data_uri(scale=4, border=4, light="#fff")
    )


def step_of(key: str, code: str, now: float) -> int | None:
    """The step that a code belongs to; None if it is wrong."""
    digits = code.replace(" ", "")
    for drift in DRIFT:
        step = int(now // STEP_SECONDS) + drift
        if compare_digest(TOTP(key).at(step * STEP_SECONDS).encode(), digits.encode()):
            return step
    return None
