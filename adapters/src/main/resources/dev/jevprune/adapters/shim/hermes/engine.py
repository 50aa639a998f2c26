"""The optional context engine: Hermes' own compressor, told what Jev Prune leaves out, so that it compacts later.

Hermes estimates a request before the middleware runs, from the whole history. From 0.19.1 on an engine may choose the
messages before that estimate; on 0.19.0 the estimate can only be corrected. Registered when `hermes.context_engine` is
on, active when Hermes' own `context.engine` names it. Engines are copied for each agent, so nothing is kept in them but
the session's id.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from .forms import CHAT

if TYPE_CHECKING:
    from .plugin import Plugin

LOG = logging.getLogger(__name__)
NAME = "jev-prune"
CHARS_PER_TOKEN = 4
"""How Hermes itself estimates."""


def register_engine(ctx: Any, plugin: Plugin) -> None:
    """Registers the engine; a host without its parts goes on without it."""
    try:
        from agent.context_compressor import ContextCompressor  # type: ignore[import-not-found,unused-ignore]
        from agent.context_engine import ContextEngine  # type: ignore[import-not-found,unused-ignore]

        engine = engine_class(ContextCompressor, plugin, hasattr(ContextEngine, "select_context"))
        ctx.register_context_engine(engine(model="placeholder", config_context_length=200_000, quiet_mode=True))
    except Exception:
        LOG.warning("jev-prune: this Hermes takes no context engine of ours", exc_info=True)


def engine_class(compressor: Any, plugin: Plugin, selects: bool) -> Any:
    """The engine over a host's compressor; `selects`: whether the host asks it for the messages of a request."""

    class JevPruneEngine(compressor):  # type: ignore[misc,valid-type,unused-ignore]
        jev_session = ""

        @property
        def name(self) -> str:
            return NAME

        def on_session_start(self, session_id: str, **more: Any) -> Any:
            self.jev_session = session_id
            return super().on_session_start(session_id, **more)

        def should_compress(self, prompt_tokens: int | None = None) -> bool:
            tokens = prompt_tokens if prompt_tokens is not None else self.last_prompt_tokens
            # The provider's own count is of the request that went out: nothing to correct. Before a turn the host
            # writes its estimate over the one of the two fields that older versions have.
            if not selects and tokens != getattr(self, "last_real_prompt_tokens", self.last_prompt_tokens):
                tokens = max(0, tokens - saved_tokens(plugin, self.jev_session))
            return bool(super().should_compress(tokens))

        def select_context(self, request_messages: list[Any], **more: Any) -> list[Any] | None:
            return select(plugin, self.jev_session, request_messages)

    return JevPruneEngine


def saved_tokens(plugin: Plugin, name: str) -> int:
    """What the next request of the session leaves out, in the host's estimate; 0 when that cannot be told."""
    try:
        session = plugin.sessions.find(name)
        return 0 if session is None or plugin.config.disabled else session.saving() // CHARS_PER_TOKEN
    except Exception:
        LOG.debug("jev-prune: no correction", exc_info=True)
        return 0


def select(plugin: Plugin, name: str, messages: list[Any]) -> list[Any] | None:
    """The messages of the next request, None when nothing is left out of them."""
    try:
        session = plugin.sessions.find(name)
        if session is None or plugin.config.disabled:
            return None
        edited = session.select(CHAT, messages)
        return None if edited is messages else edited
    except Exception:
        LOG.debug("jev-prune: no selection", exc_info=True)
        return None
