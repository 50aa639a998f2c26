"""The bus registry as the shim sees it, read only: who carries Hermes, and whether other packages take part.

One `stat` for each request; every failure counts as a bus without us.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOST = "hermes"
OWN = "jev-prune-kit"
"""Our name on the bus."""
SCHEMA = "jev-bus.v1"
MAX_BYTES = 256_000
PROFILE_DIGITS = 8
Mark = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Role:
    """What the registry says of us in this host."""

    carrier: str = ""
    """Another package that carries the host in our place, or ""."""
    foreign: bool = False
    """Whether we carry the host, and other packages have stages in it."""


ALONE = Role()


class Bus:
    """Reads one registry. May be used by several threads."""

    def __init__(self, profile: str, given_home: str = "") -> None:
        self.home = _home(given_home)
        self._file = self.home / "v1" / "registry.json"
        self._stage = f"jev-prune.dedup@{HOST}:{profile[:PROFILE_DIGITS]}"
        self._seen: tuple[Mark | None, Role] = (None, ALONE)

    def role(self) -> Role:
        """What the registry says now."""
        try:
            stat = os.stat(self._file)
            mark = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
            before, role = self._seen
            if mark == before:
                return role
            role = ALONE if stat.st_size > MAX_BYTES else self._role(json.loads(self._file.read_bytes()))
            self._seen = (mark, role)
            return role
        except (OSError, ValueError, RecursionError):
            self._seen = (None, ALONE)  # absent, or being written: asked again by the next request
            return ALONE

    def _role(self, registry: Any) -> Role:
        if not isinstance(registry, dict) or registry.get("schema") != SCHEMA:
            return ALONE
        stages, hosts = registry.get("stages"), registry.get("hosts")
        if not isinstance(stages, list) or not isinstance(hosts, dict):
            return ALONE
        chain = [stage for stage in stages if _applies(stage)]
        # A package that is not on the bus here has no part in it: whoever carries the host does not run our stage.
        if not any(stage["name"] == self._stage and stage.get("package") == OWN for stage in chain):
            return ALONE
        record = hosts.get(HOST)
        carrier = record.get("carrier") if isinstance(record, dict) else None
        if not isinstance(carrier, str):
            return ALONE
        if carrier != OWN:
            return Role(carrier=carrier)
        return Role(foreign=any(stage.get("package") != OWN for stage in chain))


def _applies(stage: Any) -> bool:
    if not isinstance(stage, dict) or not isinstance(stage.get("name"), str):
        return False
    hosts = stage.get("hosts", [])
    if isinstance(hosts, str):
        return hosts in (HOST, "*")
    return isinstance(hosts, list) and (not hosts or "*" in hosts or HOST in hosts)


def _home(given: str) -> Path:
    """The variable, else what the installer found, else the usual place. An empty variable is unset."""
    named = os.environ.get("JEV_BUS_HOME", "").strip()
    if named:
        return Path(os.path.abspath(os.path.expanduser(named)))
    return Path(given) if given else Path(os.path.expanduser("~"), ".jev", "bus")
