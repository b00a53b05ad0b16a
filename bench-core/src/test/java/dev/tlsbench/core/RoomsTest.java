package dev.tlsbench.core;

import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import dev.tlsbench.core.rooms.InnerRooms;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports run one way between the packages. */
@Tag("any-jdk")
class RoomsTest {
  private static final String ROOMS = "dev.tlsbench.core.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.tlsbench.core");

  @Test
  void tlsKnowsNoDatabaseAndNoUrl() {
    refuse(
        "tls",
        "mongodb",
        "mysql",
        "postgresql",
        "cassandra",
        "redis",
        "dynamodb",
        "database",
        "url");
  }

  @Test
  void textAndSocketsKnowNoOtherRoom() {
    refuse("text", "socket", "tls", "url", "database");
    refuse("text", "mongodb", "mysql", "postgresql", "cassandra", "redis", "dynamodb");
    refuse(
        "socket",
        "text",
        "url",
        "database",
        "mongodb",
        "mysql",
        "postgresql",
        "cassandra",
        "redis");
    noClasses()
        .that()
        .resideInAPackage(ROOMS + "socket")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOMS + "tls", ROOMS + "tls.provider", ROOMS + "tls.trust")
        .check(CLASSES);
  }

  @Test
  void innerRoomsOfTlsKnowOnlyThoseBelow() {
    List<String> upwards = List.of("wire", "trust", "provider");
    for (int room = 0; room < upwards.size(); room++) {
      for (String above : upwards.subList(room + 1, upwards.size())) {
        refuse("tls." + upwards.get(room), "tls." + above);
      }
    }
    refuse("tls.trust", "tls.wire");
    refuse("tls.provider", "tls.wire");
    noClasses()
        .that()
        .resideInAPackage(ROOMS + "tls.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOMS + "tls")
        .check(CLASSES);
  }

  @Test
  void innerRoomsOfTlsAreInternal() {
    InnerRooms.ARE_INTERNAL.check(CLASSES);
  }

  @Test
  void urlsKnowNoDatabase() {
    refuse(
        "url",
        "database",
        "socket",
        "mongodb",
        "mysql",
        "postgresql",
        "cassandra",
        "redis",
        "dynamodb");
  }

  @Test
  void databasesDoNotKnowEachOther() {
    List<String> databases =
        List.of("mongodb", "mysql", "postgresql", "cassandra", "redis", "dynamodb");
    for (String database : databases) {
      databases.stream()
          .filter(other -> !other.equals(database))
          .forEach(other -> refuse(database, other));
    }
  }

  @Test
  void databasesAreKnownByTheirTypesAlone() {
    refuse("database", "mongodb", "mysql", "postgresql", "cassandra", "redis", "dynamodb");
  }

  /** Users meet these packages; all others are for the modules of this project. */
  @Test
  void usersMeetFewTypes() {
    assertThat(
            CLASSES.stream()
                .filter(type -> type.isTopLevelClass())
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(
                    type ->
                        List.of(
                                "core",
                                "core.database",
                                "core.tls",
                                "core.mongodb",
                                "core.mysql",
                                "core.postgresql",
                                "core.cassandra",
                                "core.redis",
                                "core.dynamodb")
                            .contains(type.getPackageName().replace("dev.tlsbench.", "")))
                .map(JavaClass::getSimpleName))
        .hasSizeBetween(20, 43);
  }

  @Test
  void driversStayInTheirRooms() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOMS + "mongodb..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.mongodb..", "org.bson..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOMS + "mysql..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.mysql..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOMS + "postgresql..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.postgresql..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOMS + "cassandra..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.datastax..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOMS + "redis..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("redis.clients..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOMS + "dynamodb..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("software.amazon..", "org.apache.hc..")
        .check(CLASSES);
  }

  /** Of the two exceptions in {@code core} each makes a line by {@code text}, which throws them. */
  @Test
  void packagesHaveNoCycles() {
    slices().matching(ROOMS + "(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void knowsNoBenchmarkAndNoServer() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "site.ycsb..",
            "org.openjdk.jmh..",
            "dev.tlsbench.embedded..",
            "dev.tlsbench.relay..",
            "dev.tlsbench.ycsb..",
            "dev.tlsbench.client..",
            "dev.tlsbench.measure..",
            "dev.tlsbench.experiment..",
            "dev.tlsbench.jmh..",
            "de.bwaldvogel..",
            "ch.vorburger..")
        .check(CLASSES);
  }

  @Test
  void sharesNoStateThatAnybodyCanChange() {
    fields()
        .that()
        .areStatic()
        .should()
        .beFinal()
        .andShould()
        .notHaveModifier(JavaModifier.VOLATILE)
        .check(CLASSES);
    noFields()
        .that()
        .arePublic()
        .and()
        .areStatic()
        .should(beOfTypeThatCanBeChanged())
        .check(CLASSES);
  }

  private static ArchCondition<JavaField> beOfTypeThatCanBeChanged() {
    return have(
        DescribedPredicate.describe(
            "a type that can be changed",
            field ->
                field.getRawType().isArray()
                    || field.getRawType().isAssignableTo(Collection.class)
                    || field.getRawType().isAssignableTo(Map.class)));
  }

  /** A library prints nothing: its users decide about output. */
  @Test
  void printsAndLogsNothing() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
    NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CLASSES);
  }

  private void refuse(String room, String... others) {
    for (String other : others) {
      noClasses()
          .that()
          .resideInAPackage(ROOMS + room + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOMS + other + "..")
          .check(CLASSES);
    }
  }
}
