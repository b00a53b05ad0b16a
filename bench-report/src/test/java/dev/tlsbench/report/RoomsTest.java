package dev.tlsbench.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way between the rooms, and to no other module. */
@Tag("any-jdk")
class RoomsTest {
  private static final String ROOT = "dev.tlsbench.report.";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.tlsbench.report");

  @Test
  void roomsKnowOnlyThoseBelow() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("folder")
        .definedBy(ROOT + "folder..")
        .layer("page")
        .definedBy(ROOT + "page..")
        .layer("stats")
        .definedBy(ROOT + "stats..")
        .layer("document")
        .definedBy(ROOT + "document..")
        .layer("gate")
        .definedBy(ROOT + "gate..")
        .layer("json")
        .definedBy(ROOT + "json..")
        .whereLayer("gate")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("folder")
        .mayOnlyBeAccessedByLayers("gate")
        .whereLayer("page")
        .mayOnlyBeAccessedByLayers("folder")
        .whereLayer("stats")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("document")
        .mayOnlyBeAccessedByLayers("folder", "gate", "page", "stats")
        .whereLayer("json")
        .mayOnlyBeAccessedByLayers("folder", "gate", "page", "document", "stats")
        .check(CLASSES);
  }

  @Test
  void knowsNothingOfTlsOrOfDatabases() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.tlsbench.core..",
            "dev.tlsbench.embedded..",
            "dev.tlsbench.relay..",
            "dev.tlsbench.ycsb..",
            "dev.tlsbench.client..",
            "dev.tlsbench.measure..",
            "dev.tlsbench.experiment..",
            "dev.tlsbench.jmh..",
            "javax.net.ssl..",
            "java.sql..",
            "site.ycsb..")
        .check(CLASSES);
  }
}
