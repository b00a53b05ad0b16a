package dev.tlsbench.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The imports of the classes that run beside Spark's libraries. */
@Tag("any-jdk")
class LayersTest {
  @Test
  void knowsTheInterfaceForClustersAndSpark() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "com.fasterxml.jackson.annotation..",
            "org.apache.spark..",
            "scala..",
            "dev.tlsbench.core",
            "dev.tlsbench.client.cluster..",
            "dev.tlsbench.client.database..",
            "dev.tlsbench.client.properties..",
            "dev.tlsbench.cluster..")
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.tlsbench.cluster"));
  }
}
