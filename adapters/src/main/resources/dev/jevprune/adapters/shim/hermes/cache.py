"""What the shim knows of the provider's cache of one session: when the last answer came, whether a compaction or another
model came since. What is not known counts as warm.

Hermes tells a middleware nothing of the time of an answer, so it is noted here when an answer comes. Of answers that
another process got, Hermes' own database tells the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .forms import Form, goal_of

# How a compaction's summary begins in the list, and what stands before one that was merged with another message.
SUMMARIES = ("[CONTEXT COMPACTION", "[CONTEXT SUMMARY]:", "[PRIOR CONTEXT ")


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a session as it came, and what it went to."""

    form: Form
    messages: list[Any]
    model: dict[str, str]
    task_id: str
    can_expand: bool = False
    """Whether the model sees the tool that gives a text back."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Age of the last answer, None when it is not known; compaction or other model since."""

    idle_millis: int | None = None
    reset: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"idleMillis": self.idle_millis, "reset": self.reset}


@dataclass(frozen=True, slots=True)
class _Answer:
    at: float
    model: tuple[str, str]
    summary: str | None
    """Of the newest compaction in the request; None when nobody looked."""


class CacheWatch:
    """Of one session. Times are those of the wall clock: a machine that slept has grown older."""

    def __init__(self, stored: Callable[[], float | None]) -> None:
        """`stored`: when the last answer came that the host has stored; asked once, before the first answer here."""
        self._stored = stored
        self._answer: _Answer | None = None
        self._before: float | None = None
        self._asked = False
        self._looked: tuple[Request, str] | None = None
        """The summary of the request that waits for its answer."""

    def signs(self, request: Request) -> Signs:
        """At this moment, for this request."""
        answer = self._answer
        if answer is None:
            if not self._asked:
                self._asked, self._before = True, self._stored()
            return Signs(_idle(self._before))
        other = _name(request.model) != answer.model
        compacted = answer.summary is not None and self._summary(request) not in ("", answer.summary)
        return Signs(_idle(answer.at), other or compacted)

    def answered(self, request: Request, own: bool, looks: bool) -> None:
        """An answer to that request came. One that is not the user's turn says nothing when it is another model's.
        `looks`: whether anybody will ask for a compaction before the next answer."""
        if own or (self._answer is not None and self._answer.model == _name(request.model)):
            self._answer = _Answer(time.time(), _name(request.model), self._summary(request) if looks else None)
        self._looked = None

    def _summary(self, request: Request) -> str:
        looked = self._looked  # another thread may take it away
        if looked is None or looked[0] is not request:
            looked = self._looked = (request, summary_in(request))
        return looked[1]


def _idle(at: float | None) -> int | None:
    return None if at is None else max(0, int((time.time() - at) * 1000))


def _name(model: dict[str, str]) -> tuple[str, str]:
    return model.get("provider", ""), model.get("id", "")


def summary_in(request: Request) -> str:
    """The newest compaction summary in the list, "" when there is none."""
    found = ""
    for kind, _, _, record in request.form.walk(request.messages):
        if kind not in ("user", "assistant"):
            continue
        text = goal_of(record.get("content") if kind == "assistant" and isinstance(record, dict) else record)
        if text.startswith(SUMMARIES):
            found = text
    return found
