"""Packages that a small installation lacks, and the extra that has each of them."""

from __future__ import annotations

from typing import Final

EXTRA_OF: Final = {
    "llvmlite": "odds",
    "numba": "odds",
    "numpy": "odds",
    "altair": "paper",
    "typst": "paper",
    "vl_convert": "paper",
    "argon2": "web",
    "fastapi": "web",
    "fastapi_offline": "web",
    "prometheus_client": "web",
    "pyotp": "web",
    "segno": "web",
    "starlette": "web",
    "uvicorn": "web",
    "websockets": "web",
    "httpx": "postgres",
    "psycopg": "postgres",
}
"""By the name under which a package is imported."""


def advice(missing: ModuleNotFoundError) -> str | None:
    """What to install; None if the package belongs to no extra."""
    name = (missing.name or "").partition(".")[0]
    extra = EXTRA_OF.get(name)
    if extra is None:
        return None
    return f"this command needs {name}: pip install 'cardroom[{extra}]'"
