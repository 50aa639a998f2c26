"""Decisions that are due of themselves: when the worker is asked, what it is told, and what its faults cost."""

import json
import os
import shutil
import sys
import time
import types
import unittest
from unittest import mock

from fakes import FAULTS, PROFILE, SESSION, Host, Worker, list_of
from test_aged import aged
from test_faults import functions

from jevshim.cache import Request, summary_in
from jevshim.due import mark_of
from jevshim.forms import CHAT, FORMS

SETTINGS = {
    "lifecycle": True,
    "cold_after_ms": 60_000,
    "deadlines": {"request_ms": 150, "cold_ms": 300, "preview_ms": 2000},
}
# Far above any deadline here, far below what a hung worker would cost.
PATIENCE_SECONDS = 10


class Clock:
    """The wall clock of the cache."""

    def __init__(self):
        self.now = 1_700_000_000.0

    def time(self):
        return self.now


class DueTest(unittest.TestCase):
    def setUp(self):
        self.clock = Clock()
        self.enterContext(mock.patch.object(sys.modules["jevshim.cache"], "time", self.clock))
        self.stored = None
        self.enterContext(mock.patch.object(sys.modules["jevshim.session"], "last_answer_time", lambda name: self.stored))
        self.open(SETTINGS)

    def open(self, settings, faults=None):
        self.host = Host("14-witness-is-gone.json", settings)
        self.addCleanup(self.host.close)
        self.worker = Worker(self.host.home, faults)
        self.addCleanup(self.worker.close)

    def turn(self, request=None, **more):
        request = request or self.host.request()
        self.worker.asked.clear()
        self.host.execute(request, **self.host.context(**more))
        return [asked["op"] for asked in self.worker.asked if asked["op"] not in ("hello", "ledger")]

    def outline(self):
        return next(asked for asked in self.worker.asked if asked["op"] == "outline")

    def test_asks_once_and_again_when_a_read_or_an_edit_is_new(self):
        self.assertEqual(self.turn(), ["outline", "bodies", "due"])
        asked = self.outline()
        self.assertEqual((asked["for"], asked["model"]["id"], asked["session"]), ("request", "mock-1", SESSION))
        self.assertEqual(asked["outline"]["cache"], {"idleMillis": None, "reset": False})
        self.assertEqual(asked["outline"]["folder"], os.getcwd())
        self.assertEqual(self.turn(), [])
        request = self.host.request()
        function = {"name": "read_file", "arguments": '{"path":"new.txt"}'}
        request["messages"] = request["messages"] + [
            {"role": "assistant", "tool_calls": [{"id": "new", "type": "function", "function": function}]}
        ]
        self.assertEqual(self.turn(request), [], "a call without its result")
        request["messages"] = request["messages"] + [{"role": "tool", "tool_call_id": "new", "content": '{"content": "1"}'}]
        self.assertEqual(self.turn(request), ["outline", "bodies", "due"])

    def test_a_question_ends_when_nothing_is_due(self):
        self.worker.replies["outline"] = {"need": []}
        self.assertEqual(self.turn(), ["outline"])

    def test_what_was_decided_is_left_out_of_this_very_request(self):
        decision = aged(self.host)
        ledger = {"schema": "jev-prune.ledger.v1", "session": SESSION, "version": 1, "decisions": [decision]}
        self.worker.replies["due"] = {"added": 1, "ledger": ledger}
        for _ in range(2):
            self.turn()
            self.assertIn(decision["marker"], json.dumps(list_of(self.host.sent[-1])))

    def test_asks_again_when_the_ledger_was_lost(self):
        self.host.vector["decisions"] = [aged(self.host)]
        self.host.decide(version=3)
        self.turn()
        self.assertEqual(self.turn(), [])
        next((self.host.home / "state").rglob("ledger/*.json")).unlink()
        (self.host.home / "state" / PROFILE / "generation").write_text("lost")
        self.assertEqual(self.turn(), [], "it is read again behind this question")
        self.assertEqual(self.turn(), ["outline", "bodies", "due"])
        self.assertEqual(self.turn(), [])

    def test_an_older_ledger_in_the_answer_takes_nothing_back(self):
        self.host.vector["decisions"] = [aged(self.host)]
        self.host.decide(version=7)
        self.turn()
        self.assertIn(self.host.vector["decisions"][0]["marker"], json.dumps(list_of(self.host.sent[-1])))

    def test_a_cold_cache_is_asked_about_on_every_request(self):
        self.turn()
        self.clock.now += 61
        self.assertEqual(self.turn()[:1], ["outline"])
        self.assertEqual(self.outline()["outline"]["cache"], {"idleMillis": 61_000, "reset": False})
        self.assertEqual(self.turn(), [], "an answer came in between")

    def test_a_clock_that_was_set_back_is_warm(self):
        self.turn()
        self.clock.now -= 3600
        self.assertEqual(self.turn(), [])

    def test_another_model_is_another_cache(self):
        self.turn()
        self.assertEqual(self.turn(model="mock-2")[:1], ["outline"])
        self.assertEqual(self.outline()["outline"]["cache"], {"idleMillis": 0, "reset": True})
        self.assertEqual(self.turn(model="mock-2"), [])
        self.assertEqual(self.turn(model="mock-2", provider="other")[:1], ["outline"])

    def test_a_compaction_since_the_last_answer_is_a_new_cache(self):
        self.turn()
        request = self.host.request()
        summary = {"role": "user", "content": "[CONTEXT COMPACTION — REFERENCE ONLY] first"}
        request["messages"] = [request["messages"][0], summary, *request["messages"][1:]]
        self.turn(request)
        self.assertEqual(self.outline()["outline"]["cache"]["reset"], True)
        self.assertEqual(self.turn(request), [])
        summary["content"] += " and second"
        self.turn(request)
        self.assertEqual(self.outline()["outline"]["cache"]["reset"], True)
        self.assertEqual(self.turn(), [], "gone after a rewind: what is left was in a request before")

    def test_after_a_restart_the_host_tells_when_the_last_answer_came(self):
        self.stored = self.clock.now - 90
        self.turn()
        self.assertEqual(self.outline()["outline"]["cache"], {"idleMillis": 90_000, "reset": False})

    def test_an_error_of_the_provider_is_no_answer(self):
        self.turn()
        self.clock.now += 61

        def refuse(outgoing):
            raise ValueError

        with self.assertRaises(ValueError):
            self.host.ctx.middleware["llm_execution"](request=self.host.request(), next_call=refuse, **self.host.context())
        self.assertEqual(self.turn()[:1], ["outline"])

    def test_only_the_users_own_turn_asks(self):
        self.turn()
        self.clock.now += 61
        self.assertEqual(self.turn(task="a-review"), [])
        self.assertEqual(self.turn(), [], "the review kept the cache warm")
        self.clock.now += 61
        self.assertEqual(self.turn(task="a-review", model="cheap"), [])
        self.assertEqual(self.turn()[:1], ["outline"], "another model's answer says nothing of this cache")
        self.assertEqual(self.turn(session="child", platform="subagent"), [])

    def test_nothing_is_asked_unless_something_is_switched_on(self):
        for settings, asks in (
            ({}, False),
            ({"lifecycle": False, "auto": "never"}, False),
            ({"auto": "cold"}, False),
            ({"lifecycle": True, "mode": "observe"}, True),
            ({"lifecycle": True, "mode": "off"}, False),
        ):
            with self.subTest(settings):
                self.open(settings)
                self.assertEqual(self.turn() != [], asks)
        with mock.patch.dict(os.environ, JEV_PRUNE_OFF="1"):
            self.open(SETTINGS)
            self.assertEqual(self.turn(), [])

    def test_exact_repeats_are_asked_about_on_a_cold_turn_alone(self):
        self.open({"auto": "cold", "cold_after_ms": 60_000})
        self.assertEqual(self.turn(), [])
        self.clock.now += 61
        self.assertEqual(self.turn(), ["outline", "bodies", "due"])

    def test_a_session_that_is_switched_off_is_not_asked_about(self):
        self.host.decide(off=True)
        self.assertEqual(self.turn(), [])

    def test_a_conversation_that_the_provider_keeps_is_not_asked_about(self):
        self.assertEqual(self.turn(self.host.request("codex_responses", conversation="c"), form="codex_responses"), [])

    def test_every_fault_of_the_worker_costs_a_deadline_at_most(self):
        """The request goes out as it would be replayed, and the next one asks again."""
        for op in ("hello", "outline", "bodies", "due"):
            for fault in FAULTS:
                with self.subTest(op=op, fault=fault):
                    self.open(SETTINGS, {op: fault})
                    self.host.vector["decisions"] = [aged(self.host)]
                    self.host.decide()
                    begun = time.monotonic()
                    self.turn()
                    self.assertLess(time.monotonic() - begun, PATIENCE_SECONDS)
                    self.assertIn(self.host.vector["decisions"][0]["marker"], json.dumps(list_of(self.host.sent[0])))
                    self.worker.faults.clear()
                    self.assertEqual(self.turn(), ["outline", "bodies", "due"])

    def test_strange_answers_change_nothing(self):
        for op, answers in {
            "outline": ({}, {"need": None}, {"need": [3]}, {"ticket": 3, "need": ["call_a"]}, {"ok": False}, {"error": 3, "ok": 0}),
            "due": ({}, {"ledger": 3}, {"ledger": {"schema": "x"}}, {"ok": False}),
        }.items():
            for answer in answers:
                with self.subTest(op=op, answer=answer):
                    self.open(SETTINGS)
                    self.worker.replies[op] = answer
                    request = self.host.request()
                    self.turn(request)
                    self.assertIs(self.host.sent[-1], request)

    def test_no_worker_is_not_waited_for(self):
        """It is started behind the request, which a program that is not there shows."""
        self.worker.close()
        (self.host.home / "worker.json").unlink()
        started = []
        self.enterContext(mock.patch.object(self.host.plugin.client, "later", lambda op, *rest: started.append(op)))
        request = self.host.request()
        for _ in range(5):
            self.turn(request)
            self.assertIs(self.host.sent[-1], request)
        self.assertEqual(started, ["ledger"] * 5, "it costs nothing to look, so there is no pause")

    def test_on_a_cold_turn_a_worker_that_starts_is_waited_for(self):
        self.stored = self.clock.now - 90
        self.worker.close()
        (self.host.home / "worker.json").unlink()
        shutil.rmtree(self.host.home / "run")
        begun = time.monotonic()
        self.turn()
        self.assertLess(time.monotonic() - begun, PATIENCE_SECONDS)
        self.assertEqual(self.host.plugin.sessions.find(SESSION).late, 1)

        def start(op, *rest):
            self.worker = Worker(self.host.home)
            self.addCleanup(self.worker.close)

        self.clock.now += 90
        self.enterContext(mock.patch.object(self.host.plugin.client, "later", start))
        self.turn()
        self.assertEqual([asked["op"] for asked in self.worker.asked], ["hello", "outline", "bodies", "due"])

    def test_a_hung_worker_is_left_alone_for_a_while(self):
        self.worker.faults["outline"] = "hang"
        for _ in range(5):
            self.turn()
        self.assertEqual(self.turn(), [])
        self.assertEqual(self.host.plugin.sessions.find(SESSION).late, 3)
        self.worker.faults.clear()
        self.clock.now += 61
        self.assertEqual(self.turn(), ["outline", "bodies", "due"], "a cold turn comes once")
        self.assertEqual(self.outline()["outline"]["late"], 3)

    def test_whatever_the_shim_itself_does_wrong_the_request_goes_out(self):
        for name in ("mark_of", "look"):
            with self.subTest(name), mock.patch.object(sys.modules["jevshim.due"], name, side_effect=RuntimeError):
                self.open(SETTINGS)
                self.host.vector["decisions"] = [aged(self.host)]
                self.host.decide()
                self.turn()
                self.assertIn(self.host.vector["decisions"][0]["marker"], json.dumps(list_of(self.host.sent[0])))

    def test_every_function_on_the_way_may_fail(self):
        checked = 0
        for name, owner, attribute in sorted(functions()):
            if name.split(".")[0] not in ("due", "look", "cache", "outline", "events", "usage", "host"):
                continue
            with self.subTest(name), mock.patch.object(owner, attribute, side_effect=RuntimeError("fault")):
                self.open(SETTINGS)
                self.host.vector["decisions"] = [aged(self.host)]
                self.host.decide()
                self.turn()
                self.assertIn(self.host.vector["decisions"][0]["marker"], json.dumps(list_of(self.host.sent[0])))
                checked += 1
        self.assertGreater(checked, 30)

    def test_the_command_tells_the_worker_of_the_cache_too(self):
        self.turn()
        self.host.ctx.hooks["on_session_end"](session_id=SESSION, task_id=SESSION)
        self.clock.now += 5
        self.worker.asked.clear()
        self.host.prune()
        self.assertEqual(self.outline()["outline"]["cache"], {"idleMillis": 5000, "reset": False})
        self.assertNotIn("for", self.outline())


