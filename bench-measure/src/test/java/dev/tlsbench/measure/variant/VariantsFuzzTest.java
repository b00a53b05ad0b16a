package dev.tlsbench.measure.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.fuzz.YamlWords;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Malformed files and specifications of variants. */
class VariantsFuzzTest {
  private static final Mutations FILES =
      Mutations.ofTexts(
          List.of(
              "encrypted:\n  mysql.table.encryption: Y\nnarrow:\n  fieldlength: 10\nsame:\n",
              "far: {url: 'mysql://u:Quetzal4711@h/db', tls.caFilePassword: \"Quetzal4711\"}\n"),
          YamlWords.ALL);

  private static final Mutations SPECIFICATIONS =
      Mutations.ofTexts(
          List.of(
              "plain,tls13,own:tls.cipherSuites=A,B",
              "tls13@conscrypt",
              "far:url=mysql://u:Quetzal4711@h/db,tls.caFilePassword=Quetzal4711"),
          List.of(",", ":", "=", "@", "+", "-", " ", "\n", "plain", "tls12", "\0", "é"));

  @TempDir private Path folder;

  @Test
  void readsOrRefusesAnyFile() throws Exception {
    Path file = folder.resolve("variants.yaml");
    Fuzz.of("--variants FILE", FILES::next)
        .check(
            content -> {
              Files.write(file, content);
              return isTaken(List.of(), List.of(file));
            });
  }

  @Test
  void takesOrRefusesAnySpecification() throws Exception {
    Fuzz.of("--variant", SPECIFICATIONS::nextText)
        .check(specification -> isTaken(List.of(specification), List.of()));
  }

  private static boolean isTaken(List<String> specifications, List<Path> files) {
    try {
      Variants variants = Variants.of(specifications, files);
      Properties base = new Properties();
      base.setProperty("mysql.url", "mysql://h/db");
      variants.all().forEach(variant -> variant.applyTo(Binding.of("mysql-tls"), base));
      return true;
    } catch (InvalidSettingException e) {
      assertThat(e.getMessage()).doesNotContain("\n", "\r");
      return false;
    }
  }
}
