package dev.jevprune.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelGuardTest {

  @ParameterizedTest
  @CsvSource({
    "claude-fable-5-2, BOUND",
    "claude-fable-5-1, BOUND",
    "anthropic/claude-fable-5.1, BOUND",
    "claude-fable-5, FREE",
    "claude-fable-5-20260301, FREE",
    "claude-fable-6, BOUND",
    "us.anthropic.claude-opus-5-5-20261001-v1:0, BOUND",
    "us.anthropic.claude-opus-4-1-20250805-v1:0, FREE",
    "claude-opus-5-5, BOUND",
    "claude-opus-5, FREE",
    "claude-opus-41, FREE",
    "claude-opus-5-5-20261001, BOUND",
    "claude-opus-4@20250514, FREE",
    "anthropic/claude-sonnet-5.5:thinking, BOUND",
    "claude-sonnet-4-5, FREE",
    "claude-sonnet-4-5-20250929, FREE",
    "claude-3-7-sonnet-20250219, FREE",
    "claude-3-5-sonnet-latest, FREE",
    "claude-3-opus-20240229, FREE",
    "claude-mythos-5-1, BOUND",
    "claude-mythos-5, FREE",
    "claude-3-haiku-20240307, FREE",
    "claude-3-5-haiku@20241022, FREE",
    "claude-haiku-4-5, FREE",
    "claude-haiku-5-5, UNKNOWN",
    "claude-2.1, FREE",
    "claude-instant-1.2, FREE",
    "claude-5, UNKNOWN",
    "claude-saga-1, UNKNOWN",
    "claude-sonnet-latest, UNKNOWN",
    "CLAUDE-FABLE-5-2, BOUND",
    "fable-5.2, BOUND",
    "gpt-5.6, FREE",
    "gemini-3-pro, FREE",
    "mock-1, FREE",
    "deepseek-reasoner, FREE"
  })
  void judgesByFamilyAndVersion(String id, Binding binding) {
    assertThat(ModelGuard.standard().judge("anthropic-messages", id)).isEqualTo(binding);
  }

  @Test
  void withoutAnIdNothingIsKnown() {
    assertThat(ModelGuard.standard().judge("", "")).isEqualTo(Binding.UNKNOWN);
    assertThat(ModelGuard.standard().judge("anthropic-messages", " ")).isEqualTo(Binding.UNKNOWN);
  }

  @Test
  void anInferenceProfileHidesItsModel() {
    String profile = "arn:aws:bedrock:us-east-1:1:application-inference-profile/x1";
    assertThat(ModelGuard.standard().judge("bedrock-converse-stream", profile))
        .isEqualTo(Binding.UNKNOWN);
  }

  @Test
  void whatIsNotKnownRestrictsEditsLikeABoundModel() {
    assertThat(Binding.UNKNOWN.restrictsEdits()).isTrue();
    assertThat(Binding.BOUND.restrictsEdits()).isTrue();
    assertThat(Binding.FREE.restrictsEdits()).isFalse();
  }

  @Test
  void aSettingAddsBoundModels() {
    ModelGuard guard = ModelGuard.standard().withBound(List.of("Mock-1"));
    assertThat(guard.judge("", "mock-1")).isEqualTo(Binding.BOUND);
    assertThat(guard.judge("", "mock-2")).isEqualTo(Binding.FREE);
  }

  @Test
  void theTableSaysItsDate() {
    assertThat(ModelGuard.standard().date()).matches("\\d{4}-\\d{2}-\\d{2}");
  }
}
