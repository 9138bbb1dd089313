"""The software bill of materials: this program and every package that it needs, as CycloneDX."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import metadata
from typing import Any, Final

import msgspec

from cardroom import __version__

ROOT: Final = "cardroom"
NAME_MAX: Final = 60
DELIVERED: Final = frozenset({"postgres", "cluster"})
"""The extras of a card room; those for tests and documentation are not delivered."""


class Component(msgspec.Struct, frozen=True, order=True):
    name: str
    version: str
    license: str


def components() -> tuple[Component, ...]:
    """Every installed package that the program needs, directly or not, by name."""
    found: dict[str, Component] = {}
    waiting = [(ROOT, DELIVERED)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # for another system, or an extra that is not installed
        version = __version__ if name == ROOT else package.version
        found[name] = Component(name, version, _license(package.metadata))
        waiting += _needs(package, extras)
    return tuple(sorted(found.values()))


def _needs(
    package: metadata.Distribution, extras: frozenset[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    """What a package requires with these extras, and with which extras it requires that."""
    for requirement in package.requires or ():
        match = re.match(r"([A-Za-z0-9._-]+)(?:\[([^\]]*)\])?", requirement)
        only_with = re.findall(r"extra\s*==\s*['\"]([^'\"]+)", requirement)
        if match and (not only_with or extras & set(only_with)):
            asked = frozenset(each.strip() for each in (match[2] or "").split(",") if each.strip())
            yield _normal(match[1]), asked


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _license(about: Any) -> str:
    named = about.get("License-Expression") or about.get("License") or ""
    first = named.strip().splitlines()[0] if named.strip() else ""
    listed = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or ()
        if "License ::" in line
    ]
    # Some packages put the whole text there; it begins with a copyright line.
    named_well = 0 < len(first) <= NAME_MAX and "copyright" not in first.lower()
    return first if named_well else ", ".join(listed) or "not stated"


def as_requirements(found: tuple[Component, ...]) -> bytes:
    """The same versions for pip: another typesetter would break lines elsewhere."""
    return "".join(f"{each.name}=={each.version}\n" for each in found).encode("utf-8")


def as_cyclonedx(found: tuple[Component, ...]) -> bytes:
    """CycloneDX 1.5, without a date or a serial number: the same packages give the same bytes."""
    content = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": ROOT, "version": __version__},
        },
        "components": [
            {
                "type": "library",
                "name": each.name,
                "version": each.version,
                "purl": f"pkg:pypi/{each.name}@{each.version}",
                "licenses": [{"license": {"name": each.license}}],
            }
            for each in found
            if each.name != ROOT
        ],
    }
    return json.dumps(content, indent=1).encode("utf-8") + b"\n"
