"""Prints what the shim would send at a request that may be cold, whose first read was edited later."""

import json
import sys

from shim import FOLDER  # noqa: F401  makes the shim importable

from jevshim.cache import Request, Signs
from jevshim.forms import CHAT
from jevshim.look import look


class Session:
    id, late = "s", 0

    @staticmethod
    def pruned_in(request):
        return set()


def call(name, tool, args, result):
    function = {"name": tool, "arguments": json.dumps(args)}
    return [
        {"role": "assistant", "content": "", "tool_calls": [{"id": name, "type": "function", "function": function}]},
        {"role": "tool", "name": tool, "content": json.dumps(result), "tool_call_id": name},
    ]


text = "".join(f"{line}|some line of a file that was read once\n" for line in range(1, 40))
messages = [
    {"role": "user", "content": "Look."},
    *call("call_old", "read_file", {"path": "a.ini"}, {"content": text}),
    *call("call_edit", "patch", {"mode": "replace", "path": "./a.ini"}, {"success": True}),
    {"role": "assistant", "content": "Done."},
    {"role": "user", "content": "Go on."},
]
asked = {}


def ask(op, fields):
    asked[op] = fields
    return {"ticket": "t", "need": ["call_old"]}


look(ask, Session(), Request(CHAT, messages, {}, "s", True), Signs(3_600_000, False), on_request=True)
sys.stdout.write(json.dumps({"outline": asked["outline"]["outline"], "bodies": asked["bodies"]["bodies"]}))
