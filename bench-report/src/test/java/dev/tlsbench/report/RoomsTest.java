package dev.tlsbench.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.tlsbench.core.rooms.Rooms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way between the rooms, and to no other module. */
@Tag("any-jdk")
class RoomsTest {
  private static final Rooms ROOMS = new Rooms("dev.tlsbench.report");
  private static final JavaClasses CLASSES = ROOMS.classes();

  @Test
  void roomsKnowOnlyThoseBelow() {
    ROOMS
        .knowOnlyThoseBelow(
            "folder: gate",
            "page: folder",
            "stats:",
            "document: folder gate page stats",
            "gate:",
            "json: folder gate page document stats")
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
