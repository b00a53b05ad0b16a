package dev.tlsbench.measure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tlsbench.core.rooms.InnerRooms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way between the rooms, and out of the module. */
@Tag("any-jdk")
class RoomsTest {
  private static final String ROOT = "dev.tlsbench.measure.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.tlsbench.measure");

  @Test
  void knowsOnlyTheModulesBelow() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.tlsbench..")
                .and(
                    resideOutsideOfPackages(
                        "dev.tlsbench.core..",
                        "dev.tlsbench.relay..",
                        "dev.tlsbench.report..",
                        "dev.tlsbench.ycsb..",
                        "dev.tlsbench.client..",
                        "dev.tlsbench.measure..")))
        .check(CLASSES);
  }

  /** Options and pages belong to {@code experiments}. */
  @Test
  void knowsNeitherOptionsNorPages() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "picocli..",
            "dev.tlsbench.report.document..",
            "dev.tlsbench.report.page..",
            "dev.tlsbench.report.folder..",
            "dev.tlsbench.report.gate..")
        .check(CLASSES);
  }

  @Test
  void roomsKnowOnlyThoseBelow() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("paired")
        .definedBy(ROOT + "paired..")
        .layer("judge")
        .definedBy(ROOT + "judge..")
        .layer("fork")
        .definedBy(ROOT + "fork..")
        .layer("connect")
        .definedBy(ROOT + "connect..")
        .layer("probe")
        .definedBy(ROOT + "probe..")
        .layer("tap")
        .definedBy(ROOT + "tap..")
        .layer("variant")
        .definedBy(ROOT + "variant..")
        .layer("target")
        .definedBy(ROOT + "target..")
        .layer("result")
        .definedBy(ROOT + "result..")
        .layer("placement")
        .definedBy(ROOT + "placement..")
        .whereLayer("paired")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("judge")
        .mayOnlyBeAccessedByLayers("paired", "connect")
        .whereLayer("fork")
        .mayOnlyBeAccessedByLayers("paired", "judge", "connect")
        .whereLayer("connect")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("probe")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("tap")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("variant")
        .mayOnlyBeAccessedByLayers("paired", "judge", "fork", "connect")
        .whereLayer("target")
        .mayOnlyBeAccessedByLayers("paired", "judge", "fork", "connect", "probe", "variant")
        .whereLayer("result")
        .mayOnlyBeAccessedByLayers("paired", "judge", "fork", "connect", "target")
        .whereLayer("placement")
        .mayOnlyBeAccessedByLayers("paired", "fork", "connect", "target")
        .check(CLASSES);
  }

  @Test
  void innerRoomsOfBenchCoreAreLeftAlone() {
    InnerRooms.ARE_INTERNAL.check(CLASSES);
  }
}
