package dev.tlsbench.measure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.tlsbench.core.rooms.InnerRooms;
import dev.tlsbench.core.rooms.Rooms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way between the rooms, and out of the module. */
@Tag("any-jdk")
class RoomsTest {
  private static final Rooms ROOMS = new Rooms("dev.tlsbench.measure");
  private static final JavaClasses CLASSES = ROOMS.classes();

  @Test
  void knowsOnlyTheModulesBelow() {
    Rooms.knowOnlyModules("core", "relay", "report", "ycsb", "client", "measure").check(CLASSES);
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
    ROOMS
        .knowOnlyThoseBelow(
            "paired:",
            "judge: paired connect",
            "fork: paired judge connect",
            "connect:",
            "probe:",
            "tap:",
            "variant: paired judge fork connect",
            "target: paired judge fork connect probe variant",
            "result: paired judge fork connect target",
            "placement: paired fork connect target")
        .check(CLASSES);
  }

  @Test
  void innerRoomsOfBenchCoreAreLeftAlone() {
    InnerRooms.ARE_INTERNAL.check(CLASSES);
  }
}
