"""What the shim asks of the Hermes process it lives in. Everything is looked up when it is needed and may be missing."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from importlib import metadata
from typing import Any

LOG = logging.getLogger(__name__)

# Where one person sits in front of the process; anything else is a messaging gateway.
OWN_PLATFORMS = frozenset(("", "cli", "tui", "desktop", "acp", "local", "cron", "subagent"))
CHILD_PLATFORM = "subagent"
NEWEST_ROWS = 64
"""Rows of a session among which its last answer is looked for."""


def host_version() -> str:
    """The version of the running Hermes, "unknown" when it does not say."""
    try:
        return metadata.version("hermes-agent")
    except Exception:
        found = getattr(sys.modules.get("hermes_cli"), "__version__", None)
        return found if isinstance(found, str) else "unknown"


def named_session() -> str:
    """The session that the host names at this moment, "" when it names none. After a subagent it names that one."""
    try:
        from gateway.session_context import get_session_env  # type: ignore[import-not-found,unused-ignore]

        return str(get_session_env("HERMES_SESSION_ID") or "")
    except Exception:
        return os.environ.get("HERMES_SESSION_ID", "")


def is_gateway(on_event_loop: bool, platforms: set[str]) -> bool:
    """Whether several people may share this process: it serves a messaging platform, or is the gateway itself."""
    return bool(platforms - OWN_PLATFORMS) or (on_event_loop and "gateway.run" in sys.modules)


def open_read_guard(task_id: str) -> bool:
    """Lets the model read a file in full again although the host gave it out before; False when that cannot be done."""
    try:
        from tools.file_tools import reset_file_dedup  # type: ignore[import-not-found,unused-ignore]
    except Exception:
        return False
    reset_file_dedup(task_id)
    return True


def lift_result_limit(tool: str) -> None:
    """Lets a tool answer as long as the host's own reads, which it never cuts; what it gives back was such a read."""
    try:
        from tools.registry import registry  # type: ignore[import-not-found,unused-ignore]

        registry.get_entry(tool).max_result_size_chars = float("inf")
    except Exception:
        LOG.debug("jev-prune: long results of %s are cut", tool, exc_info=True)


def stored_results(session: str, call: str) -> list[Any]:
    """The contents of the results that the host has stored for a call of a session, also of those it has compacted
    away; empty when it cannot tell."""
    rows = _stored(lambda database: database.get_messages(session, include_inactive=True))
    return [row.get("content") for row in rows if row.get("role") == "tool" and row.get("tool_call_id") == call]


def last_answer_time(session: str) -> float | None:
    """When the last answer of a session was stored, in seconds since 1970; None when the host cannot tell."""

    def newest(database: Any) -> Any:
        count = int(database.get_session(session)["message_count"])
        return database.get_messages(session, limit=NEWEST_ROWS, offset=max(0, count - NEWEST_ROWS))

    times = [row.get("timestamp") for row in _stored(newest) if row.get("role") == "assistant"]
    return float(times[-1]) if times and isinstance(times[-1], (int, float)) else None


def _stored(rows: Callable[[Any], Any]) -> list[dict[str, Any]]:
    """Rows out of the host's own database, by its own reader, which takes no write lock."""
    try:
        from hermes_state import SessionDB  # type: ignore[import-not-found,unused-ignore]

        database = SessionDB(read_only=True)
        try:
            return [row for row in rows(database) if isinstance(row, dict)]
        finally:
            database.close()
    except Exception:
        LOG.debug("jev-prune: Hermes' database is not read", exc_info=True)
        return []


def answer_is_signed(answer: Any) -> bool:
    """Whether a model's answer holds something signed, in the shape of any of the providers' libraries."""
    content = _get(answer, "content")
    output = _get(answer, "output")
    if isinstance(content, list) and any(_get(b, "signature") or _get(b, "data") for b in content):
        return True
    if isinstance(output, list) and any(_get(item, "encrypted_content") for item in output):
        return True
    choices = _get(answer, "choices")
    if not isinstance(choices, list) or not choices:
        return False
    message = _get(choices[0], "message")
    details = _get(message, "reasoning_details")
    return isinstance(details, list) and any(_get(d, "signature") or _get(d, "data") for d in details)


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)
