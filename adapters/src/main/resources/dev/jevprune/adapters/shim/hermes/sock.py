"""The worker's socket: where it is, whether it can be trusted, and frames of four length bytes and UTF-8 JSON."""

from __future__ import annotations

import json
import os
import socket
import stat
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .token import check, greeting, read_token
from .trouble import Trouble

MAX_FRAME_BYTES = 16_777_216
# Longer paths fail at connect with a misleading "not found" (and on macOS from 104 bytes on).
MAX_PATH_BYTES = 100
PROOF_SECONDS = 2.0
ABSENT = "the worker is not running"


def frame_of(message: dict[str, Any]) -> bytes:
    """The bytes of one frame. Half a surrogate pair goes as an escape, which the worker reads as what it is."""
    try:
        body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError:
        body = json.dumps(message, separators=(",", ":")).encode("ascii")
    if len(body) > MAX_FRAME_BYTES:
        raise Trouble("limit", "the request is too large for the worker")
    return struct.pack(">I", len(body)) + body


@dataclass(frozen=True, slots=True)
class Address:
    """Where a worker listens: the path of a Unix socket, or a port of 127.0.0.1 and the file of its token."""

    path: str = ""
    port: int = 0
    token_file: str = ""


def address_of(data_home: str) -> Address:
    """Where the worker listens, after the checks that nobody else can have put a socket there."""
    file = Path(data_home, "worker.json")
    try:
        record = json.loads(file.read_bytes())
        target, port, token_file = record.get("socket"), record.get("port"), record.get("tokenFile")
    except (OSError, ValueError, AttributeError):
        raise Trouble("down", ABSENT) from None
    if isinstance(port, int) and 0 < port < 65_536 and isinstance(token_file, str):
        return Address(port=port, token_file=token_file)
    if not isinstance(target, str) or len(os.fsencode(target)) > MAX_PATH_BYTES:
        raise Trouble("unsafe", f"{file} names no usable socket. Run jevprune worker stop.")
    _check(target)
    return Address(path=target)


def _check(target: str) -> None:
    try:
        folder, end = os.lstat(os.path.dirname(target)), os.lstat(target)
    except OSError:
        raise Trouble("down", ABSENT) from None
    me = os.getuid()
    if not stat.S_ISDIR(folder.st_mode) or folder.st_uid != me or stat.S_IMODE(folder.st_mode) != 0o700:
        raise Trouble(
            "unsafe", f"the folder of {target} is not yours alone (wanted: your own, mode 0700); the worker is not used."
        )
    if not stat.S_ISSOCK(end.st_mode) or end.st_uid != me:
        raise Trouble("unsafe", f"{target} is not a socket of yours; the worker is not used.")


class Wire:
    """One connection. Used by one thread; every wait ends at the given moment of the monotonic clock."""

    def __init__(self, address: Address, until: float) -> None:
        if not address.port and not hasattr(socket, "AF_UNIX"):
            raise Trouble("down", "this Python has no Unix sockets")
        token = read_token(address.token_file) if address.port else ""
        family = socket.AF_INET if address.port else socket.AF_UNIX
        self._socket = socket.socket(family, socket.SOCK_STREAM)
        try:
            self._wait(until)
            self._socket.connect(("127.0.0.1", address.port) if address.port else address.path)
        except TimeoutError:
            self.close()
            raise Trouble("late", "the worker takes no connection") from None
        except OSError as cause:
            self.close()
            raise Trouble("down", f"no worker at {address.path or address.port}: {cause.strerror}") from None
        if token:
            self._prove(token, min(until, time.monotonic() + PROOF_SECONDS))

    def _prove(self, token: str, until: float) -> None:
        sent = greeting(token)
        try:
            check(token, sent, self.exchange(sent, until))
        except Trouble:
            self.close()
            raise Trouble("down", "what answers at the worker's port is not the worker") from None

    def exchange(self, request: dict[str, Any], until: float) -> dict[str, Any]:
        """Sends a request and returns its reply; anything else makes the connection unusable."""
        try:
            self._wait(until)
            self._socket.sendall(frame_of(request))
            while True:
                reply = self._frame(until)
                if reply.get("id") == request["id"]:
                    return reply
        except TimeoutError:
            raise Trouble("late", "the worker did not answer in time") from None
        except OSError as cause:
            raise Trouble("down", f"the worker closed the connection ({cause.strerror})") from None

    def close(self) -> None:
        self._socket.close()

    def _wait(self, until: float) -> None:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)

    def _frame(self, until: float) -> dict[str, Any]:
        (length,) = struct.unpack(">I", self._bytes(4, until))
        if not 1 <= length <= MAX_FRAME_BYTES:
            raise Trouble("internal", "the worker sent a frame that is not understood")
        try:
            reply = json.loads(self._bytes(length, until))
        except (ValueError, RecursionError):
            raise Trouble("internal", "the worker sent a frame that is not understood") from None
        return reply if isinstance(reply, dict) else {}

    def _bytes(self, count: int, until: float) -> bytes:
        parts = bytearray()
        while len(parts) < count:
            self._wait(until)
            part = self._socket.recv(min(count - len(parts), 65_536))
            if not part:
                raise Trouble("down", "the worker closed the connection")
            parts += part
        return bytes(parts)
