package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.lifecycle.ToolAction;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Trajectories of SWE-agent: command lines and what they printed. Its editor shows a window of a
 * file, headed by the file's name; that is what a read showed and what an edit changed.
 */
final class SweAgentFormat implements RecordFormat {
  private static final Set<String> READS =
      Set.of(
          "open", "goto", "scroll", "scroll_up", "scroll_down", "cat", "head", "tail", "sed", "nl");
  private static final Set<String> EDITS = Set.of("edit", "create", "insert");
  private static final Pattern HEADER =
      Pattern.compile("^\\[File: (.+) \\(\\d+ lines total\\)\\]", Pattern.MULTILINE);
  private static final Pattern WINDOW =
      Pattern.compile("^\\((\\d+) more lines (above|below)\\)", Pattern.MULTILINE);

  @Override
  public String name() {
    return "swe-agent-traj";
  }

  @Override
  public Asks asks() {
    return Asks.INFERRED;
  }

  @Override
  public String list() {
    return "trajectory";
  }

  @Override
  public void read(JsonObject step, BodyReader bodies, Consumer<Event> out) {
    if (!step.has("action")) {
      out.accept(new Event.Start(Records.text(step, "environment")));
      Records.objects(step, "trajectory").forEach(one -> read(one, bodies, out));
      return;
    }
    String action = Records.text(step, "action");
    String observation = Records.text(step, "observation");
    String said = step.string("response").orElseGet(() -> Records.text(step, "thought"));
    out.accept(new Event.Said(bodies.text(said)));
    Body arguments = bodies.text(action);
    String id = "step"; // a step has one call, and its result with it
    out.accept(new Event.Call(id, call(action, observation, arguments)));
    boolean refused = observation.contains("Your proposed edit has introduced");
    out.accept(new Event.Result(id, bodies.result(observation), refused, 0));
  }

  private static ToolCall call(String action, String observation, Body arguments) {
    String line = action.lines().findFirst().orElse("").strip();
    List<String> words = List.of(line.split("\\s+"));
    String tool = words.get(0);
    return new ToolCall(tool, action(words, line, observation), /* firstLine= */ 0, arguments);
  }

  /** Command lines and no calls with arguments: they are not in the table of the hosts. */
  private static ToolAction action(List<String> words, String line, String observation) {
    String tool = words.get(0);
    if (tool.equals("str_replace_editor")) {
      String path = words.size() > 2 ? words.get(2) : "";
      boolean view = words.size() > 1 && words.get(1).equals("view");
      return view ? new ToolAction.Read(path, line) : edit(path);
    }
    if (!READS.contains(tool) && !EDITS.contains(tool)) {
      return ToolAction.NONE;
    }
    Matcher header = HEADER.matcher(observation);
    if (header.find()) {
      return READS.contains(tool)
          ? new ToolAction.Read(header.group(1), window(observation))
          : edit(header.group(1));
    }
    return READS.contains(tool)
        ? new ToolAction.Read(words.size() > 1 ? words.get(words.size() - 1) : "", line)
        : edit("");
  }

  private static ToolAction edit(String path) {
    return new ToolAction.Edit(path.isEmpty() ? List.of() : List.of(path));
  }

  private static String window(String observation) {
    StringBuilder window = new StringBuilder();
    Matcher more = WINDOW.matcher(observation);
    while (more.find()) {
      window.append(more.group(2)).append('=').append(more.group(1)).append(' ');
    }
    return window.toString();
  }
}
