package io.rvi.isr;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the packages of this module. */
@AnalyzeClasses(packages = "io.rvi.isr", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule PROTOCOL_IS_PURE =
      classes()
          .that()
          .resideInAPackage("io.rvi.isr.protocol..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java.lang..",
              "java.util",
              "java.util.function",
              "java.util.stream",
              "io.rvi.api..",
              "io.rvi.isr.protocol..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule PROTOCOL_KNOWS_NO_CLOCK_THREAD_OR_CHANCE =
      noClasses()
          .that()
          .resideInAnyPackage("io.rvi.isr.protocol..", "io.rvi.isr.sim..")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(java.util.UUID.class, "randomUUID")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(java.util.Random.class);

  @ArchTest
  static final ArchRule SIMULATOR_USES_THE_PROTOCOL_ONLY =
      noClasses()
          .that()
          .resideInAPackage("io.rvi.isr.sim..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.rvi.isr.wire..",
              "io.rvi.isr.client..",
              "io.rvi.isr.node..",
              "io.rvi.isr.coordination..",
              "io.netty..",
              "java.io..",
              "java.nio..",
              "java.net..");

  @ArchTest
  static final ArchRule LOG_AND_WIRE_AND_COORDINATION_USE_NO_SHELL =
      noClasses()
          .that()
          .resideInAnyPackage("io.rvi.isr.log..", "io.rvi.isr.wire..", "io.rvi.isr.coordination..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.rvi.isr.node..", "io.rvi.isr.client..", "io.rvi.isr.sim..");

  @ArchTest
  static final ArchRule CLIENT_USES_NO_SERVER =
      noClasses()
          .that()
          .resideInAPackage("io.rvi.isr.client..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.rvi.isr.node..", "io.rvi.isr.coordination..", "io.rvi.isr.log..");

  @ArchTest
  static final ArchRule CONCRETE_CLASSES_ARE_FINAL =
      classes()
          .that()
          .resideInAPackage("io.rvi.isr..")
          .and()
          .areTopLevelClasses()
          .and()
          .areNotInterfaces()
          .and()
          .areNotEnums()
          .and()
          .doNotHaveModifier(JavaModifier.ABSTRACT)
          .should()
          .haveModifier(JavaModifier.FINAL);
}
