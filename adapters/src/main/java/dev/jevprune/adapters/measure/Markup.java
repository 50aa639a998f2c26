package dev.jevprune.adapters.measure;

import java.util.List;

/** Puts a page together from sections, tables and charts. Texts are given escaped. */
final class Markup {
  private final StringBuilder out = new StringBuilder();

  Markup raw(String html) {
    out.append(html);
    return this;
  }

  Markup section(String id, String title) {
    return raw("<section aria-labelledby=\"h-" + id + "\">\n")
        .raw("<h2 id=\"h-" + id + "\">" + title + "</h2>\n");
  }

  Markup endSection() {
    return raw("</section>\n");
  }

  Markup muted(String text) {
    return raw("<p class=\"muted\">" + text + "</p>\n");
  }

  /** A chart under its name. */
  Markup figure(String name, String chart) {
    return raw("<div><h3>" + name + "</h3>\n" + chart + "</div>\n");
  }

  /**
   * Opens a table that scrolls by itself where it is too wide; what it is about stands still above.
   *
   * @param caption empty for none
   */
  Markup table(String label, String caption, List<String> heads) {
    raw("<div>");
    if (!caption.isEmpty()) {
      raw("<p class=\"caption\">" + caption + "</p>");
    }
    raw(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\""
            + label
            + "\"><table>");
    raw("<thead><tr>");
    heads.forEach(head -> raw("<th scope=\"col\">" + head + "</th>"));
    return raw("</tr></thead><tbody>\n");
  }

  Markup row(String name, List<String> cells) {
    raw("<tr><th scope=\"row\">" + Pointers.escape(name) + "</th>");
    cells.forEach(cell -> raw("<td>" + cell + "</td>"));
    return raw("</tr>\n");
  }

  Markup endTable() {
    return raw("</tbody></table></div></div>\n");
  }

  /** An entry of a legend, with a sample of 34 by 10. */
  Markup legend(String sample, String name) {
    return raw("<li><svg viewBox=\"0 0 34 10\" aria-hidden=\"true\">" + sample + "</svg>")
        .raw(name + "</li>");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
