package dev.tlsbench.client.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Properties with files, on their way to another machine. */
class ShippedPropertiesTest {
  private static final String CA = "tls.caFile";
  private static final String KEY = "tls.certificateKeyFile";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    properties.setProperty("mysql.url", "jdbc:mysql://db/ycsb");
    properties.setProperty("tls.enabled", "true");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  @Test
  void carriesFilesThatOnlyTheirOwnerCanReadThere() throws IOException {
    Properties properties = properties(CA, file("ca.pem", "CA"), KEY, file("key.pem", "KEY\n"));

    Map<String, String> packed = ShippedProperties.pack(Binding.of("mysql-tls"), properties);
    Path there = Files.createDirectory(folder.resolve("there"));
    Properties unpacked = ShippedProperties.unpack(packed, there);

    assertThat(unpacked.stringPropertyNames()).isEqualTo(properties.stringPropertyNames());
    for (String name : new String[] {CA, KEY}) {
      Path file = Path.of(unpacked.getProperty(name));
      assertThat(file)
          .hasParent(there)
          .hasSameBinaryContentAs(Path.of(properties.getProperty(name)));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  /** An executor has another JVM, without its properties. */
  @Test
  void carriesTheStoreOfTheJvmWithItsPassword() throws IOException {
    System.setProperty("javax.net.ssl.keyStore", file("keys.p12", "KEYS"));
    System.setProperty("javax.net.ssl.keyStorePassword", "s3cret");
    try {
      Map<String, String> packed = ShippedProperties.pack(Binding.of("mysql-tls"), properties());

      assertThat(packed).containsEntry("tls.certificateKeyFilePassword", "s3cret");
      assertThat(ShippedProperties.hasSecret(packed)).isTrue();
      Path there = Files.createDirectory(folder.resolve("there"));
      Properties unpacked = ShippedProperties.unpack(packed, there);
      assertThat(Path.of(unpacked.getProperty(KEY))).content().isEqualTo("KEYS");
    } finally {
      System.clearProperty("javax.net.ssl.keyStore");
      System.clearProperty("javax.net.ssl.keyStorePassword");
    }
  }

  @Test
  void refusesAFileThatCannotBeRead() {
    assertThatThrownBy(
            () ->
                ShippedProperties.pack(
                    Binding.of("mysql-tls"), properties(CA, folder.resolve("none.pem").toString())))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            CA + ": " + folder + "/none.pem cannot be read, so it cannot be sent to the executors");
  }

  @Test
  void knowsWhatIsSecret() throws IOException {
    assertThat(ShippedProperties.hasSecret(Map.of("mysql.url", "jdbc:mysql://db/ycsb"))).isFalse();
    assertThat(ShippedProperties.hasSecret(Map.of("mysql.url", "mysql://joe:secret@db/ycsb")))
        .isTrue();
    assertThat(ShippedProperties.hasSecret(Map.of("mysql.password", "secret"))).isTrue();
    assertThat(
            ShippedProperties.hasSecret(
                ShippedProperties.pack(
                    Binding.of("mysql-tls"), properties(CA, file("ca.pem", "CA")))))
        .isFalse();
    assertThat(
            ShippedProperties.hasSecret(
                ShippedProperties.pack(
                    Binding.of("mysql-tls"), properties(KEY, file("key.pem", "KEY")))))
        .isTrue();
  }
}
