#!/usr/bin/env python3
"""Writes the replay vectors of this folder: run it by hand after a change of the rules, and look at what changed.

A case is one conversation, said in Pi's form and in the four forms in which Hermes sends it. What is expected is what
the JavaScript rules answer for Pi's form; the tests hold Python and Java to the same answer for every form.
"""

import copy
import hashlib
import json
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
SHIM = HERE.parent.parent / "adapters/src/main/resources/dev/jevprune/adapters/shim"
FORMS = ("pi", "chat_completions", "codex_responses", "anthropic_messages", "bedrock_converse")


def body(word, lines=9):
    content = "".join(f"{n}|{word} line {n} of the sample file, padded\n" for n in range(1, lines + 1))
    return json.dumps({"content": content, "total_lines": lines, "file_size": 40 * lines, "truncated": False})


def read(call_id, text, args=None, **more):
    return {"say": "read", "id": call_id, "tool": "read_file", "args": args or {"path": "app.txt"}, "text": text, **more}


def turns(*steps, tail=9):
    """A conversation: a user turn, the steps, other work so that the steps are old, and a second user turn."""
    work = [{"say": "read", "id": f"work_{n}", "tool": "terminal", "args": {"command": f"echo {n}"},
             "text": json.dumps({"output": str(n), "exit_code": 0})} for n in range(tail)]
    return [{"say": "user", "text": "Read it."}, *steps, *work, {"say": "answer", "text": "done"},
            {"say": "user", "text": "Go on."}]


def flat(steps):
    """Steps in which each call of a batch is one of its own."""
    return [one for step in steps for one in step.get("steps", [step])]


def pi(steps):
    out = []
    for step in steps:
        if step["say"] == "batch":
            each = [pi([one]) for one in step["steps"]]
            out.append({"role": "assistant", "content": [block for one in each for block in one[0]["content"]]})
            out.extend(result for one in each for result in one[1:])
            continue
        if step["say"] == "user":
            out.append({"role": "user", "content": step["text"]})
        elif step["say"] == "answer":
            out.append({"role": "assistant", "content": [{"type": "text", "text": step["text"]}]})
        else:
            if not step.get("no_call"):
                out.append({"role": "assistant", "content": [
                    {"type": "toolCall", "id": step["id"], "name": step["tool"], "arguments": step["args"]}]})
            for _ in range(step.get("results", 1)):
                parts = [{"type": "text", "text": step["text"]}]
                if step.get("image"):
                    parts.append({"type": "image", "data": "AA==", "mimeType": "image/png"})
                out.append({"role": "toolResult", "toolCallId": step["id"], "toolName": step["tool"], "content": parts,
                            "isError": step.get("failed", False) or step.get("tells_error", False)})
    return out


def chat(steps):
    out = [{"role": "system", "content": "You are helpful."}]
    for step in steps:
        if step["say"] == "batch":
            each = [chat([one])[1:] for one in step["steps"]]
            out.append({"role": "assistant", "content": "", "tool_calls": [c for one in each for c in one[0]["tool_calls"]]})
            out.extend(result for one in each for result in one[1:])
            continue
        if step["say"] == "user":
            out.append({"role": "user", "content": step["text"]})
        elif step["say"] == "answer":
            out.append({"role": "assistant", "content": step["text"]})
        else:
            if not step.get("no_call"):
                out.append({"role": "assistant", "content": "", "tool_calls": [{
                    "id": step["id"], "type": "function",
                    "function": {"name": step["tool"], "arguments": spelled(step["args"])}}]})
            for _ in range(step.get("results", 1)):
                content = step["text"]
                if step.get("cached"):
                    content = [{"type": "text", "text": step["text"], "cache_control": {"type": "ephemeral"}}]
                if step.get("image"):
                    content = [{"type": "text", "text": step["text"]}, {"type": "image_url", "image_url": {"url": "data:,"}}]
                message = {"role": "tool", "name": step["tool"], "content": content, "tool_call_id": step["id"]}
                out.append(message | ({"is_error": True} if step.get("failed") else {}))
    return out


