"""What the installer wrote into the loader, and what config.yaml says, as the worker left it in settings.json."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAX_SETTINGS_BYTES = 262_144
PREVIEW_MILLIS = 5000
BUS_MILLIS = 2000
REQUEST_MILLIS = 250
COLD_MILLIS = 2000
COLD_AFTER_MILLIS = 300_000
MAX_MILLIS = 60_000


@dataclass(frozen=True, slots=True)
class Config:
    """Absolute folders, the profile's 64 hex digits, the java program, and the user's settings."""

    version: str
    runtime: str
    data_home: str
    profile: str
    java: str
    mode: str = "prune"
    preview_millis: int = PREVIEW_MILLIS
    context_engine: bool = False
    bus_home: str = ""
    bus_millis: int = BUS_MILLIS
    lifecycle: bool = False
    """Whether decisions about stale and superseded reads are taken at requests."""
    auto_cold: bool = False
    """Whether exact repeats are left out without asking when the cache is cold."""
    expand: bool = False
    """Whether the tool that gives a text back is registered."""
    cold_after_millis: int = COLD_AFTER_MILLIS
    """Age of the last answer from which the cache may be cold: the worker is asked then."""
    request_millis: int = REQUEST_MILLIS
    cold_millis: int = COLD_MILLIS

    @property
    def observes(self) -> bool:
        """True when what would be left out is only counted."""
        return self.mode == "observe"

    @property
    def disabled(self) -> bool:
        """True when the user switched everything off from outside."""
        return os.environ.get("JEV_PRUNE_OFF") == "1" or self.mode == "off"


def read_config(given: dict[str, Any]) -> Config:
    """The loader's object and the settings file; without such a file the defaults stand."""
    data_home = str(given["dataHome"])
    settings = _settings(Path(data_home, "settings.json"))
    own = _own(settings, os.getcwd())
    deadlines = _section(own, "deadlines")
    return Config(
        version=str(given["version"]),
        runtime=str(given["runtime"]),
        data_home=data_home,
        profile=str(given["profile"]),
        java=str(given["java"]),
        mode=str(own.get("mode", "prune")),
        preview_millis=_millis(deadlines.get("preview_ms"), PREVIEW_MILLIS),
        context_engine=_section(settings, "hermes").get("context_engine") is True,
        bus_home=str(given.get("busHome") or ""),
        bus_millis=_millis(deadlines.get("bus_ms"), BUS_MILLIS),
        lifecycle=own.get("lifecycle") is True,
        auto_cold=own.get("auto") == "cold",
        # where nothing is left out there is nothing to give back, and the tool would change the request
        expand=own.get("expand") is True and own.get("mode", "prune") == "prune",
        cold_after_millis=_whole(own.get("cold_after_ms"), COLD_AFTER_MILLIS),
        request_millis=_millis(deadlines.get("request_ms"), REQUEST_MILLIS),
        cold_millis=_millis(deadlines.get("cold_ms"), COLD_MILLIS),
    )


def _whole(value: Any, standard: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else standard


def _millis(value: Any, standard: int) -> int:
    return value if _whole(value, standard) == value and value <= MAX_MILLIS else standard


def _own(settings: dict[str, Any], folder: str) -> dict[str, Any]:
    """The settings for this host: those of the innermost project that holds the folder, else the host's, else all."""
    projects = _section(settings, "projects")
    inside = [name for name in projects if folder == name or folder.startswith(name.rstrip("/") + "/")]
    for place in ([projects[max(inside, key=len)]] if inside else []) + [settings]:
        hosts = _section(place, "hosts") if isinstance(place, dict) else {}
        if isinstance(hosts.get("hermes"), dict):
            return _section(hosts, "hermes")
    return settings


def _settings(file: Path) -> dict[str, Any]:
    try:
        if file.stat().st_size > MAX_SETTINGS_BYTES:
            return {}
        value = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _section(settings: dict[str, Any], name: str) -> dict[str, Any]:
    value = settings.get(name)
    return value if isinstance(value, dict) else {}
