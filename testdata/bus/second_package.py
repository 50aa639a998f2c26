"""A stand-in for another package on the bus, written from docs/bus.md alone: standard library, a process of its own.

    second_package.py register BUS_FOLDER [HOST=RANK ...] [--claim CLAIM ...]
    second_package.py unregister BUS_FOLDER
    second_package.py stage            (as a carrier runs it)

Its stage leaves assistant messages of nothing but text out when the text begins with "(aside)", shortens other prose
that ends in "!!", and offers one line for the system prompt.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

PACKAGE = "second-package"
CLAIMS = ["assistant-prose", "message-remove", "system-append"]
HOSTS = ("pi", "opencode", "hermes")


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Lock:
    """The lock that every package takes by exclusive creation."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "registry.lock"

    def __enter__(self) -> None:
        deadline = time.monotonic() + 30
        while True:
            try:
                descriptor = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                os.write(descriptor, canonical({"pid": os.getpid()}))
                os.close(descriptor)
                return
            except FileExistsError:
                if time.monotonic() > deadline:
                    raise SystemExit("the registry is locked") from None
                time.sleep(0.01)

    def __exit__(self, *_: object) -> None:
        self.path.unlink()


def read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {"schema": "jev-bus.v1", "hosts": {}, "stages": []}
    registry: dict[str, Any] = json.loads(path.read_bytes())
    if registry.get("schema") != "jev-bus.v1":
        raise SystemExit("another version of the registry")
    return registry


def write(path: Path, registry: dict[str, Any]) -> None:
    if not registry["hosts"] and not registry["stages"] and len(registry) == 3:
        path.unlink(missing_ok=True)
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with open(temporary, "wb") as file:
        file.write(canonical(registry))
        file.flush()
        os.fsync(file.fileno())
    os.chmod(temporary, 0o600)
    os.replace(temporary, path)


def without_us(registry: dict[str, Any]) -> None:
    registry["stages"] = [stage for stage in registry["stages"] if stage["package"] != PACKAGE]


def applies_together(one: dict[str, Any], other: dict[str, Any]) -> bool:
    mine, theirs = one.get("hosts") or ["*"], other.get("hosts") or ["*"]
    return "*" in mine or "*" in theirs or bool(set(mine) & set(theirs))


def overlap(one: str, other: str) -> bool:
    wide = "tool-result:*"
    return one == other or (wide in (one, other) and one.startswith("tool-result:") and other.startswith("tool-result:"))


def register(bus: Path, carriers: dict[str, int], claims: list[str]) -> None:
    folder = bus / "v1"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "registry.json"
    stage = {
        "name": "second.view",
        "package": PACKAGE,
        "priority": 200,
        "claims": sorted(claims),
        "hosts": ["*"],
        "transport": {"kind": "subprocess-json", "argv": [sys.executable, os.path.abspath(__file__), "stage"]},
    }
    with Lock(folder):
        registry = read(path)
        without_us(registry)
        for rival in registry["stages"]:
            if applies_together(stage, rival):
                for mine in stage["claims"]:
                    for theirs in rival["claims"]:
                        if overlap(mine, theirs):
                            raise SystemExit(f"{rival['package']} claims {theirs}, we claim {mine}")
        registry["stages"].append(stage)
        for host, rank in carriers.items():
            holder = registry["hosts"].get(host)
            if holder and holder["carrier"] != PACKAGE and rank <= holder.get("rank", 0):
                print(f"{host} stays with {holder['carrier']}")
                continue
            registry["hosts"][host] = {"carrier": PACKAGE, "rank": rank}
        write(path, registry)


def unregister(bus: Path) -> None:
    path = bus / "v1" / "registry.json"
    if not path.exists():
        return
    with Lock(path.parent):
        registry = read(path)
        without_us(registry)
        registry["hosts"] = {host: held for host, held in registry["hosts"].items() if held["carrier"] != PACKAGE}
        write(path, registry)


def texts_of(message: dict[str, Any]) -> list[dict[str, Any]] | None:
    """The text parts of an assistant's message that has nothing else; None for every other message."""
    role = message.get("role") or message.get("info", {}).get("role")
    if role != "assistant" or message.get("tool_calls"):
        return None
    content = message.get("parts", message.get("content"))
    if isinstance(content, str):
        return [{"text": content, "whole": True}]
    if not isinstance(content, list):
        return None
    said = [part for part in content if part.get("type") not in ("step-start", "step-finish")]
    return said if said and all(part.get("type") == "text" for part in said) else None


def transform(messages: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], int, int]:
    kept, removed, shortened = [], 0, 0
    for message in messages:
        parts = texts_of(message)
        if parts and parts[0]["text"].startswith("(aside)"):
            removed += 1
            continue
        for part in parts or []:
            if part["text"].endswith("!!"):
                shortened += 1
                if part.get("whole"):
                    message["content"] = "Done."
                else:
                    part["text"] = "Done."
        kept.append(message)
    return kept, removed, shortened


def stage() -> None:
    request = json.loads(sys.stdin.buffer.read())
    marked = "[Jev prune: " in json.dumps(request["messages"])
    fresh = "[Jev prune: " not in json.dumps(request["original_messages"])
    messages, removed, shortened = transform(request["messages"])
    seen = "behind jev-prune" if marked and fresh else "alone"
    note = {"action": "view", "count": removed + shortened, "detail": f"{seen}, {len(request['notes'])} notes before"}
    reply: dict[str, Any] = {"ok": True, "messages": messages, "notes": [note]}
    if request["op"] == "transform":
        reply["system_append"] = "Evidence of the second package."
    sys.stdout.buffer.write(canonical(reply))


def main(words: list[str]) -> None:
    if words[0] == "stage":
        stage()
    elif words[0] == "unregister":
        unregister(Path(words[1]))
    else:
        claims = words[words.index("--claim") + 1 :] if "--claim" in words else CLAIMS
        carriers = dict(word.split("=") for word in words[2:] if word.split("=")[0] in HOSTS)
        register(Path(words[1]), {host: int(rank) for host, rank in carriers.items()}, claims)


if __name__ == "__main__":
    main(sys.argv[1:])
