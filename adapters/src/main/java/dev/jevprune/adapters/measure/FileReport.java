package dev.jevprune.adapters.measure;

import java.util.ArrayList;
import java.util.List;

/** What is known of one file. */
final class FileReport {

  /** A session with its name, which is empty when the file gives none. */
  record Session(String name, SessionReport report) {}

  final String file;
  String format = "";
  long bytes;
  long brokenLines;

  /** Why the file could not be read, in words; empty when it could. */
  String problem = "";

  final List<Session> sessions = new ArrayList<>();
  final SessionReport total = new SessionReport();

  FileReport(String file) {
    this.file = file;
  }

  void add(String name, SessionReport report) {
    sessions.add(new Session(name, report));
    total.add(report);
  }
}
