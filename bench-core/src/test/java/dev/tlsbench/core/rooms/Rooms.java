package dev.tlsbench.core.rooms;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.stream.Stream;

/**
 * The packages of a module.
 *
 * @param root the package above them
 */
public record Rooms(String root) {
  /** Returns the main classes of the module. */
  public JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(root);
  }

  /**
   * Returns the rule that imports run one way.
   *
   * @param rooms the name of each room, and of those that may import it: {@code folder: gate page}
   */
  public ArchRule knowOnlyThoseBelow(String... rooms) {
    LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String room : rooms) {
      String name = room.split(":", 2)[0];
      layers = layers.layer(name).definedBy(root + "." + name + "..");
    }
    for (String room : rooms) {
      String[] words = room.split(":? ");
      layers =
          room.endsWith(":")
              ? layers.whereLayer(room.replace(":", "")).mayNotBeAccessedByAnyLayer()
              : layers
                  .whereLayer(words[0])
                  .mayOnlyBeAccessedByLayers(Stream.of(words).skip(1).toArray(String[]::new));
    }
    return layers;
  }

  /** Returns the rule that classes of other modules are none but those of these packages. */
  public static ArchRule knowOnlyModules(String... packages) {
    return noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.tlsbench..")
                .and(
                    resideOutsideOfPackages(
                        Stream.of(packages)
                            .map(name -> "dev.tlsbench." + name + "..")
                            .toArray(String[]::new))));
  }
}
