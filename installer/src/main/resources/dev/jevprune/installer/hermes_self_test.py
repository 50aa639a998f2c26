"""Loads the installed Hermes plugin against a stand-in context and lets it replay one decision.

Called with one file: a JSON object with loader, dataHome, profile, session, messages, text, otherText, marker. The last
line on standard output is a JSON object: {"python": …} when all is well, {"wrong": …} or {"old": …} else.
"""

import json
import sys


def main(order):
    if sys.version_info < (3, 11):
        return {"old": sys.version.split()[0]}
    try:
        return test(order) or {"python": sys.version.split()[0]}
    except BaseException as cause:
        return {"wrong": f"the plugin raised {type(cause).__name__}: {cause}"}


def test(order):
    import importlib.util
    import logging

    said = []

    class Kept(logging.Handler):
        def emit(self, record):
            said.append(record.getMessage())

    logging.getLogger().addHandler(Kept(logging.WARNING))
    spec = importlib.util.spec_from_file_location("jev_prune_self_test", order["loader"])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # The runtime stays the installed one; everything that is read or written is in the temporary folder.
    module.CONFIG = {
        **module.CONFIG,
        "dataHome": order["dataHome"],
        "busHome": order["dataHome"] + "/bus",
        "java": "/nonexistent/java",
    }
    context = Context()
    module.register(context)
    middleware = context.middleware.get("llm_execution")
    if middleware is None:
        return {"wrong": "the plugin did not register its middleware: " + "; ".join(said)}
    if "prune" not in context.commands:
        return {"wrong": "the plugin did not register /prune"}

    messages = json.loads(order["messages"])
    sent = ask(middleware, order, messages)
    if sent is None:
        return {"wrong": "the plugin did not call the model exactly once and hand its answer on"}
    index = next(i for i, message in enumerate(messages) if message.get("tool_call_id") == "call_1")
    if order["marker"] not in json.dumps(sent[index]) or order["text"] in json.dumps(sent[index]):
        return {"wrong": "the older copy was not left out"}
    if sent[:index] + sent[index + 1 :] != messages[:index] + messages[index + 1 :]:
        return {"wrong": "another message is different"}
    last = next(i for i, message in enumerate(messages) if message.get("tool_call_id") == "call_2")
    messages[last]["content"] = messages[last]["content"].replace(order["text"], order["otherText"])
    if ask(middleware, order, messages) != messages:
        return {"wrong": "the kept copy has changed, and the original did not go out"}
    return None


def ask(middleware, order, messages):
    """What goes out; None when the call or its answer did not go through once."""
    seen = []

    def model(request):
        seen.append(request)
        return "ANSWER"

    answer = middleware(
        request={"model": "self-test", "messages": json.loads(json.dumps(messages))},
        next_call=model,
        session_id=order["session"],
        task_id=order["session"],
        platform="tui",
        model="self-test",
        provider="custom",
        api_mode="chat_completions",
    )
    return seen[0]["messages"] if len(seen) == 1 and answer == "ANSWER" else None


class Context:
    """Hermes' plugin context: keeps what matters here and takes everything else."""

    def __init__(self):
        self.middleware, self.commands = {}, {}

    def register_middleware(self, kind, callback):
        self.middleware[kind] = callback

    def register_command(self, name, handler, *more, **named):
        self.commands[name] = handler

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *more, **named: None


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n" + json.dumps(main(json.load(file))))
