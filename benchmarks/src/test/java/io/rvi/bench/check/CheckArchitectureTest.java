package io.rvi.bench.check;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A verdict must not depend on what it judges, nor on how the load was made. */
@AnalyzeClasses(
    packages = "io.rvi.bench.check",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class CheckArchitectureTest {
  @ArchTest
  static final ArchRule CHECK_KNOWS_API_AND_SPI_ALONE =
      classes()
          .that()
          .resideInAPackage("io.rvi.bench.check")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "io.rvi.api", "io.rvi.spi", "io.rvi.bench.check", "org.jspecify..");
}
