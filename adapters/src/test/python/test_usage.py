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
        for given in (None, "ANSWER", thing(), thing(usage=None), {"usage": 3}, answer(), answer(prompt_tokens="9"), answer(input_tokens=-1)):
            for form in FORMS.values():
                self.assertIsNone(usage_of(form, given))
        odd = answer(prompt_tokens=10, completion_tokens=True, prompt_tokens_details=thing(cached_tokens="4"))
        self.assertEqual(usage_of(FORMS["chat_completions"], odd), Usage(10, 0, 0, 0))
        more = answer(prompt_tokens=10, completion_tokens=1, prompt_tokens_details=thing(cached_tokens=40))
        self.assertEqual(usage_of(FORMS["chat_completions"], more), Usage(0, 40, 0, 1))


class BillTest(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        self.worker = Worker(self.host.home)
        self.addCleanup(self.worker.close)

    def turn(self, given, **more):
        self.host.ctx.middleware["llm_execution"](
            request=self.host.request(), next_call=lambda outgoing: given, **self.host.context(**more)
        )

    def beat(self):
        sent = []
        self.host.plugin.client.later = lambda op, fields, *rest: sent.append((op, fields))
        self.host.ctx.hooks["on_session_end"](session_id=SESSION, task_id=SESSION)
        self.assertEqual(sent[0][0], "heartbeat")
        return sent[0][1]["usage"]

    def test_the_heartbeat_tells_all_and_apart_what_had_something_left_out(self):
        self.turn(answer(prompt_tokens=100, completion_tokens=7, prompt_tokens_details=thing(cached_tokens=40)))
        none = {"answers": 0, "input": 0, "cacheRead": 0, "cacheWrite": 0, "output": 0, "bytes": 0}
        one = {"answers": 1, "input": 60, "cacheRead": 40, "cacheWrite": 0, "output": 7}
        self.assertEqual(self.beat(), {**one, "pruned": none})
        self.host.decide()
        self.turn(answer(prompt_tokens=80, completion_tokens=3))
        removed = self.host.plugin.sessions.find(SESSION).counts.bytes_removed
        self.assertGreater(removed, 0)
        self.turn(answer(prompt_tokens=80, completion_tokens=3), task="a-review")
        two = {"answers": 2, "input": 160, "cacheRead": 0, "cacheWrite": 0, "output": 6, "bytes": 2 * removed}
        all_three = {"answers": 3, "input": 220, "cacheRead": 40, "cacheWrite": 0, "output": 13}
        self.assertEqual(self.beat(), {**all_three, "pruned": two})

    def test_an_answer_that_reports_nothing_is_not_counted(self):
        for given in (None, "ANSWER", thing(usage=None)):
            self.turn(given)
        self.assertEqual(self.beat()["answers"], 0)

    def test_observing_leaves_nothing_out(self):
        self.host = Host(settings={"mode": "observe"}).decide()
        self.addCleanup(self.host.close)
        self.turn(answer(prompt_tokens=80, completion_tokens=3))
        self.assertEqual((self.beat()["answers"], self.beat()["pruned"]["answers"]), (1, 0))