class ListTest(unittest.TestCase):
    def test_the_mark_and_the_summary_are_found_in_every_form(self):
        host = Host()
        self.addCleanup(host.close)
        marks = {mark_of(form, host.vector["messages"][name]) for name, form in FORMS.items()}
        self.assertEqual(len(marks), 1, marks)
        text = "[CONTEXT COMPACTION — REFERENCE ONLY] what came before"
        lists = {
            "chat_completions": [{"role": "assistant", "content": text}],
            "codex_responses": [{"role": "user", "content": [{"type": "input_text", "text": text}]}],
            "anthropic_messages": [{"role": "user", "content": [{"type": "text", "text": text}]}],
            "bedrock_converse": [{"role": "user", "content": [{"text": text}]}],
        }
        for name, messages in lists.items():
            self.assertEqual(summary_in(Request(FORMS[name], messages, {}, "")), text)
        quoted = [{"role": "user", "content": "What does [CONTEXT COMPACTION mean?"}, {"role": "tool", "content": text}]
        self.assertEqual(summary_in(Request(CHAT, quoted, {}, "")), "")


class HostDatabaseTest(unittest.TestCase):
    """Hermes' own reader of its database, as it is in 0.19.0, and what may be missing of it."""

    def setUp(self):
        self.rows, self.closed = [], []
        test = self

        class SessionDB:
            def __init__(self, read_only=False):
                assert read_only

            def get_session(self, name):
                return {"message_count": len(test.rows)} if name == "s" else None

            def get_messages(self, name, include_inactive=False, limit=None, offset=0):
                rows = test.rows if include_inactive else [row for row in test.rows if row["active"]]
                return rows[offset:][:limit]

            def close(self):
                test.closed.append(1)

        module = types.ModuleType("hermes_state")
        module.SessionDB = SessionDB
        self.enterContext(mock.patch.dict(sys.modules, hermes_state=module))

    def row(self, role, at, content="", call=None, active=1):
        self.rows.append({"role": role, "timestamp": at, "content": content, "tool_call_id": call, "active": active})

    def test_the_newest_answer_counts(self):
        from jevshim.host import last_answer_time

        self.assertIsNone(last_answer_time("s"))
        for at in range(200):
            self.row("assistant", float(at))
        self.row("user", 300.0)
        self.assertEqual(last_answer_time("s"), 199.0)
        self.assertIsNone(last_answer_time("another"))
        self.assertEqual(len(self.closed), 3)

    def test_results_of_what_was_compacted_away_are_found(self):
        from jevshim.host import stored_results

        self.row("tool", 1.0, "old", "call_a", active=0)
        self.row("tool", 2.0, "other", "call_b")
        self.assertEqual(stored_results("s", "call_a"), ["old"])

    def test_a_host_without_it_tells_nothing(self):
        from jevshim.host import last_answer_time, stored_results

        for broken in (types.ModuleType("hermes_state"), None):
            with mock.patch.dict(sys.modules, hermes_state=broken):
                self.assertIsNone(last_answer_time("s"))
                self.assertEqual(stored_results("s", "call_a"), [])
