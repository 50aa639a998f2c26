"""What the installer wrote into the loader, and what config.yaml says, as the worker left it in settings.json."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAX_SETTINGS_BYTES = 262_144
PREVIEW_MILLIS = 5000


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

    @property
    def disabled(self) -> bool:
        """True when the user switched everything off from outside."""
        return os.environ.get("JEV_PRUNE_OFF") == "1" or self.mode == "off"


def read_config(given: dict[str, Any]) -> Config:
    """The loader's object and the settings file; without such a file the defaults stand."""
    data_home = str(given["dataHome"])
    settings = _settings(Path(data_home, "settings.json"))
    deadlines = _section(settings, "deadlines")
    preview = deadlines.get("preview_ms")
    return Config(
        version=str(given["version"]),
        runtime=str(given["runtime"]),
        data_home=data_home,
        profile=str(given["profile"]),
        java=str(given["java"]),
        mode=str(settings.get("mode", "prune")),
        preview_millis=preview if isinstance(preview, int) and 0 < preview <= 60_000 else PREVIEW_MILLIS,
        context_engine=_section(settings, "hermes").get("context_engine") is True,
    )


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
