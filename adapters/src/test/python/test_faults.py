"""The generated fault matrix: whatever a call of the shim does, the request goes out as it would be replayed."""

import inspect
import json
import os
import socket
import struct
import sys
import threading
import time
import unittest
from unittest import mock

from fakes import FAULTS, SESSION, Host, Worker, list_of

from jevshim.config import read_config
from jevshim.sock import Address, Wire, address_of
from jevshim.token import proof_of, read_token
from jevshim.trouble import Trouble

MARKER = "[Jev prune: repeated read-result body omitted; retained witness: call_b]"
# Which commands make the shim ask which operations.
ASKING = {
    "hello": ("",),
    "ledger": ("",),
    "outline": ("", "approve", "undo", "off"),
    "bodies": ("", "approve"),
    "preview": ("", "why", "approve"),
    "approve": ("approve",),
    "assess": ("assess", "assess send"),
    "undo": ("undo",),
    "switch": ("off", "on"),
    "status": ("status",),
    "heartbeat": ("help",),
}
# Without these there is no replay; everything else may fail and the body is left out all the same.
NEEDED = {
    "forms._dict", "forms._list", "forms._flagged", "forms._is_text", "forms._walk_chat", "forms._chat_call", "forms.marked",
    "forms.goal_of", "forms.is_written", "forms.replaced", "forms.texts_of", "fingerprint.arguments",
    "fingerprint.hashed_text", "fingerprint.sha256", "fingerprint.spelling", "fingerprint._spell", "fingerprint._string",
    "fingerprint._units", "fingerprint._unique", "fingerprint.utf8_bytes", "fingerprint.well_formed",
    "fingerprint.is_marker", "replay._judge",
    "replay._is_repeated", "replay.apply_plan", "replay.plan_replay", "scan._note", "scan.scan",
    "store._decision", "store._side", "store._text", "store.parse_ledger", "fingerprint.number", "fingerprint._plain",
}


class FaultMatrixTest(unittest.TestCase):
    def test_every_fault_of_every_answer_of_the_worker(self):
        count = 0
        for op, commands in ASKING.items():
            for fault in FAULTS:
                for command in commands:
                    with self.subTest(op=op, fault=fault, command=command):
                        self.check(op, fault, command)
                        count += 1
        print(f"fault matrix: {count} combinations of operation, fault and command", file=sys.stderr)

    def check(self, op, fault, command):
        host = Host().decide()
        worker = Worker(host.home, {op: fault})
        try:
            host.ctx.hooks["on_session_start"](session_id=SESSION, platform="tui")
            host.execute(host.request(), **host.context())
            host.ctx.hooks["on_session_end"](session_id=SESSION, task_id=SESSION)
            begun = time.monotonic()
            said = host.prune(command)
            self.assertIsInstance(said, str)
            self.assertTrue(said)
            self.assertLess(time.monotonic() - begun, 30)
            host.execute(host.request(), **host.context())
            self.assertEqual(len(host.sent), 2)
            for sent in host.sent:
                self.assertIn(MARKER, json.dumps(list_of(sent)))
        finally:
            worker.close()
            host.close()

    def test_every_function_of_the_shim_may_fail(self):
        checked = 0
        for name, owner, attribute in sorted(functions()):
            for fault in (RuntimeError("fault"), RecursionError(), MemoryError()):
                with self.subTest(name, fault=type(fault).__name__):
                    host = Host().decide()
                    try:
                        request = host.request()
                        with mock.patch.object(owner, attribute, side_effect=fault):
                            host.execute(request, **host.context())
                        self.assertEqual(len(host.sent), 1, "next_call exactly once")
                        sent = host.sent[0]
                        replayed = MARKER in json.dumps(list_of(sent))
                        if not replayed:
                            self.assertIs(sent, request, "the original, not half of it")
                            self.assertIn(name, NEEDED)
                        checked += 1
                    finally:
                        host.close()
        print(f"fault matrix: {checked} faults in functions of the shim", file=sys.stderr)
        self.assertGreater(checked, 200)

    def test_a_ledger_that_cannot_be_read_changes_nothing_on_the_wire(self):
        for damage in (b"", b"{", b"\xff\xfe", b"[]", b'{"schema":"jev-prune.ledger.v1"}', b'{"schema":"other"}'):
            with self.subTest(damage):
                host = Host().decide()
                host.execute(host.request(), **host.context())
                file = next((host.home / "state").rglob("ledger/*.json"))
                file.write_bytes(damage)
                (file.parent.parent / "generation").write_text("next")
                host.execute(host.request(), **host.context())
                for sent in host.sent:
                    self.assertIn(MARKER, json.dumps(list_of(sent)))
                host.close()

    def test_damaged_settings_are_the_defaults(self):
        host = Host()
        self.addCleanup(host.close)
        for damage in ("", "[", "3", '{"deadlines": 3, "hermes": [], "mode": 4}', '{"deadlines": {"preview_ms": -1}}'):
            (host.home / "settings.json").write_text(damage)
            config = read_config(host.config())
            self.assertEqual((config.preview_millis, config.context_engine, config.disabled), (5000, False, False))
        (host.home / "settings.json").write_text('{"mode": "off", "hermes": {"context_engine": true}}')
        config = read_config(host.config())
        self.assertEqual((config.context_engine, config.disabled), (True, True))


