"""What the worker is told of the calls that read or edit files."""

import json
import unittest

from shim import VECTORS

from jevshim.events import events_of
from jevshim.forms import CHAT, FORMS
from jevshim.scan import scan


def call(name, tool, args, result):
    function = {"name": tool, "arguments": json.dumps(args)}
    return [
        {"role": "assistant", "content": "", "tool_calls": [{"id": name, "type": "function", "function": function}]},
        {"role": "tool", "name": tool, "content": result, "tool_call_id": name},
    ]


class EventsTest(unittest.TestCase):
    def test_are_the_same_in_every_form(self):
        vector = json.loads((VECTORS / "04-applies-to-several.json").read_text())
        found = []
        for name, form in FORMS.items():
            seen = scan(form, vector["messages"][name])
            events = [event | {"call": seen.count - event["call"], "at": seen.count - event["at"]} for event in events_of(seen)]
            found.append(events)
        for other in found[1:]:
            self.assertEqual(other, found[0])
        self.assertEqual([event["tool"] for event in found[0]], ["read_file"] * 4 + ["terminal"] * 9)

    def test_name_files_and_ranges_and_hold_no_text(self):
        patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-secret\n+other\n*** End Patch"
        messages = [
            *call("a", "read_file", {"path": "a.py", "offset": 3, "limit": 9}, json.dumps({"content": "text"})),
            *call("b", "patch", {"mode": "patch", "patch": patch}, json.dumps({"success": True})),
            *call("c", "write_file", {"path": "b.py", "content": "secret"}, json.dumps({"error": "denied"})),
            *call("d", "terminal", {"command": "sed -i s/a/b/ a.py"}, json.dumps({"output": "", "error": None})),
            *call("e", "terminal", {"command": "x" * 9000}, "{}"),
            *call("f", "web_search", {"query": "secret"}, "{}"),
        ]
        events = {event["id"]: event for event in events_of(scan(CHAT, messages))}
        self.assertEqual(list(events), ["a", "b", "c", "d", "e"])
        self.assertEqual(events["a"]["target"], {"path": "a.py", "offset": 3, "limit": 9})
        self.assertEqual(events["b"]["target"]["patch"], "*** Begin Patch\n*** Update File: a.py\n*** End Patch")
        self.assertEqual([event["ok"] for event in events.values()], [True, True, False, True, True])
        self.assertEqual(events["d"]["target"], {"command": "sed -i s/a/b/ a.py"})
        self.assertEqual(events["e"]["target"], {})
        self.assertNotIn("secret", json.dumps(list(events.values())))
