"""The tool that gives an omitted text back."""

import json
import sys
import types
import unittest
from unittest import mock

from fakes import SESSION, Host
from test_aged import aged

from jevshim.expand import shows_tool
from jevshim.forms import FORMS, texts_of
from jevshim.scan import scan

NAME = "jev_prune_expand"


class ExpandTest(unittest.TestCase):
    def setUp(self):
        self.host = Host("14-witness-is-gone.json", {"lifecycle": True, "expand": True})
        self.addCleanup(self.host.close)
        self.host.vector["decisions"] = [aged(self.host)]
        self.host.decide()
        self.handle = self.host.vector["decisions"][0]["source"]["text"][:12]
        self.source = self.host.vector["decisions"][0]["source"]["id"]

    def original(self, name="chat_completions"):
        form, messages = FORMS[name], self.host.vector["messages"][name]
        place = scan(form, messages, {self.source}).results[self.source]
        return texts_of(form.result(place.record)[1])[0]

    def expand(self, name, **context):
        tool = self.host.ctx.tools[NAME]
        return tool["handler"]({"id": name}, **({"session_id": SESSION, "task_id": SESSION, "user_task": None} | context))

    def test_gives_the_original_back_byte_for_byte_in_every_form(self):
        for form in FORMS:
            with self.subTest(form):
                self.host.execute(self.host.request(form), **self.host.context(form))
                self.assertEqual(self.expand(self.handle), self.original(form))

    def test_finds_what_is_no_longer_in_the_request_in_the_hosts_database(self):
        request = self.host.request()
        request["messages"] = request["messages"][:1]
        self.host.execute(request, **self.host.context())
        self.assertIn("left out nothing with the id", self.expand(self.handle))
        stored = ["another text", [{"type": "image"}], self.original()]
        with mock.patch.object(sys.modules["jevshim.expand"], "stored_results", lambda session, call: stored):
            self.assertEqual(self.expand(self.handle), self.original())
            self.assertIn("left out nothing", self.host.prune("show nobody") + self.expand("0" * 12))

    def test_says_why_it_gives_nothing(self):
        self.host.execute(self.host.request(), **self.host.context())
        for name in (None, 3, "", self.handle[:8], self.handle + "0", "f" * 12, self.source, [self.handle], {}):
            with self.subTest(name):
                self.assertIn("left out nothing with the id", json.loads(self.expand(name))["error"])
        for context in ({"session_id": "a-child"}, {"session_id": ""}, {"session_id": None}):
            self.assertIn("no session of a user", json.loads(self.expand(self.handle, **context))["error"])
        for args in (None, "x", []):
            self.assertIn("error", json.loads(self.host.ctx.tools[NAME]["handler"](args)))

    def test_never_gives_another_text_than_the_one_that_was_left_out(self):
        self.host.execute(self.host.request(), **self.host.context())
        self.host.plugin.sessions.find(SESSION).last.messages[:] = [
            message | {"content": "another"} if message.get("tool_call_id") == self.source else message
            for message in self.host.request()["messages"]
        ]
        self.assertIn("left out nothing", self.expand(self.handle))

    def test_a_fault_is_an_answer(self):
        self.host.execute(self.host.request(), **self.host.context())
        with mock.patch.object(sys.modules["jevshim.expand"], "original_of", side_effect=RuntimeError):
            self.assertIn("left out nothing", self.expand(self.handle))

    def test_is_registered_when_the_process_starts_and_the_settings_say_so(self):
        for settings, wanted in (
            ({}, False),
            ({"lifecycle": True, "expand": True}, True),
            ({"lifecycle": True, "expand": False}, False),
            ({"lifecycle": True, "expand": True, "mode": "observe"}, False),
            ({"lifecycle": True, "expand": True, "mode": "off"}, False),
        ):
            host = Host(settings=settings)
            self.addCleanup(host.close)
            self.assertEqual(NAME in host.ctx.tools, wanted, settings)
            (host.home / "settings.json").write_text(json.dumps({"lifecycle": True, "expand": not wanted}))
            host.execute(host.request(), **host.context())
            self.assertEqual(NAME in host.ctx.tools, wanted, "never toggled")

    def test_its_results_may_be_as_long_as_the_hosts_own_reads(self):
        entry = types.SimpleNamespace(max_result_size_chars=None)
        tools, registry = types.ModuleType("tools"), types.ModuleType("tools.registry")
        registry.registry = types.SimpleNamespace(get_entry=lambda name: entry if name == NAME else None)
        with mock.patch.dict(sys.modules, {"tools": tools, "tools.registry": registry}):
            host = Host(settings={"lifecycle": True, "expand": True})
            self.addCleanup(host.close)
        self.assertEqual(entry.max_result_size_chars, float("inf"))

    def test_a_host_that_takes_no_tools_goes_on(self):
        with mock.patch("fakes.Context.register_tool", side_effect=AttributeError):
            with self.assertLogs("jevshim.expand", "WARNING"):
                host = Host(settings={"lifecycle": True, "expand": True})
        self.addCleanup(host.close)
        self.assertIn("llm_execution", host.ctx.middleware)

    def test_no_marker_may_name_it_where_the_model_does_not_see_it(self):
        shown = {
            "chat_completions": {"tools": [3, {"function": {"name": "read_file"}}, {"function": {"name": NAME}}]},
            "codex_responses": {"tools": [{"type": "function", "name": NAME}]},
            "anthropic_messages": {"tools": [{"name": "mcp__" + NAME}]},
            "bedrock_converse": {"toolConfig": {"tools": [{"toolSpec": {"name": NAME}}]}},
        }
        for form, more in shown.items():
            self.assertTrue(shows_tool(more), form)
        for request in ({}, {"tools": None}, {"tools": "x"}, {"tools": [{"function": {"name": 3}}]}, {"toolConfig": 3}):
            self.assertFalse(shows_tool(request))
        session = lambda: self.host.plugin.sessions.find(SESSION)  # noqa: E731
        self.host.execute(self.host.request(), **self.host.context())
        self.assertFalse(session().last.can_expand)
        self.host.execute(self.host.request(**shown["chat_completions"]), **self.host.context())
        self.assertTrue(session().last.can_expand)