class SocketTest(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        self.worker = Worker(self.host.home)
        self.addCleanup(self.worker.close)

    def code(self):
        with self.assertRaises(Trouble) as caught:
            address_of(str(self.host.home))
        return caught.exception.code

    def test_a_folder_that_others_may_enter_is_not_used(self):
        self.assertEqual(address_of(str(self.host.home)).path, str(self.worker.path))
        os.chmod(self.host.home / "run", 0o755)
        self.assertEqual(self.code(), "unsafe")

    def test_a_link_in_place_of_the_folder_is_not_used(self):
        os.rename(self.host.home / "run", self.host.home / "real")
        os.symlink(self.host.home / "real", self.host.home / "run")
        self.assertEqual(self.code(), "unsafe")

    def test_a_file_in_place_of_the_socket_is_not_used(self):
        self.worker.path.unlink()
        self.worker.path.write_text("x")
        self.assertEqual(self.code(), "unsafe")

    def test_another_users_folder_is_not_used(self):
        with mock.patch.object(os, "getuid", return_value=os.getuid() + 1):
            self.assertEqual(self.code(), "unsafe")

    def test_no_worker_is_no_danger(self):
        self.worker.path.unlink()
        self.assertEqual(self.code(), "down")
        (self.host.home / "worker.json").write_text("{")
        self.assertEqual(self.code(), "down")
        (self.host.home / "worker.json").write_text(json.dumps({"socket": "/" + "x" * 120}))
        self.assertEqual(self.code(), "unsafe")

    def test_a_frame_of_an_impossible_length_ends_the_connection(self):
        with mock.patch.object(struct, "pack", lambda form, length: b"\xff\xff\xff\xff"):
            with self.assertRaises(Trouble):
                self.host.plugin.client.call("status", {}, 300)
        self.assertEqual(self.host.plugin.client.call("status", {}, 2000)["pid"], 1)

    def test_each_thread_has_a_connection_of_its_own(self):
        client = self.host.plugin.client
        client.call("status", {}, 2000)
        client.call("status", {}, 2000)
        done = []
        thread = threading.Thread(target=lambda: done.append(client.call("status", {}, 2000)["pid"]))
        thread.start()
        thread.join()
        self.assertEqual(done, [1])
        self.assertEqual([asked["op"] for asked in self.worker.asked].count("hello"), 2)

    def test_a_worker_that_ended_is_looked_for_again(self):
        client = self.host.plugin.client
        client.call("status", {}, 2000)
        for connection in list(self.worker.open):
            connection.shutdown(2)
        self.assertEqual(client.call("status", {}, 2000)["pid"], 1)

    def test_a_hung_worker_costs_one_deadline_and_not_one_a_turn(self):
        client = self.host.plugin.client
        self.worker.faults["heartbeat"] = "hang"
        for _ in range(5):
            client.later("heartbeat", {"session": SESSION}, 40, lambda reply: None)
        done = []
        client._jobs.put(lambda: done.append(1))
        until = time.monotonic() + 20
        while not done and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual([asked["op"] for asked in self.worker.asked].count("heartbeat"), 3)


class PortTest(unittest.TestCase):
    """A worker on a TCP port: the example of docs/protocol.md, and everybody who is not the worker."""

    TOKEN = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    NONCE = "f0e0d0c0b0a090807060504030201000" * 2

    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        self.file = self.host.home / "worker.token"
        self.file.write_text(self.TOKEN + "\n")
        os.chmod(self.file, 0o600)

    def listen(self, answer):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def serve():
            connection, _ = server.accept()
            with connection:
                while head := connection.recv(4):
                    request = json.loads(connection.recv(struct.unpack(">I", head)[0]))
                    body = json.dumps({"id": request["id"], **answer(request)}).encode()
                    connection.sendall(struct.pack(">I", len(body)) + body)

        threading.Thread(target=serve, daemon=True).start()
        record = {"port": server.getsockname()[1], "tokenFile": str(self.file)}
        (self.host.home / "worker.json").write_text(json.dumps(record))
        return address_of(str(self.host.home))

    def worker(self, request):
        if request["op"] == "token":
            assert request["proof"] == proof_of(self.TOKEN, "client", request["nonce"])
            return {"ok": True, "proof": proof_of(self.TOKEN, "worker", request["nonce"])}
        return {"ok": True, "pid": 7}

    def test_proofs_are_those_of_the_document(self):
        wanted = "0fbacc2056459645ea83aba0d765002bc288c235bae01bf807bec77b31f58c3b"
        self.assertEqual(proof_of(self.TOKEN, "client", self.NONCE), wanted)
        self.assertNotEqual(proof_of(self.TOKEN, "worker", self.NONCE), wanted)

    def test_a_worker_that_knows_the_token_is_asked(self):
        self.listen(self.worker)
        self.assertEqual(self.host.plugin.client.call("status", {}, 3000)["pid"], 7)

    def test_a_stranger_on_the_port_is_no_worker(self):
        for answer in (
            lambda request: {"ok": True},
            lambda request: {"ok": True, "proof": request["proof"]},
            lambda request: {"ok": True, "proof": 3},
            lambda request: {"ok": True, "proof": proof_of("ff" * 32, "worker", request["nonce"])},
        ):
            address = self.listen(answer)
            with self.assertRaises(Trouble) as caught:
                Wire(address, time.monotonic() + 3)
            self.assertEqual(caught.exception.code, "down")

    def test_a_token_that_others_may_read_is_not_used(self):
        os.chmod(self.file, 0o644)
        self.assertEqual(self.code(), "unsafe")
        os.chmod(self.file, 0o600)
        self.file.write_text("short")
        self.assertEqual(self.code(), "down")
        self.file.unlink()
        self.assertEqual(self.code(), "down")
        os.symlink("/etc/passwd", self.file)
        self.assertEqual(self.code(), "unsafe")
        with self.assertRaises(Trouble):
            Wire(Address(port=1, token_file=str(self.file)), time.monotonic() + 1)

    def code(self):
        with self.assertRaises(Trouble) as caught:
            read_token(str(self.file))
        return caught.exception.code


def functions():
    """Every function of the shim's modules, and every method of its own classes."""
    for key, module in list(sys.modules.items()):
        if not key.startswith("jevshim."):
            continue
        short = key.removeprefix("jevshim.")
        for attribute, value in list(vars(module).items()):
            if getattr(value, "__module__", None) != key:
                continue
            if inspect.isfunction(value):
                yield f"{short}.{attribute}", module, attribute
