"""Starts the worker. One winner among the shims by a start lock; the worker's own lock stays the authority."""

from __future__ import annotations

import os
import subprocess
import threading
import time

from .config import Config
from .trouble import Trouble

STALE_LOCK_SECONDS = 5
# The worker left because another one holds the lock: that one will answer.
EXIT_OTHER_WORKER = 3
# Nothing else of the host's environment reaches the worker, so no key does.
PASSED_ON = ("HOME", "PATH", "TMPDIR", "XDG_RUNTIME_DIR", "USER", "LANG", "JEV_PRUNE_TRANSPORT")
# Without the first a program on Windows has no network; the others are what HOME and TMPDIR are elsewhere.
PASSED_ON_IN_WINDOWS = ("SystemRoot", "USERPROFILE", "TEMP", "TMP")


class Launch:
    """One attempt to start a worker; nothing happens before `attempt`."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._lock = os.path.join(config.data_home, "start.lock")
        self._spawned = False
        self._held = False
        self._failure: Trouble | None = None

    def attempt(self) -> None:
        """Starts a worker unless this attempt did, or another shim is doing it. Raises what made the attempt fail."""
        if self._failure is not None:
            raise self._failure
        if self._spawned:
            return
        if not os.path.exists(self._config.java):
            raise Trouble("java", f"no Java program at {self._config.java}")
        self._held = _take(self._lock)
        if self._held:
            self._spawned = True
            self._start()

    def release(self) -> None:
        if self._held:
            self._held = False
            try:
                os.unlink(self._lock)
            except OSError:
                pass

    def _start(self) -> None:
        names = PASSED_ON + PASSED_ON_IN_WINDOWS if os.name == "nt" else PASSED_ON
        env = {"LC_ALL": "C.UTF-8"} | {name: os.environ[name] for name in names if name in os.environ}
        try:
            child = subprocess.Popen(
                worker_command(self._config),
                cwd=self._config.data_home,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as cause:
            self._failure = Trouble("absent", f"{self._config.java}: {cause.strerror}")
            return
        threading.Thread(target=self._watch, args=(child,), name="jev-prune-child", daemon=True).start()

    def _watch(self, child: subprocess.Popen[bytes]) -> None:
        """Takes the worker's exit code when it ends, so that no dead child stays behind."""
        code = child.wait()
        if code != EXIT_OTHER_WORKER:
            self._failure = Trouble("absent", f"it ended at once with exit code {code}")


def worker_command(config: Config) -> list[str]:
    return [
        config.java,
        "-XX:+UseSerialGC",
        "-Xmx160m",
        "-Xlog:disable",
        "-Xlog:all=error:stderr",
        "-cp",
        os.path.join(config.runtime, "lib", "*"),
        "dev.jevprune.adapters.worker.WorkerMain",
        "--data-home",
        config.data_home,
    ]


def _take(lock: str) -> bool:
    for _ in range(2):
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            return True
        except FileExistsError:
            try:
                if abs(time.time() - os.stat(lock).st_mtime) < STALE_LOCK_SECONDS:
                    return False
                os.unlink(lock)
            except FileNotFoundError:
                pass
        except OSError as cause:
            raise Trouble("absent", f"{lock}: {cause.strerror}") from None
    return False
