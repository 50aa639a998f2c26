package dev.jevprune.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.jevprune.core",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule DEPENDS_ON_LITTLE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.jevprune.core..",
              "java..",
              "com.fasterxml.jackson.core..",
              "org.apache.commons.codec..",
              "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule DOES_NO_INPUT_OR_OUTPUT =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.jevprune.core.model.ModelTable")
          .and()
          .haveNameNotMatching("dev\\.jevprune\\.core\\.economics\\.PriceTable(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.net..", "java.util.concurrent..")
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching("java\\.io\\.(?!IOException|Serializable|ObjectStreamException).*")
          .because(
              "the core is pure; only the tables of models and prices are read from the class path");

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
          .accessField(System.class, "err")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class);

  @ArchTest
  static final ArchRule PACKAGES_MAKE_NO_CYCLE =
      slices().matching("dev.jevprune.core.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule THE_BASE_PACKAGE_STANDS_BELOW_ALL =
      noClasses()
          .that()
          .resideInAPackage("dev.jevprune.core")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.jevprune.core.*..");
}
