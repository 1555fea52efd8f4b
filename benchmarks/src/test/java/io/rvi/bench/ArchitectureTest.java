package io.rvi.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.rvi.bench", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule NO_BACKEND_IS_KNOWN =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.rvi.isr..",
              "io.rvi.raft..",
              "io.rvi.memory..",
              "org.apache.ratis..",
              "org.apache.curator..");

  @ArchTest
  static final ArchRule RESULTS_KNOW_NOTHING_OF_HOW_THEY_CAME_ABOUT =
      noClasses()
          .that()
          .resideInAPackage("..bench.result..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..bench.lab..",
              "..bench.load..",
              "..bench.check..",
              "..bench.experiment..",
              "..bench.report..",
              "..bench.config..",
              "..bench.cli..");

  @ArchTest
  static final ArchRule EXPERIMENTS_ARE_FREE_OF_THEIR_SURFACES =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..bench.lab..",
              "..bench.load..",
              "..bench.check..",
              "..bench.stats..",
              "..bench.model..",
              "..bench.experiment..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..bench.config..", "..bench.result..", "..bench.report..", "..bench.cli..");

  @ArchTest
  static final ArchRule THE_LAB_KNOWS_NO_EXPERIMENT =
      noClasses()
          .that()
          .resideInAPackage("..bench.lab..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..bench.load..", "..bench.check..", "..bench.stats..", "..bench.experiment..");

  @ArchTest
  static final ArchRule STATISTICS_AND_MODEL_ARE_ARITHMETIC =
      noClasses()
          .that()
          .resideInAnyPackage("..bench.stats..", "..bench.model..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..bench.lab..", "..bench.load..", "java.io..", "java.nio..");

  @ArchTest
  static final ArchRule NOBODY_BUT_THE_COMMAND_LINE_PARSES_IT =
      noClasses()
          .that()
          .resideOutsideOfPackage("..bench.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..", "me.tongfei.progressbar..");

  @ArchTest
  static final ArchRule PROPERTIES_ARE_READ_IN_THE_COMMAND_LINE =
      noClasses()
          .that()
          .resideOutsideOfPackage("..bench.cli..")
          .should()
          .callMethod(System.class, "getProperty", String.class)
          .orShould()
          .callMethod(System.class, "getProperty", String.class, String.class)
          .orShould()
          .callMethod(System.class, "getenv")
          .orShould()
          .callMethod(System.class, "getenv", String.class);

  @ArchTest
  static final ArchRule CONCRETE_CLASSES_ARE_FINAL =
      classes()
          .that()
          .areTopLevelClasses()
          .and()
          .areNotInterfaces()
          .and()
          .doNotHaveModifier(JavaModifier.ABSTRACT)
          // JMH generates subclasses of its states.
          .and()
          .resideOutsideOfPackage("..bench.jmh..")
          .should()
          .haveModifier(JavaModifier.FINAL);
}