def responses(steps):
    out = []
    for step in steps:
        if step["say"] == "batch":
            each = [responses([one])[2:] for one in step["steps"]]
            out.extend([{"type": "reasoning", "encrypted_content": "x", "summary": []}, {"role": "assistant", "content": ""}])
            out.extend(one[0] for one in each)
            out.extend(result for one in each for result in one[1:])
            continue
        if step["say"] == "user":
            out.append({"role": "user", "content": step["text"]})
        elif step["say"] == "answer":
            out.append({"type": "reasoning", "encrypted_content": "x", "summary": []})
            out.append({"type": "message", "role": "assistant", "status": "completed",
                        "content": [{"type": "output_text", "text": step["text"]}]})
        else:
            if not step.get("no_call"):
                out.append({"type": "reasoning", "encrypted_content": "x", "summary": []})
                out.append({"role": "assistant", "content": ""})
                out.append({"type": "function_call", "call_id": step["id"], "name": step["tool"],
                            "arguments": spelled(step["args"])})
            for _ in range(step.get("results", 1)):
                output = step["text"]
                if step.get("image"):
                    output = [{"type": "input_text", "text": step["text"]}, {"type": "input_image", "image_url": "data:,"}]
                item = {"type": "function_call_output", "call_id": step["id"], "output": output}
                out.append(item | ({"status": "incomplete"} if step.get("failed") else {}))
    return out


def blocks(steps, text, use, result):
    out = []

    def say(role, block):
        if out and out[-1]["role"] == role:
            out[-1]["content"].append(block)
        else:
            out.append({"role": role, "content": [block]})

    for step in steps:
        if step["say"] == "user":
            say("user", text(step["text"]))
        elif step["say"] == "answer":
            say("assistant", text(step["text"]))
        elif step["say"] == "batch":
            out.append({"role": "assistant", "content": [use(one) for one in step["steps"]]})
            for one in step["steps"]:
                say("user", result(one))
        else:
            if not step.get("no_call"):
                out.append({"role": "assistant", "content": [use(step)]})
            for _ in range(step.get("results", 1)):
                say("user", result(step))
    return out


def anthropic(steps):
    def result(step):
        content = step["text"]
        if step.get("image"):
            content = [{"type": "text", "text": step["text"]}, {"type": "image", "source": {}}]
        block = {"type": "tool_result", "tool_use_id": step["id"], "content": content}
        if step.get("cached"):
            block["cache_control"] = {"type": "ephemeral"}
        return block | ({"is_error": True} if step.get("failed") else {})

    return blocks(
        steps,
        lambda text: {"type": "text", "text": text},
        lambda step: {"type": "tool_use", "id": step["id"], "name": step["tool"], "input": step["args"]},
        result,
    )


def bedrock(steps):
    def result(step):
        content = [{"text": step["text"]}] + ([{"image": {"format": "png"}}] if step.get("image") else [])
        inner = {"toolUseId": step["id"], "content": content}
        return {"toolResult": inner | ({"status": "error"} if step.get("failed") else {})}

    return blocks(
        steps,
        lambda text: {"text": text},
        lambda step: {"toolUse": {"toolUseId": step["id"], "name": step["tool"], "input": step["args"]}},
        result,
    )


