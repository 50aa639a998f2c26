"""Bedrock cannot be spoken to on loopback: the host's own builder makes the request, and our shim replays on it."""

import importlib.util
import json
import sqlite3
import sys
from pathlib import Path

database, session, data_home = sys.argv[1:]
folder = next(Path(data_home, "runtime").glob("*/shim/hermes"))
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("shim", folder / "__init__.py", submodule_search_locations=[str(folder)])
sys.modules["shim"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["shim"])

from agent.bedrock_adapter import convert_messages_to_converse
from shim.forms import BEDROCK
from shim.replay import apply_plan, plan_replay
from shim.store import parse_ledger

connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
connection.row_factory = sqlite3.Row
messages = []
for row in connection.execute("SELECT * FROM messages WHERE session_id = ? ORDER BY id", (session,)):
    message = {"role": row["role"], "content": row["content"]}
    if row["tool_calls"]:
        message["tool_calls"] = json.loads(row["tool_calls"])
    if row["tool_call_id"]:
        message["tool_call_id"] = row["tool_call_id"]
    messages.append(message)
ledger = next(Path(data_home, "state").glob("*/ledger/*.json"))
decisions = list(parse_ledger(json.loads(ledger.read_text()), session).decisions)
_, converse = convert_messages_to_converse(messages)
before = json.dumps(converse)
plan = plan_replay(BEDROCK, converse, decisions)
edited = apply_plan(BEDROCK, converse, plan)
assert json.dumps(converse) == before
differing = [index for index, (one, other) in enumerate(zip(converse, edited, strict=True)) if one != other]
marker = decisions[0].marker
print(json.dumps({"outcomes": plan.outcomes, "differing": len(differing), "markers": json.dumps(edited).count(marker)}))
