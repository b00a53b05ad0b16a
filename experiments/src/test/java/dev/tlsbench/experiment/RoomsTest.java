package dev.tlsbench.experiment;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tlsbench.core.rooms.InnerRooms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way between the rooms. */
@Tag("any-jdk")
class RoomsTest {
  private static final String ROOT = "dev.tlsbench.experiment.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.tlsbench.experiment");

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
                        "dev.tlsbench.ycsb..",
                        "dev.tlsbench.client..",
                        "dev.tlsbench.measure..",
                        "dev.tlsbench.experiment..")))
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
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("command")
        .definedBy(ROOT + "command..")
        .layer("paired")
        .definedBy(ROOT + "paired..")
        .layer("option")
        .definedBy(ROOT + "option..")
        .layer("console")
        .definedBy(ROOT + "console..")
        .layer("catalog")
        .definedBy(ROOT + "catalog..")
        .layer("predict")
        .definedBy(ROOT + "predict..")
        .layer("connect")
        .definedBy(ROOT + "connect..")
        .layer("probe")
        .definedBy(ROOT + "probe..")
        .layer("tap")
        .definedBy(ROOT + "tap..")
        .layer("history")
        .definedBy(ROOT + "history..")
        .layer("report")
        .definedBy(ROOT + "report..")
        .whereLayer("command")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("paired")
        .mayOnlyBeAccessedByLayers("command")
        .whereLayer("option")
        .mayOnlyBeAccessedByLayers("command", "paired")
        .whereLayer("console")
        .mayOnlyBeAccessedByLayers("command", "paired", "option")
        .whereLayer("catalog")
        .mayOnlyBeAccessedByLayers("command", "paired", "option")
        .whereLayer("predict")
        .mayOnlyBeAccessedByLayers("command", "option")
        .whereLayer("connect")
        .mayOnlyBeAccessedByLayers("command")
        .whereLayer("probe")
        .mayOnlyBeAccessedByLayers("command")
        .whereLayer("tap")
        .mayOnlyBeAccessedByLayers("command")
        .whereLayer("history")
        .mayOnlyBeAccessedByLayers("command", "predict")
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("command", "paired", "catalog", "connect", "history")
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
