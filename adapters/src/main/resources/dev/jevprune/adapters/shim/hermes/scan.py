"""One pass over a list of any form: where calls and results stand, and how often. Pure."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

from .forms import Form, goal_of, is_written, texts_of
from .fingerprint import utf8_bytes

PROTECTED_TAIL = 16
"""The last messages of the chat form that are never edited."""


@dataclass(slots=True)
class Place:
    """Where an id stands first, and how often it stands."""

    count: int = 0
    at: int = -1
    """Index in the chat form."""
    where: tuple[int, int] = (-1, -1)
    """Outer and inner index in the list itself."""
    record: Any = None


@dataclass(slots=True)
class Scan:
    """What a list holds."""

    form: Form
    count: int = 0
    last_user: int = -1
    goal: str = ""
    last_signed: int = -1
    calls: dict[str, Place] = field(default_factory=dict)
    results: dict[str, Place] = field(default_factory=dict)
    order: list[tuple[str, int, Any]] = field(default_factory=list)
    """Every call in list order: id, index in the chat form, record."""
    bytes: list[int] = field(default_factory=list)
    """UTF-8 bytes of the text of each message of the chat form; empty unless asked for."""

    @property
    def protected_from(self) -> int:
        """The first message that nothing may be left out of."""
        return min(self.last_user, self.count - PROTECTED_TAIL)


def scan(form: Form, messages: list[Any], wanted: Container[str] | None = None, weigh: bool = False) -> Scan:
    """Looks at a list. With `wanted` only those ids are noted; `weigh` also counts the bytes of every text."""
    seen = Scan(form)
    call_id, result_id = form.call_id, form.result_id
    index = -1
    for kind, outer, inner, record in form.walk(messages):
        # The order of these questions is that of how often they are answered yes: this is the loop of every request.
        if kind == "call":
            name = call_id(record)
            if isinstance(name, str) and (wanted is None or name in wanted):
                _note(seen.calls, name, index, (outer, inner), record)
                if wanted is None:
                    seen.order.append((name, index, record))
            if weigh:
                _weigh(seen, index, kind, record)
            continue
        if kind != "more":
            index += 1
        if kind == "result":
            name = result_id(record)
            if isinstance(name, str) and (wanted is None or name in wanted):
                _note(seen.results, name, index, (outer, inner), record)
        elif kind == "user":
            if is_written(record):
                seen.last_user, seen.goal = index, goal_of(record)
        elif wanted is None and kind != "other" and form.signed(record):
            seen.last_signed = index
        if weigh:
            _weigh(seen, index, kind, record)
    seen.count = index + 1
    return seen


def _note(places: dict[str, Place], name: str, index: int, where: tuple[int, int], record: Any) -> None:
    place = places.get(name)
    if place is None:
        places[name] = Place(1, index, where, record)
    else:
        place.count += 1


def _weigh(seen: Scan, index: int, kind: str, record: Any) -> None:
    if kind == "user":
        size = utf8_bytes(goal_of(record))
    elif kind == "call":
        _, name, args = seen.form.call(record)
        size = utf8_bytes(str(name)) + utf8_bytes(args if isinstance(args, str) else str(args))
    elif kind == "result":
        size = sum(utf8_bytes(text) for text in texts_of(seen.form.result(record)[1]) or [])
    else:
        size = utf8_bytes(goal_of(record.get("content"))) if isinstance(record, dict) else 0
    while len(seen.bytes) <= index:
        seen.bytes.append(0)
    seen.bytes[index] += size
