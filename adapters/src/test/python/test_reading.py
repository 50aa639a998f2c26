"""What is a body, how things are spelled, and what an outline says."""

import json
import unittest

import shim  # noqa: F401

from jevshim import fingerprint
from jevshim.forms import ANTHROPIC, BEDROCK, CHAT, RESPONSES
from jevshim.outline import Outline
from jevshim.reading import judge
from jevshim.scan import scan

BODY = json.dumps({"content": "1|a line\n" * 40, "total_lines": 40, "file_size": 300, "truncated": False})
STUB = json.dumps({"status": "unchanged", "message": "File unchanged", "dedup": True, "content_returned": False})


def read(call_id, text, args=None, tool="read_file"):
    return [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {
                    "id": call_id,
                    "type": "function",
                    "function": {"name": tool, "arguments": json.dumps(args or {"path": "a.txt"})},
                }
            ],
        },
        {"role": "tool", "name": tool, "content": text, "tool_call_id": call_id},
    ]


def calls(messages, answer_signed=None):
    outline = Outline(CHAT, [{"role": "user", "content": "go"}, *messages], set(), answer_signed).to_json()
    return {call["id"]: call for call in outline["calls"]}


class ReadingTest(unittest.TestCase):
    def test_a_whole_object_with_the_text_is_a_body(self):
        self.assertEqual(judge([BODY]), "body")

    def test_what_the_host_put_in_its_place_or_behind_it_is_none(self):
        for text, verdict in {
            STUB: "stub",
            STUB + "\n\n[hint]": "stub",
            BODY + "\n\n[Tool loop warning: idempotent_no_progress_warning; count=2]": "extended",
            "<persisted-output>\nThis tool result was too large": "touched",
            json.dumps({"error": "BLOCKED: You have called read_file on this exact region 3 times"}): "failed",
            json.dumps({"content": "x", "_warning": "third time"}): "touched",
            json.dumps({"content": "x", "truncated": True, "hint": "Use offset=501"}): "touched",
            json.dumps({"output": "x", "exit_code": 0}): "touched",
            "plain text": "touched",
            "[1, 2]": "touched",
            '{"content": NaN}': "touched",
            '{"content": "half': "touched",
            "": "touched",
        }.items():
            with self.subTest(text[:60]):
                self.assertEqual(judge([text]), verdict)
        self.assertEqual(judge([BODY, BODY]), "touched")

    def test_a_stub_pins_the_body_it_refers_to(self):
        """B12: the newest full copy is the one that a later stub speaks of, across a boundary too."""
        found = calls(read("old", BODY) + read("full", BODY) + read("stub", STUB) + read("newest", BODY))
        self.assertEqual([name for name, call in found.items() if call["pinned"]], ["full"])
        self.assertEqual([name for name, call in found.items() if call["notice"]], ["stub"])

    def test_a_stub_of_another_range_pins_nothing_else(self):
        found = calls(read("a", BODY) + read("b", STUB, {"path": "a.txt", "offset": 9}))
        self.assertFalse(found["a"]["pinned"])
        found = calls(read("a", BODY) + read("b", STUB, {"path": "a.txt", "offset": 1, "limit": 500}))
        self.assertTrue(found["a"]["pinned"], "the host's defaults are the same range")

    def test_the_answer_that_is_not_in_the_list_yet_counts(self):
        messages = [{"role": "user", "content": "go"}, *read("a", BODY)]
        outline = Outline(CHAT, messages, set(), True).to_json()
        self.assertEqual((outline["messages"], outline["lastSigned"]), (4, 3))
        outline = Outline(CHAT, messages, set(), False).to_json()
        self.assertEqual((outline["messages"], outline["lastSigned"]), (4, -1))

    def test_ill_formed_text_matches_nothing(self):
        call = calls(read("a", BODY[:-2] + '\ud800"}'))["a"]
        self.assertEqual((call["wellFormed"], call["args"], call["text"]), (False, "", ""))

    def test_odd_arguments_match_nothing(self):
        for raw in ('{"path": "a", "path": "b"}', '{"n": ' + "1" * 5000 + "}"):
            self.assertIsNone(fingerprint.spelling(fingerprint.arguments(raw)))
        self.assertEqual(fingerprint.arguments('{"a": NaN}'), '{"a": NaN}')
        self.assertEqual(fingerprint.spelling(fingerprint.arguments('{"b":1.0,"a":[null,true]}')), '{"a":[null,true],"b":1}')

    def test_a_user_turn_of_tool_results_alone_does_not_count(self):
        result = {"type": "tool_result", "tool_use_id": "a", "content": BODY}
        use = {"type": "tool_use", "id": "a", "name": "mcp__read_file", "input": {"path": "a.txt"}}
        messages = [
            {"role": "user", "content": "the goal"},
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [result]},
        ]
        seen = scan(ANTHROPIC, messages)
        self.assertEqual((seen.last_user, seen.goal, seen.count), (0, "the goal", 3))
        messages[2]["content"].append({"type": "text", "text": "the next goal"})
        seen = scan(ANTHROPIC, messages)
        self.assertEqual((seen.last_user, seen.goal, seen.count), (3, "the next goal", 4))
        self.assertEqual(Outline(ANTHROPIC, messages, set(), None).to_json()["calls"][0]["tool"], "read_file")

    def test_what_the_host_writes_under_the_users_name_is_no_turn(self):
        for text in ("[System: Continue now.", "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier", "[Your active task list was preserved across"):
            seen = scan(CHAT, [{"role": "user", "content": "goal"}, {"role": "user", "content": text}])
            self.assertEqual((seen.last_user, seen.goal), (0, "goal"))

    def test_signed_thinking_is_found_in_every_form(self):
        user = {"role": "user", "content": [{"text": "x", "type": "text"}]}
        for form, said in (
            (CHAT, {"role": "assistant", "content": "", "reasoning_details": [{"type": "thinking", "signature": "s"}]}),
            (ANTHROPIC, {"role": "assistant", "content": [{"type": "thinking", "thinking": "t", "signature": "s"}]}),
            (ANTHROPIC, {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "d"}]}),
            (RESPONSES, {"type": "reasoning", "encrypted_content": "e"}),
            (
                BEDROCK,
                {"role": "assistant", "content": [{"reasoningContent": {"reasoningText": {"text": "t", "signature": "s"}}}]},
            ),
        ):
            with self.subTest(form.name):
                self.assertEqual(scan(form, [user, said]).last_signed, 1)

    def test_odd_lists_are_walked(self):
        odd = [None, 3, "x", [], {}, {"role": None}, {"role": "user"}, {"role": "assistant", "content": None}]
        odd += [{"role": "assistant", "tool_calls": [None, {"type": "function"}]}, {"role": "tool"}]
        odd += [{"role": "user", "content": [None, {"type": "tool_result"}, {"toolResult": None}]}]
        odd += [{"role": "assistant", "content": [None, {"type": "tool_use"}, {"toolUse": None}]}, {"type": "function_call"}]
        for form in (CHAT, RESPONSES, ANTHROPIC, BEDROCK):
            with self.subTest(form.name):
                self.assertEqual(Outline(form, odd, set(), None).to_json()["calls"], [])
