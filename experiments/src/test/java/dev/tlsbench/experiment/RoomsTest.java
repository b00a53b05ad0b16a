package dev.tlsbench.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tlsbench.core.rooms.InnerRooms;
import dev.tlsbench.core.rooms.Rooms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way between the rooms. */
@Tag("any-jdk")
class RoomsTest {
  private static final Rooms ROOMS = new Rooms("dev.tlsbench.experiment");
  private static final JavaClasses CLASSES = ROOMS.classes();

  @Test
  void knowsOnlyTheModulesBelow() {
    Rooms.knowOnlyModules(
            "core", "embedded", "relay", "report", "ycsb", "client", "measure", "experiment")
        .check(CLASSES);
  }

  /** Of this module and those below. */
  @Test
  void noTwoClassesHaveOneName() {
    Map<String, List<String>> classes =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("dev.tlsbench")
                .stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().contains("-"))
                .collect(
                    groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getName, toList())));

    assertThat(classes.values()).hasSizeGreaterThan(500).allMatch(names -> names.size() == 1);
  }

  @Test
  void roomsKnowOnlyThoseBelow() {
    ROOMS
        .knowOnlyThoseBelow(
            "command:",
            "paired: command",
            "option: command paired",
            "console: command paired option",
            "catalog: command paired option",
            "predict: command option",
            "connect: command",
            "probe: command",
            "tap: command",
            "history: command predict",
            "report: command paired catalog connect history")
        .check(CLASSES);
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
