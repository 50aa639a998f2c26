"""Strict stand-ins: Hermes' plugin context, and a worker that can fail in every way."""

import hashlib
import json
import os
import shutil
import socket
import struct
import tempfile
import threading
import time
from pathlib import Path

from shim import VECTORS

from jevshim.plugin import register

PROFILE = "ab" * 32
SESSION = "20261130_120000_abcdef"
FAULTS = ("throw", "hang", "garbage", "half", "late")


class Context:
    """What Hermes hands to `register`; anything else is an error."""

    def __init__(self):
        self.middleware, self.hooks, self.commands, self.tools = {}, {}, {}, {}

    def register_middleware(self, kind, callback):
        assert kind == "llm_execution"
        self.middleware[kind] = callback

    def register_hook(self, name, callback):
        assert name in ("on_session_start", "on_session_reset", "on_session_end")
        self.hooks[name] = callback

    def register_command(self, name, handler, description="", args_hint=""):
        assert name == "prune" and description and args_hint
        self.commands[name] = handler

    def register_tool(self, name, toolset, schema, handler, description=""):
        assert name == schema["name"] and toolset and description and name not in self.tools
        self.tools[name] = {"toolset": toolset, "schema": schema, "handler": handler}


class Worker:
    """Answers framed JSON on a Unix socket; `faults` maps an operation to what goes wrong with it."""

    def __init__(self, home, faults=None):
        self.home, self.faults, self.asked = Path(home), faults or {}, []
        self.replies = {}
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        folder = self.home / "run"
        folder.mkdir(mode=0o700)
        self.path = folder / "w.sock"
        self.socket.bind(str(self.path))
        os.chmod(self.path, 0o600)
        self.socket.listen(16)
        (self.home / "worker.json").write_text(json.dumps({"socket": str(self.path)}))
        self.open = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.socket.close()
        for connection in self.open:
            connection.close()

    def _accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            while True:
                request = self._read(connection)
                if request is None:
                    return
                self.asked.append(request)
                fault = self.faults.get(request["op"])
                reply = {"v": 1, "id": request["id"], "ok": True, **self._reply(request)}
                body = json.dumps(reply).encode()
                if fault == "throw":
                    connection.close()
                    return
                if fault == "hang":
                    continue
                if fault == "late":
                    time.sleep(0.4)
                if fault == "garbage":
                    body = b"\xff{]" + body
                frame = struct.pack(">I", len(body)) + body
                connection.sendall(frame[: len(frame) // 2] if fault == "half" else frame)
        except (OSError, ValueError):
            pass

    def _read(self, connection):
        head = self._bytes(connection, 4)
        return json.loads(self._bytes(connection, struct.unpack(">I", head)[0])) if head else None

    @staticmethod
    def _bytes(connection, count):
        got = b""
        while len(got) < count:
            part = connection.recv(count - len(got))
            if not part:
                return b""
            got += part
        return got

    def _reply(self, request):
        op = request["op"]
        ledger = {"schema": "jev-prune.ledger.v1", "session": request.get("session"), "version": 0, "decisions": []}
        plain = {
            "hello": {"protocol": 1},
            "ledger": {"ledger": ledger},
            "outline": {"ticket": "t", "need": ["call_a", "call_b"]},
            "bodies": {"missing": []},
            "preview": {"pairs": [{"source": "call_a"}], "text": "LIST"},
            "approve": {"ledger": ledger, "text": "APPROVED"},
            "undo": {"ledger": ledger, "text": "UNDONE"},
            "switch": {"ledger": ledger, "text": "SWITCHED"},
            "assess": {"asked": 1, "remembered": 0, "plan": "p", "text": "OFFER", "ledger": ledger},
            "status": {"version": "0.1.0", "pid": 1},
            "due": {"added": 0},
            "heartbeat": {},
            "stats": {"text": "STATS"},
            "chain": {},
        }
        return self.replies.get(op, plain[op])


class Host:
    """A data home with one decision, and a plugin registered in a fake Hermes."""

    def __init__(self, vector="01-applies.json", settings=None, platform="tui"):
        self.vector = json.loads((VECTORS / vector).read_text())
        self.home = Path(tempfile.mkdtemp(prefix="jpp", dir="/tmp"))
        self.platform = platform
        (self.home / "settings.json").write_text(json.dumps(settings or {"deadlines": {"preview_ms": 150}}))
        self.ctx = Context()
        self.plugin = register(self.ctx, self.config())
        self.sent = []

    def config(self):
        return {
            "version": "0.1.0",
            "runtime": str(self.home / "runtime"),
            "dataHome": str(self.home),
            "profile": PROFILE,
            "java": "/nonexistent/java",
        }

    def decide(self, off=False, version=1, session=SESSION):
        folder = self.home / "state" / PROFILE
        (folder / "ledger").mkdir(parents=True, exist_ok=True)
        ledger = {
            "schema": "jev-prune.ledger.v1",
            "session": session,
            "format": "openai",
            "version": version,
            "off": off,
            "decisions": self.vector["decisions"],
        }
        name = hashlib.sha256(session.encode()).hexdigest()[:32]
        (folder / "ledger" / f"{name}.json").write_text(json.dumps(ledger))
        (folder / "generation").write_text(str(time.time_ns()))
        return self

    def context(self, form="chat_completions", session=SESSION, task=None, **more):
        return {
            "session_id": session,
            "task_id": task or session,
            "platform": self.platform,
            "model": "mock-1",
            "provider": "custom",
            "api_mode": form,
        } | more

    def request(self, form="chat_completions", **more):
        key = "input" if form == "codex_responses" else "messages"
        return {"model": "mock-1", key: self.vector["messages"][form], "timeout": object(), **more}

    def execute(self, request, **context):
        def next_call(outgoing):
            self.sent.append(outgoing)
            return "ANSWER"

        return self.ctx.middleware["llm_execution"](
            request=request, original_request=request, next_call=next_call, middleware_trace=[], **context
        )

    def prune(self, words=""):
        return self.ctx.commands["prune"](words)

    def close(self):
        shutil.rmtree(self.home, ignore_errors=True)


def list_of(request):
    return request["input"] if "input" in request else request["messages"]
