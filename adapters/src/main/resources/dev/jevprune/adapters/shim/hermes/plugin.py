"""The Hermes glue: the execution middleware, the events of a session, and the command.

Hermes nests `llm_execution` callbacks and lets each call the next one once. So: everything of ours happens before that
call and is caught as a whole; the call itself stands outside of every `except`, because its errors are the host's own.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import texts
from .cache import Request
from .chain import Chain
from .client import Client
from .config import Config, read_config
from .due import Due
from .engine import register_engine
from .expand import register_expand, shows_tool
from .forms import FORMS, Form
from .guard import reopen
from .host import CHILD_PLATFORM, answer_is_signed, host_version, is_gateway
from .prune import HEARTBEAT_MILLIS, Prune, Stop, heartbeat
from .replay import Plan
from .session import Session
from .sessions import Sessions
from .store import Store
from .usage import Lacking

LOG = logging.getLogger(__name__)
START_MILLIS = 20_000
# A list that the provider completes from what it keeps itself is only half a conversation.
PROVIDER_KEEPS = ("previous_response_id", "conversation")


@dataclass(slots=True)
class Attempt:
    """What is known of one request on its way."""

    own: bool = False
    """Whether it is of the user's turn."""
    seen: Request | None = None
    """None when it is left alone."""
    lacking: Lacking | None = None


