"""The sessions of this process, and which one a command means. Hermes hands a command no session."""

from __future__ import annotations

import threading
from typing import Any

from . import texts
from .host import named_session
from .prune import Stop
from .session import Session
from .store import Store

MAX_SESSIONS = 64
# A request may have megabytes, so only the sessions used last keep theirs.
MAX_REQUESTS = 8
VERBS = ("approve", "assess", "status", "why", "show", "stats", "undo", "off", "on", "help")


class Sessions:
    """The sessions seen here, the one used last at the end; subagents are not among them."""

    def __init__(self, store: Store, observes: bool = False) -> None:
        self._store = store
        self._observes = observes
        self._lock = threading.Lock()
        self._all: dict[str, Session] = {}
        self._listed = ""

    def __len__(self) -> int:
        return len(self._all)

    def seen(self, name: str, platform: str) -> Session:
        """The session of that id, which is now the one used last."""
        with self._lock:
            session = self._all.pop(name, None) or Session(self._store, name, platform, self._observes)
            self._all[name] = session
            session.platform = platform or session.platform
            while len(self._all) > MAX_SESSIONS:
                del self._all[next(iter(self._all))]
            for older in list(self._all.values())[:-MAX_REQUESTS]:
                older.last = None
            return session

    def find(self, name: Any) -> Session | None:
        return self._all.get(name) if isinstance(name, str) else None

    def platforms(self) -> set[str]:
        with self._lock:
            return {session.platform for session in self._all.values()}

    def choose(self, words: list[str]) -> tuple[Session, list[str]]:
        """The session a command means, and its words without the session's name.

        In order: the one that is named; for `approve`, the one whose list was shown last, since that is what the user
        saw; the one the host names, unless it is a subagent's; the one used last.
        """
        with self._lock:
            names = list(self._all)
        if words and words[0] not in VERBS:
            fitting = [name for name in names if name == words[0]] or [n for n in names if n.endswith(words[0])]
            if len(fitting) > 1:
                raise Stop(texts.ambiguous(words[0], fitting))
            if not fitting:
                raise Stop(texts.unknown_verb(words[0]))
            return self._all[fitting[0]], words[1:]
        listed = self._all.get(self._listed)
        if words[:1] == ["approve"] and listed is not None and listed.shown:
            return listed, words
        session = self._all.get(named_session()) or (self._all[names[-1]] if names else None)
        if session is None:
            if words == ["help"]:
                raise Stop(texts.HELP)
            raise Stop(texts.NO_SESSION)
        self._listed = session.id
        return session, words
