"""The optional context engine over a stand-in for Hermes' compressor."""

import copy
import json
import sys
import types
import unittest
from unittest import mock

from fakes import SESSION, Host, list_of

from jevshim.engine import engine_class

MARKER = "[Jev prune: repeated read-result body omitted; retained witness: call_b]"


class Compressor:
    """What the engine uses of the host's compressor."""

    threshold_tokens = 100
    last_prompt_tokens = 50

    def __init__(self, **settings):
        self.settings = settings

    def on_session_start(self, session_id, **more):
        self.started = session_id

    def should_compress(self, prompt_tokens=None):
        return prompt_tokens >= self.threshold_tokens


class EngineTest(unittest.TestCase):
    def setUp(self):
        self.host = Host().decide()
        self.addCleanup(self.host.close)

    def engine(self, selects):
        engine = engine_class(Compressor, self.host.plugin, selects)()
        engine = copy.deepcopy(engine)  # as the host does for each agent
        engine.on_session_start(SESSION)
        return engine

    def test_corrects_the_estimate_where_the_host_selects_nothing(self):
        engine = self.engine(False)
        self.assertTrue(engine.should_compress(110), "nothing was sent yet")
        self.host.execute(self.host.request(), **self.host.context())
        saved = self.host.plugin.sessions.find(SESSION).counts.bytes_removed // 4
        self.assertGreater(saved, 20)
        self.assertFalse(engine.should_compress(110))
        self.assertTrue(engine.should_compress(100 + saved))
        engine.last_prompt_tokens = 110
        self.assertTrue(engine.should_compress(110), "the provider's own count needs no correction")
        engine.last_real_prompt_tokens = 50
        self.assertFalse(engine.should_compress(110), "the host wrote its estimate over the older field")

    def test_selects_before_the_estimate_and_the_request_goes_out_the_same(self):
        engine = self.engine(True)
        request = self.host.request()
        self.host.execute(request, **self.host.context())
        chosen = engine.select_context(request["messages"], conversation_messages=[], budget_tokens=1)
        self.assertIn(MARKER, json.dumps(chosen))
        self.host.execute({**request, "messages": chosen}, **self.host.context())
        first, second = (list_of(sent) for sent in self.host.sent)
        self.assertEqual(first, second)
        session = self.host.plugin.sessions.find(SESSION)
        self.assertEqual(session.last.messages, request["messages"], "a command still sees the originals")
        self.assertEqual((session.counts.applied, session.counts.invalid), (1, 0))

    def test_an_undone_decision_brings_the_original_back_although_it_was_selected(self):
        engine = self.engine(True)
        request = self.host.request()
        self.host.execute(request, **self.host.context())
        chosen = engine.select_context(request["messages"])
        self.host.decide(off=True, version=2)
        self.host.execute({**request, "messages": chosen}, **self.host.context())
        self.assertEqual(list_of(self.host.sent[1]), request["messages"])
        self.assertIsNone(engine.select_context(request["messages"]))

    def test_a_fault_leaves_the_hosts_choice(self):
        engine = self.engine(True)
        self.host.execute(self.host.request(), **self.host.context())
        session = self.host.plugin.sessions.find(SESSION)
        with mock.patch.object(type(session), "select", side_effect=RuntimeError):
            self.assertIsNone(engine.select_context(self.host.request()["messages"]))
        with mock.patch.object(type(session), "saving", side_effect=RuntimeError):
            self.assertTrue(self.engine(False).should_compress(110))

    def test_is_registered_only_when_the_settings_say_so(self):
        parts = {name: types.ModuleType(name) for name in ("agent", "agent.context_compressor", "agent.context_engine")}
        parts["agent.context_compressor"].ContextCompressor = Compressor
        parts["agent.context_engine"].ContextEngine = type("ContextEngine", (), {})
        from fakes import Context
        from jevshim.plugin import register

        class WithEngine(Context):
            engine = None

            def register_context_engine(self, engine):
                self.engine = engine

        with mock.patch.dict(sys.modules, parts):
            for settings, wanted in (({"hermes": {"context_engine": True}}, "jev-prune"), ({}, None)):
                (self.host.home / "settings.json").write_text(json.dumps(settings))
                ctx = WithEngine()
                register(ctx, self.host.config())
                self.assertEqual(getattr(ctx.engine, "name", None), wanted)
