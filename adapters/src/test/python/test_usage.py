"""What answers cost, in the shapes in which Hermes' providers report it."""

import types
import unittest

from fakes import SESSION, Host, Worker

from jevshim.forms import FORMS
from jevshim.usage import Usage, usage_of


def thing(**members):
    return types.SimpleNamespace(**members)


def answer(**usage):
    return thing(usage=thing(**usage))


class UsageTest(unittest.TestCase):
    def test_is_read_in_every_form(self):
        for form, given, wanted in (
            ("chat_completions", answer(prompt_tokens=100, completion_tokens=7, prompt_tokens_details=thing(cached_tokens=40)), (60, 40, 0, 7)),
            ("chat_completions", answer(prompt_tokens=100, completion_tokens=7, prompt_tokens_details=None), (100, 0, 0, 7)),
            (
                "chat_completions",
                answer(prompt_tokens=100, completion_tokens=7, prompt_tokens_details=thing(cached_tokens=30, cache_write_tokens=20)),
                (50, 30, 20, 7),
            ),
            (
                "chat_completions",
                answer(prompt_tokens=100, completion_tokens=7, cache_read_input_tokens=30, cache_creation_input_tokens=20),
                (50, 30, 20, 7),
            ),
            ("chat_completions", answer(prompt_tokens=100, completion_tokens=7, prompt_cache_hit_tokens=90), (10, 90, 0, 7)),
            ("codex_responses", answer(input_tokens=100, output_tokens=7, input_tokens_details=thing(cached_tokens=40)), (60, 40, 0, 7)),
            ("codex_responses", answer(input_tokens=100, output_tokens=7), (100, 0, 0, 7)),
            (
                "anthropic_messages",
                answer(input_tokens=5, output_tokens=7, cache_read_input_tokens=40, cache_creation_input_tokens=60),
                (5, 40, 60, 7),
            ),
            ("anthropic_messages", answer(input_tokens=5, output_tokens=7, cache_read_input_tokens=None), (5, 0, 0, 7)),
            ("bedrock_converse", answer(prompt_tokens=5, completion_tokens=7, total_tokens=12), (5, 0, 0, 7)),
            (
                "bedrock_converse",
                {"usage": {"inputTokens": 5, "outputTokens": 7, "cacheReadInputTokens": 40, "cacheWriteInputTokens": 60}},
                (5, 40, 60, 7),
            ),
        ):
            with self.subTest(form, wanted=wanted):
                self.assertEqual(usage_of(FORMS[form], given), Usage(*wanted))

    def test_what_is_no_count_is_none_or_nothing(self):
        nothing = (None, "ANSWER", thing(), thing(usage=None), {"usage": 3}, answer(), answer(prompt_tokens="9"), answer(input_tokens=-1))
        for given in (*nothing, answer(prompt_tokens=0, completion_tokens=0)):
            for form in FORMS.values():
                self.assertIsNone(usage_of(form, given))
        odd = answer(prompt_tokens=10, completion_tokens=True, prompt_tokens_details=thing(cached_tokens="4"))
        self.assertEqual(usage_of(FORMS["chat_completions"], odd), Usage(10, 0, 0, 0))
        more = answer(prompt_tokens=10, completion_tokens=1, prompt_tokens_details=thing(cached_tokens=40))
        self.assertEqual(usage_of(FORMS["chat_completions"], more), Usage(0, 40, 0, 1))


ONE = {"answers": 1, "input": 60, "cacheRead": 40, "cacheWrite": 0, "output": 7}
NONE = {"answers": 0, "input": 0, "cacheRead": 0, "cacheWrite": 0, "output": 0, "bytes": 0, "warmBytes": 0, "reads": {}}


class BillTest(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)

    def turn(self, given, **more):
        self.host.ctx.middleware["llm_execution"](
            request=self.host.request(), next_call=lambda outgoing: given, **self.host.context(**more)
        )

    def warm(self, **more):
        self.turn(answer(prompt_tokens=100, completion_tokens=7, prompt_tokens_details=thing(cached_tokens=40)), **more)

    def told(self):
        sent = []
        self.host.plugin.client.later = lambda op, fields, *rest: sent.append((op, fields))
        self.host.ctx.hooks["on_session_end"](session_id=SESSION, task_id=SESSION)
        self.assertEqual(sent[0][0], "heartbeat")
        usage = sent[0][1].get("usage")
        self.assertTrue(usage is None or 0 < len(usage.pop("run")) <= 64)
        return usage

    def test_the_heartbeat_tells_all_and_apart_what_lacked_something(self):
        self.warm()
        model = {"provider": "custom", "id": "mock-1"}
        self.assertEqual(self.told(), {**ONE, "pruned": NONE, "model": model})
        self.host.decide()
        self.warm()
        removed = self.host.plugin.sessions.find(SESSION).counts.bytes_removed
        self.assertGreater(removed, 0)
        self.turn(answer(prompt_tokens=80, completion_tokens=3), task="a-review", model="cheap")
        pruned = {"answers": 2, "input": 140, "cacheRead": 40, "cacheWrite": 0, "output": 10}
        pruned |= {"bytes": 2 * removed, "warmBytes": removed, "reads": {"call_a": 2}}
        self.assertEqual(self.told(), {"answers": 3, "input": 200, "cacheRead": 80, "cacheWrite": 0, "output": 17, "pruned": pruned})

    def test_an_answer_that_reports_nothing_is_not_counted(self):
        for given in (None, "ANSWER", thing(usage=None)):
            self.turn(given)
        self.assertIsNone(self.told())

    def test_what_is_only_observed_is_told_apart(self):
        self.host = Host(settings={"mode": "observe"}).decide()
        self.addCleanup(self.host.close)
        self.warm()
        told = self.told()
        self.assertEqual((told["pruned"], told["observed"]["answers"], told["observed"]["reads"]), (NONE, 1, {"call_a": 1}))

    def test_each_session_has_a_run_of_its_own_and_stats_are_told_first(self):
        worker = Worker(self.host.home)
        self.addCleanup(worker.close)
        for session in (SESSION, "another"):
            self.warm(session=session)
            self.host.prune("stats")
        told = [asked for asked in worker.asked if asked["op"] == "heartbeat"]
        self.assertEqual([asked["session"] for asked in told], [SESSION, "another"])
        self.assertEqual(len({asked["usage"]["run"] for asked in told}), 2)
        self.assertEqual([asked["op"] for asked in worker.asked][-2:], ["heartbeat", "stats"])
        worker.faults["heartbeat"] = "hang"
        self.assertIn("STATS", self.host.prune("stats"))
