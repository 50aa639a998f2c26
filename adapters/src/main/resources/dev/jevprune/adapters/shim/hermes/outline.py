"""The outline of a list: what a decision needs to know, without bodies. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .events import events_of
from .fingerprint import READ_TOOLS, arguments, hashed_text, is_marker, sha256, spelling, utf8_bytes, well_formed
from .forms import Form, texts_of
from .reading import FULL, judge, place_read
from .scan import Place, Scan, scan

MAX_GOAL_BYTES = 8000
"""A longer goal is unusable, so it stays here."""


class Outline:
    """One look at a list as it stands before any of our edits."""

    def __init__(self, form: Form, messages: list[Any], pruned: set[str], answer_signed: bool | None) -> None:
        """`pruned`: ids whose bodies the ledger leaves out; `answer_signed`: whether the answer that came since holds
        something signed, None when there was none. It is not in the list yet, but the next request has it."""
        self._seen = scan(form, messages, weigh=True)
        self._form = form
        self._pruned = pruned
        self._verdicts = {name: judge(texts) for name in self._seen.results if (texts := self._texts(name)) is not None}
        self._pinned = _pinned(self._seen, self._verdicts)
        if answer_signed is not None:
            self._seen.bytes.append(0)
            self._seen.count += 1
            if answer_signed:
                self._seen.last_signed = self._seen.count - 1

    def to_json(self) -> dict[str, Any]:
        seen = self._seen
        behind = _behind(seen.bytes)
        size = utf8_bytes(seen.goal)
        usable = size <= MAX_GOAL_BYTES and well_formed(seen.goal)
        return {
            "form": self._form.name,
            "messages": seen.count,
            "lastUser": seen.last_user,
            "lastSigned": seen.last_signed,
            "goal": seen.goal if usable else "",
            "goalBytes": size,
            "calls": [self._call(*call, behind) for call in seen.order if self._form.call(call[2])[1] in READ_TOOLS],
            "events": events_of(seen),
        }

    def bodies(self, names: list[str]) -> list[dict[str, Any]]:
        """The raw records of those ids."""
        found = []
        for name in names:
            call, result = self._seen.calls.get(name), self._seen.results.get(name)
            if call is not None and result is not None:
                found.append({"id": name, "call": call.record, "result": result.record})
        return found

    def _texts(self, name: str) -> list[str] | None:
        return texts_of(self._form.result(self._seen.results[name].record)[1])

    def _call(self, name: str, index: int, record: Any, behind: list[int]) -> dict[str, Any]:
        place = self._seen.results.get(name, Place())
        texts = self._texts(name) if place.count else None
        _, tool, raw = self._form.call(record)
        args = arguments(raw)
        spelled = spelling(args)
        good = spelled is not None and well_formed(name) and all(map(well_formed, texts or []))
        marked = len(texts or []) == 1 and is_marker((texts or [""])[0])
        verdict = self._verdicts.get(name, "touched")
        failed = place.count > 0 and self._form.result(place.record)[2]
        return {
            "id": name,
            "calls": self._seen.calls[name].count,
            "results": place.count,
            "call": index,
            "at": place.at,
            "tool": tool,
            **_range(args),
            "ok": place.count > 0 and not failed and verdict != "failed",
            "shape": f"parts:{len(texts)}" if texts else "other",
            "bytes": sum(map(utf8_bytes, texts or [])),
            "args": sha256(spelled) if good and spelled is not None else "",
            "text": sha256(hashed_text(texts)) if good and texts else "",
            "wellFormed": good,
            "pruned": name in self._pruned or marked,
            "notice": verdict in ("extended", "stub", "touched") and not marked,
            "pinned": name in self._pinned,
            "after": behind[place.at if place.at >= 0 else index],
        }


def _range(args: Any) -> dict[str, Any]:
    members = args if isinstance(args, dict) else {}
    path = next((members[k] for k in ("path", "file_path", "filePath") if isinstance(members.get(k), str)), "")
    return {"path": path if well_formed(path) else "", "offset": _line(members, "offset"), "limit": _line(members, "limit")}


def _line(members: dict[str, Any], name: str) -> int | None:
    value = members.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53 else None


def _behind(sizes: list[int]) -> list[int]:
    behind = [0] * len(sizes)
    for index in range(len(sizes) - 2, -1, -1):
        behind[index] = behind[index + 1] + sizes[index + 1]
    return behind


def _pinned(seen: Scan, verdicts: Mapping[str, str]) -> set[str]:
    """The bodies that a stub of the host refers to: the newest full text before it that was asked for alike."""
    newest: dict[str, str] = {}
    pinned: set[str] = set()
    for name, _, record in sorted(seen.order, key=lambda call: seen.results.get(call[0], Place()).at):
        _, tool, args = seen.form.call(record)
        place = place_read(args) if tool in READ_TOOLS else ""
        if place == "":
            continue
        if verdicts.get(name) in FULL:
            newest[place] = name
        elif verdicts.get(name) == "stub" and place in newest:
            pinned.add(newest[place])
    return pinned
