package dev.tlsbench.client.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Property files and environments that nobody meant. */
@Tag("any-jdk")
class GivenPropertiesFuzzTest {
  private static final Mutations FILES =
      Mutations.ofTexts(
          List.of(
              "mysql.url=mysql://u:p@h/db?ssl-ca=ca.pem\ntls.protocols=TLSv1.3\nrecordcount=10\n",
              "# a comment\n! another\na : b\\\n   c\nd\\ e = \\u00e9\n",
              "mongodb.url mongodb://u:p@h/\r\ntls.certificateKeyFilePassword=\r\n",
              "\uFEFFmysql.password=\\u00e9s\\\\ \rmysql.user : a\\\r\n\\ b\n"),
          List.of(
              "\\", "\\u", "\\u00", "\n", "\r", "=", ":", "#", "!", " ", "\t", "\f", "\0", "é",
              "\\\n", "\uFEFF", "\u00A0", "\u2028", "mysql."));

  private static final Mutations NAMES =
      Mutations.ofTexts(
          List.of("MYSQL_URL", "TABLE__SIZE", "TLS_CERTIFICATEKEYFILEPASSWORD", "RECORDCOUNT"),
          List.of("_", "__", "___", ".", "-", "TLSBENCH_P_", "İ", "ß", "\n", " ", "\0"));

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  @Test
  void readsOrRefusesAnyFile() throws Exception {
    Path file =
        Files.createFile(
            folder.resolve("given"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    Fuzz.of("-P FILE", FILES::next)
        .check(
            content -> {
              Files.write(file, content);
              return isTaken(Map.of(), List.of(file.toString()));
            });
  }

  @Test
  void takesOrRefusesAnyEnvironment() throws Exception {
    Fuzz.of("names of variables", GivenPropertiesFuzzTest::environment)
        .check(environment -> isTaken(environment, List.of()));
  }

  private static Map<String, String> environment(Random random) {
    Map<String, String> environment = new TreeMap<>();
    for (int left = random.nextInt(3); left >= 0; left--) {
      environment.put("TLSBENCH_P_" + NAMES.nextText(random), "Quetzal4711");
    }
    return environment;
  }

  private static boolean isTaken(Map<String, String> environment, List<String> files) {
    try {
      GivenProperties given = GivenProperties.of(environment, files, List.of());
      assertThat(given.toString() + given.notes()).doesNotContain("Quetzal4711");
      return true;
    } catch (InvalidSettingException e) {
      assertThat(e.getMessage()).doesNotContain("Quetzal4711");
      if (!files.isEmpty()) {
        assertThat(e.getMessage()).doesNotContain("\n");
      }
      return false;
    }
  }
}