def spelled(args):
    """As JavaScript spells it with sorted keys; of half a surrogate pair no shim makes anything."""
    return json.dumps(args, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def side(step):
    return {"id": step["id"], "args": sha(spelled(step["args"])), "text": sha(step["text"]), "shape": "parts:1",
            "bytes": len(step["text"].encode())}


def aged(source, cause, kind="stale", held=False, marker=None):
    what = "modified later" if kind == "stale" else "read again later"
    return {
        "kind": kind, "source": side(source),
        "cause": {"id": cause["id"], "tool": cause["tool"], "args": sha(spelled(cause["args"]))},
        "tool": "read_file", "path": "app.txt", "marker": marker or f"[Jev prune: this read of app.txt is left out, {what}]",
        "held": held, "approvedAt": "2026-11-30T12:00:00Z",
    }


def edit(call_id="call_x", args=None, **more):
    return {"say": "read", "id": call_id, "tool": "patch", "args": args or {"path": "app.txt", "old": "a", "new": "b"},
            "text": json.dumps({"success": True}), **more}


def batch(*steps):
    return {"say": "batch", "steps": list(steps)}


def decision(source, witness, held=False):
    return {
        "kind": "repeat", "source": side(source), "witness": side(witness), "tool": "read_file", "path": "app.txt",
        "marker": f"[Jev prune: repeated read-result body omitted; retained witness: {witness['id']}]",
        "held": held, "approvedAt": "2026-11-30T12:00:00Z",
    }


ONE, TWO = read("call_a", body("first")), read("call_b", body("first"))
OTHER = read("call_c", body("other"))


def case(name, steps, decisions=None, decided=None):
    return {"name": name, "steps": steps, "decided": decided or turns(ONE, TWO),
            "decisions": decisions if decisions is not None else [decision(ONE, TWO)]}


def changed(step, **members):
    return {**copy.deepcopy(step), **members}


THREE = read("call_d", body("first"))
CASES = [
    case("applies", turns(ONE, TWO)),
    case("applies with something between", turns(ONE, OTHER, TWO)),
    case("applies to a part with a cache mark", turns(changed(ONE, cached=True), TWO)),
    case("applies to several", turns(ONE, OTHER, TWO, read("call_e", body("other")))
         , [decision(ONE, TWO), decision(OTHER, read("call_e", body("other")))],
         turns(ONE, OTHER, TWO, read("call_e", body("other")))),
    case("two sources of one witness", turns(ONE, THREE, TWO), [decision(ONE, TWO), decision(THREE, TWO)],
         turns(ONE, THREE, TWO)),
    case("text beyond ASCII", turns(read("call_a", body("é😀\u2028")), read("call_b", body("é😀\u2028"))),
         [decision(read("call_a", body("é😀\u2028")), read("call_b", body("é😀\u2028")))],
         turns(read("call_a", body("é😀\u2028")), read("call_b", body("é😀\u2028")))),
    case("arguments with a range", turns(*(read(i, body("first"), {"path": "app.txt", "offset": 3, "limit": 20})
                                           for i in ("call_a", "call_b"))),
         [decision(*(read(i, body("first"), {"path": "app.txt", "offset": 3, "limit": 20}) for i in ("call_a", "call_b")))],
         turns(*(read(i, body("first"), {"path": "app.txt", "offset": 3, "limit": 20}) for i in ("call_a", "call_b")))),
    case("nothing decided", turns(ONE, TWO), []),
    case("held back", turns(ONE, TWO), [decision(ONE, TWO, held=True)]),
    case("source text changed", turns(changed(ONE, text=body("first") + " "), TWO)),
    case("witness text changed", turns(ONE, changed(TWO, text=body("second")))),
    case("witness has a warning behind it", turns(ONE, changed(TWO, text=body("first") + "\n\n[Tool loop warning: x]"))),
    case("source is gone", turns(TWO)),
    case("witness is gone", turns(ONE)),
    case("source has no call", turns(changed(ONE, no_call=True), TWO)),
    case("source has no result", turns(changed(ONE, results=0), TWO)),
    case("source answered twice", turns(changed(ONE, results=2), TWO)),
    case("witness answered twice", turns(ONE, changed(TWO, results=2))),
    case("id of the source used again", turns(ONE, TWO, changed(ONE, args={"path": "b.txt"}))),
    case("source failed", turns(changed(ONE, failed=True), TWO)),
    case("witness failed", turns(ONE, changed(TWO, failed=True))),
    case("source arguments changed", turns(changed(ONE, args={"path": "b.txt"}), TWO)),
    case("witness arguments changed", turns(ONE, changed(TWO, args={"path": "app.txt", "limit": 5}))),
    case("tool renamed", turns(changed(ONE, tool="read"), changed(TWO, tool="read"))),
    case("source with an image", turns(changed(ONE, image=True), TWO)),
    case("witness with an image", turns(ONE, changed(TWO, image=True))),
    case("order turned round", turns(TWO, ONE)),
    case("source in the protected tail", turns(ONE, TWO, tail=4)),
    case("source in the current turn", turns(ONE, TWO)[:-2]),
    case("source behind the last user turn", [*turns(tail=9), ONE, TWO, *turns(tail=9)[1:-1]]),
    case("half a surrogate pair in the source", turns(changed(ONE, text=body("first") + "\ud800"), TWO)),
    case("marker stands there already", turns(changed(ONE, text=decision(ONE, TWO)["marker"]), TWO)),
    case("empty list", []),
]

EDIT = edit()
NEWER = read("call_n", body("newer"))
RANGE = {"path": "app.txt", "offset": 3, "limit": 20}
TWICE = [ONE, changed(OTHER, args={"path": "b.txt"}), EDIT, edit("call_y", {"path": "b.txt"})]


def old(name, steps, decisions=None, decided=None):
    """A case about a read that an edit made stale."""
    return case(name, steps, decisions or [aged(ONE, EDIT)], decided or turns(ONE, EDIT))


CASES += [
    old("stale applies", turns(ONE, EDIT)),
    old("superseded applies", turns(ONE, NEWER), [aged(ONE, NEWER, "superseded")], turns(ONE, NEWER)),
    old("stale with something between", turns(ONE, OTHER, EDIT, NEWER)),
    old("stale applies in the current turn", turns(ONE, EDIT)[:-2]),
    old("stale applies in the last messages", turns(ONE, EDIT, tail=1)),
    old("stale applies to a part with a cache mark", turns(changed(ONE, cached=True), EDIT)),
    old("stale text beyond ASCII", turns(read("call_a", body("é😀\u2028")), EDIT),
        [aged(read("call_a", body("é😀\u2028")), EDIT)], turns(read("call_a", body("é😀\u2028")), EDIT)),
    old("stale range", turns(changed(ONE, args=RANGE), EDIT), [aged(changed(ONE, args=RANGE), EDIT)],
        turns(changed(ONE, args=RANGE), EDIT)),
    old("two stale reads", turns(*TWICE), [aged(TWICE[0], TWICE[2]), aged(TWICE[1], TWICE[3])], turns(*TWICE)),
    old("two stale reads of one edit", turns(ONE, THREE, EDIT), [aged(ONE, EDIT), aged(THREE, EDIT)],
        turns(ONE, THREE, EDIT)),
    old("a repeat and a stale read", turns(ONE, OTHER, TWO, EDIT), [aged(OTHER, EDIT), decision(ONE, TWO)],
        turns(ONE, OTHER, TWO, EDIT)),
    old("stale held back", turns(ONE, EDIT), [aged(ONE, EDIT, held=True)]),
    old("stale edit is gone after a rewind", turns(ONE)),
    old("stale edit was another", turns(ONE, edit(args={"path": "app.txt", "old": "x", "new": "b"}))),
    old("stale edit was another tool", turns(ONE, changed(EDIT, tool="write_file"))),
    old("stale edit failed", turns(ONE, changed(EDIT, failed=True))),
    old("stale edit tells of an error", turns(ONE, changed(EDIT, tells_error=True, text=json.dumps({"error": "no match"})))),
    old("stale edit tells of an error and a hint", turns(
        ONE, changed(EDIT, tells_error=True, text=json.dumps({"error": "no {match\""}) + "\n\n[Tool loop warning: x]"))),
    old("stale edit is not answered", turns(ONE, changed(EDIT, results=0))),
    old("stale edit is not called", turns(ONE, changed(EDIT, no_call=True))),
    old("stale edit is answered twice", turns(ONE, changed(EDIT, results=2))),
    old("id of the stale edit used again", turns(ONE, EDIT, changed(EDIT, args={"path": "b.txt"}))),
    old("stale edit answered by an image", turns(ONE, changed(EDIT, image=True))),
    old("stale edit answered by half a surrogate pair", turns(ONE, changed(EDIT, text="\ud800"))),
    old("half a surrogate pair in the arguments of the stale edit", turns(ONE, edit(args={"path": "app.txt", "old": "\ud800"}))),
    old("stale edit stands before", turns(EDIT, ONE)),
    old("stale edit of the same batch", turns(batch(ONE, EDIT))),
    old("stale edit of a later batch", turns(batch(ONE, OTHER), batch(NEWER, EDIT))),
    old("stale read text changed", turns(changed(ONE, text=body("first") + " "), EDIT)),
    old("stale read arguments changed", turns(changed(ONE, args=RANGE), EDIT)),
    old("stale read renamed", turns(changed(ONE, tool="read"), EDIT)),
    old("stale read failed", turns(changed(ONE, failed=True), EDIT)),
    old("stale read is gone", turns(EDIT)),
    old("stale read is answered twice", turns(changed(ONE, results=2), EDIT)),
    old("id of the stale read used again", turns(ONE, EDIT, changed(ONE, args={"path": "b.txt"}))),
    old("stale read without a call", turns(changed(ONE, no_call=True), EDIT)),
    old("stale read with an image", turns(changed(ONE, image=True), EDIT)),
    old("half a surrogate pair in the stale read", turns(changed(ONE, text=body("first") + "\ud800"), EDIT)),
    old("half a surrogate pair in the arguments of the stale read", turns(changed(ONE, args={"path": "\ud800"}), EDIT)),
    old("marker of a stale read stands there already", turns(changed(ONE, text=aged(ONE, EDIT)["marker"]), EDIT)),
    old("marker of a stale read is not shorter", turns(ONE, EDIT), [aged(ONE, EDIT, marker=f"[Jev prune: {'x' * 500}]")]),
]

SCRIPT = """
const { planReplay } = await import(process.argv[1] + "/replay.mjs");
const { PI_LIST } = await import(process.argv[1] + "/pi-list.mjs");
let text = "";
for await (const chunk of process.stdin) text += chunk;
const answers = JSON.parse(text).map(({ messages, decisions }) => {
  const plan = planReplay(PI_LIST, messages, decisions);
  return { outcomes: plan.outcomes, bytesRemoved: plan.bytesRemoved };
});
console.log(JSON.stringify(answers));
"""


def main():
    says = {"pi": pi, "chat_completions": chat, "codex_responses": responses, "anthropic_messages": anthropic,
            "bedrock_converse": bedrock}
    asked = [{"messages": pi(c["steps"]), "decisions": c["decisions"]} for c in CASES]
    node = subprocess.run(["node", "--input-type=module", "-e", SCRIPT, str(SHIM)], input=json.dumps(asked),
                          capture_output=True, text=True, check=True)
    for number, (one, expected) in enumerate(zip(CASES, json.loads(node.stdout), strict=True), 1):
        vector = {
            "name": one["name"],
            "decisions": one["decisions"],
            "expected": expected,
            "decidedOn": {form: says[form](one["decided"]) for form in FORMS},
            "messages": {form: says[form](one["steps"]) for form in FORMS},
        }
        name = f"{number:02d}-{one['name'].replace(' ', '-')}.json"
        (HERE / name).write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in vector.items()) + "\n}\n", encoding="ascii")
        print(name, expected)


main()
