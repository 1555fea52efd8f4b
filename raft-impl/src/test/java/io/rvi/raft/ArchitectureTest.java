package io.rvi.raft;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.rvi.raft", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule MESSAGES_KNOW_NOTHING_ELSE_OF_THE_BACKEND =
      noClasses()
          .that()
          .resideInAPackage("..raft.wire..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..raft.machine..",
              "..raft.node..",
              "..raft.client..",
              "..raft.config..",
              "..raft.storage..");

  @ArchTest
  static final ArchRule CLIENT_AND_NODE_DO_NOT_KNOW_EACH_OTHER =
      noClasses()
          .that()
          .resideInAPackage("..raft.client..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..raft.node..", "..raft.machine..", "org.apache.ratis.server..");

  @ArchTest
  static final ArchRule REPLICATED_STATE_IS_PURE =
      noClasses()
          .that()
          .haveSimpleName("OffsetIndex")
          .or()
          .haveSimpleName("ProducerTable")
          .or()
          .haveSimpleName("TopicCatalog")
          .or()
          .haveSimpleName("Placement")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.io..", "java.nio..", "java.time..", "org.apache.ratis.server..")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("io.rvi.raft.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule CLASSES_ARE_FINAL =
      classes()
          .that()
          .areTopLevelClasses()
          .and()
          .areNotInterfaces()
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .haveModifier(JavaModifier.FINAL);

  @ArchTest
  static final ArchRule NOBODY_READS_SYSTEM_PROPERTIES =
      noClasses()
          .should()
          .callMethod(System.class, "getProperty", String.class)
          .orShould()
          .callMethod(System.class, "getenv", String.class);
}
