package dev.tlsbench.embedded;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tlsbench.core.rooms.InnerRooms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way, between the packages and out of this module. */
@Tag("any-jdk")
class RoomsTest {
  private static final String ROOT = "dev.tlsbench.embedded";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void knowsOnlyTheModulesBelow() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.tlsbench..")
                .and(resideOutsideOfPackages("dev.tlsbench.core..", "dev.tlsbench.embedded..")))
        .check(CLASSES);
  }

  @Test
  void databasesDoNotKnowEachOther() {
    slices()
        .matching(ROOT + ".(*)..")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(alwaysTrue(), resideInAnyPackage(ROOT + ".process..", ROOT + ".sql.."))
        .check(CLASSES);
  }

  @Test
  void commonApiKnowsNoServer() {
    InnerRooms.SERVERS_ARE_SERVICES.check(CLASSES);
  }

  /** The tests too use {@code bench-core} as its users do. */
  @Test
  void innerRoomsAreLeftAlone() {
    InnerRooms.ARE_INTERNAL.check(new ClassFileImporter().importPackages(ROOT));
  }

  /** A library leaves it to the application where its messages go; a server's process prints. */
  @Test
  void logsThroughTheSystemLoggerOnly() {
    noClasses()
        .that()
        .doNotHaveSimpleName("MongoServerMain")
        .and()
        .doNotHaveSimpleName("CassandraMain")
        .should(ACCESS_STANDARD_STREAMS)
        .check(CLASSES);
    NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CLASSES);
  }
}
