"""The house's signing key: Ed25519, in a PEM file that only its owner may read."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardroom.store.errors import KeyFileError
from cardroom.store.journal import Entry, hashed_bytes

HOUSE_KEY: Final = "house-key.pem"
"""The key of a service, in the folder of its journal."""
HOUSE_KEYS: Final = "house-key*.pem"
"""This key, and those that the service had before it."""
_TAG: Final = b"cardroom entries 1\0"
_INNER: Final = bytes(number ^ 0x36 for number in range(256))
_OUTER: Final = bytes(number ^ 0x5C for number in range(256))


class SigningKey:
    """A key that signs; `public` is the 32 bytes that verify its signatures."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw()
        # HMAC with SHA-256, whose blocks have 64 bytes, as far as it depends on the key alone.
        # `hmac.digest` also gives the interpreter away, and a busy thread waits to have it back.
        secret = sha256(_TAG + private.private_bytes_raw()).digest().ljust(64, b"\0")
        self._inner, self._outer = (sha256(secret.translate(pad)) for pad in (_INNER, _OUTER))

    def sign(self, message: bytes) -> bytes:
        return self._private.sign(message)

    def author(self, text: bytes) -> bytes:
        """The value that only a holder of this key can compute for the bytes of an entry."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(text)
        outer.update(inner.digest())
        return outer.digest()

    def blind(self, entry: Entry) -> bytes:
        """The blinding value of a new entry.

        For everybody else it is as good as random bytes, so it hides the entry. For a holder of the
        key it shows that the entry was written with the key, even before a checkpoint covers it.
        """
        return self.author(hashed_bytes(entry))


class Signature(msgspec.Struct, frozen=True):
    """A public key and a signature made with its private key."""

    public: bytes
    value: bytes


def signed_by(signature: Signature, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(signature.public).verify(signature.value, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def create_key(path: Path) -> SigningKey:
    """Create a key in a new file; an existing file is never replaced."""
    private = Ed25519PrivateKey.generate()
    text = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
    except FileExistsError:
        raise KeyFileError(f"{path}: already exists; it was not changed") from None
    except OSError as error:
        raise KeyFileError(f"{path}: cannot write the key: {error.strerror}") from error
    return SigningKey(private)


def house_key(folder: Path) -> SigningKey:
    """The key in the folder of a service, created if there is none."""
    path = folder / HOUSE_KEY
    return load_key(path) if path.exists() else create_key(path)


def load_key(path: Path) -> SigningKey:
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_mode & 0o077:
                raise KeyFileError(
                    f"{path}: other users can read this key; run chmod 600 on it first"
                )
            private = serialization.load_pem_private_key(file.read(), password=None)
    except OSError as error:
        raise KeyFileError(f"{path}: cannot read the key: {error.strerror}") from error
    except (ValueError, TypeError) as error:
        raise KeyFileError(f"{path}: this is not a signing key") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise KeyFileError(f"{path}: this is a key, but not an Ed25519 key")
    return SigningKey(private)
