package dev.jevprune.core.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ProjectConformanceTest {

  @TestFactory
  Stream<DynamicTest> appliesReceipts() {
    return VectorFolder.tests("project.jsonl", vector -> Request.of(vector).project());
  }
}
