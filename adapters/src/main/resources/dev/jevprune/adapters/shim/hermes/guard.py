"""Keeps the model from being stuck behind Hermes' re-read guard.

Hermes answers a read of the same range of an unchanged file with a stub that refers to the earlier result. As long as a
full copy of that range is in the request the stub tells the truth. When a decision takes the last one out, the guard of
that task is opened, once for each body: the next read then gives the text, and that result stays.
"""

from __future__ import annotations

from typing import Any

from .fingerprint import READ_TOOLS
from .forms import Form, texts_of
from .host import open_read_guard
from .reading import FULL, judge, place_read
from .replay import Plan
from .scan import scan
from .session import Session


def reopen(session: Session, form: Form, edited: list[Any], plan: Plan, task_id: str) -> None:
    """Opens the guard when a body that was left out for the first time has no full copy left in the request."""
    fresh = set(plan.applied) - session.reset
    if not fresh:
        return
    if fresh - _with_copy(form, edited, fresh):
        open_read_guard(task_id)
    session.reset |= fresh


def _with_copy(form: Form, edited: list[Any], names: set[str]) -> set[str]:
    """Those of the ids whose range still stands in full somewhere in the list."""
    seen = scan(form, edited)
    place_of = {name: place_read(form.call(call.record)[2]) for name, call in seen.calls.items()}
    full = set()
    for name, result in seen.results.items():
        texts = texts_of(form.result(result.record)[1])
        call = seen.calls.get(name)
        if texts is not None and call is not None and form.call(call.record)[1] in READ_TOOLS:
            if judge(texts) in FULL:
                full.add(place_of[name])
    return {name for name in names if place_of.get(name, "") in full}
