"""The way to the worker: finds it, starts it when it is absent, asks it. Blocking, with a deadline on every question.

Each thread has a connection of its own. Questions that nobody waits for (starting, heartbeats) run one after the other
on one background thread, whose connection also tells the worker that a host is there; while the worker does not answer
they are left out, so that a hung worker costs one deadline and not one a turn.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from .config import Config
from .launch import Launch
from .sock import Wire, address_of
from .trouble import Trouble

HELLO_MILLIS = 2000
START_MILLIS = 15_000
POLL_SECONDS = 0.05
BREAK_AFTER = 3
BREAK_SECONDS = 60.0
# Operations that never start a worker: they only tell or ask about a running one, or a request waits for them.
PASSIVE = ("heartbeat", "status", "chain")


class Client:
    """Asks the worker. May be used by any thread."""

    def __init__(self, config: Config, host_version: str) -> None:
        self._config = config
        self.host_version = host_version
        self._mine = threading.local()
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._failures = 0
        self._pause_until = 0.0

    def call(self, op: str, fields: dict[str, Any], millis: int, may_start: bool = True) -> dict[str, Any]:
        """The reply to one question; raises `Trouble` when there is none in time or the worker refuses. `may_start`:
        whether an absent worker is started and waited for; some operations never do that."""
        until = time.monotonic() + millis / 1000
        try:
            reply = self._exchange(op, fields, until, may_start)
        except Trouble as trouble:
            # A connection from before may have ended with its worker; a new one finds or starts the next.
            if trouble.code != "down" or not self._was_open:
                raise
            reply = self._exchange(op, fields, until, may_start)
        if reply.get("ok") is not True:
            error = reply.get("error")
            error = error if isinstance(error, dict) else {}
            raise Trouble(str(error.get("code", "internal")), str(error.get("message", "the worker failed")))
        return reply

    def connect(self, until: float) -> None:
        """Makes sure that this thread has a connection; raises `Trouble` with the code "down" while no worker runs."""
        self._connection(False, until)

    def _exchange(self, op: str, fields: dict[str, Any], until: float, may_start: bool) -> dict[str, Any]:
        self._mine.was_open = getattr(self._mine, "wire", None) is not None
        wire = self._connection(may_start and op not in PASSIVE, until)
        try:
            return wire.exchange(self._request(op, fields), until)
        except Trouble:
            self._drop()
            raise

    @property
    def _was_open(self) -> bool:
        return bool(self._mine.was_open)

    def later(self, op: str, fields: dict[str, Any], millis: int, done: Callable[[dict[str, Any]], None]) -> None:
        """Asks in the background; `done` gets the reply, and nobody hears of a failure. Returns at once."""

        def job() -> None:
            if time.monotonic() < self._pause_until:
                return
            try:
                reply = self.call(op, fields, millis)
                self._failures = 0
                done(reply)
            except Exception:  # the next question of a user reports it
                self._failures += 1
                if self._failures >= BREAK_AFTER:
                    self._failures = 0
                    self._pause_until = time.monotonic() + BREAK_SECONDS

        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="jev-prune", daemon=True)
                self._thread.start()
        self._jobs.put(job)

    def _run(self) -> None:
        while True:
            self._jobs.get()()

    def _request(self, op: str, fields: dict[str, Any]) -> dict[str, Any]:
        self._mine.next_id = getattr(self._mine, "next_id", 0) + 1
        scope = {"host": "hermes", "profile": self._config.profile}
        return {"v": 1, "id": self._mine.next_id, "op": op, **scope, **fields}

    def _connection(self, may_start: bool, until: float) -> Wire:
        wire = getattr(self._mine, "wire", None)
        if isinstance(wire, Wire) and self._mine.pid == os.getpid():
            return wire
        launch = Launch(self._config)
        start_until = time.monotonic() + START_MILLIS / 1000
        try:
            while True:
                try:
                    return self._greeted(until)
                except Trouble as trouble:
                    if trouble.code != "down" or not may_start:
                        raise
                if time.monotonic() > min(until, start_until):
                    raise Trouble("absent", "it did not answer in time after its start")
                launch.attempt()
                time.sleep(POLL_SECONDS)
        finally:
            launch.release()

    def _greeted(self, until: float) -> Wire:
        wire = Wire(address_of(self._config.data_home), until)
        greeting = {
            "hostVersion": self.host_version,
            "shim": {"version": self._config.version},
            "protocol": {"min": 1, "max": 1},
            "pid": os.getpid(),
        }
        try:
            hello_until = min(until, time.monotonic() + HELLO_MILLIS / 1000)
            reply = wire.exchange(self._request("hello", greeting), hello_until)
            if reply.get("ok") is not True:
                error = reply.get("error")
                error = error if isinstance(error, dict) else {}
                raise Trouble(str(error.get("code", "internal")), str(error.get("message", "the worker failed")))
        except BaseException:
            wire.close()
            raise
        self._mine.wire, self._mine.pid = wire, os.getpid()
        return wire

    def _drop(self) -> None:
        wire = getattr(self._mine, "wire", None)
        self._mine.wire = None
        if isinstance(wire, Wire):
            wire.close()
