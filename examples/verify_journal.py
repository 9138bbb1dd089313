"""Verify an export of a journal without cardroom: `python verify_journal.py export.jsonl`.

docs/journal.md explains each step. Signatures need the package `cryptography`.
"""

import hashlib
import json
import struct
import sys
from base64 import b64decode
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def named(text: str) -> bytes:
    return struct.pack(">H", len(text.encode())) + text.encode()


def verify(lines: list[str]) -> int:
    """The number of checkpoints, all verified; an error at the first thing that is wrong."""
    hashes: dict[tuple[str, int], str] = {}
    points = []
    for entry in map(json.loads, lines):
        stream, seq, key = entry["stream"], entry["seq"], (entry["key"] or "").encode()
        assert hashes.get((stream, seq - 1), "00" * 32) == entry["prev"], f"link: {stream} {seq}"
        if "blind" in entry:
            text = b"cardroom journal %d\0" % (2 if entry["blind"] else 1) + named(stream)
            text += struct.pack(">QqIH", seq, entry["at"], entry["part"], len(key))
            text += bytes.fromhex(entry["prev"] + entry["blind"]) + key + entry["body"].encode()
            assert hashlib.sha256(text).hexdigest() == entry["hash"], f"hash: {stream} {seq}"
        hashes[stream, seq] = entry["hash"]
        points += [json.loads(entry["body"])] if stream == "checkpoints" else []
    for point in points:
        text = b"cardroom checkpoint %d\0" % (2 if "scope" in point else 1)
        text += struct.pack(">Qq", point["number"], point["at"]) + b64decode(point["prev"])
        text += struct.pack(">I", len(point["marks"]))
        for stream, seq, hashed in (mark.values() for mark in point["marks"]):
            assert hashes.get((stream, seq)) == b64decode(hashed).hex(), f"mark: {stream} {seq}"
            text += named(stream) + struct.pack(">Q", seq) + b64decode(hashed)
        public, signature = map(b64decode, point["signature"].values())
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    return len(points)


if __name__ == "__main__":
    with Path(sys.argv[1]).open(encoding="utf-8") as export:
        print(f"nothing is wrong; {verify(list(export))} checkpoints")
