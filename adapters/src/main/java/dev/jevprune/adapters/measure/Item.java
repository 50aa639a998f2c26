package dev.jevprune.adapters.measure;

import dev.jevprune.core.lifecycle.ReadClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One piece of a context: a text, a call's arguments, or a result. */
final class Item {
  /** Place in the context, from 0. */
  final int order;

  /** The message it stands in, from 0. */
  final int message;

  /** The answer whose calls it belongs to; calls of one answer run side by side. */
  final int batch;

  /** Nothing for what is no result. */
  final @Nullable ToolCall call;

  final boolean failed;
  final int images;

  /** Its lines are dropped when no later read can be compared with them any more. */
  Body body;

  /** A later call asked the same and got the same text. */
  @Nullable Item sameLater;

  /** The first later success that edits the file, of any batch. */
  @Nullable Item editLater;

  /** A later read of the same path and range. */
  @Nullable Item rangeLater;

  /** What later events make of a read. */
  ReadClass readClass = ReadClass.FRESH;

  /** The edit that made a read stale. */
  @Nullable Item edited;

  /** The read that superseded it, be it stale later or not. */
  @Nullable Item readAgain;

  /** A later read covers its range. */
  boolean rangeContained;

  /** A later read of the path holds its text. */
  boolean textContained;

  /** An earlier read of the path, still in the context, holds its text. */
  boolean alreadyThere;

  private Item(
      int order,
      int message,
      int batch,
      Body body,
      @Nullable ToolCall call,
      boolean failed,
      int images) {
    this.order = order;
    this.message = message;
    this.batch = batch;
    this.body = body;
    this.call = call;
    this.failed = failed;
    this.images = images;
  }

  static Item text(int order, int message, Body body) {
    return new Item(order, message, -1, body.withoutLines(), null, false, 0);
  }

  static Item result(
      int order, int message, int batch, Body body, ToolCall call, boolean failed, int images) {
    boolean comparable = call.isRead() && !failed && images == 0;
    return new Item(
        order, message, batch, comparable ? body : body.withoutLines(), call, failed, images);
  }

  long tokens() {
    return body.tokens();
  }

  List<String> paths() {
    return call == null ? List.of() : call.paths();
  }

  /** A read, failed ones too. */
  boolean isAnyRead() {
    return call != null && call.isRead();
  }

  boolean isRead() {
    return isAnyRead() && !failed;
  }

  boolean isEdit() {
    return call != null && call.isEdit() && !failed;
  }

  long firstLine() {
    return call == null ? 1 : call.firstLine();
  }

  /** The line behind the last one it shows. */
  long endLine() {
    return firstLine() + body.lines().count();
  }
}
