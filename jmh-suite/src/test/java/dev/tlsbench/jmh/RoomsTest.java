package dev.tlsbench.jmh;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tlsbench.core.rooms.InnerRooms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rooms know only those below them. */
@Tag("any-jdk")
class RoomsTest {
  private static final String ROOMS = "dev.tlsbench.jmh.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.tlsbench.jmh");

  @ParameterizedTest
  @CsvSource({
    "cell, benchmark",
    "cell, report",
    "cell, run",
    "tls, benchmark",
    "tls, run",
    "tls, report",
    "benchmark, run",
    "benchmark, report",
    "report, run",
    "report, benchmark"
  })
  void roomsImportOnlyLowerRooms(String room, String above) {
    noClasses()
        .that()
        .resideInAPackage(ROOMS + room + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOMS + above + "..")
        .check(CLASSES);
  }

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
                        "dev.tlsbench.relay..",
                        "dev.tlsbench.report..",
                        "dev.tlsbench.jmh..")))
        .check(CLASSES);
  }

  @Test
  void noRoomsKnowEachOther() {
    slices().matching(ROOMS + "(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void innerRoomsOfBenchCoreAreLeftAlone() {
    InnerRooms.ARE_INTERNAL.check(CLASSES);
  }

  @Test
  void serversAreFoundAsServices() {
    InnerRooms.SERVERS_ARE_SERVICES.check(CLASSES);
  }
}
