package dev.jevprune.adapters.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hands the events of a file to the sessions they belong to, in order. */
final class EventRouter {
  /** Sessions of one file may alternate; more than so many at a time do not. */
  private static final int MAX_OPEN = 8;

  private final RecordFormat.Asks asks;
  private final Pricing pricing;
  private final Markers markers;
  private final FileReport file;
  private final Map<String, SessionMeter> open = new LinkedHashMap<>(16, 0.75f, true);
  private String current = "";

  EventRouter(RecordFormat.Asks asks, Pricing pricing, Markers markers, FileReport file) {
    this.asks = asks;
    this.pricing = pricing;
    this.markers = markers;
    this.file = file;
  }

  void accept(Event event) {
    if (event instanceof Event.Start start) {
      current = start.session();
    } else if (event instanceof Event.Request request) {
      current = lineage(request.capture());
      meter().accept(event);
    } else {
      meter().accept(event);
    }
  }

  private SessionMeter meter() {
    SessionMeter meter =
        open.computeIfAbsent(current, name -> new SessionMeter(asks, pricing, markers));
    if (open.size() > MAX_OPEN) {
      Map.Entry<String, SessionMeter> eldest = open.entrySet().iterator().next();
      finish(eldest.getKey(), eldest.getValue());
      open.remove(eldest.getKey());
    }
    return meter;
  }

  /** The open session that this request continues; a new one when it begins with another text. */
  private static String lineage(Capture capture) {
    for (Capture.Message message : capture.messages()) {
      if (message.events().stream().anyMatch(event -> event instanceof Event.User)) {
        return Long.toHexString(message.print().high());
      }
    }
    return "";
  }

  void finish() {
    List<String> names = new ArrayList<>(open.keySet());
    names.forEach(name -> finish(name, open.get(name)));
    open.clear();
  }

  private void finish(String name, @Nullable SessionMeter meter) {
    if (meter != null && !meter.isEmpty()) {
      file.add(name, meter.finish());
    }
  }
}
