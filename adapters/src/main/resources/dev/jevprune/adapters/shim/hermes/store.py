"""The replay ledger on disk, read only: the worker alone writes it. Every failure is an answer, never an exception."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .fingerprint import is_marker, sha256

SCHEMA = "jev-prune.ledger.v1"
TAKEN = "jev-prune.taken.v1"
"""The index of what was taken: where the ledger was lost it stands in, since its markers were on the wire."""
MAX_LEDGER_BYTES = 4_000_000
Mark = tuple[int, int, int]
"""Inode, modification time in nanoseconds and size: what a stat of the generation file says."""


@dataclass(frozen=True, slots=True)
class Side:
    """One half of a decision: an id and fingerprints, never text."""

    id: str
    args: str
    text: str
    shape: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Cause:
    """The later call that made a read stale or superseded."""

    id: str
    tool: str
    args: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One body that is left out while its proof holds: the later copy of a repeat, the cause of another."""

    kind: str
    source: Side
    witness: Side | None
    cause: Cause | None
    tool: str
    path: str
    marker: str
    held: bool
    approved_at: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """The decisions of one session."""

    session: str
    version: int
    off: bool
    decisions: tuple[Decision, ...]


class Store:
    """Reads the ledgers of one profile."""

    def __init__(self, data_home: str, profile: str) -> None:
        self._folder = Path(data_home, "state", profile)
        self._generation = self._folder / "generation"

    def mark(self) -> Mark | None:
        """Changes after every ledger change of this profile; None while there is none."""
        try:
            stat = os.stat(self._generation)
        except OSError:
            return None
        return stat.st_ino, stat.st_mtime_ns, stat.st_size

    def ledger(self, session: str) -> tuple[bool, Ledger | None]:
        """The session's ledger; (True, None) when there is none, (False, None) when it cannot be read."""
        found = self._read("ledger", session, SCHEMA)
        if found[1] is not None:
            return found
        taken = self._read("taken", session, TAKEN)
        return taken if taken[1] is not None else found

    def _read(self, kind: str, session: str, schema: str) -> tuple[bool, Ledger | None]:
        try:
            file = self._folder / kind / f"{sha256(session)[:32]}.json"
            if os.stat(file).st_size > MAX_LEDGER_BYTES:
                return False, None
            ledger = parse_ledger(json.loads(file.read_bytes()), session, schema)
        except FileNotFoundError:
            return True, None
        except (OSError, ValueError, RecursionError):
            return False, None
        return ledger is not None, ledger


def parse_ledger(value: Any, session: str, schema: str = SCHEMA) -> Ledger | None:
    """A ledger is ours when schema and session fit. A decision that is not whole is left out: its body then goes out."""
    if not isinstance(value, dict) or value.get("schema") != schema or value.get("session") != session:
        return None
    if not isinstance(value.get("decisions"), list):
        return None
    decisions: dict[str, Decision] = {}
    for element in value["decisions"]:
        decision = _decision(element)
        if decision is not None:
            decisions.setdefault(decision.source.id, decision)
    version = value.get("version")
    return Ledger(
        session=session,
        version=version if isinstance(version, int) else 0,
        off=value.get("off") is True,
        decisions=tuple(decisions.values()),
    )


def _decision(value: Any) -> Decision | None:
    if not isinstance(value, dict):
        return None
    kind = _text(value.get("kind"))
    source, marker = _side(value.get("source")), value.get("marker")
    witness = _side(value.get("witness")) if kind == "repeat" else None
    cause = _cause(value.get("cause")) if kind in ("stale", "superseded") else None
    if source is None or (witness or cause) is None or not isinstance(marker, str) or not is_marker(marker):
        return None
    return Decision(
        kind=kind,
        source=source,
        witness=witness,
        cause=cause,
        tool=_text(value.get("tool")),
        path=_text(value.get("path")),
        marker=marker,
        held=value.get("held") is True,
        approved_at=_text(value.get("approvedAt")),
    )


def _side(value: Any) -> Side | None:
    if not isinstance(value, dict):
        return None
    name, args, text, shape = (value.get(member) for member in ("id", "args", "text", "shape"))
    if not (isinstance(name, str) and isinstance(args, str) and isinstance(text, str) and isinstance(shape, str)):
        return None
    size = value.get("bytes")
    return Side(name, args, text, shape, size if isinstance(size, int) else 0)


def _cause(value: Any) -> Cause | None:
    if not isinstance(value, dict):
        return None
    name, tool, args = (value.get(member) for member in ("id", "tool", "args"))
    if not (isinstance(name, str) and isinstance(tool, str) and isinstance(args, str)):
        return None
    return Cause(name, tool, args)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
