"""What the real Hermes 0.19.0 sent, in each form."""

import json
import unittest

from shim import CAPTURES

from jevshim.forms import FORMS
from jevshim.outline import Outline


class CapturesTest(unittest.TestCase):
    def test_every_form_is_read_alike(self):
        said = {}
        for file in sorted(CAPTURES.glob("*.json")):
            capture = json.loads(file.read_text())
            form = FORMS[capture["api_mode"]]
            outline = Outline(form, capture[form.list_key], set(), None).to_json()
            first = outline["calls"][0]
            said[form.name] = (
                len(outline["calls"]),
                outline["goal"],
                outline["messages"] - outline["lastUser"],
                [(call["ok"], call["notice"], call["pinned"], call["shape"]) for call in outline["calls"]],
                outline["messages"] - first["at"],
                first["bytes"],
                first["args"],
                first["text"],
            )
        self.assertEqual(len(said), 3)
        one, *others = said.values()
        for other in others:
            self.assertEqual(other, one)
        # a body; the same with a loop warning behind it, to which the stub refers; the stub
        self.assertEqual(one[3], [(True, False, False, "parts:1"), (True, True, True, "parts:1"), (True, True, False, "parts:1")])

    def test_only_the_last_answer_is_sent_with_its_signature(self):
        capture = json.loads((CAPTURES / "anthropic_messages.json").read_text())
        outline = Outline(FORMS["anthropic_messages"], capture["messages"], set(), None).to_json()
        self.assertEqual(outline["lastSigned"], outline["messages"] - 2)
        self.assertEqual(json.dumps(capture["messages"]).count('"signature"'), 1)
        self.assertGreater(json.dumps(capture["stored"]).count('signature'), 4)
