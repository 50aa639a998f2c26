"""Carries the bus: lets the worker run the stages of other packages behind or before our replay.

Whatever goes wrong, the request goes out as our replay left it. Only chat completions are handed on: the stages of
other packages know no other form of Hermes' requests.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from .bus import Bus
from .client import Client
from .config import Config
from .forms import Form
from .replay import Plan
from .scan import scan
from .session import Session
from .trouble import Trouble

LOG = logging.getLogger(__name__)
CHAT = "chat_completions"
MARGIN_MILLIS = 200
"""What is kept for the way to the worker and back."""


class Chain:
    """One per process. May be used by several threads."""

    def __init__(self, config: Config, client: Client) -> None:
        self._config = config
        self._client = client
        self._bus = Bus(config.profile, config.bus_home)
        self._refused: set[str] = set()
        """Models for which the worker asks no other package, so that the list need not be sent."""

    @property
    def carrier(self) -> str:
        """The package that carries Hermes in our place, or ""."""
        return self._bus.role().carrier

    def guest(self, session_id: str) -> str:
        """What /prune says first where another package carries Hermes, or ""."""
        carrier = self.carrier
        if not carrier:
            return ""
        return (
            f"Another package, {carrier}, carries the requests of this host. What you approve here, or from outside with\n"
            f"jevprune approve --host hermes --session {session_id} FILE, is left out when it runs our stage."
        )

    def run(
        self, session: Session, form: Form, originals: list[Any], edited: list[Any], plan: Plan, model: dict[str, str]
    ) -> list[Any]:
        """The list as it goes out: `edited`, or what other packages made of it."""
        if form.name != CHAT or not self._bus.role().foreign or model["id"] in self._refused:
            return edited
        ledger = session.ledger
        if ledger is not None and ledger.off:
            return edited
        millis = self._config.bus_millis
        fields = {
            "session": session.id,
            "model": model,
            "api": CHAT,
            "workspace": os.getcwd(),
            "goal": scan(form, originals).goal,
            "busHome": str(self._bus.home),
            "budgetMillis": max(millis - MARGIN_MILLIS, 1),
            "own": _own(session, form, originals, edited, plan),
            "messages": originals,
        }
        try:
            reply = self._client.call("chain", fields, millis)
        except Trouble as trouble:
            if trouble.code == "down":
                self._client.later("ledger", {"session": session.id}, 10 * millis, lambda _: None)
            return edited
        if reply.get("asked") is False:
            self._refused.add(model["id"])
        for name in reply.get("disabled") or ():
            LOG.warning("jev-prune: the stage %s of another package broke its claims and is not asked any more", name)
        return put(edited, reply.get("messages"))


def _own(session: Session, form: Form, originals: list[Any], edited: list[Any], plan: Plan) -> list[dict[str, Any]]:
    """Which messages our replay changed, and where the copies stand that its markers name."""
    if not plan.edits or edited is originals:
        return []
    applied = set(plan.applied)
    pairs = [decision for decision in session.decisions if decision.source.id in applied]
    names = {side.id for decision in pairs for side in (decision.source, decision.witness) if side is not None}
    places = scan(form, originals, names).results
    own: list[dict[str, Any]] = []
    for decision in pairs:
        source = places.get(decision.source.id)
        if source is None:
            continue
        index = source.where[0]
        change: dict[str, Any] = {"index": index, "message": edited[index]}
        witness = None if decision.witness is None else places.get(decision.witness.id)
        if witness is not None:
            change["witness"] = witness.where[0]
        own.append(change)
    return sorted(own, key=lambda each: each["index"])


def put(messages: list[Any], items: Any) -> list[Any]:
    """The list that the worker's answer describes: for each message its index, or the index with another message.
    Anything odd in the answer gives the list as it is."""
    if not isinstance(items, list) or not items:
        return messages
    result: list[Any] = []
    seen: set[int] = set()
    for item in items:
        at = item.get("index") if isinstance(item, dict) else item
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < len(messages) or at in seen:
            return messages
        seen.add(at)
        if isinstance(item, dict) and not isinstance(item.get("message"), dict):
            return messages
        result.append(item["message"] if isinstance(item, dict) else messages[at])
    return result
