"""The plugin in a fake Hermes: what goes out, which session a command means, and what is refused."""

import asyncio
import json
import os
import sys
import threading
import types
import unittest
from unittest import mock

from fakes import SESSION, Host, Worker, list_of

FORMS = ("chat_completions", "codex_responses", "anthropic_messages", "bedrock_converse")
MARKER = "[Jev prune: repeated read-result body omitted; retained witness: call_b]"


class PluginTest(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)

    def test_leaves_the_decided_body_out_of_every_form(self):
        self.host.decide()
        for form in FORMS:
            with self.subTest(form):
                request = self.host.request(form)
                self.assertEqual(self.host.execute(request, **self.host.context(form)), "ANSWER")
                sent = self.host.sent[-1]
                self.assertIn(MARKER, json.dumps(list_of(sent)))
                self.assertIs(sent["timeout"], request["timeout"], "members that are no JSON pass through")
                self.assertNotIn(MARKER, json.dumps(list_of(request)), "the host's own list is not touched")
        self.assertEqual(len(self.host.sent), 4)

    def test_the_very_same_request_goes_out_when_nothing_is_decided(self):
        request = self.host.request()
        self.host.execute(request, **self.host.context())
        self.assertIs(self.host.sent[0], request)

    def test_replays_what_another_process_decided_from_the_next_request_on(self):
        self.host.execute(self.host.request(), **self.host.context())
        self.host.decide()
        self.host.execute(self.host.request(), **self.host.context())
        self.host.decide(off=True, version=2)
        self.host.execute(self.host.request(), **self.host.context())
        self.assertEqual([MARKER in json.dumps(list_of(sent)) for sent in self.host.sent], [False, True, False])

    def test_an_error_of_the_provider_is_the_hosts_own(self):
        self.host.decide()

        class Refused(Exception):
            pass

        calls = []

        def next_call(outgoing):
            calls.append(outgoing)
            raise Refused

        with self.assertRaises(Refused):
            self.host.ctx.middleware["llm_execution"](request=self.host.request(), next_call=next_call, **self.host.context())
        self.assertEqual(len(calls), 1)

    def test_a_fault_after_the_first_of_two_replacements_sends_the_full_original(self):
        """B43."""
        host = Host("04-applies-to-several.json").decide()
        self.addCleanup(host.close)
        request = host.request()
        module = sys.modules["jevshim.replay"]
        real, count = module.replaced, []

        class Half(dict):
            def items(self):
                yield next(iter(super().items()))
                count.append(1)
                raise RuntimeError("after the first replacement")

        with mock.patch.object(module, "replaced", lambda form, messages, edits: real(form, messages, Half(edits))):
            host.execute(request, **host.context())
        self.assertEqual(count, [1])
        self.assertIs(host.sent[0], request)
        host.execute(request, **host.context())
        self.assertEqual(json.dumps(list_of(host.sent[1])).count("[Jev prune"), 2)

    def test_leaves_a_conversation_that_the_provider_keeps_alone(self):
        self.host.decide()
        for member in ("previous_response_id", "conversation"):
            request = self.host.request("codex_responses", **{member: "resp_1"})
            self.host.execute(request, **self.host.context("codex_responses"))
            self.assertIs(self.host.sent[-1], request)
            self.assertIn("the provider keeps", self.host.prune("show call_a"))

    def test_leaves_an_unknown_form_alone(self):
        self.host.decide()
        for form in ("codex_app_server", None, 3):
            request = self.host.request()
            self.host.execute(request, **self.host.context(api_mode=form))
            self.assertIs(self.host.sent[-1], request)
        for request in (None, [], {"messages": None}, {"messages": "x"}):
            self.host.execute(request, **self.host.context())
            self.assertIs(self.host.sent[-1], request)

    def test_a_subagent_is_left_alone(self):
        self.host.decide()
        request = self.host.request()
        self.host.execute(request, **self.host.context(platform="subagent"))
        self.assertIs(self.host.sent[0], request)

    def test_a_background_review_is_replayed_but_is_not_the_users_turn(self):
        self.host.decide()
        self.host.execute(self.host.request(), **self.host.context())
        self.host.ctx.hooks["on_session_end"](session_id=SESSION, task_id=SESSION)
        session = self.host.plugin.sessions.find(SESSION)
        last = session.last
        self.host.execute(self.host.request(), **self.host.context(task="a-task-of-its-own"))
        self.assertIn(MARKER, json.dumps(list_of(self.host.sent[1])))
        self.assertIs(session.last, last)
        self.assertTrue(session.idle)

    def test_switched_off_from_outside_nothing_is_left_out(self):
        with mock.patch.dict(os.environ, JEV_PRUNE_OFF="1"):
            self.host.decide()
            request = self.host.request()
            self.host.execute(request, **self.host.context())
            self.assertIs(self.host.sent[0], request)

    def test_only_the_sessions_used_last_keep_their_request(self):
        for number in range(80):
            self.host.execute(self.host.request(), **self.host.context(session=f"session-{number}"))
        sessions = self.host.plugin.sessions
        self.assertEqual(len(sessions), 64)
        kept = [number for number in range(80) if (found := sessions.find(f"session-{number}")) and found.last]
        self.assertEqual(kept, list(range(72, 80)))

    def test_many_threads_and_sessions_at_once(self):
        for number in range(8):
            self.host.decide(session=f"session-{number}")
        failures = []

        def run(number):
            for _ in range(20):
                sent = []
                self.host.ctx.middleware["llm_execution"](
                    request=self.host.request(),
                    next_call=lambda outgoing: sent.append(outgoing),
                    **self.host.context(session=f"session-{number % 8}"),
                )
                if MARKER not in json.dumps(list_of(sent[0])):
                    failures.append(number)

        threads = [threading.Thread(target=run, args=(number,)) for number in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


class GuardTest(unittest.TestCase):
    def setUp(self):
        self.opened = []
        tools = types.ModuleType("tools")
        tools.file_tools = types.ModuleType("tools.file_tools")
        tools.file_tools.reset_file_dedup = self.opened.append
        patch = mock.patch.dict(sys.modules, {"tools": tools, "tools.file_tools": tools.file_tools})
        patch.start()
        self.addCleanup(patch.stop)

    def test_stays_shut_while_a_full_copy_is_in_the_request(self):
        """B12."""
        host = Host().decide()
        self.addCleanup(host.close)
        host.execute(host.request(), **host.context())
        self.assertEqual(len(host.sent), 1)
        self.assertEqual(self.opened, [])

    def test_is_opened_once_when_the_last_full_body_goes(self):
        """B12: the model can read the file again, and the result of that stays."""
        host = Host().decide()
        self.addCleanup(host.close)
        with mock.patch.object(sys.modules["jevshim.guard"], "judge", lambda texts: "touched"):
            for _ in range(3):
                host.execute(host.request(), **host.context())
        self.assertEqual(self.opened, [SESSION])

    def test_a_host_without_the_guard_goes_on(self):
        host = Host().decide()
        self.addCleanup(host.close)
        del sys.modules["tools.file_tools"].reset_file_dedup
        with mock.patch.object(sys.modules["jevshim.guard"], "judge", lambda texts: "touched"):
            host.execute(host.request(), **host.context())
        self.assertIn(MARKER, json.dumps(list_of(host.sent[0])))


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        self.worker = Worker(self.host.home)
        self.addCleanup(self.worker.close)
        patch = mock.patch.dict(os.environ)
        patch.start()
        self.addCleanup(patch.stop)
        os.environ.pop("HERMES_SESSION_ID", None)

    def turn(self, session=SESSION, **more):
        self.host.execute(self.host.request(), **self.host.context(session=session, **more))
        self.host.ctx.hooks["on_session_end"](session_id=session, task_id=session)

    def last(self, op):
        return next(asked for asked in reversed(self.worker.asked) if asked["op"] == op)

    def test_a_list_waits_for_approval(self):
        self.turn()
        self.assertEqual(self.host.prune(), "LIST\nNothing is left out yet. Type /prune approve to leave them out.")
        self.assertNotIn("approve", [asked["op"] for asked in self.worker.asked])
        self.assertEqual(self.host.prune("approve"), "APPROVED")
        self.assertEqual(self.last("approve")["sources"], ["call_a"])
        outline = self.last("outline")
        self.assertEqual(outline["host"], "hermes")
        self.assertEqual(outline["model"], {"api": "chat_completions", "provider": "custom", "id": "mock-1"})
        self.assertEqual(outline["outline"]["form"], "chat_completions")
        self.assertEqual([body["id"] for body in self.last("bodies")["bodies"]], ["call_a", "call_b"])

    def test_every_verb_answers(self):
        self.turn()
        for words, wanted in {
            "why": "LIST",
            "assess": "Type /prune assess send",
            "assess send": "OFFER",
            "status": "worker: version 0.1.0, pid 1",
            "undo": "nothing to undo",
            "off": "SWITCHED",
            "on": "SWITCHED",
            "help": "/prune approve",
            "stats": "STATS",
            "show": "name what to show",
            "show call_a": "first line 1",
            "show nobody": "no tool result with the id",
            "approve 7": '"7" is not in the list',
            "frob": "unknown word",
        }.items():
            with self.subTest(words):
                self.assertIn(wanted, self.host.prune(words))

    def test_the_classes_are_listed_apart_and_only_repeats_are_chosen_by_themselves(self):
        self.turn()
        self.worker.replies["preview"] = {
            "pairs": [{"source": "call_a"}],
            "superseded": [{"source": "call_b"}],
            "stale": [{"source": "call_c"}, {"source": "call_d"}],
            "text": "LIST",
        }
        for words, wanted in {
            "approve": ["call_a"],
            "approve repeats": ["call_a"],
            "approve superseded": ["call_b"],
            "approve stale repeats": ["call_a", "call_c", "call_d"],
            "approve all": ["call_a", "call_b", "call_c", "call_d"],
            "approve 3": ["call_c"],
            "approve call_d 2": ["call_d", "call_b"],
        }.items():
            with self.subTest(words):
                self.host.prune()
                self.assertEqual(self.host.prune(words), "APPROVED")
                self.assertEqual(self.last("approve")["sources"], wanted)
        self.worker.asked.clear()
        self.assertIn('"frob" is not in the list', self.host.prune("approve frob"))
        self.assertNotIn("approve", [asked["op"] for asked in self.worker.asked])

    def test_what_was_not_on_the_list_that_was_shown_is_not_approved(self):
        self.turn()
        self.worker.replies["preview"] = {"pairs": [], "stale": [{"source": "call_c"}], "text": "LIST"}
        self.assertEqual(self.host.prune(), "LIST", "without a repeat there is nothing that approve alone would take")
        self.assertEqual(self.host.prune("approve"), "LIST")
        self.worker.replies["preview"] = {"pairs": [], "stale": [{"source": "call_c"}, {"source": "call_d"}], "text": "LIST"}
        self.worker.asked.clear()
        # the list was said again by the word before
        self.host.prune("approve all")
        self.assertEqual(self.last("approve")["sources"], ["call_c"])

    def test_undo_takes_back_by_class(self):
        side = self.host.vector["decisions"][0]["source"]
        cause = {"id": "work_1", "tool": "terminal", "args": "00"}
        marker = "[Jev prune: older read left out]"
        for number, kind in enumerate(("stale", "superseded", "stale")):
            decision = {"kind": kind, "source": side | {"id": f"call_{number}"}, "cause": cause, "tool": "read_file"}
            self.host.vector["decisions"].append(decision | {"path": "a", "marker": marker, "approvedAt": "2026-12-01T00:00:00Z"})
        self.host.decide()
        self.turn()
        for words, wanted in {
            "undo stale": ["call_0", "call_2"],
            "undo superseded stale": ["call_0", "call_1", "call_2"],
            "undo repeats": ["call_a"],
            "undo all": "all",
            "undo": ["call_0", "call_1", "call_2"],
            "undo 1": ["call_a"],
        }.items():
            with self.subTest(words):
                self.host.decide()
                self.turn()
                self.assertEqual(self.host.prune(words), "UNDONE")
                self.assertEqual(self.last("undo")["sources"], wanted)
        self.host.decide(version=2)
        self.turn()
        status = self.host.prune("status")
        self.assertIn("call_1  superseded", status)
        self.assertNotIn("repeat", status.split("worker:")[1])
        self.host.vector["decisions"] = self.host.vector["decisions"][:1]
        self.host.decide(version=3)
        self.turn()
        self.assertIn("nothing to undo", self.host.prune("undo stale"))

    def test_before_the_first_request_it_says_so(self):
        self.assertIn("Send a message first", self.host.prune())
        self.assertIn("/prune approve", self.host.prune("help"))
        self.host.ctx.hooks["on_session_start"](session_id=SESSION, platform="tui")
        self.assertIn("no request since Hermes started", self.host.prune())

    def test_in_the_middle_of_a_turn_only_looking_is_allowed(self):
        self.host.execute(self.host.request(), **self.host.context())
        for words in ("", "approve", "undo", "off", "why"):
            self.assertIn("a turn is running", self.host.prune(words))
        self.assertIn("requests seen: 1", self.host.prune("status"))

    def test_a_subagent_is_never_meant(self):
        self.turn()
        os.environ["HERMES_SESSION_ID"] = "child-session"
        self.host.execute(self.host.request(), **self.host.context(session="child-session", platform="subagent"))
        self.host.prune()
        self.assertEqual(self.last("outline")["session"], SESSION)

    def test_the_session_that_is_named_is_meant_and_an_approval_is_for_the_list_that_was_shown(self):
        self.turn("first-aaaa")
        self.turn("second-bbbb")
        self.assertTrue(self.host.prune("aaaa").startswith("Session first-aaaa\nLIST"))
        self.assertEqual(self.last("outline")["session"], "first-aaaa")
        self.host.prune()
        self.assertEqual(self.last("outline")["session"], "second-bbbb")
        self.turn("first-aaaa")
        self.host.prune("approve")
        self.assertEqual(self.last("approve")["session"], "second-bbbb")
        self.assertIn("unknown word", self.host.prune("cccc"))

    def test_the_session_that_the_host_names_comes_before_the_one_used_last(self):
        self.turn("first-aaaa")
        self.turn("second-bbbb")
        os.environ["HERMES_SESSION_ID"] = "first-aaaa"
        self.host.prune()
        self.assertEqual(self.last("outline")["session"], "first-aaaa")

    def test_a_shared_gateway_refuses(self):
        self.turn(platform="telegram")
        for words in ("", "show call_a", "approve", "status"):
            self.assertIn("JEV_PRUNE_HERMES_SINGLE_USER=1", self.host.prune(words))
        with mock.patch.dict(os.environ, JEV_PRUNE_HERMES_SINGLE_USER="1"):
            self.assertIn("first line 1", self.host.prune("show call_a"))

    def test_on_an_event_loop_it_answers_from_another_thread(self):
        self.turn()

        async def ask():
            return await self.host.prune("help")

        self.assertIn("/prune approve", asyncio.run(ask()))

    def test_the_gateway_itself_refuses_before_any_request(self):
        async def ask():
            return await self.host.prune("status")

        with mock.patch.dict(sys.modules, {"gateway.run": types.ModuleType("gateway.run")}):
            self.assertIn("JEV_PRUNE_HERMES_SINGLE_USER=1", asyncio.run(ask()))

    def test_a_key_never_travels(self):
        self.turn()
        os.environ.pop("SSL_CERT_FILE", None)
        os.environ.update(TYPESAFE_API_KEY="secret", HTTPS_PROXY="http://proxy")
        self.host.prune("assess")
        asked = self.last("assess")
        self.assertEqual((asked["hostHasKey"], asked["environment"]), (True, {"HTTPS_PROXY": "http://proxy"}))
        self.assertNotIn("secret", json.dumps(self.worker.asked))


class LoaderTest(unittest.TestCase):
    def test_a_runtime_that_is_missing_or_broken_is_no_trouble_for_the_host(self):
        from shim import FOLDER

        template = (FOLDER.parent / "hermes-loader.py.in").read_text()
        host = Host()
        self.addCleanup(host.close)
        broken = host.home / "broken-runtime" / "shim" / "hermes"
        broken.mkdir(parents=True)
        (broken / "__init__.py").write_text("this is no Python\n")
        for runtime in ("/nonexistent", str(host.home / "broken-runtime")):
            module = types.ModuleType("loader")
            config = json.dumps({**host.config(), "runtime": runtime, "odd": [True, None]})
            exec(compile(template.replace("@CONFIG@", config), "loader", "exec"), module.__dict__)
            with self.assertLogs("loader", "WARNING") as logs:
                module.register(object())
            self.assertIn("not active", logs.output[0])
        self.assertFalse(any(name.startswith("jev_prune_shim") for name in sys.modules))
