"""What the provider reported for the answers of one session, since the session was seen in this process.

Hermes hands a middleware the provider's own answer, so each wire form names its tokens in its own way. Sums only grow; the
worker keeps the last ones of each run, so one that it hears twice, or not at all, adds nothing twice.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from .forms import ANTHROPIC, Form

MAX_READS = 512
"""A session has at most 128 decisions at a time; undone ones count too."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer. `input` is what came neither from the cache nor was written to it."""

    input: int
    cache_read: int
    cache_write: int
    output: int


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a request lacked."""

    bytes: int
    ids: tuple[str, ...]


@dataclass(slots=True)
class _Sums:
    answers: int = 0
    input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0

    def add(self, usage: Usage) -> None:
        self.answers += 1
        self.input += usage.input
        self.cache_read += usage.cache_read
        self.cache_write += usage.cache_write
        self.output += usage.output

    def told(self) -> dict[str, Any]:
        return {
            "answers": self.answers,
            "input": self.input,
            "cacheRead": self.cache_read,
            "cacheWrite": self.cache_write,
            "output": self.output,
        }


@dataclass(slots=True)
class _Part(_Sums):
    bytes: int = 0
    warm_bytes: int = 0
    reads: dict[str, int] = field(default_factory=dict)

    def lacked(self, usage: Usage, lacking: Lacking) -> None:
        self.add(usage)
        self.bytes += lacking.bytes
        if usage.cache_read > 0:
            self.warm_bytes += lacking.bytes
        for name in lacking.ids:
            if len(self.reads) < MAX_READS or name in self.reads:
                self.reads[name] = self.reads.get(name, 0) + 1

    def told(self) -> dict[str, Any]:
        return {**_Sums.told(self), "bytes": self.bytes, "warmBytes": self.warm_bytes, "reads": dict(self.reads)}


class Bill:
    """Of one session in one process."""

    def __init__(self) -> None:
        self._run = secrets.token_hex(8)
        self._all = _Sums()
        self._pruned = _Part()
        self._observed = _Part()
        self._models: set[tuple[str, str]] = set()

    def add(self, usage: Usage, model: dict[str, str], lacking: Lacking | None, observes: bool) -> None:
        """Adds one answer; `observes`: its request lacked that on paper only."""
        self._all.add(usage)
        if len(self._models) < 2:
            self._models.add((model.get("provider", ""), model.get("id", "")))
        if lacking is not None and lacking.bytes > 0:
            (self._observed if observes else self._pruned).lacked(usage, lacking)

    def told(self) -> dict[str, Any] | None:
        """The member `usage` of a heartbeat; None while there is nothing to tell."""
        if self._all.answers == 0:
            return None
        told = {"run": self._run, **self._all.told(), "pruned": self._pruned.told()}
        if len(self._models) == 1:
            provider, name = next(iter(self._models))
            told["model"] = {"provider": provider, "id": name}
        if self._observed.answers > 0:
            told["observed"] = self._observed.told()
        return told


def usage_of(form: Form, answer: Any) -> Usage | None:
    """The usage that an answer reports; None when it reports none, which is unknown and not free."""
    usage = _get(answer, "usage")
    if _count(usage, "prompt_tokens") > 0:
        found = _of_chat(usage)
    elif _count(usage, "inputTokens") > 0:
        found = _plain(usage, "inputTokens", "cacheReadInputTokens", "cacheWriteInputTokens", "outputTokens")
    elif form is ANTHROPIC:
        found = _plain(usage, "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
    else:
        details = _get(usage, "input_tokens_details")
        read, write = _count(details, "cached_tokens"), _count(details, "cache_creation_tokens")
        found = _whole(_count(usage, "input_tokens"), read, write, _count(usage, "output_tokens"))
    return None if found == Usage(0, 0, 0, 0) else found


def _plain(usage: Any, *names: str) -> Usage:
    """Where the prompt's tokens do not hold those of the cache."""
    return Usage(*(_count(usage, name) for name in names))


def _whole(prompt: int, read: int, write: int, output: int) -> Usage:
    """Where they do."""
    return Usage(max(0, prompt - read - write), read, write, output)


def _of_chat(usage: Any) -> Usage:
    """Some servers of chat completions name what the cache did beside the details, as other providers do."""
    details = _get(usage, "prompt_tokens_details")
    read = (
        _count(details, "cached_tokens")
        or _count(usage, "cache_read_input_tokens")
        or _count(usage, "prompt_cache_hit_tokens")
    )
    write = _count(details, "cache_write_tokens") or _count(usage, "cache_creation_input_tokens")
    return _whole(_count(usage, "prompt_tokens"), read, write, _count(usage, "completion_tokens"))


def _count(value: Any, name: str) -> int:
    count = _get(value, name)
    return count if isinstance(count, int) and not isinstance(count, bool) and count > 0 else 0


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)
