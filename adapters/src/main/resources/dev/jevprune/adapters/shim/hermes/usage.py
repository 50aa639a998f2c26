"""What answers cost, as their providers report it. Pure but for the sums.

Hermes hands a middleware the provider's own answer, so each wire form names its tokens in its own way. Here `input` is
what came neither from the cache nor was written to it; what went in is input + cache_read + cache_write.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .forms import ANTHROPIC, Form


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer."""

    input: int
    cache_read: int
    cache_write: int
    output: int


@dataclass(slots=True)
class Sums:
    """Of several answers."""

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

    def to_json(self) -> dict[str, int]:
        return {
            "answers": self.answers,
            "input": self.input,
            "cacheRead": self.cache_read,
            "cacheWrite": self.cache_write,
            "output": self.output,
        }


@dataclass(slots=True)
class Bill:
    """The answers of a session in this process: all, and those to requests that had something left out."""

    all: Sums = field(default_factory=Sums)
    pruned: Sums = field(default_factory=Sums)
    bytes: int = 0
    """Bytes that were left out of the requests of the latter."""

    def add(self, usage: Usage, bytes_left_out: int) -> None:
        self.all.add(usage)
        if bytes_left_out > 0:
            self.pruned.add(usage)
            self.bytes += bytes_left_out

    def to_json(self) -> dict[str, Any]:
        return {**self.all.to_json(), "pruned": {**self.pruned.to_json(), "bytes": self.bytes}}


def usage_of(form: Form, answer: Any) -> Usage | None:
    """The usage that an answer reports, None when it reports none."""
    usage = _get(answer, "usage")
    if _is_count(_get(usage, "prompt_tokens")):
        return _chat(usage)
    if _is_count(_get(usage, "inputTokens")):
        return Usage(*(_count(usage, name) for name in ("inputTokens", "cacheReadInputTokens", "cacheWriteInputTokens", "outputTokens")))
    if not _is_count(_get(usage, "input_tokens")):
        return None
    if form is ANTHROPIC:
        read, write = _count(usage, "cache_read_input_tokens"), _count(usage, "cache_creation_input_tokens")
        return Usage(_count(usage, "input_tokens"), read, write, _count(usage, "output_tokens"))
    details = _get(usage, "input_tokens_details")
    read, write = _count(details, "cached_tokens"), _count(details, "cache_creation_tokens")
    return Usage(max(0, _count(usage, "input_tokens") - read - write), read, write, _count(usage, "output_tokens"))


def _chat(usage: Any) -> Usage:
    """Chat completions; some of their servers name what the cache did beside the details, as other providers do."""
    details = _get(usage, "prompt_tokens_details")
    read = (
        _count(details, "cached_tokens")
        or _count(usage, "cache_read_input_tokens")
        or _count(usage, "prompt_cache_hit_tokens")
    )
    write = _count(details, "cache_write_tokens") or _count(usage, "cache_creation_input_tokens")
    return Usage(max(0, _count(usage, "prompt_tokens") - read - write), read, write, _count(usage, "completion_tokens"))


def _count(value: Any, name: str) -> int:
    count = _get(value, name)
    return count if _is_count(count) else 0


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)
