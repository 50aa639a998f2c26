"""What the shim asks of the Hermes process it lives in. Everything is looked up when it is needed and may be missing."""

from __future__ import annotations

import os
import sys
from importlib import metadata
from typing import Any

# Where one person sits in front of the process; anything else is a messaging gateway.
OWN_PLATFORMS = frozenset(("", "cli", "tui", "desktop", "acp", "local", "cron", "subagent"))
CHILD_PLATFORM = "subagent"


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
