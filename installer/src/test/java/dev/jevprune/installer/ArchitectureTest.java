package dev.jevprune.installer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** core ← bus ← adapters ← installer, seen from the end that sees all of them. */
@AnalyzeClasses(packages = "dev.jevprune", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule nothingDependsOnTheInstaller =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.jevprune.installer..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.jevprune.installer..");

  @ArchTest
  static final ArchRule coreKnowsNobody =
      noClasses()
          .that()
          .resideInAPackage("dev.jevprune.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.jevprune.bus..", "dev.jevprune.adapters..");

  @ArchTest
  static final ArchRule busKnowsCoreOnly =
      noClasses()
          .that()
          .resideInAPackage("dev.jevprune.bus..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.jevprune.adapters..")
          .allowEmptyShould(true);

  /** The installed runtime has no script engine, so only the demo may lead to it. */
  @ArchTest
  static final ArchRule theInstallerKnowsNoScriptEngine =
      noClasses()
          .that()
          .resideInAPackage("dev.jevprune.installer..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.graalvm..", "dev.jevprune.adapters.embedded..");

  @ArchTest
  static final ArchRule onlyTheTwoProgramsArePublic =
      classes()
          .that()
          .resideInAPackage("dev.jevprune.installer..")
          .and()
          .arePublic()
          .should()
          .haveSimpleNameEndingWith("Main")
          .orShould()
          .haveSimpleName("package-info");
}
