package dev.tlsbench.ycsb;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tlsbench.core.rooms.InnerRooms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way, within this module and out of it. */
@Tag("any-jdk")
class LayersTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.tlsbench.ycsb");

  @Test
  void importsRunOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("bindings")
        .definedBy("dev.tlsbench.ycsb")
        .layer("mongodb")
        .definedBy("dev.tlsbench.ycsb.mongodb..")
        .layer("jdbc")
        .definedBy("dev.tlsbench.ycsb.jdbc..")
        .layer("mysql")
        .definedBy("dev.tlsbench.ycsb.mysql..")
        .layer("cassandra")
        .definedBy("dev.tlsbench.ycsb.cassandra..")
        .layer("redis")
        .definedBy("dev.tlsbench.ycsb.redis..")
        .layer("dynamodb")
        .definedBy("dev.tlsbench.ycsb.dynamodb..")
        .layer("workload")
        .definedBy("dev.tlsbench.ycsb.workload..")
        .layer("store")
        .definedBy("dev.tlsbench.ycsb.store..")
        .layer("session")
        .definedBy("dev.tlsbench.ycsb.session..")
        .whereLayer("bindings")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("workload")
        .mayOnlyBeAccessedByLayers("bindings")
        .whereLayer("jdbc")
        .mayOnlyBeAccessedByLayers("mysql", "workload")
        .whereLayer("store")
        .mayOnlyBeAccessedByLayers("session", "jdbc", "mongodb", "workload")
        .whereLayer("mongodb")
        .mayOnlyBeAccessedByLayers("bindings")
        .whereLayer("mysql")
        .mayOnlyBeAccessedByLayers("bindings")
        .whereLayer("cassandra")
        .mayOnlyBeAccessedByLayers("bindings")
        .whereLayer("redis")
        .mayOnlyBeAccessedByLayers("bindings")
        .whereLayer("dynamodb")
        .mayOnlyBeAccessedByLayers("bindings")
        .check(CLASSES);
  }

  @Test
  void knowsOnlyTheModulesBelow() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.tlsbench..")
                .and(resideOutsideOfPackages("dev.tlsbench.core..", "dev.tlsbench.ycsb..")))
        .check(CLASSES);
  }

  @Test
  void knowsNoCommandLineAndNoServer() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..", "de.bwaldvogel..", "ch.vorburger..", "io.netty..")
        .check(CLASSES);
  }

  /** A library lets the application decide where its messages go. */
  @Test
  void logsThroughTheSystemLoggerOnly() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
    NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CLASSES);
  }

  @Test
  void noPackagesDependOnEachOther() {
    slices().matching("dev.tlsbench.(ycsb..)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void innerRoomsOfBenchCoreAreLeftAlone() {
    InnerRooms.ARE_INTERNAL.check(CLASSES);
  }
}
