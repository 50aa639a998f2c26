"""The tool that gives an omitted text back, and where originals come from."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from . import texts
from .fingerprint import EXPAND_TOOL, hashed_text, sha256, well_formed
from .forms import texts_of
from .host import lift_result_limit, stored_results
from .scan import scan
from .session import Session

if TYPE_CHECKING:
    from .plugin import Plugin

LOG = logging.getLogger(__name__)
TOOLSET = "jev_prune"
HANDLE_DIGITS = 12
"""Digits of the id in a marker."""

SCHEMA: dict[str, Any] = {
    "name": EXPAND_TOOL,
    "description": (
        "Gives back the older text of a file read that Jev Prune left out of the conversation. It is what the file held"
        " when it was read, not what it holds now. Take the id from the note that stands in place of the text."
    ),
    "parameters": {
        "type": "object",
        "properties": {"id": {"type": "string", "description": "The id in the note, such as 3fa9c1d2e4b0"}},
        "required": ["id"],
        "additionalProperties": False,
    },
}


def register_expand(ctx: Any, plugin: Plugin) -> None:
    """Registers the tool, once when the process starts: one that came and went would change what stands before every
    message. A host without tools of plugins goes on without it."""
    try:
        ctx.register_tool(EXPAND_TOOL, TOOLSET, SCHEMA, handler(plugin), description=SCHEMA["description"])
        lift_result_limit(EXPAND_TOOL)
    except Exception:
        LOG.warning("jev-prune: this Hermes takes no tool of ours", exc_info=True)


def handler(plugin: Plugin) -> Callable[..., str]:
    """What Hermes calls with the model's arguments, and with the session that the call is of."""

    def expand(args: Any = None, session_id: Any = None, **_: Any) -> str:
        name = args.get("id") if isinstance(args, dict) else None
        session = plugin.sessions.find(session_id)
        try:
            if session is None:
                return _failed(texts.EXPAND_NO_SESSION)
            text = original_of(session, name)
        except Exception:
            LOG.debug("jev-prune: no original", exc_info=True)
            text = None
        return _failed(texts.not_kept(name)) if text is None else text

    return expand


def original_of(session: Session, name: Any) -> str | None:
    """The original text that the id in a marker means; None when it is not this session's, or not to be had."""
    if not isinstance(name, str) or len(name) != HANDLE_DIGITS:
        return None
    for decision in session.decisions:
        if not decision.source.text.startswith(name):
            continue
        for found in originals(session, decision.source.id):
            if found and all(map(well_formed, found)) and sha256(hashed_text(found)) == decision.source.text:
                return "\n".join(found)
    return None


def originals(session: Session, name: str) -> Iterator[list[str] | None]:
    """The texts of a call's result, None where there is more than text in it: out of the last request as it came, then
    out of the host's own database, which also has what was compacted away."""
    last = session.last
    place = scan(last.form, last.messages, {name}).results.get(name) if last is not None else None
    if last is not None and place is not None:
        yield texts_of(last.form.result(place.record)[1])
    for content in stored_results(session.id, name):
        yield texts_of(content)


def shows_tool(request: dict[str, Any]) -> bool:
    """Whether the model that gets this request sees the tool: a user may have switched its toolset off."""
    tools = request.get("tools")
    if not isinstance(tools, list):
        settings = request.get("toolConfig")
        tools = settings.get("tools") if isinstance(settings, dict) else None
    return isinstance(tools, list) and any(_name(tool).removeprefix("mcp__") == EXPAND_TOOL for tool in tools)


def _name(tool: Any) -> str:
    for member in ("function", "toolSpec"):
        if isinstance(tool, dict) and isinstance(tool.get(member), dict):
            tool = tool[member]
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) else ""


def _failed(text: str) -> str:
    return json.dumps({"error": text}, ensure_ascii=False)
