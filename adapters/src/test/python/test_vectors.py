"""The replay vectors that JavaScript, Python and Java share."""

import copy
import json
import unittest

from shim import VECTORS

from jevshim.forms import FORMS
from jevshim.replay import apply_plan, plan_replay
from jevshim.store import parse_ledger


def decisions_of(vector):
    ledger = {"schema": "jev-prune.ledger.v1", "session": "s", "version": 1, "decisions": vector["decisions"]}
    return list(parse_ledger(ledger, "s").decisions)


class VectorsTest(unittest.TestCase):
    def test_every_form_gives_the_expected_outcomes(self):
        files = sorted(VECTORS.glob("*.json"))
        self.assertGreater(len(files), 70)
        for file in files:
            vector = json.loads(file.read_text())
            for name, form in FORMS.items():
                with self.subTest(vector["name"], form=name):
                    messages = vector["messages"][name]
                    before = copy.deepcopy(messages)
                    plan = plan_replay(form, messages, decisions_of(vector))
                    self.assertEqual(plan.outcomes, vector["expected"]["outcomes"])
                    self.assertEqual(plan.bytes_removed, vector["expected"]["bytesRemoved"])
                    edited = apply_plan(form, messages, plan)
                    self.assertEqual(messages, before, "the list that came is never changed")
                    self.assertEqual(len(edited), len(messages))
                    if not plan.applied:
                        self.assertIs(edited, messages)

    def test_only_the_decided_bodies_differ(self):
        vector = json.loads((VECTORS / "04-applies-to-several.json").read_text())
        for name, form in FORMS.items():
            with self.subTest(name):
                messages = vector["messages"][name]
                edited = apply_plan(form, messages, plan_replay(form, messages, decisions_of(vector)))
                text = json.dumps(edited)
                for decision in decisions_of(vector):
                    self.assertEqual(text.count(decision.marker), 1)
                    body = next(
                        form.result(r)[1]
                        for k, _, _, r in form.walk(messages)
                        if k == "result" and form.result(r)[0] == decision.source.id
                    )
                    whole = json.dumps(body if isinstance(body, str) else body[0]["text"])
                    text = text.replace(json.dumps(decision.marker), whole)
                self.assertEqual(json.loads(text), messages)

    def test_replaying_again_changes_nothing(self):
        vector = json.loads((VECTORS / "01-applies.json").read_text())
        for name, form in FORMS.items():
            with self.subTest(name):
                decisions = decisions_of(vector)
                once = apply_plan(form, vector["messages"][name], plan_replay(form, vector["messages"][name], decisions))
                again = plan_replay(form, once, decisions)
                self.assertIs(apply_plan(form, once, again), once)
