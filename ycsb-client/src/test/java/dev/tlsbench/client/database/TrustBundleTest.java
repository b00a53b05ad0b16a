package dev.tlsbench.client.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.ycsb.session.Binding;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustBundleTest {
  private final CertificateAuthority own = CertificateAuthority.create();

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @SuppressWarnings("NullAway.Init")
  private Path caFile;

  @BeforeEach
  void write() throws Exception {
    caFile = directory.resolve("ca.pem");
    own.writePem(caFile);
  }

  private static Properties extended(String options, String others) {
    Properties properties = new Properties();
    properties.setProperty("mongodb.url", "mongodb://h/db" + options);
    properties.setProperty(TrustBundle.PROPERTY, others);
    TrustBundle.extend(Binding.of("mongodb-tls"), properties);
    return properties;
  }

  private Path bundle(String others) {
    Properties properties = extended("?tls=true&tlsCAFile=" + caFile, others);
    return Path.of(properties.getProperty("tls.caFile"));
  }

  private static List<X509Certificate> certificates(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
          .map(X509Certificate.class::cast)
          .toList();
    }
  }

  @Test
  void addsOtherAuthoritiesBehindTheUsers() throws Exception {
    Path bundle = bundle("3");

    List<X509Certificate> all = certificates(bundle);
    assertThat(all.get(0)).isEqualTo(own.certificate());
    assertThat(all)
        .hasSize(4)
        .extracting(X509Certificate::getSubjectX500Principal)
        .doesNotHaveDuplicates();
    assertThat(all).allMatch(one -> one.getBasicConstraints() >= 0);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(bundle)))
        .isEqualTo("rw-------");
    assertThat(certificates(caFile)).as("the user's own file").hasSize(1);
  }

  @Test
  void makesEachBundleOnce() throws Exception {
    assertThat(bundle("2")).isEqualTo(bundle("2")).isNotEqualTo(bundle("1"));
    Path first = bundle("2");
    CertificateAuthority.create().writePem(caFile);
    assertThat(bundle("2")).as("another authority of the user").isNotEqualTo(first);
  }

  @Test
  void leavesClientsAloneThatAskForNone() {
    assertThat(extended("?tls=true&tlsCAFile=" + caFile, "0")).doesNotContainKey("tls.caFile");
    assertThat(extended("", "2")).as("plain text").doesNotContainKey("tls.caFile");
  }

  @Test
  void refusesAFileToWhichNothingCanBeAdded() throws Exception {
    assertThatThrownBy(() -> extended("?tls=true", "2"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("tlsbench.otherAuthorities: neither the URL nor tls.caFile names");
    own.writeTrustStore(caFile, "PKCS12", "secret");
    assertThatThrownBy(() -> bundle("2"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "tlsbench.otherAuthorities: %s is not PEM, to which others can be added; convert it to"
                + " PEM",
            caFile);
    Files.delete(caFile);
    assertThatThrownBy(() -> bundle("2"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("tlsbench.otherAuthorities: " + caFile + " cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "many", "1001"})
  void refusesANumberOutOfRange(String others) {
    assertThatThrownBy(() -> bundle(others))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("tlsbench.otherAuthorities: '%s' is not a whole number from 0 to 1000", others);
  }
}