class Plugin:
    """One per process."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.client = Client(config, host_version())
        self.chain = Chain(config, self.client)
        self.due = Due(config, self.client)
        self.sessions = Sessions(Store(config.data_home, config.profile), config.observes)

    # The request

    def execute(self, request: Any = None, next_call: Callable[[Any], Any] | None = None, **context: Any) -> Any:
        """The middleware: `next_call` exactly once, with the request as it is replayed."""
        outgoing, session, attempt = request, None, Attempt()
        try:
            session = self._session(context)
            if session is not None:
                attempt.own = session.owns(str(context.get("task_id") or ""))
                attempt.seen = self._seen(session, request, context, attempt.own)
                if attempt.seen is not None:
                    outgoing = self._replayed(session, request, attempt.seen, attempt)
        except Exception:
            LOG.debug("jev-prune: the request goes out as it is", exc_info=True)
            outgoing = request
        assert next_call is not None
        answer = next_call(outgoing)
        if session is not None:
            self._answered(session, attempt, answer)
        return answer

    def _session(self, context: dict[str, Any]) -> Session | None:
        if self.config.disabled or context.get("platform") == CHILD_PLATFORM:
            return None
        name = context.get("session_id")
        if not isinstance(name, str) or not name:
            return None
        return self.sessions.seen(name, str(context.get("platform") or ""))

    def _seen(self, session: Session, request: Any, context: dict[str, Any], own: bool) -> Request | None:
        """The request as it is before anything of ours; None when it is left alone."""
        if own:
            session.turn(True)
            session.last, session.answer_signed, session.left_alone = None, None, ""
        form = FORMS.get(str(context.get("api_mode")))
        messages = request.get(form.list_key) if form is not None and isinstance(request, dict) else None
        if form is None or not isinstance(messages, list):
            session.left_alone = texts.UNKNOWN_FORM if own else session.left_alone
            return None
        if any(request.get(name) for name in PROVIDER_KEEPS):
            session.left_alone = texts.LEFT_ALONE if own else session.left_alone
            return None
        model = {
            "api": form.name,
            "provider": str(context.get("provider") or ""),
            "id": str(context.get("model") or request.get("model") or ""),
        }
        can_expand = self.config.expand and shows_tool(request)
        originals = session.restored(form, messages)
        return Request(form, originals, model, str(context.get("task_id") or ""), can_expand)

    def _replayed(self, session: Session, request: Any, seen: Request, attempt: Attempt) -> Any:
        form, originals = seen.form, seen.messages
        if attempt.own and self.due.on:
            self.due.before(session, seen)
        edited = originals
        if not self.chain.carrier:
            edited, plan = session.replay(form, originals)
            if plan.applied:
                attempt.lacking = Lacking(plan.bytes_removed, tuple(plan.applied))
            if attempt.own and edited is not originals:
                self._reopen(session, form, edited, plan, seen.task_id)
            edited = self.chain.run(session, form, originals, edited, plan, seen.model)
        # Where another package is the carrier, it runs our stage; here only /prune needs to know the list.
        if attempt.own:
            session.last = seen
        return request if edited is request[form.list_key] else {**request, form.list_key: edited}

    def _reopen(self, session: Session, form: Form, edited: list[Any], plan: Plan, task_id: str) -> None:
        try:
            reopen(session, form, edited, plan, task_id)
        except Exception:
            LOG.debug("jev-prune: the re-read guard stays as it is", exc_info=True)

    def _answered(self, session: Session, attempt: Attempt, answer: Any) -> None:
        if attempt.own:
            try:
                session.answer_signed = answer_is_signed(answer)
            except Exception:
                session.answer_signed = True  # a strange answer may hold anything
        try:
            if attempt.seen is not None and answer is not None:
                session.answered(attempt.seen, attempt.own, self.due.on, answer, attempt.lacking)
        except Exception:
            LOG.debug("jev-prune: the answer is not noted", exc_info=True)

    # The events

    def started(self, session_id: Any = None, platform: Any = None, **_: Any) -> None:
        """A session begins or is opened again: the worker is started in the background."""
        if self.config.disabled or platform == CHILD_PLATFORM or not isinstance(session_id, str) or not session_id:
            return
        session = self.sessions.seen(session_id, str(platform or ""))
        self.client.later("ledger", {"session": session.id}, START_MILLIS, lambda reply: session.adopt(reply["ledger"]))

    def turn_ended(self, session_id: Any = None, task_id: Any = None, **_: Any) -> None:
        session = self.sessions.find(session_id)
        if session is None or self.config.disabled or not session.owns(str(task_id or session_id)):
            return
        session.turn(False)
        self.client.later("heartbeat", heartbeat(session, self.client), HEARTBEAT_MILLIS, lambda reply: None)

    # The command

    def command(self, raw: Any = "") -> Any:
        """The handler of /prune. On the gateway's event loop the work is done on another thread."""
        words = str(raw or "").split()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._run(words, False)
        return asyncio.to_thread(self._run, words, True)

    def _run(self, words: list[str], on_event_loop: bool) -> str:
        try:
            shared = is_gateway(on_event_loop, self.sessions.platforms())
            if shared and words[:1] != ["help"] and os.environ.get("JEV_PRUNE_HERMES_SINGLE_USER") != "1":
                return texts.SHARED
            session, rest = self.sessions.choose(words)
            text = Prune(session, self.config, self.client, self.chain).run(rest)
            return text if len(self.sessions) < 2 else f"Session {session.id}\n{text}"
        except Stop as stop:
            return str(stop)
        except Exception:
            LOG.exception("jev-prune: /prune failed")
            return texts.FAILED


def register(ctx: Any, given: dict[str, Any]) -> Plugin:
    """Binds everything to Hermes' plugin context. Cheap: it runs in every `hermes` process and starts nothing."""
    plugin = Plugin(read_config(given))
    ctx.register_middleware("llm_execution", plugin.execute)
    for event, handler in (
        ("on_session_start", plugin.started),
        ("on_session_reset", plugin.started),
        ("on_session_end", plugin.turn_ended),
    ):
        ctx.register_hook(event, handler)
    ctx.register_command("prune", plugin.command, texts.COMMAND_DESCRIPTION, texts.ARGS_HINT)
    if plugin.config.expand:
        register_expand(ctx, plugin)
    if plugin.config.context_engine and not plugin.config.disabled:
        register_engine(ctx, plugin)
    return plugin
