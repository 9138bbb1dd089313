"""Codes of an authenticator (RFC 6238): six digits, for half a minute, good once."""

from __future__ import annotations

import base64
import hmac
from typing import Final

import segno
from pyotp import TOTP

STEP_SECONDS: Final = 30
DRIFT: Final = (-1, 0, 1)
"""Steps by which the clock of a phone may be wrong."""
KEY_BYTES: Final = 20
ISSUER: Final = "cardroom"


def new_key(hashed: str, session: bytes, step: int) -> str:
    """The key that a session may set up now.

    It is computed and not kept, so that any worker can confirm it. The hash of the account's
    password makes it secret, and the last step that was used makes it another one every time.
    """
    made = hmac.digest(hashed.encode(), session + step.to_bytes(8), "sha256")
    return base64.b32encode(made[:KEY_BYTES]).decode()


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
        if hmac.compare_digest(TOTP(key).at(step * STEP_SECONDS).encode(), digits.encode()):
            return step
    return None
