"""The shim's own texts; all others come from the worker. What happened, to what, what to do."""

from __future__ import annotations

from .config import Config
from .session import Session
from .trouble import Trouble

COMMAND_DESCRIPTION = "Jev Prune: leave repeated file reads out of the next requests"
ARGS_HINT = "[session] [approve|assess|status|why|show|stats|undo|off|on|help]"

HELP = "\n".join(
    (
        "/prune               list older repeated reads; nothing is left out yet",
        "/prune approve [N…|ID…]   leave out all listed pairs, or the named reads",
        "/prune approve repeats | superseded | stale | all   leave out the listed reads of that class",
        "/prune assess        say what a model would be asked, and where it would be sent; /prune assess send asks it",
        "/prune status        what is left out now, and whether the worker runs",
        "/prune why           why each read that stays is kept",
        "/prune show N|ID     print the original body",
        "/prune stats         what was looked at and left out, here and in all sessions",
        "/prune undo [N|ID|all|CLASS]    send the originals again (without a name: the latest approval)",
        "/prune off | on      stop or resume leaving bodies out in this session",
        "/prune help          this list",
        "/prune SESSION …     the same for another session of this process, by its id or the end of it",
    )
)

BUSY = "Jev Prune: a turn is running. Type /prune again when the agent is idle."
DISABLED = "Jev Prune is switched off (JEV_PRUNE_OFF=1 or mode: off): every original goes out. Start without it to use /prune."
CHANGED = "Jev Prune: the session changed in the meantime, nothing was done. Type /prune again."
NO_SESSION = "Jev Prune: no session of this process has sent a request yet. Send a message first, then type /prune."
NO_REQUEST = "Jev Prune: this session has sent no request since Hermes started. Send a message first, then type /prune."
LEFT_ALONE = (
    "Jev Prune: the last request of this session refers to a conversation that the provider keeps, so it is left alone."
)
UNKNOWN_FORM = "Jev Prune: the last request of this session has a form that is not known, so it is left alone."
APPROVE_HINT = "Nothing is left out yet. Type /prune approve to leave them out."
SEND_HINT = "Nothing was sent. Type /prune assess send to send it."
NOT_TEXT = "(this result holds more than text; Hermes' own history shows it)"
NOTHING_TO_UNDO = "Jev Prune: nothing is left out in this session, so there is nothing to undo."
SHOW_WHAT = "Jev Prune: name what to show: /prune show N or /prune show ID. /prune status lists both."
SHARED = (
    "Jev Prune: several people may share this gateway, and a command does not say whose session it means, so /prune is"
    " refused here. If you are its only user, start it with JEV_PRUNE_HERMES_SINGLE_USER=1. Decisions already taken are"
    " still replayed."
)
EXPAND_NO_SESSION = (
    "Jev Prune left nothing out of this conversation: Hermes names no session of a user for this call. Read the file instead."
)
FAILED = "Jev Prune: the command failed; nothing was changed. The log of Hermes names the place."


def unknown_verb(verb: str) -> str:
    return f'Jev Prune: unknown word "{verb[:40]}".\n{HELP}'


def ambiguous(word: str, names: list[str]) -> str:
    return f'Jev Prune: "{word[:80]}" fits several sessions: {", ".join(names)}. Name one of them.'


def not_in_session(name: str) -> str:
    return f"Jev Prune: no tool result with the id {name[:160]} is in this session."


def not_kept(name: object) -> str:
    return f"Jev Prune left out nothing with the id {str(name)[:80]} in this session. Read the file instead."


def no_such(name: str) -> str:
    return f'Jev Prune: "{name[:160]}" is not in the list. Type /prune or /prune status to see what is.'


def trouble_text(trouble: Trouble, config: Config) -> str:
    """What is wrong with the worker, and what to do; "" when it is something else."""
    if trouble.code == "java":
        return f"no Java program at {config.java}. Install JDK 17 or later and run jevprune-install --apply."
    if trouble.code == "absent":
        return f"the worker could not be started ({trouble}). Run jevprune worker status."
    if trouble.code == "down":
        return f"{trouble}; the next /prune starts it."
    if trouble.code == "late":
        return f"the worker does not answer ({trouble}). Run jevprune worker stop, then type /prune."
    return str(trouble) if trouble.code in ("unsupported_protocol", "unsafe") else ""


def failure_text(trouble: Trouble, config: Config) -> str:
    text = trouble_text(trouble, config)
    if text:
        return f"Jev Prune: {text} Decisions already taken are still replayed."
    if trouble.code in ("stale", "not_found"):
        return CHANGED
    return f"Jev Prune: {trouble or 'the request failed'}"


def status_text(session: Session, config: Config, worker: str) -> str:
    counts, ledger = session.counts, session.ledger
    state = "off in this session" if ledger and ledger.off else "on"
    if config.disabled or config.observes:
        state = "off (JEV_PRUNE_OFF=1 or mode: off)" if config.disabled else "observing, nothing is left out (mode: observe)"
    lines = [
        f"Jev Prune {config.version}: {state}",
        f"session: {session.id}",
        f"requests seen: {counts.requests}; last one: {counts.applied} left out, {counts.invalid} invalid,"
        f" {counts.inactive} inactive, {counts.bytes_removed} bytes removed",
        f"worker: {worker}",
    ]
    for number, decision in enumerate(session.decisions, 1):
        held = "  (held back)" if decision.held else ""
        source = decision.source
        kind = "" if decision.kind == "repeat" else f"  {decision.kind}"
        lines.append(f"{number}. {decision.path or 'read'}  {source.bytes} bytes  {source.id}{kind}{held}")
    return "\n".join(lines)
