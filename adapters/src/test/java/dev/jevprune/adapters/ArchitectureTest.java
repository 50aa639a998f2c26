package dev.jevprune.adapters;

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
              "dev.jevprune.adapters.store..",
              "dev.jevprune.adapters.tokens..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.jevprune.adapters.embedded..", "org.graalvm..");

  @ArchTest
  static final ArchRule adaptersKnowNoInstaller =
      noClasses().should().dependOnClassesThat().resideInAPackage("dev.jevprune.installer..");

  @ArchTest
  static final ArchRule thereAreNoCycles =
      slices().matching("dev.jevprune.adapters.(*)..").should().beFreeOfCycles();
}
