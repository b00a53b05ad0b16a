package dev.tlsbench.experiment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.tlsbench.experiment.catalog.Catalog;
import dev.tlsbench.experiment.report.ExperimentResult;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.folder.Environment;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Records that may hold secrets override {@code toString}, which shows all components by default.
 */
@Tag("any-jdk")
class SecretTextTest {
  /** Records that are published as they are: results without secrets, and definitions. */
  private static final Set<String> PUBLISHED =
      Set.of(
          Result.class.getPackageName(),
          Catalog.class.getPackageName(),
          ExperimentResult.class.getPackageName(),
          Environment.class.getPackageName());

  @Test
  void recordsOfPropertiesAndUrlsOverrideToString() {
    classes()
        .that(
            DescribedPredicate.describe("hold properties or URLs", SecretTextTest::mayHoldSecrets))
        .should(haveATextOfTheirOwn())
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.tlsbench"));
  }

  private static boolean mayHoldSecrets(JavaClass type) {
    return type.isRecord()
        && !PUBLISHED.contains(type.getPackageName())
        && type.getFields().stream().anyMatch(SecretTextTest::mayHoldSecrets);
  }

  private static boolean mayHoldSecrets(JavaField field) {
    return !field.getModifiers().contains(JavaModifier.STATIC)
        && (field.getRawType().isAssignableTo(Properties.class)
            || field
                .getType()
                .getName()
                .contains("java.util.Map<java.lang.String, java.lang.String>")
            || (field.getRawType().isEquivalentTo(String.class)
                && field.getName().toLowerCase(Locale.ROOT).endsWith("url")));
  }

  private static ArchCondition<JavaClass> haveATextOfTheirOwn() {
    return new ArchCondition<>("have a toString() that was written") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        // The compiler's own is one invokedynamic, which is no call.
        boolean written = !type.getMethod("toString").getAccessesFromSelf().isEmpty();
        events.add(
            new SimpleConditionEvent(type, written, type.getName() + " shows all that it holds"));
      }
    };
  }
}
