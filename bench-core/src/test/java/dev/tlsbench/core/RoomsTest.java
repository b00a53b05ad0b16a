package dev.tlsbench.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which room may know which. */
class RoomsTest {
  private static final String ROOMS = "dev.tlsbench.core.";

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.tlsbench.core");

  @Test
  void tlsKnowsNoDatabase() {
    refuse("tls", "mongodb", "mysql", "url");
  }

  @Test
  void urlsKnowNoDatabaseAndNoTls() {
    refuse("url", "mongodb", "mysql", "tls");
  }

  @Test
  void databasesDoNotKnowEachOther() {
    refuse("mongodb", "mysql");
    refuse("mysql", "mongodb");
  }

  @Test
  void driversStayInTheirRooms() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOMS + "mongodb..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.mongodb..", "org.bson..")
        .check(classes);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOMS + "mysql..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.mysql..")
        .check(classes);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(ROOMS + "(*)..").should().beFreeOfCycles().check(classes);
  }

  private void refuse(String room, String... others) {
    for (String other : others) {
      noClasses()
          .that()
          .resideInAPackage(ROOMS + room + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOMS + other + "..")
          .check(classes);
    }
  }
}
