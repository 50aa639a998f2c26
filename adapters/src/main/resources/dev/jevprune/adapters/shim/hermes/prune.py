"""The verbs of /prune. Knows the worker's operations and nothing of the host's API: the glue hands in session and client.

Hermes has no dialog for a command, so a list is what waits for approval: `/prune` shows it, `/prune approve` takes it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from . import texts
from .cache import Request
from .chain import Chain
from .client import Client
from .config import Config
from .expand import originals
from .look import look
from .session import Session
from .trouble import Trouble

# The worker ends a call to a model after 10 s; its answer must still find someone who waits.
ASSESS_MILLIS = 13_000
HEARTBEAT_MILLIS = 250
# How this machine reaches the network, and what the user allows. A key is not among them: it stays in this process.
PASSED_ON = (
    "HTTPS_PROXY",
    "https_proxy",
    "NO_PROXY",
    "no_proxy",
    "SSL_CERT_FILE",
    "JEV_PRUNE_ALLOW_REMOTE",
    "JEV_PRUNE_ENV_FILE",
)
# Verbs that decide nothing, so they work in the middle of a turn and while switched off.
FREE = ("status", "show", "stats", "help")
# The classes of reads, by the word that chooses them, with the kind of their decisions.
CLASSES = {"repeats": "repeat", "superseded": "superseded", "stale": "stale"}


def heartbeat(session: Session, client: Client) -> dict[str, Any]:
    """The figures of a session so far."""
    return {"session": session.id, "hostVersion": client.host_version, **session.figures()}


class Stop(Exception):
    """Ends a command with a text for the user."""


class Prune:
    """One command on one session."""

    def __init__(self, session: Session, config: Config, client: Client, chain: Chain) -> None:
        self._session = session
        self._config = config
        self._client = client
        self._chain = chain
        self._verbs: dict[str, Callable[[list[str]], str]] = {
            "": self._preview,
            "approve": self._approve,
            "assess": self._assess,
            "status": self._status,
            "why": lambda names: str(self._look("why")[1]["text"]),
            "show": self._show,
            "undo": self._undo,
            "stats": self._stats,
            "off": lambda names: self._decide("switch", {"ticket": self._open(), "on": False}),
            "on": lambda names: self._decide("switch", {"ticket": self._open(), "on": True}),
            "help": lambda names: texts.HELP,
        }

    def run(self, words: list[str]) -> str:
        """What the user sees. Never raises a `Trouble`."""
        verb, names = (words[0], words[1:]) if words else ("", [])
        action = self._verbs.get(verb)
        if action is None:
            return texts.unknown_verb(verb)
        if verb not in FREE:
            if self._config.disabled:
                return texts.DISABLED
            if not self._session.idle:
                return texts.BUSY
        try:
            return action(names)
        except Stop as stop:
            return str(stop)
        except Trouble as trouble:
            return texts.failure_text(trouble, self._config)

    def _preview(self, names: list[str]) -> str:
        reply = self._look("pairs")[1]
        guest = self._chain.guest(self._session.id)
        text = f"{guest}\n{reply['text']}" if guest else str(reply["text"])
        return f"{text}\n{texts.APPROVE_HINT}" if _listed(reply, "repeats") else text

    def _approve(self, names: list[str]) -> str:
        seen = list(self._session.shown)
        ticket, reply = self._look("pairs")
        # What was listed is what is approved: reads that turned up since then wait for the next list.
        order = seen or list(self._session.shown)
        words = _classes(names or ["repeats"])
        if words is None:
            sources = _resolve(names, order)
        else:
            sources = [name for word in words for name in _listed(reply, word) if name in order]
        if not sources:
            return str(reply["text"])
        return self._decide("approve", {"ticket": ticket, "sources": sources})

    def _assess(self, names: list[str]) -> str:
        """The user sees what would be sent, and where to, before anything is."""
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        fields = {
            "ticket": self._open(),
            "environment": environment,
            "hostHasKey": "TYPESAFE_API_KEY" in os.environ,
        }
        offer = self._ask("assess", fields)
        if offer["asked"] + offer["remembered"] == 0:
            return str(offer["text"])
        if names[:1] != ["send"]:
            return f"{offer['text']}\n{texts.SEND_HINT}"
        return self._decide("assess", {**fields, "plan": offer["plan"]}, ASSESS_MILLIS)

    def _undo(self, names: list[str]) -> str:
        decisions = self._session.decisions
        if not decisions:
            return texts.NOTHING_TO_UNDO
        sources: list[str] | str = "all"
        words = _classes(names)
        if not names:
            newest = decisions[-1].approved_at
            sources = [decision.source.id for decision in decisions if decision.approved_at == newest]
        elif words is None:
            sources = _resolve(names, [decision.source.id for decision in decisions])
        elif "all" not in names:
            kinds = {CLASSES[word] for word in words}
            sources = [decision.source.id for decision in decisions if decision.kind in kinds]
        if not sources:
            return texts.NOTHING_TO_UNDO
        return self._decide("undo", {"ticket": self._open(), "sources": sources})

    def _show(self, names: list[str]) -> str:
        if not names:
            return texts.SHOW_WHAT
        ids = [decision.source.id for decision in self._session.decisions]
        name = names[0]
        if name.isdecimal() and 1 <= int(name) <= len(ids):
            name = ids[int(name) - 1]
        for body in originals(self._session, name):
            return texts.NOT_TEXT if body is None else "\n".join(body)
        return self._session.left_alone or texts.not_in_session(name)

    def _status(self, names: list[str]) -> str:
        try:
            reply = self._ask("status", {})
            worker = f"version {reply.get('version')}, pid {reply.get('pid')}"
        except Trouble as trouble:
            worker = texts.trouble_text(trouble, self._config) or str(trouble)
        return texts.status_text(self._session, self._config, worker)

    def _stats(self, names: list[str]) -> str:
        if not self._config.disabled:
            try:
                self._client.call("heartbeat", heartbeat(self._session, self._client), HEARTBEAT_MILLIS)
            except Trouble:
                pass  # the question below says what is wrong
        return str(self._ask("stats", {})["text"])

    def _request(self) -> Request:
        request = self._session.last
        if request is None:
            raise Stop(self._session.left_alone or texts.NO_REQUEST)
        return request

    def _open(self) -> str:
        """Sends the outline and the bodies that the worker names; the ticket under which it keeps what it saw."""
        request = self._request()
        self._session.adopt(self._ask("ledger", {}, 2 * self._config.preview_millis).get("ledger"))
        signs = self._session.cache.signs(request)
        return look(self._ask, self._session, request, signs, on_request=False, answer_signed=self._session.answer_signed).ticket

    def _look(self, detail: str) -> tuple[str, dict[str, Any]]:
        ticket = self._open()
        reply = self._ask("preview", {"ticket": ticket, "detail": detail})
        self._session.shown = [name for word in CLASSES for name in _listed(reply, word)]
        return ticket, reply

    def _decide(self, op: str, fields: dict[str, Any], millis: int | None = None) -> str:
        reply = self._ask(op, fields, millis)
        self._session.adopt(reply.get("ledger"))
        self._session.shown = []
        return str(reply["text"])

    def _ask(self, op: str, fields: dict[str, Any], millis: int | None = None) -> dict[str, Any]:
        return self._client.call(op, {"session": self._session.id, **fields}, millis or self._config.preview_millis)


def _classes(names: list[str]) -> list[str] | None:
    """The classes that the words choose, None when they name reads."""
    if "all" in names:
        return list(CLASSES)
    return [word for word in CLASSES if word in names] if all(name in CLASSES for name in names) else None


def _listed(reply: dict[str, Any], word: str) -> list[str]:
    """The ids of a list's reads of one class."""
    return [str(read["source"]) for read in reply.get("pairs" if word == "repeats" else word) or ()]


def _resolve(names: list[str], order: list[str]) -> list[str]:
    """Numbers and ids to ids."""
    found = []
    for name in names:
        if name in order:
            found.append(name)
        elif name.isdecimal() and 1 <= int(name) <= len(order):
            found.append(order[int(name) - 1])
        else:
            raise Stop(texts.no_such(name))
    return found
