"""One look of the worker at a conversation: the outline, then the bodies it names, under one ticket."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .cache import Request, Signs
from .outline import Outline
from .session import Session
from .trouble import Trouble

FRAME_BYTES = 4_000_000
MAX_FRAME_BYTES = 16_000_000
Ask = Callable[[str, dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Look:
    """What the worker keeps under a ticket, and the ids it wanted to see; no ids, no need of the ticket on a request."""

    ticket: str
    need: list[str]


def look(
    ask: Ask, session: Session, request: Request, signs: Signs, on_request: bool, answer_signed: bool | None = None
) -> Look:
    """Sends outline and bodies. Raises what `ask` raises, and `Trouble` when the answer is not understood."""
    outline = Outline(request.form, request.messages, session.pruned_in(request), answer_signed)
    around = {"folder": folder(), "cache": signs.to_json(), "late": session.late, "expand": request.can_expand}
    fields: dict[str, Any] = {"model": request.model, "outline": {**outline.to_json(), **around}}
    if on_request:
        fields["for"] = "request"
    reply = ask("outline", fields)
    ticket, need = reply.get("ticket", ""), reply.get("need")
    if not isinstance(ticket, str) or not isinstance(need, list) or not all(isinstance(name, str) for name in need):
        raise Trouble("internal", "the worker's answer is not understood")
    for frame in frames(outline.bodies(need)):
        ask("bodies", {"ticket": ticket, "bodies": frame})
    return Look(ticket, need)


def folder() -> str:
    """Where the terminal of the session runs, from which relative paths start; "" when that is gone."""
    try:
        return os.environ.get("TERMINAL_CWD") or os.getcwd()
    except OSError:
        return ""


def frames(bodies: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Bodies in frames of a few megabytes. A body that fits no frame is not sent; the worker then keeps it."""
    all_frames: list[list[dict[str, Any]]] = []
    size = FRAME_BYTES + 1
    for body in bodies:
        count = len(json.dumps(body))
        if count > MAX_FRAME_BYTES:
            continue
        if size + count > FRAME_BYTES:
            all_frames.append([])
            size = 0
        all_frames[-1].append(body)
        size += count
    return all_frames
