"""What the shim knows of one session: its ledger, the last request, and what was replayed."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

from .cache import CacheWatch, Request
from .fingerprint import is_marker
from .forms import Form, replaced, texts_of
from .host import last_answer_time
from .replay import Known, Plan, apply_plan, plan_replay
from .scan import scan
from .store import Decision, Ledger, Mark, Store, parse_ledger
from .usage import Bill, Lacking, usage_of

# A turn that says nothing for so long has ended without telling.
TURN_SECONDS = 600.0


@dataclass(slots=True)
class Counts:
    """requests, projected: since the session was seen here; the others: of the last request."""

    requests: int = 0
    projected: int = 0
    applied: int = 0
    invalid: int = 0
    inactive: int = 0
    bytes_removed: int = 0


class Session:
    """One session of the host. Its methods may be called by several threads."""

    def __init__(self, store: Store, name: str, platform: str, observes: bool = False) -> None:
        self.id = name
        self.platform = platform
        self.counts = Counts()
        self.last: Request | None = None
        self.answer_signed: bool | None = None
        """Of the answer that came after the last request; None when none came."""
        self.left_alone = ""
        """Why the last request was none of ours, as a text for the user; "" when it was."""
        self.shown: list[str] = []
        """Source ids in the order of the last list that the user saw."""
        self.reset: set[str] = set()
        """Sources for which the host's re-read guard was opened already."""
        self.cache = CacheWatch(lambda: last_answer_time(name))
        """What is known of the provider's cache."""
        self.asked = ""
        """What the list held when the worker was last asked what is due."""
        self.known_version = 0
        """Of the ledger, when that was looked at."""
        self.late = 0
        """How many decisions came too late for their request."""
        self.observes = observes
        """What would be left out is only counted."""
        self._store = store
        self._lock = threading.RLock()
        self._ledger: Ledger | None = None
        self._mark: Mark | None = None
        self._known = Known()
        self._bill = Bill()
        self._selected: dict[str, list[str]] = {}
        """Texts that the context engine left out before the request was built, by call id."""
        self._busy_until = 0.0
        self._has_own_task = False
        self._load()

    def _load(self) -> None:
        self._known = Known()
        now = self._store.mark()
        readable, ledger = self._store.ledger(self.id)
        # Unreadable: what is on the wire stays there, the next request tries again.
        self._mark = now if readable else (-1, -1, -1)
        if readable:
            self._ledger = ledger

    @property
    def ledger(self) -> Ledger | None:
        return self._ledger

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self._ledger.decisions if self._ledger is not None else ()

    def adopt(self, value: Any) -> None:
        """Takes the ledger of a reply of the worker; the next request reads the file all the same."""
        ledger = parse_ledger(value, self.id)
        if ledger is None:
            return
        with self._lock:
            if self._ledger is None or ledger.version >= self._ledger.version:
                self._ledger = ledger

    def replay(self, form: Form, messages: list[Any]) -> tuple[list[Any], Plan]:
        """The list as it goes out: the same object when nothing is left out."""
        with self._lock:
            counts = self.counts
            counts.requests += 1
            counts.applied = counts.invalid = counts.inactive = counts.bytes_removed = 0
            if self._store.mark() != self._mark:
                self._load()
            if self._ledger is None or self._ledger.off or not self._ledger.decisions:
                return messages, Plan()
            plan = plan_replay(form, messages, list(self._ledger.decisions), self._known)
            edited = messages if self.observes else apply_plan(form, messages, plan)
            counts.applied = plan.number("applied")
            counts.invalid = plan.number("invalid")
            counts.inactive = plan.number("inactive")
            counts.bytes_removed = plan.bytes_removed
            counts.projected += counts.applied > 0
            return edited, plan

    def select(self, form: Form, messages: list[Any]) -> list[Any]:
        """As `replay`, before the host builds its request; what is left out is kept for `restored`."""
        with self._lock:
            self._selected = {}
            if self._store.mark() != self._mark:
                self._load()
            if self.observes or self._ledger is None or self._ledger.off or not self._ledger.decisions:
                return messages
            plan = plan_replay(form, messages, list(self._ledger.decisions), self._known)
            for name, place in scan(form, messages, plan.applied).results.items():
                self._selected[name] = texts_of(form.result(place.record)[1]) or []
            return apply_plan(form, messages, plan)

    def restored(self, form: Form, messages: list[Any]) -> list[Any]:
        """The list as it would be without `select`, so that replay and outline always see originals."""
        with self._lock:
            edits = {}
            for name, place in scan(form, messages, self._selected).results.items() if self._selected else ():
                texts, original = texts_of(form.result(place.record)[1]), self._selected[name]
                if texts is not None and len(texts) == len(original) == 1 and is_marker(texts[0]):
                    edits[place.where] = form.put(place.record, original[0])
            self._selected = {}
            return replaced(form, messages, edits) if edits else messages

    def saving(self) -> int:
        """Bytes that the next request leaves out, judged by the last one."""
        with self._lock:
            if self.observes or self.last is None or self._ledger is None or self._ledger.off:
                return 0
            return plan_replay(self.last.form, self.last.messages, list(self.decisions), self._known).bytes_removed

    def answered(self, request: Request, own: bool, looks: bool, answer: Any, lacking: Lacking | None) -> None:
        """Notes an answer: when it came, and what the provider reported for it."""
        self.cache.answered(request, own, looks)
        usage = usage_of(request.form, answer)
        if usage is not None:
            with self._lock:
                self._bill.add(usage, request.model, lacking, self.observes)

    def figures(self) -> dict[str, Any]:
        """What a heartbeat tells of the session."""
        with self._lock:
            counts, usage = self.counts, self._bill.told()
            told: dict[str, Any] = {
                "requests": counts.requests,
                "projected": counts.projected,
                "applied": counts.applied,
                "invalid": counts.invalid,
                "inactive": counts.inactive,
                "bytesRemoved": counts.bytes_removed,
            }
            return told if usage is None else {**told, "usage": usage}

    def pruned_in(self, request: Request) -> set[str]:
        """The ids whose bodies the ledger leaves out of this request."""
        with self._lock:
            if self.observes or self._ledger is None or self._ledger.off:
                return set()
            plan = plan_replay(request.form, request.messages, list(self._ledger.decisions), self._known)
            return set(plan.applied)

    def owns(self, task_id: str) -> bool:
        """Whether a request is the user's turn. Hermes sends its background review of a conversation under the same
        session and another task; such a request is replayed alike, but it is not what the user goes on with."""
        self._has_own_task |= task_id == self.id
        return task_id == self.id or not self._has_own_task

    def turn(self, running: bool) -> None:
        """Notes that the agent works, or has ended its turn."""
        self._busy_until = time.monotonic() + TURN_SECONDS if running else 0.0

    @property
    def idle(self) -> bool:
        return time.monotonic() >= self._busy_until
