package dev.jevprune.bus;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.jevprune.bus", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule DEPENDS_ON_THE_CORE_ALONE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.jevprune.bus..", "dev.jevprune.core..", "java..", "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule ASKS_NO_WORLD =
      noClasses()
          .should()
          .callMethod(System.class, "getenv")
          .orShould()
          .callMethod(System.class, "getenv", String.class)
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static final ArchRule PACKAGES_MAKE_NO_CYCLE =
      slices().matching("dev.jevprune.bus.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule THE_REGISTRY_KNOWS_NO_CHAIN =
      noClasses()
          .that()
          .resideInAPackage("dev.jevprune.bus.registry")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.jevprune.bus.chain");
}
