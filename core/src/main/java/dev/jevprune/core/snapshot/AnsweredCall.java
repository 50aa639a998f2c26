package dev.jevprune.core.snapshot;

import dev.jevprune.core.CallId;
import dev.jevprune.core.json.Json;

/**
 * A call of any tool with its one result, whatever the result holds: what a stale read rests on. An
 * id that stands on two calls or two results gives none.
 *
 * @param id the call's id
 * @param callIndex which message holds the call
 * @param messageIndex which message holds the result
 * @param tool the tool's name, empty when there is none
 * @param arguments the arguments as given
 * @param succeeded whether the result says so
 * @param text whether the result holds nothing but text
 */
public record AnsweredCall(
    CallId id,
    int callIndex,
    int messageIndex,
    String tool,
    Json arguments,
    boolean succeeded,
    boolean text) {}
