"""The four forms in which Hermes puts a conversation on the wire, walked as one chat. Pure.

Each form has a walker that names what stands where; the rules are shared and know no form. Indices are those of the
chat form that the worker maps every wire form to: a tool result is a message of its own, and what an assistant says,
thinks and calls in one go is one message. Nothing here changes a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["user", "assistant", "more", "call", "result", "other"]
Event = tuple[Kind, int, int, Any]
"""Kind, outer index, inner index (-1: the message itself), and the record; for a user turn its text or parts.
`more` and `call` go on with the assistant's message; every other kind opens a new message of the chat form."""

# What Hermes itself writes under the user's name begins with one of these.
HOST_MADE = (
    "[CONTEXT COMPACTION",
    "[CONTEXT SUMMARY]:",
    "[System: ",
    "[Your active task list was preserved",
)


@dataclass(frozen=True, slots=True)
class Form:
    """One wire form: where its list is, how it is walked, and how a record of it is read."""

    name: str
    list_key: str
    walk: Callable[[list[Any]], Iterator[Event]]
    call_id: Callable[[Any], Any]
    result_id: Callable[[Any], Any]
    call: Callable[[Any], tuple[Any, Any, Any]]
    """A call record to its id, tool name and arguments (a text is not parsed yet)."""
    result: Callable[[Any], tuple[Any, Any, bool]]
    """A result record to its id, content and whether it is marked as failed."""
    signed: Callable[[Any], bool]
    """Whether what an assistant said holds something that its provider signed."""
    put: Callable[[Any, str], Any]
    """A copy of a result record with the marker in place of its text."""


def texts_of(content: Any) -> list[str] | None:
    """The texts of a content value, a bare text being one part; None when anything but text is in it."""
    if isinstance(content, str):
        return [content]
    if not isinstance(content, list) or not content:
        return None
    texts: list[str] = []
    for part in content:
        text = part.get("text") if _is_text(part) else None
        if not isinstance(text, str):
            return None
        texts.append(text)
    return texts


def _is_text(part: Any) -> bool:
    # Bedrock's parts have no type and one member
    return isinstance(part, dict) and (
        part.get("type") in ("text", "input_text", "output_text") or ("type" not in part and part.keys() == {"text"})
    )


