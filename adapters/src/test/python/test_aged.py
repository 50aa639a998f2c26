"""Stale and superseded reads, the modes, and what both mean for the host's re-read guard."""

import hashlib
import json
import sys
import types
import unittest
from unittest import mock

from fakes import PROFILE, SESSION, Host, list_of

from jevshim.config import read_config
from jevshim.forms import FORMS
from jevshim.replay import plan_replay
from jevshim.store import Store, parse_ledger

MARKER = "[Jev prune: read-result body omitted; the file was edited later]"


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def spelled(args):
    return json.dumps(args, sort_keys=True, separators=(",", ":"))


def aged(host, cause_id="work_3", kind="stale", **cause):
    """The vector's first read, made old by one of the calls behind it."""
    side = host.vector["decisions"][0]["source"]
    because = {"id": cause_id, "tool": "terminal", "args": sha(spelled({"command": f"echo {cause_id[-1]}"}))} | cause
    return {"kind": kind, "source": side, "cause": because, "tool": "read_file", "path": "app.txt", "marker": MARKER,
            "held": False, "approvedAt": "2026-11-30T12:00:00Z"}


class AgedTest(unittest.TestCase):
    def setUp(self):
        self.host = Host("14-witness-is-gone.json")
        self.addCleanup(self.host.close)

    def outcomes(self, decision, change=lambda messages: messages):
        ledger = {"schema": "jev-prune.ledger.v1", "session": "s", "version": 1, "decisions": [decision]}
        decisions = list(parse_ledger(ledger, "s").decisions)
        found = set()
        for name, form in FORMS.items():
            messages = change(json.loads(json.dumps(self.host.vector["messages"][name])))
            found.add(tuple(plan_replay(form, messages, decisions).outcomes))
        self.assertEqual(len(found), 1, found)
        return found.pop()

    def test_is_left_out_while_the_cause_stands_behind_it(self):
        self.assertEqual(self.outcomes(aged(self.host)), ("applied",))
        self.assertEqual(self.outcomes(aged(self.host, kind="superseded")), ("applied",))

    def test_goes_out_again_when_the_cause_is_gone_or_another(self):
        self.assertEqual(self.outcomes(aged(self.host, "nobody")), ("invalid",))
        self.assertEqual(self.outcomes(aged(self.host, tool="patch")), ("invalid",))
        self.assertEqual(self.outcomes(aged(self.host, args=sha("{}"))), ("invalid",))

    def test_goes_out_again_when_the_cause_failed(self):
        def fail(messages):
            return json.loads(json.dumps(messages).replace('\\"output\\": \\"3\\"', '\\"error\\": \\"no\\"'))

        self.assertEqual(self.outcomes(aged(self.host), fail), ("invalid",))

    def test_another_kind_or_half_a_decision_is_no_decision(self):
        self.assertIsNone(parse_ledger({"schema": "x"}, "s"))
        ledger = {"schema": "jev-prune.ledger.v1", "session": "s", "version": 1}
        for broken in (aged(self.host, kind="other"), aged(self.host) | {"cause": None}, aged(self.host) | {"kind": "repeat"}):
            self.assertEqual(parse_ledger(ledger | {"decisions": [broken]}, "s").decisions, ())

    def test_the_index_stands_in_for_a_lost_ledger(self):
        self.host.vector["decisions"] = [aged(self.host)]
        self.host.decide()
        ledger = next((self.host.home / "state").rglob("ledger/*.json"))
        taken = ledger.parent.parent / "taken" / ledger.name
        taken.parent.mkdir()
        taken.write_text(ledger.read_text().replace("jev-prune.ledger.v1", "jev-prune.taken.v1"))
        store = Store(str(self.host.home), PROFILE)
        for lost in (lambda: None, lambda: ledger.write_text("{"), ledger.unlink):
            lost()
            readable, found = store.ledger(SESSION)
            self.assertTrue(readable)
            self.assertEqual(len(found.decisions), 1)
        taken.write_text(taken.read_text().replace("taken.v1", "other.v1"))
        self.assertEqual(store.ledger(SESSION), (True, None))

    def test_the_read_guard_is_opened_once_because_no_copy_stays(self):
        """B12."""
        opened = []
        tools = types.ModuleType("tools")
        tools.file_tools = types.ModuleType("tools.file_tools")
        tools.file_tools.reset_file_dedup = opened.append
        self.host.vector["decisions"] = [aged(self.host)]
        self.host.decide()
        with mock.patch.dict(sys.modules, {"tools": tools, "tools.file_tools": tools.file_tools}):
            for _ in range(3):
                self.host.execute(self.host.request(), **self.host.context())
        self.assertIn(MARKER, json.dumps(list_of(self.host.sent[0])))
        self.assertEqual(opened, [SESSION])


class ModesTest(unittest.TestCase):
    def test_observing_counts_and_leaves_everything_in(self):
        host = Host(settings={"mode": "observe"}).decide()
        self.addCleanup(host.close)
        request = host.request()
        host.execute(request, **host.context())
        self.assertIs(host.sent[0], request)
        self.assertEqual(host.plugin.sessions.find(SESSION).counts.applied, 1)
        self.assertIn("observing", host.prune("status"))

    def test_the_innermost_settings_hold(self):
        host = Host()
        self.addCleanup(host.close)
        settings = {
            "mode": "prune",
            "deadlines": {"preview_ms": 100},
            "hosts": {"hermes": {"mode": "observe", "deadlines": {"preview_ms": 200}}, "pi": {"mode": "off"}},
            "projects": {"/work/a": {"hosts": {"hermes": {"mode": "off"}}}, "/work": {"hosts": {"hermes": {"mode": "prune"}}}},
        }
        (host.home / "settings.json").write_text(json.dumps(settings))
        for folder, mode in (("/work/a/b", "off"), ("/work/ab", "prune"), ("/other", "observe")):
            with mock.patch("os.getcwd", return_value=folder):
                self.assertEqual(read_config(host.config()).mode, mode)
        with mock.patch("os.getcwd", return_value="/other"):
            self.assertEqual(read_config(host.config()).preview_millis, 200)
