"""A service with a certificate speaks https only, and refuses files that do not belong together."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from cardroom.cli.common import CommandError
from cardroom.cli.run import check_tls
from tests.service.running_service import refusal, running, with_settings


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "cardroom")])
    now = datetime.datetime.now(datetime.UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate, private = tmp_path / "certificate.pem", tmp_path / "key.pem"
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private.touch(0o600)
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return certificate, private


def test_a_guest_plays_over_https_with_a_secure_cookie(files: tuple[Path, Path]) -> None:
    certificate, key = files
    check_tls(certificate, key)
    with running(with_settings(certificate=certificate, private_key=key)) as house:
        base = house.base.replace("http:", "https:")
        trust = ssl.create_default_context(cafile=str(certificate))
        with httpx.Client(base_url=base, verify=trust) as client:
            entered = client.post("/api/guest", headers={"origin": base})
            assert entered.status_code in (200, 201)
            assert "secure" in entered.headers["set-cookie"].lower()
            assert client.get("/api/me").json()["name"]
            plain = client.post("/api/guest", headers={"origin": house.base})
            assert (plain.status_code, refusal(plain)) == (403, "service.origin")
        with pytest.raises(httpx.HTTPError):
            httpx.get(f"{house.base}/health", timeout=5)


def test_wrong_files_are_refused_before_the_room_opens(files: tuple[Path, Path]) -> None:
    certificate, key = files
    with pytest.raises(CommandError, match="go together"):
        check_tls(certificate, None)
    with pytest.raises(CommandError, match="not a certificate and its key"):
        check_tls(key, key)
    with pytest.raises(CommandError, match="No such file"):
        check_tls(certificate, key.with_name("none.pem"))
    key.chmod(0o644)
    with pytest.raises(CommandError, match="other users can read this key"):
        check_tls(certificate, key)
