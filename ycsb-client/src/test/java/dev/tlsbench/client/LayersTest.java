package dev.tlsbench.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tlsbench.core.rooms.InnerRooms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way, inside of this module and out of it. */
@Tag("any-jdk")
class LayersTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.tlsbench.client");

  @Test
  void knowsOnlyTheModulesBelow() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.tlsbench..")
                .and(
                    resideOutsideOfPackages(
                        "dev.tlsbench.core..",
                        "dev.tlsbench.embedded..",
                        "dev.tlsbench.ycsb..",
                        "dev.tlsbench.client..")))
        .check(CLASSES);
  }

  @Test
  void roomsKnowOnlyThoseBelow() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("client")
        .definedBy("dev.tlsbench.client")
        .layer("run")
        .definedBy("dev.tlsbench.client.run..")
        .layer("cluster")
        .definedBy("dev.tlsbench.client.cluster..")
        .layer("database")
        .definedBy("dev.tlsbench.client.database..")
        .layer("properties")
        .definedBy("dev.tlsbench.client.properties..")
        .layer("output")
        .definedBy("dev.tlsbench.client.output..")
        .whereLayer("client")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("run")
        .mayOnlyBeAccessedByLayers("client")
        .whereLayer("cluster")
        .mayOnlyBeAccessedByLayers("client", "run")
        .whereLayer("database")
        .mayOnlyBeAccessedByLayers("client", "run")
        .whereLayer("properties")
        .mayOnlyBeAccessedByLayers("client", "run", "database")
        .whereLayer("output")
        .mayOnlyBeAccessedByLayers("client", "run")
        .check(CLASSES);
  }

  @Test
  void noPackagesDependOnEachOther() {
    slices().matching("dev.tlsbench.(client..)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void innerRoomsAreLeftAlone() {
    InnerRooms.ARE_INTERNAL.check(CLASSES);
  }

  @Test
  void serversAreFoundAsServices() {
    InnerRooms.SERVERS_ARE_SERVICES.check(CLASSES);
  }
}
