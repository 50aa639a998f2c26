package dev.jevprune.core.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CandidatesConformanceTest {

  @TestFactory
  Stream<DynamicTest> findsThePairs() {
    return VectorFolder.tests(
        "candidates.jsonl",
        vector -> {
          Request request = Request.of(vector);
          return vector.op().equals("prepare") ? request.selected() : request.candidates();
        });
  }
}
