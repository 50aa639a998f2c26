package dev.jevprune.adapters;

import static com.tngtech.archunit.base.DescribedPredicate.or;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.jevprune.adapters",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule theWorkerNeedsNoScriptEngine =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.jevprune.adapters.worker..",
              "dev.jevprune.adapters.protocol..",
              "dev.jevprune.adapters.evaluate..",
              "dev.jevprune.adapters.store..",
              "dev.jevprune.adapters.tokens..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.jevprune.adapters.embedded..", "org.graalvm..");

  private static final String CHILD =
      "(\\[L)?dev\\.jevprune\\.adapters\\.evaluate\\."
          + "(Transport(Main|Call|Report)|Origin|ProxySettings|Certificates)(\\$.*)?;?";

  /** Its class path is the one jar of this module. */
  @ArchTest
  static final ArchRule theChildThatCallsNeedsTheJdkAlone =
      classes()
          .that()
          .haveNameMatching(CHILD)
          .should()
          .onlyDependOnClassesThat(
              or(nameMatching(CHILD), resideInAnyPackage("java..", "javax..", "org.jspecify..")));

  @ArchTest
  static final ArchRule adaptersKnowNoInstaller =
      noClasses().should().dependOnClassesThat().resideInAPackage("dev.jevprune.installer..");

  @ArchTest
  static final ArchRule thereAreNoCycles =
      slices().matching("dev.jevprune.adapters.(*)..").should().beFreeOfCycles();
}
