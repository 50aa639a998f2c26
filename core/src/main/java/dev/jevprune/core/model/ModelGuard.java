package dev.jevprune.core.model;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Judges models by API family and model id, from a dated table. The presence of a signature in a
 * message proves nothing: other makers' models carry such fields too.
 */
public final class ModelGuard {

  private static final ModelGuard STANDARD = new ModelGuard(ModelTable.shipped(), Set.of());

  private final ModelTable table;
  private final Set<String> bound;

  private ModelGuard(ModelTable table, Set<String> bound) {
    this.table = table;
    this.bound = bound;
  }

  /** The guard over the table that is shipped. */
  public static ModelGuard standard() {
    return STANDARD;
  }

  /** This guard with further model ids that are bound, whatever the table says. */
  public ModelGuard withBound(Collection<String> modelIds) {
    Set<String> all = new HashSet<>(bound);
    modelIds.forEach(id -> all.add(id.toLowerCase(Locale.ROOT)));
    return new ModelGuard(table, Set.copyOf(all));
  }

  /** The day of the table's facts, {@code yyyy-mm-dd}. */
  public String date() {
    return table.date();
  }

  /**
   * Whether the model binds.
   *
   * @param api the host's name of the API, empty when it has none
   * @param modelId the model's id as the host has it; empty when there is none
   */
  public Binding judge(String api, String modelId) {
    if (modelId.isBlank()) {
      return Binding.UNKNOWN;
    }
    if (bound.contains(modelId.toLowerCase(Locale.ROOT))) {
      return Binding.BOUND;
    }
    Optional<ModelName> name = ModelName.parse(modelId, table.families().keySet());
    if (name.isEmpty()) {
      // An inference profile hides its model's name behind a number.
      boolean opaque = modelId.startsWith("arn:") && api.contains("bedrock");
      return opaque ? Binding.UNKNOWN : Binding.FREE;
    }
    ModelTable.Rule rule = table.families().get(name.get().family());
    if (rule == null || name.get().version().isEmpty()) {
      return Binding.UNKNOWN;
    }
    Version version = name.get().version().get();
    if (version.compareTo(rule.freeBelow()) < 0) {
      return Binding.FREE;
    }
    boolean isBound = rule.boundFrom().filter(from -> version.compareTo(from) >= 0).isPresent();
    return isBound ? Binding.BOUND : Binding.UNKNOWN;
  }
}
