"""How texts and arguments are spelled, counted and hashed. Pure.

The spelling is that of the worker and of the JavaScript shims: what is hashed here must hash to the same digits there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

READ_TOOLS = frozenset(("read", "read_file", "file_read"))
EXPAND_TOOL = "jev_prune_expand"
"""The tool that gives a text back; its own results are never left out."""
MARKER_START = "[Jev prune: "
MAX_MARKER_CHARS = 1200
MAX_DEPTH = 1000
# Python refuses longer whole numbers anyway; the worker gives them no form either.
MAX_NUMBER_CHARS = 4300


class Unspellable(ValueError):
    """A value that has no spelling: it matches nothing."""


def sha256(text: str) -> str:
    """Lower-case hex of the SHA-256 of the UTF-8 bytes; refuses half a surrogate pair."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def utf8_bytes(text: str) -> int:
    """Bytes of the UTF-8 form; half a surrogate pair counts three."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def well_formed(text: str) -> bool:
    """False when the text holds half a surrogate pair."""
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def is_marker(text: str) -> bool:
    """True when the text is one of our markers, whatever its class."""
    return text.startswith(MARKER_START) and text.endswith("]") and len(text) <= MAX_MARKER_CHARS


def hashed_text(texts: Sequence[str]) -> str:
    """What is hashed: the text itself, or the spelling of several."""
    return texts[0] if len(texts) == 1 else "[" + ",".join(_string(text) for text in texts) + "]"


def spelling(value: Any) -> str | None:
    """Arguments with keys sorted by UTF-16 unit and scalars as JSON.stringify spells them; None when there is none."""
    try:
        out: list[str] = []
        _spell(value, 0, out)
        return "".join(out)
    except (Unspellable, RecursionError):
        return None


def arguments(value: Any) -> Any:
    """The arguments of a call: a text that is JSON is read, everything else stays what it is."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value, parse_constant=_refuse, object_pairs_hook=_unique, parse_int=_whole, parse_float=_real)
    except (ValueError, RecursionError):
        return value


class Odd:
    """A value that JSON readers disagree about, such as a member named twice; it has no spelling."""


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _whole(digits: str) -> Any:
    return int(digits) if len(digits) <= MAX_NUMBER_CHARS else Odd()


def _real(digits: str) -> Any:
    return float(digits) if len(digits) <= MAX_NUMBER_CHARS else Odd()


def _unique(pairs: list[tuple[str, Any]]) -> Any:
    members = dict(pairs)
    return members if len(members) == len(pairs) else Odd()


def _spell(value: Any, depth: int, out: list[str]) -> None:
    if isinstance(value, str):
        out.append(_string(value))
    elif value is None:
        out.append("null")
    elif isinstance(value, bool):
        out.append("true" if value else "false")
    elif isinstance(value, (int, float)):
        out.append(number(value))
    elif depth >= MAX_DEPTH:
        raise Unspellable
    elif isinstance(value, (list, tuple)):
        out.append("[")
        for place, element in enumerate(value):
            if place:
                out.append(",")
            _spell(element, depth + 1, out)
        out.append("]")
    elif isinstance(value, dict):
        out.append("{")
        for place, key in enumerate(sorted(value, key=_units)):
            if place:
                out.append(",")
            out.append(_string(key))
            out.append(":")
            _spell(value[key], depth + 1, out)
        out.append("}")
    else:
        raise Unspellable


def _units(key: Any) -> bytes:
    if not isinstance(key, str):
        raise Unspellable
    return key.encode("utf-16-be", "surrogatepass")


def _string(text: str) -> str:
    if not well_formed(text):
        raise Unspellable
    return json.dumps(text, ensure_ascii=False)


def number(value: int | float) -> str:
    """A number as JavaScript spells it: a double, plain from 1e-6 up to below 1e21."""
    try:
        double = float(value)
    except OverflowError:
        return "null"
    if double != double or double in (float("inf"), float("-inf")):
        return "null"
    if double == 0:
        return "0"
    sign = "-" if double < 0 else ""
    mantissa, _, exponent = repr(abs(double)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    # the value is 0.DIGITS times ten to the power of `point`
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if -6 < point <= 21:
        return sign + _plain(digits, point)
    head = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    power = point - 1
    return f"{sign}{head}e{'-' if power < 0 else '+'}{abs(power)}"


def _plain(digits: str, point: int) -> str:
    if point <= 0:
        return "0." + "0" * -point + digits
    if point >= len(digits):
        return digits + "0" * (point - len(digits))
    return digits[:point] + "." + digits[point:]
