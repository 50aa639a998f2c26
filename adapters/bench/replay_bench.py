"""What the Python shim adds to a request of Hermes, measured: python3 adapters/bench/replay_bench.py

Runs the real middleware in a Hermes without a host. Every request gets fresh copies of the list, as Hermes makes them;
neither the copying nor the collection of its garbage is timed. The floor, SHA-256 of the same source and witness
texts, is measured in the same run, in turn with the requests. Standard library only, nothing has to be built.
"""

import gc
import hashlib
import json
import math
import platform
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src/test/python"))

from fakes import SESSION, Host, Worker  # noqa: E402

BODY_BYTES = 4000
MIB = 1024 * 1024
SIZES = (("100 KB", 100_000), ("1 MiB", MIB), ("4 MiB", 4 * MIB), ("8 MiB", 8 * MIB))
RECEIPTS = (0, 8, 128)
WARM_UP = 5
ROUNDS = 60
ANSWER = {"usage": {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 900}}}
SOURCE_LINE = '  private final int field{n}_{line} = compute({value}, "value {line}"); // step {line}\n'


def body_of(number):
    """A read's answer of about BODY_BYTES bytes, different for each number."""
    lines = []
    while sum(map(len, lines)) < BODY_BYTES - 250:
        line = len(lines)
        lines.append(f"{line + 1}|" + SOURCE_LINE.format(n=number, line=line, value=number * 31 + line))
    return json.dumps({"content": "".join(lines), "total_lines": len(lines), "file_size": BODY_BYTES, "truncated": False})


def read(call_id, number, text):
    function = {"name": "read_file", "arguments": json.dumps({"path": f"src/File{number}.java"}, separators=(",", ":"))}
    call = {"id": call_id, "type": "function", "function": function}
    return [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "name": "read_file", "content": text, "tool_call_id": call_id},
    ]


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def decision(number, text):
    args = json.dumps({"path": f"src/File{number}.java"}, separators=(",", ":"))

    def side(name):
        return {"id": name, "args": sha(args), "text": sha(text), "shape": "parts:1", "bytes": len(text)}

    marker = f"[Jev prune: repeated read-result body omitted; retained witness: call_w{number}]"
    return {
        "kind": "repeat", "source": side(f"call_s{number}"), "witness": side(f"call_w{number}"), "tool": "read_file",
        "marker": marker, "held": False, "approvedAt": "2026-11-30T12:00:00Z",
    }


def conversation(size, pairs):
    """A list of about `size` bytes with as many repeated reads as fit, at most `pairs`; other reads fill it up."""
    tail = [{"role": "user", "content": "Go on."}]
    for number in range(10):
        tail += read(f"call_t{number}", 9000 + number, "small")
    messages = [{"role": "system", "content": "x"}, {"role": "user", "content": "Please look at these files."}]
    one = len(json.dumps(read("call_s000", 0, body_of(0))))
    room = size - len(json.dumps([*messages, *tail]))
    decisions, texts = [], []
    for number in range(pairs):
        text = body_of(number)
        decisions.append(decision(number, text))
        if room < 2 * one:
            continue  # its source is not in this list: the decision is inactive
        messages += read(f"call_s{number}", number, text) + read(f"call_w{number}", number, text)
        texts += [text, text]
        room -= 2 * one
    number = 1000
    while room > one:
        messages += read(f"call_o{number}", number, body_of(number))
        room -= one
        number += 1
    return messages + tail, decisions, texts


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


def measured(size, pairs, settings=None):
    """Milliseconds of each request and of each floor, and how many bodies the last one left out."""
    messages, decisions, texts = conversation(size, pairs)
    host = Host(settings=settings)
    worker = Worker(host.home)
    host.vector["decisions"] = decisions
    if decisions:
        host.decide()
    spelled = json.dumps(messages)
    host.execute({"messages": json.loads(spelled)}, **host.context())
    added, floor, left_out, before = [], [], 0, None
    for number in range(-WARM_UP, ROUNDS):
        request = {"model": "m", "messages": json.loads(spelled)}
        sent = []
        middleware, context = host.ctx.middleware["llm_execution"], host.context()
        gc.collect()
        gc.disable()
        begun = time.perf_counter()
        middleware(request=request, next_call=lambda outgoing: sent.append(outgoing) or ANSWER, **context)
        took = time.perf_counter() - begun
        fresh = json.loads(json.dumps(texts))
        begun = time.perf_counter()
        for one in fresh:
            hashlib.sha256(one.encode()).hexdigest()
        least = time.perf_counter() - begun
        gc.enable()
        left_out = sum(m["content"].startswith("[Jev prune") for m in sent[0]["messages"] if m["role"] == "tool")
        before = request  # the shim lets go of the list before; freeing it is not timed
        if number >= 0:
            added.append(took * 1000)
            floor.append(least * 1000)
    worker.close()
    host.close()
    del before
    return added, floor, left_out


def main():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    print(f"{cpu}, {platform.system()} {platform.release()}, Python {platform.python_version()}\n")
    print("| list | receipts | left out | median ms | p95 ms | floor ms | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, size in SIZES:
        for pairs in RECEIPTS:
            row(name, pairs, *measured(size, pairs))
    for name, size in SIZES:
        row(f"{name}, `readlifecycle` on, nothing due", 8, *measured(size, 8, {"lifecycle": True}))


def row(name, pairs, added, floor, left_out):
    median, least = quantile(added, 0.5), quantile(floor, 0.5)
    tail = f"{least:.3f} | {median / least:.2f}" if left_out else "– | –"
    print(f"| {name} | {pairs} | {left_out} | {median:.3f} | {quantile(added, 0.95):.3f} | {tail} |", flush=True)


if __name__ == "__main__":
    main()
