"""Replays the decisions of a ledger on an outgoing list. Pure: no clock, no file, no worker.

Everything is computed before anything is built, and the list that came is never changed: the edited request is a new
list that shares every message without an edit. The rules are those of the JavaScript shims and of the worker's
projection; the vectors in testdata/replay hold the three together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from .fingerprint import READ_TOOLS, arguments, hashed_text, sha256, spelling, utf8_bytes, well_formed
from .forms import Form, replaced, texts_of
from .reading import says_error
from .scan import Place, Scan, scan
from .store import Cause, Decision, Side

Outcome = Literal["applied", "invalid", "inactive", "held"]

_ABSENT = Place()


@dataclass(slots=True)
class Plan:
    """What replaying would change."""

    edits: dict[tuple[int, int], Any] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)
    applied: list[str] = field(default_factory=list)
    """Source ids of the decisions that apply."""
    bytes_removed: int = 0

    def number(self, outcome: Outcome) -> int:
        return self.outcomes.count(outcome)


class Known:
    """What earlier calls hashed; changes the time, never the answer. Used by one request at a time."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._args: dict[str, tuple[Any, str]] = {}

    def has(self, text: str, digest: str) -> bool:
        """Whether the text has that digest."""
        if self._texts.get(digest) == text:
            return True
        if not well_formed(text) or sha256(text) != digest:
            return False
        self._texts[digest] = text
        return True

    def args(self, call_id: str, raw: Any) -> str:
        """The spelling of a call's arguments, "" when there is none."""
        if not isinstance(raw, str):
            return spelling(raw) or ""
        kept = self._args.get(call_id)
        if kept is None or kept[0] != raw:
            kept = self._args[call_id] = (raw, spelling(arguments(raw)) or "")
        return kept[1]


def plan_replay(form: Form, messages: list[Any], decisions: list[Decision], known: Known | None = None) -> Plan:
    """What the decisions do to this list; nothing is changed."""
    plan = Plan()
    known = known or Known()
    wanted = {
        side.id
        for decision in decisions
        if not decision.held
        for side in (decision.source, decision.witness, decision.cause)
        if side is not None
    }
    seen = scan(form, messages, wanted) if wanted else Scan(form)
    for decision in decisions:
        plan.outcomes.append("held" if decision.held else _judge(decision, seen, known, plan))
    return plan


def apply_plan(form: Form, messages: list[Any], plan: Plan) -> list[Any]:
    """The list with the planned edits; the same object when there are none."""
    return replaced(form, messages, plan.edits) if plan.edits else messages


def _judge(decision: Decision, seen: Scan, known: Known, plan: Plan) -> Outcome:
    form = seen.form
    source = _Side.of(seen, decision.source.id)
    texts = source.texts()
    if source.call.count != 1 or source.result.count != 1 or texts is None:
        return "inactive"
    spelled = source.args(known)
    if spelled == "" or not all(well_formed(text) for text in texts):
        return "inactive"
    if not source.usable(decision.tool) or not known.has(spelled, decision.source.args):
        return "invalid"
    if decision.source.shape != f"parts:{len(texts)}" or not known.has(hashed_text(texts), decision.source.text):
        return "invalid"
    if decision.witness is not None:
        holds = _is_repeated(decision.source, decision.witness, decision.tool, texts, source, seen, known)
    else:
        holds = decision.cause is not None and _is_aged(decision.cause, source, seen, known)
    if not holds:
        return "invalid"
    saved = sum(utf8_bytes(text) for text in texts) - utf8_bytes(decision.marker)
    if saved <= 0:
        return "invalid"
    plan.edits[source.result.where] = form.put(source.result.record, decision.marker)
    plan.applied.append(decision.source.id)
    plan.bytes_removed += saved
    return "applied"


@dataclass(slots=True)
class _Side:
    form: Form
    call: Place
    result: Place

    @staticmethod
    def of(seen: Scan, name: str) -> _Side:
        return _Side(seen.form, seen.calls.get(name, _ABSENT), seen.results.get(name, _ABSENT))

    def texts(self) -> list[str] | None:
        return None if self.result.record is None else texts_of(self.form.result(self.result.record)[1])

    def usable(self, tool: str) -> bool:
        """Exactly one successful read, called before it is answered."""
        if self.call.count != 1 or self.result.count != 1 or self.call.at >= self.result.at:
            return False
        name = self.form.call(self.call.record)[1]
        return name == tool and name in READ_TOOLS and not self.form.result(self.result.record)[2]

    def succeeded(self) -> bool:
        """Whether the result says so, in the record and in its text."""
        return not self.form.result(self.result.record)[2] and not says_error(self.texts() or [])

    def args(self, known: Known) -> str:
        name, _, raw = self.form.call(self.call.record)
        return known.args(name, raw)


def _is_repeated(
    print_: Side, copy: Side, tool: str, texts: list[str], source: _Side, seen: Scan, known: Known
) -> bool:
    """Whether the later copy still stands there, with the same arguments and the same text."""
    witness = _Side.of(seen, copy.id)
    if not witness.usable(tool) or source.result.at >= min(witness.result.at, seen.protected_from):
        return False
    if (print_.args, print_.text, print_.shape) != (copy.args, copy.text, copy.shape):
        return False
    return source.args(known) == witness.args(known) and texts == witness.texts()


def _is_aged(cause: Cause, source: _Side, seen: Scan, known: Known) -> bool:
    """Whether the call that made a read old still stands behind it. After a rewind to before it the original goes out."""
    later = _Side.of(seen, cause.id)
    if later.call.count != 1 or later.result.count != 1 or not later.succeeded():
        return False
    if later.result.at <= source.result.at or later.call.at <= source.call.at:
        return False
    return later.form.call(later.call.record)[1] == cause.tool and known.has(later.args(known), cause.args)
