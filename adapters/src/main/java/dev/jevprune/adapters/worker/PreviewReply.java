package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.economics.Advice;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.lifecycle.CacheState;
import dev.jevprune.core.lifecycle.ReadClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The answer to a preview: the figures, and the same as text. */
record PreviewReply(
    Ticket ticket, Ledger ledger, Assessment assessment, Sizes sizes, long laterRequests) {

  JsonObject toJson(boolean why) {
    ReadTable table = new ReadTable(assessment, sizes, ticket.terms(), laterRequests);
    PreviewText text =
        new PreviewText(ticket.guard(), ledger, assessment, ticket.terms().notes(), table);
    JsonObject.Builder reasons = JsonObject.builder();
    for (Map.Entry<GateReason, Integer> reason : assessment.reasons().entrySet()) {
      reasons.put(reason.getKey().wireName(), reason.getValue());
    }
    JsonObject.Builder json = JsonObject.builder().put("pairs", pairs());
    int number = assessment.pairs().size();
    for (ReadClass readClass : List.of(ReadClass.SUPERSEDED, ReadClass.STALE)) {
      List<Aged> reads = assessment.aged(readClass);
      if (!reads.isEmpty()) {
        json.put(readClass.wireName(), aged(reads, number));
      }
      number += reads.size();
    }
    return json.put("reads", assessment.reads())
        .put("pruned", assessment.pruned())
        .put("kept", kept())
        .put("advice", advice())
        .put("reasons", reasons.build())
        .put(
            "notes",
            new JsonArray(new ArrayList<Json>(text.notes().stream().map(Json::of).toList())))
        .put("text", why ? text.why() : text.pairs())
        .build();
  }

  private JsonObject advice() {
    JsonObject.Builder json = JsonObject.builder();
    if (!assessment.pairs().isEmpty()) {
      json.put("repeats", advice(Worth.of(assessment.pairs(), List.of(), sizes)));
    }
    for (ReadClass readClass : List.of(ReadClass.SUPERSEDED, ReadClass.STALE)) {
      List<Aged> reads = assessment.aged(readClass);
      if (!reads.isEmpty()) {
        json.put(readClass.wireName(), advice(Worth.of(List.of(), reads, sizes)));
      }
    }
    if (!assessment.pairs().isEmpty() || !assessment.aged().isEmpty()) {
      json.put("all", advice(Worth.of(assessment.pairs(), assessment.aged(), sizes)));
    }
    return json.build();
  }

  private JsonObject advice(Worth worth) {
    Advice advice = worth.advice(ticket.terms(), laterRequests);
    return JsonObject.builder()
        .put("choice", advice.choice().wireName())
        .put("reason", advice.reason())
        .put(
            "requests",
            advice.needed().isPresent()
                ? Json.of((long) Math.ceil(advice.needed().getAsDouble()))
                : JsonNull.NULL)
        .put("expected", laterRequests)
        .put("cold", ticket.cache() == CacheState.COLD)
        .put("saved", worth.bytes())
        .put("tokens", orNull(worth.tokens()))
        .put("behind", worth.behind())
        .put("behindTokens", orNull(worth.behindTokens()))
        .build();
  }

  private JsonArray pairs() {
    List<Json> pairs = new ArrayList<>();
    for (Assessment.Found found : assessment.pairs()) {
      OptionalLong tokens = sizes.saved(found.id());
      pairs.add(
          JsonObject.builder()
              .put("n", pairs.size() + 1)
              .put("source", found.id())
              .put("witness", found.witness().id())
              .put("tool", found.source().tool())
              .put("path", found.source().label())
              .put("bytes", found.source().bytes())
              .put("saved", found.saved())
              .put("tokens", orNull(tokens))
              .put("after", found.source().after())
              .put("afterTokens", orNull(sizes.about(found.source().after())))
              .build());
    }
    return new JsonArray(pairs);
  }

  private JsonArray aged(List<Aged> reads, int before) {
    List<Json> list = new ArrayList<>();
    for (Aged read : reads) {
      list.add(
          JsonObject.builder()
              .put("n", before + list.size() + 1)
              .put("source", read.id())
              .put("cause", read.cause().id())
              .put("tool", read.call().tool())
              .put("path", read.call().label())
              .put("bytes", read.call().bytes())
              .put("saved", read.saved())
              .put("tokens", orNull(read.savedTokens()))
              .put("after", read.call().after())
              .put("afterTokens", orNull(sizes.about(read.call().after())))
              .build());
    }
    return new JsonArray(list);
  }

  private JsonArray kept() {
    List<Json> kept = new ArrayList<>();
    for (Assessment.KeptRead read : assessment.kept()) {
      kept.add(
          JsonObject.builder()
              .put("id", read.call().id())
              .put("path", read.call().label())
              .put("reason", read.reason().wireName())
              .build());
    }
    return new JsonArray(kept);
  }

  private static Json orNull(OptionalLong value) {
    return value.isPresent() ? Json.of(value.getAsLong()) : JsonNull.NULL;
  }
}