def goal_of(content: Any) -> str:
    """The text of a user turn; its text parts when there is an image beside."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(part["text"] for part in content if _is_text(part) and isinstance(part["text"], str))


def is_written(content: Any) -> bool:
    """Whether a person wrote this user turn."""
    return not goal_of(content).startswith(HOST_MADE)


def marked(content: Any, marker: str, part_type: str) -> Any:
    """The content with the marker in place of its text; the other members of a single part stay."""
    if isinstance(content, str):
        return marker
    if len(content) == 1:
        return [{**content[0], "text": marker}]
    return [{"type": part_type, "text": marker}]


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _flagged(record: dict[str, Any]) -> bool:
    return bool(record.get("is_error")) or bool(record.get("error")) or record.get("success") is False


# Chat completions


def _walk_chat(messages: list[Any]) -> Iterator[Event]:
    for index, message in enumerate(messages):
        role = message.get("role") if isinstance(message, dict) else None
        if role == "tool":
            yield "result", index, -1, message
        elif role == "assistant":
            yield "assistant", index, -1, message
            calls = message.get("tool_calls")
            for inner, call in enumerate(calls if isinstance(calls, list) else ()):
                if isinstance(call, dict) and call.get("type") == "function":
                    yield "call", index, inner, call
        elif role == "user":
            yield "user", index, -1, message.get("content")
        else:
            yield "other", index, -1, message


def _chat_call(call: Any) -> tuple[Any, Any, Any]:
    function = _dict(call.get("function"))
    return call.get("id"), function.get("name"), function.get("arguments")


def _chat_signed(message: Any) -> bool:
    for detail in _list(message.get("reasoning_details")):
        if isinstance(detail, dict) and (detail.get("signature") or detail.get("data")):
            return True
    return any(_signed_block(block) for block in _list(message.get("content")))


# Responses


def _walk_responses(items: list[Any]) -> Iterator[Event]:
    speaking = False
    for index, item in enumerate(items):
        kind = _dict(item).get("type")
        role = _dict(item).get("role")
        if kind in ("function_call", "reasoning") or role == "assistant":
            yield ("more" if speaking else "assistant"), index, -1, item
            speaking = True
            if kind == "function_call":
                yield "call", index, -1, item
            continue
        speaking = False
        if kind == "function_call_output":
            yield "result", index, -1, item
        elif role == "user":
            yield "user", index, -1, item.get("content")
        else:
            yield "other", index, -1, item




def _responses_signed(item: Any) -> bool:
    return item.get("type") == "reasoning" and bool(item.get("encrypted_content"))


# Anthropic messages and Bedrock's Converse: blocks in messages


def _walk_blocks(call_key: Callable[[Any], bool], result_key: Callable[[Any], bool]) -> Callable[..., Iterator[Event]]:
    def walk(messages: list[Any]) -> Iterator[Event]:
        for index, message in enumerate(messages):
            role = _dict(message).get("role")
            content = _dict(message).get("content")
            if role == "assistant":
                yield "assistant", index, -1, message
                for inner, block in enumerate(_list(content)):
                    if call_key(block):
                        yield "call", index, inner, block
            elif role != "user":
                yield "other", index, -1, message
            elif not isinstance(content, list) or not content:
                yield "user", index, -1, content
            else:
                said: list[Any] = []
                for inner, block in enumerate(content):
                    if not result_key(block):
                        said.append(block)
                        continue
                    if said:
                        yield "user", index, inner, said
                        said = []
                    yield "result", index, inner, block
                if said:
                    yield "user", index, len(content), said

    return walk


def _signed_block(block: Any) -> bool:
    kind = _dict(block).get("type")
    return (kind == "thinking" and bool(block.get("signature"))) or (
        kind == "redacted_thinking" and bool(block.get("data"))
    )


def _anthropic_call(block: Any) -> tuple[Any, Any, Any]:
    name = block.get("name")
    # With a subscription's token Hermes puts a prefix before every name on the wire.
    if isinstance(name, str):
        name = name.removeprefix("mcp__")
    return block.get("id"), name, block.get("input")


def _bedrock_call(block: Any) -> tuple[Any, Any, Any]:
    use = _dict(block["toolUse"])
    return use.get("toolUseId"), use.get("name"), use.get("input")


def _bedrock_result(block: Any) -> tuple[Any, Any, bool]:
    result = _dict(block["toolResult"])
    return result.get("toolUseId"), result.get("content"), result.get("status") == "error"


def _bedrock_put(block: Any, marker: str) -> Any:
    result = block["toolResult"]
    content = result["content"]
    put = marker if isinstance(content, str) else [{**content[0], "text": marker}]
    return {**block, "toolResult": {**result, "content": put}}


def _bedrock_signed(message: Any) -> bool:
    for block in _list(message.get("content")):
        reasoning = _dict(_dict(block).get("reasoningContent"))
        if _dict(reasoning.get("reasoningText")).get("signature") or reasoning.get("redactedContent"):
            return True
    return False


CHAT = Form(
    name="chat_completions",
    list_key="messages",
    walk=_walk_chat,
    call_id=lambda call: call.get("id"),
    result_id=lambda message: message.get("tool_call_id"),
    call=_chat_call,
    result=lambda message: (message.get("tool_call_id"), message.get("content"), _flagged(message)),
    signed=_chat_signed,
    put=lambda message, marker: {**message, "content": marked(message["content"], marker, "text")},
)
RESPONSES = Form(
    name="codex_responses",
    list_key="input",
    walk=_walk_responses,
    call_id=lambda item: item.get("call_id"),
    result_id=lambda item: item.get("call_id"),
    call=lambda item: (item.get("call_id"), item.get("name"), item.get("arguments")),
    result=lambda item: (item.get("call_id"), item.get("output"), item.get("status") == "incomplete"),
    signed=_responses_signed,
    put=lambda item, marker: {**item, "output": marked(item["output"], marker, "input_text")},
)
ANTHROPIC = Form(
    name="anthropic_messages",
    list_key="messages",
    walk=_walk_blocks(
        lambda block: _dict(block).get("type") == "tool_use", lambda block: _dict(block).get("type") == "tool_result"
    ),
    call_id=lambda block: block.get("id"),
    result_id=lambda block: block.get("tool_use_id"),
    call=_anthropic_call,
    result=lambda block: (block.get("tool_use_id"), block.get("content"), bool(block.get("is_error"))),
    signed=lambda message: any(_signed_block(block) for block in _list(message.get("content"))),
    put=lambda block, marker: {**block, "content": marked(block["content"], marker, "text")},
)
BEDROCK = Form(
    name="bedrock_converse",
    list_key="messages",
    walk=_walk_blocks(lambda block: "toolUse" in _dict(block), lambda block: "toolResult" in _dict(block)),
    call_id=lambda block: _dict(block["toolUse"]).get("toolUseId"),
    result_id=lambda block: _dict(block["toolResult"]).get("toolUseId"),
    call=_bedrock_call,
    result=_bedrock_result,
    signed=_bedrock_signed,
    put=_bedrock_put,
)

FORMS = {form.name: form for form in (CHAT, RESPONSES, ANTHROPIC, BEDROCK)}


def replaced(form: Form, messages: list[Any], edits: dict[tuple[int, int], Any]) -> list[Any]:
    """A new list with the edited records in place; everything that is not edited is the same object."""
    copy = list(messages)
    for (outer, inner), record in edits.items():
        if inner < 0:
            copy[outer] = record
            continue
        message = copy[outer]
        content = list(message["content"])
        content[inner] = record
        copy[outer] = {**message, "content": content}
    return copy
