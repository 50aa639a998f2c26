"""The bus in Hermes: who carries it, what the worker is sent, and what goes out when there is no answer."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from fakes import PROFILE, SESSION, Host, Worker, list_of

from jevshim.bus import ALONE, Bus, Role
from jevshim.chain import put

MARKER = "[Jev prune: repeated read-result body omitted; retained witness: call_b]"
OWN = {"name": f"jev-prune.dedup@hermes:{PROFILE[:8]}", "package": "jev-prune-kit", "hosts": ["hermes"]}
FOREIGN = {"name": "other.stage", "package": "other", "hosts": ["*"]}
OURS = {"hermes": {"carrier": "jev-prune-kit", "rank": 100}}
THEIRS = {"hermes": {"carrier": "other", "rank": 200}}


class BusFolder(unittest.TestCase):
    """A test with a bus folder of its own, named by the variable."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="jpb")
        self.addCleanup(folder.cleanup)
        self.registry = Path(folder.name, "v1", "registry.json")
        environment = mock.patch.dict(os.environ, {"JEV_BUS_HOME": folder.name})
        environment.start()
        self.addCleanup(environment.stop)

    def write(self, hosts, *stages, schema="jev-bus.v1"):
        self.registry.parent.mkdir(exist_ok=True)
        new = self.registry.with_name("new")
        new.write_text(json.dumps({"schema": schema, "hosts": hosts, "stages": list(stages)}))
        new.replace(self.registry)


class BusTest(BusFolder):
    def test_others_take_part_only_where_we_carry_and_are_registered(self):
        self.write(OURS, OWN, FOREIGN)
        bus = Bus(PROFILE)
        self.assertEqual(bus.role(), Role(foreign=True))
        self.write(THEIRS, OWN, FOREIGN)
        self.assertEqual(bus.role(), Role(carrier="other"))
        for hosts, stages in (
            (OURS, [OWN]),
            ({}, [OWN, FOREIGN]),
            (THEIRS, [FOREIGN]),
            (OURS, [OWN, {**FOREIGN, "hosts": ["pi"]}]),
            (OURS, ["x", {**OWN, "name": 5}]),
        ):
            self.write(hosts, *stages)
            self.assertEqual(bus.role(), ALONE, (hosts, stages))
        self.registry.write_text("{ nope")
        self.assertEqual(bus.role(), ALONE)
        self.registry.unlink()
        self.assertEqual(bus.role(), ALONE)

    def test_an_empty_variable_is_unset(self):
        with mock.patch.dict(os.environ, {"JEV_BUS_HOME": " ", "HOME": "/home/u"}):
            self.assertEqual(str(Bus(PROFILE).home), "/home/u/.jev/bus")
            self.assertEqual(str(Bus(PROFILE, "/given").home), "/given")


class PutTest(unittest.TestCase):
    def test_kept_messages_are_the_same_objects(self):
        messages = [{"n": 1}, {"n": 2}, {"n": 3}]
        result = put(messages, [0, {"index": 2, "message": {"n": 9}}])
        self.assertIs(result[0], messages[0])
        self.assertEqual(result[1], {"n": 9})
        self.assertEqual(messages, [{"n": 1}, {"n": 2}, {"n": 3}])

    def test_an_odd_answer_gives_the_list_as_it_is(self):
        messages = [{"n": 1}]
        for items in (None, [], "x", [1], [-1], [True], [0.0], [0, 0], [{"index": 0}], [{"index": 0, "message": 1}], [None]):
            self.assertIs(put(messages, items), messages)


class ChainTest(BusFolder):
    def setUp(self):
        super().setUp()
        self.host = Host()
        self.addCleanup(self.host.close)

    def worker(self, reply=None, faults=None):
        worker = Worker(self.host.home, faults)
        self.addCleanup(worker.close)
        worker.replies["chain"] = reply if reply is not None else {}
        return worker

    def execute(self, form="chat_completions"):
        request = self.host.request(form)
        self.host.execute(request, **self.host.context(form))
        return list_of(request), list_of(self.host.sent[-1])

    def asked(self, worker):
        return [request for request in worker.asked if request["op"] == "chain"]

    def test_a_foreign_stage_acts_before_anything_of_ours_is_approved(self):
        self.write(OURS, OWN, FOREIGN)
        worker = self.worker({"messages": [0, 2]})
        came, sent = self.execute()
        self.assertEqual(sent, [came[0], came[2]])
        self.assertEqual(self.asked(worker)[0]["own"], [])

    def test_the_list_before_our_replay_is_sent_with_what_the_replay_changes(self):
        self.host.decide()
        self.write(OURS, OWN, FOREIGN)
        worker = self.worker()
        came, sent = self.execute()
        asked = self.asked(worker)[0]
        self.assertEqual(asked["messages"], came)
        self.assertEqual(len(asked["own"]), 1)
        own = asked["own"][0]
        self.assertIn(MARKER, json.dumps(own["message"]))
        self.assertEqual(came[own["witness"]]["tool_call_id"], "call_b")
        self.assertEqual(sent[own["index"]], own["message"])

    def test_without_an_answer_the_request_is_as_our_replay_left_it(self):
        self.host.decide()
        _, alone = self.execute()
        self.write(OURS, OWN, FOREIGN)
        _, absent = self.execute()
        self.assertEqual(absent, alone)
        for fault in ("throw", "garbage", "half"):
            with self.subTest(fault):
                worker = self.worker({"messages": [0]}, {"chain": fault})
                _, sent = self.execute()
                self.assertEqual(sent, alone)
                worker.close()
                (self.host.home / "run" / "w.sock").unlink()
                (self.host.home / "run").rmdir()

    def test_other_forms_and_a_model_that_was_refused_are_not_sent(self):
        self.write(OURS, OWN, FOREIGN)
        worker = self.worker({"asked": False})
        for form in ("codex_responses", "anthropic_messages", "bedrock_converse"):
            self.execute(form)
        self.assertEqual(self.asked(worker), [])
        self.execute()
        self.execute()
        self.assertEqual(len(self.asked(worker)), 1)

    def test_under_another_carrier_nothing_is_touched_and_prune_says_so(self):
        self.host.decide()
        self.write(THEIRS, OWN, FOREIGN)
        self.worker()
        came, sent = self.execute()
        self.assertIs(sent, came)
        self.host.ctx.hooks["on_session_end"](session_id=SESSION)
        said = self.host.prune()
        self.assertIn("other", said)
        self.assertIn(f"jevprune approve --host hermes --session {SESSION}", said)
        self.assertIn("LIST", said)


if __name__ == "__main__":
    unittest.main()
