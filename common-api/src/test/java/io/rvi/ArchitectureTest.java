package io.rvi;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.rvi", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule API_STANDS_ALONE =
      classes()
          .that()
          .resideInAPackage("io.rvi.api")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java.lang..", "java.util..", "java.time..", "io.rvi.api", "org.jspecify..");

  @ArchTest
  static final ArchRule SPI_KNOWS_THE_API_ALONE =
      noClasses()
          .that()
          .resideInAPackage("io.rvi.spi")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages("java..", "io.rvi.api", "io.rvi.spi", "org.jspecify..");

  @ArchTest
  static final ArchRule MEMORY_KNOWS_API_AND_SPI_ALONE =
      noClasses()
          .that()
          .resideInAPackage("io.rvi.memory")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "java..", "io.rvi.api", "io.rvi.spi", "io.rvi.memory", "org.jspecify..");

  @ArchTest
  static final ArchRule MEMORY_SHOWS_ITS_BACKEND_ALONE =
      classes()
          .that()
          .resideInAPackage("io.rvi.memory")
          .and()
          .arePublic()
          .should()
          .haveSimpleName("MemoryBackend");

  @ArchTest
  static final ArchRule CONCRETE_CLASSES_ARE_FINAL =
      classes()
          .that()
          .areTopLevelClasses()
          .and()
          .areNotInterfaces()
          .and()
          .doNotHaveModifier(JavaModifier.ABSTRACT)
          .should()
          .haveModifier(JavaModifier.FINAL);

  @ArchTest
  static final ArchRule NOTHING_READS_SYSTEM_PROPERTIES =
      noClasses()
          .should()
          .callMethod(System.class, "getProperty", String.class)
          .orShould()
          .callMethod(System.class, "getenv", String.class);
}
