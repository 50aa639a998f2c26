"""What a result of Hermes' read tools is. Pure.

Hermes answers with a JSON object. Its own warnings, hints of subfolders and steering texts are put behind it, larger
results are replaced by a preview, and a repeated read by a stub. Only a whole object that holds the file's text and
nothing of the host's is a body: everything else is neither left out nor taken for the copy that stays.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from .fingerprint import arguments, spelling

Verdict = Literal["body", "extended", "failed", "stub", "touched"]
FULL = ("body", "extended")
"""The whole text is there; behind an extended one stands something of the host's."""



def _refuse(constant: str) -> Any:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(parse_constant=_refuse)
_NOTES = ("_warning", "_hint", "hint")


def judge(texts: list[str]) -> Verdict:
    """What the texts of a result are."""
    text = texts[0] if len(texts) == 1 else ""
    if not text.startswith("{"):
        return "touched"
    try:
        answer, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return "touched"
    if not isinstance(answer, dict):
        return "touched"
    if answer.get("dedup") is True or answer.get("content_returned") is False:
        return "stub"
    alone = text[end:].strip() == ""
    if answer.get("error"):
        return "failed" if alone else "touched"
    noted = any(answer.get(name) for name in _NOTES) or answer.get("truncated") is True
    if noted or not isinstance(answer.get("content"), str):
        return "touched"
    return "body" if alone else "extended"


def says_error(texts: list[str]) -> bool:
    """Whether a result of any tool is an object that tells of an error."""
    if len(texts) != 1 or not texts[0].startswith("{"):
        return False
    try:
        answer, _ = _DECODER.raw_decode(texts[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(answer, dict) and bool(answer.get("error"))


def place_read(args: Any) -> str:
    """The range that a read asks for, as the host's own guard tells reads apart; "" when it cannot be told."""
    args = arguments(args)
    if not isinstance(args, dict) or not isinstance(args.get("path"), str):
        return ""
    # a member that is absent and one that has the default ask for the same
    return spelling([args["path"], args.get("offset") or 1, args.get("limit") or 500]) or ""
