package dev.jevprune.core.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Which pairs a request asks about. Our words and the text sent once leave room for more. */
class PrepareConformanceTest {

  @TestFactory
  Stream<DynamicTest> choosesThePairs() {
    return VectorFolder.tests("prepare.jsonl", vector -> Request.of(vector).assessing().selected());
  }
}
