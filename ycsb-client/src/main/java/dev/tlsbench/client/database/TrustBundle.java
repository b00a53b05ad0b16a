package dev.tlsbench.client.database;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * A CA file as long as a cloud provider's: the user's own authorities, and others that have signed
 * nothing. A JVM makes each file once, readable by its owner alone, and deletes it at its end.
 */
public final class TrustBundle {
  /** The property with the number of other authorities; 0, the default, for none. */
  public static final String PROPERTY = "tlsbench.otherAuthorities";

  private static final String CA_FILE = "tls.caFile";
  private static final int MOST = 1_000;
  private static final int MEBIBYTES = 1;
  private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
  private static final Map<Bundle, Path> FILES = new HashMap<>();

  private TrustBundle() {}

  private record Bundle(String own, int others) {}

  /**
   * Replaces the CA file of a client with TLS by one with other authorities, if {@value #PROPERTY}
   * asks for them.
   *
   * @param properties of the client, which this changes
   * @throws InvalidSettingException if the number is wrong, or the client has no CA file in PEM
   */
  public static void extend(Binding binding, Properties properties) {
    int others =
        (int) RunProperties.whole(PROPERTY, properties.getProperty(PROPERTY, "0"), 0, MOST);
    if (others == 0) {
      return;
    }
    TlsSettings settings = binding.tls(properties);
    if (!settings.enabled()) {
      return;
    }
    Path own =
        settings
            .trust()
            .caFile()
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        PROPERTY
                            + ": neither the URL nor "
                            + CA_FILE
                            + " names a CA file to add other authorities to; name one"));
    properties.setProperty(CA_FILE, of(own, others).toString());
  }

  private static Path of(Path caFile, int others) {
    String subject = PROPERTY + ": " + caFile;
    try {
      String own =
          new String(
              BoundedFile.bytes(subject, caFile, MEBIBYTES, "a CA file"),
              StandardCharsets.ISO_8859_1);
      if (!own.contains(BEGIN)) {
        throw new InvalidSettingException(
            subject + " is not PEM, to which others can be added; convert it to PEM");
      }
      synchronized (FILES) {
        Bundle bundle = new Bundle(own, others);
        Path made = FILES.get(bundle);
        if (made == null) {
          made = write(bundle);
          FILES.put(bundle, made);
        }
        return made;
      }
    } catch (IOException e) {
      throw new InvalidSettingException(
          subject + " cannot be read, or its copy cannot be written; check both folders", e);
    }
  }

  private static Path write(Bundle bundle) throws IOException {
    StringBuilder pem = new StringBuilder(bundle.own().stripTrailing()).append('\n');
    for (int i = 1; i <= bundle.others(); i++) {
      String name = "tlsbench other authority " + i;
      pem.append(CertificateAuthority.builder().commonName(name).build().pem());
    }
    // Readable by its owner alone.
    Path file = Files.createTempFile("tlsbench-ca", ".pem");
    file.toFile().deleteOnExit();
    return Files.writeString(file, pem, StandardCharsets.ISO_8859_1);
  }
}
