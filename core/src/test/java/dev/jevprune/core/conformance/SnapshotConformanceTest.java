package dev.jevprune.core.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class SnapshotConformanceTest {

  @TestFactory
  Stream<DynamicTest> seesTheSameConversation() {
    return VectorFolder.tests("snapshot.jsonl", vector -> Request.of(vector).snapshot());
  }
}
