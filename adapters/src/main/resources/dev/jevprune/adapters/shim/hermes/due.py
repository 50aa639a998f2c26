"""Decisions that are due of themselves, at a request. The worker is asked only when something may have changed; a late
answer means no new decision, and the request goes out.

Everything here ends by its deadline, and nothing is raised: whatever goes wrong, the request is replayed as it would be.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from .cache import Request, Signs
from .client import BREAK_AFTER, BREAK_SECONDS, POLL_SECONDS, Client
from .config import Config
from .events import FILE_TOOLS
from .forms import Form
from .look import look
from .session import Session
from .trouble import Trouble

LOG = logging.getLogger(__name__)
START_MILLIS = 20_000


class Due:
    """One per process. May be used by several threads."""

    def __init__(self, config: Config, client: Client) -> None:
        self.on = not config.disabled and (config.lifecycle or config.auto_cold)
        """Whether anything can be due of itself."""
        self._config = config
        self._client = client
        self._failures = 0
        self._pause_until = 0.0

    def before(self, session: Session, request: Request) -> None:
        """Asks for the decisions that are due at this request of the user's turn, and lets the session adopt them."""
        try:
            ledger = session.ledger
            if ledger is not None and ledger.off:
                return
            signs = session.cache.signs(request)
            maybe_cold = signs.reset or (signs.idle_millis or 0) > self._config.cold_after_millis
            version = 0 if ledger is None else ledger.version
            lost = version < session.known_version  # the worker may know what was on the ledger
            session.known_version = version
            urgent = maybe_cold or lost
            # exact repeats go on a cold turn alone
            if not urgent and (not self._config.lifecycle or time.monotonic() < self._pause_until):
                return
            mark = mark_of(request.form, request.messages)
            if mark == session.asked and not urgent:
                return
            session.asked = mark
            millis = self._config.cold_millis if maybe_cold else self._config.request_millis
            until = time.monotonic() + millis / 1000
            if self._reached(session, until, maybe_cold):
                self._decide(session, request, signs, until)
                self._failures = 0
            else:
                session.asked = ""
        except Exception as cause:
            session.asked = ""  # tried again at the next request
            session.late += isinstance(cause, Trouble) and cause.code == "late"
            LOG.debug("jev-prune: no new decision", exc_info=True)
            self._failed()

    def _reached(self, session: Session, until: float, waits: bool) -> bool:
        """Whether a worker runs. One that does not is started behind the request, and waited for on a cold turn alone:
        that comes once, a warm one asks again."""
        started = False
        while True:
            try:
                self._client.connect(until)
                return True
            except Trouble as trouble:
                if trouble.code != "down":
                    raise
            if not started:
                started = True
                self._client.later("ledger", {"session": session.id}, START_MILLIS, lambda _: None)
            if not waits:
                return False
            if time.monotonic() + POLL_SECONDS > until:
                raise Trouble("late", "the worker did not start in time")
            time.sleep(POLL_SECONDS)

    def _failed(self) -> None:
        """A worker that hangs costs some deadlines, and not one a request."""
        self._failures += 1
        if self._failures >= BREAK_AFTER:
            self._failures = 0
            self._pause_until = time.monotonic() + BREAK_SECONDS

    def _decide(self, session: Session, request: Request, signs: Signs, until: float) -> None:
        def ask(op: str, fields: dict[str, Any]) -> dict[str, Any]:
            millis = int((until - time.monotonic()) * 1000)
            if millis <= 0:
                raise Trouble("late", "the request waits no longer")
            return self._client.call(op, {"session": session.id, **fields}, millis, may_start=False)

        seen = look(ask, session, request, signs, on_request=True)
        if seen.need:
            session.adopt(ask("due", {"ticket": seen.ticket}).get("ledger"))


def mark_of(form: Form, messages: list[Any]) -> str:
    """Changes with every new read or edit that has a result."""
    calls: list[str] = []
    results = set()
    for kind, _, _, record in form.walk(messages):
        if kind == "result":
            results.add(form.result_id(record))
        elif kind == "call" and form.call(record)[1] in FILE_TOOLS:
            calls.append(form.call_id(record))
    answered = [name for name in calls if name in results]
    return f"{len(answered)} {answered[-1] if answered else ''}"
