"""Every call of a list that reads or may edit files, with what names them: from it the worker tells what became of a
read. Pure; texts of results do not travel."""

from __future__ import annotations

from typing import Any

from .fingerprint import EXPAND_TOOL, READ_TOOLS, arguments, sha256, spelling, well_formed
from .forms import texts_of
from .reading import says_error
from .scan import Place, Scan

# The worker's table says what each of them does.
FILE_TOOLS = READ_TOOLS | {EXPAND_TOOL, "patch", "write_file", "terminal", "edit", "write", "multiedit", "apply_patch", "bash"}
NAMING = ("path", "filePath", "file_path", "notebook_path", "workdir", "offset", "limit", "id")
PATCHES = ("patchText", "patch", "input")
COMMANDS = ("command", "cmd")
MAX_COMMAND_CHARS = 8000


def events_of(seen: Scan) -> list[dict[str, Any]]:
    """The events in list order."""
    return [_event(seen, name, place) for name, place in seen.calls.items() if _is_file_call(seen, name, place)]


def _is_file_call(seen: Scan, name: str, place: Place) -> bool:
    return seen.form.call(place.record)[1] in FILE_TOOLS and well_formed(name)


def _event(seen: Scan, name: str, call: Place) -> dict[str, Any]:
    result = seen.results.get(name, Place())
    _, tool, raw = seen.form.call(call.record)
    args = arguments(raw)
    spelled = spelling(args)
    return {
        "id": name,
        "unique": call.count == 1 and result.count == 1,
        "call": call.at,
        "at": result.at,
        "tool": tool,
        "ok": result.count > 0 and _succeeded(seen, result),
        "args": "" if spelled is None else sha256(spelled),
        "target": {} if spelled is None else _target(args),
    }


def _succeeded(seen: Scan, result: Place) -> bool:
    _, content, failed = seen.form.result(result.record)
    return not failed and not says_error(texts_of(content) or [])


def _target(args: Any) -> dict[str, Any]:
    """What of the arguments names files and ranges: a patch without its hunks, a command if it is not long."""
    if not isinstance(args, dict):
        return {}
    target: dict[str, Any] = {}
    for name in NAMING:
        value = args.get(name)
        if value is not None:
            target[name] = spelling(value) if isinstance(value, (dict, list)) else value
    for name in PATCHES:
        if isinstance(args.get(name), str):
            target[name] = "\n".join(line for line in args[name].split("\n") if line.startswith("*** "))
    for name in COMMANDS:
        if isinstance(args.get(name), str) and len(args[name]) <= MAX_COMMAND_CHARS:
            target[name] = args[name]
    return target
