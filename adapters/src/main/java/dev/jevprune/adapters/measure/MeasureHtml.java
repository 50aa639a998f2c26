package dev.jevprune.adapters.measure;

final class MeasureHtml {
  private final MeasureReport report;

  MeasureHtml(MeasureReport report) {
    this.report = report;
  }

  String page() {
    return report.json();
  }
}
