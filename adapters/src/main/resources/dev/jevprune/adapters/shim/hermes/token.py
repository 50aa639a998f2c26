"""The first frame to a worker on a TCP port, and its answer.

Everybody on the machine can connect to a port, and the port of a killed worker may be anybody's: both sides show that they
can read the token file, which never travels itself.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import stat
from typing import Any

from .trouble import Trouble


def proof_of(token: str, side: str, nonce: str) -> str:
    """The proof of one side, `client` or `worker`: one side's cannot serve as the other's."""
    return hmac.new(bytes.fromhex(token), f"{side}\n{nonce}".encode(), "sha256").hexdigest()


def read_token(file: str) -> str:
    """The token of a worker of this user."""
    try:
        found = os.lstat(file)
    except OSError:
        raise Trouble("down", "the worker is not running") from None
    # no user ids on Windows, where the file's access list has one entry: its owner
    me = os.getuid() if hasattr(os, "getuid") else None
    is_open = me is not None and (found.st_uid != me or stat.S_IMODE(found.st_mode) & 0o177 != 0)
    if not stat.S_ISREG(found.st_mode) or is_open:
        raise Trouble("unsafe", f"{file} is not a file of yours with mode 0600; the worker is not used.")
    try:
        with open(file, encoding="latin-1") as stream:
            token = stream.read(100).strip()
    except OSError:
        raise Trouble("down", "the worker is not running") from None
    if re.fullmatch("[0-9a-f]{64}", token) is None:
        raise Trouble("down", "the worker has not written its token")
    return token


def greeting(token: str) -> dict[str, Any]:
    """The first frame, with a nonce that is used once."""
    nonce = secrets.token_hex(32)
    return {"v": 1, "id": 0, "op": "token", "nonce": nonce, "proof": proof_of(token, "client", nonce)}


def check(token: str, sent: dict[str, Any], reply: dict[str, Any]) -> None:
    """Refuses everybody but the worker that is meant."""
    shown = reply.get("proof")
    wanted = proof_of(token, "worker", str(sent["nonce"]))
    if not isinstance(shown, str) or not hmac.compare_digest(shown.encode(), wanted.encode()):
        raise Trouble("down", "what answers at the worker's port is not the worker")
