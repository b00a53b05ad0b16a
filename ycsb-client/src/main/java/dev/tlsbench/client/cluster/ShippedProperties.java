package dev.tlsbench.client.cluster;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Properties that contain the files of their TLS settings, for other machines. */
public final class ShippedProperties {
  private static final int MEBIBYTES = 16;
  private static final String CONTENT = "content of ";
  private static final String CA = "tls.caFile";
  private static final String KEY = "tls.certificateKeyFile";
  private static final String REVOKED = "tls.crlFile";

  private static final Pattern PASSWORD_IN_URL =
      Pattern.compile("://[^/@]*:[^/]*@|[?&]password=", Pattern.CASE_INSENSITIVE);

  private ShippedProperties() {}

  /**
   * Replaces the files of URL and properties by their content.
   *
   * @return values by name, some of them file contents; secret
   * @throws InvalidSettingException if a file cannot be read
   */
  public static Map<String, String> pack(Binding binding, Properties properties) {
    Map<String, String> packed = new TreeMap<>(RunProperties.strings(properties));
    TlsSettings tls = binding.tls(properties);
    if (!tls.enabled()) {
      return packed;
    }
    pack(packed, CA, tls.trust().caFile().stream());
    pack(
        packed,
        KEY,
        Stream.of(tls.identity().certificateFile(), tls.identity().keyFile())
            .flatMap(Optional::stream)
            .distinct());
    pack(packed, REVOKED, tls.trust().crlFiles().stream());
    tls.trust().caFilePassword().ifPresent(own -> packed.put("tls.caFilePassword", own));
    tls.identity()
        .keyPassword()
        .ifPresent(own -> packed.put("tls.certificateKeyFilePassword", own));
    return packed;
  }

  private static void pack(Map<String, String> packed, String name, Stream<Path> files) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (Path file : files.toList()) {
      if (content.size() > 0) {
        content.write('\n');
      }
      content.writeBytes(read(name, file));
    }
    if (content.size() > 0) {
      packed.remove(name);
      packed.put(CONTENT + name, Base64.getEncoder().encodeToString(content.toByteArray()));
    }
  }

  private static byte[] read(String name, Path file) {
    try {
      return BoundedFile.bytes(name + ": " + file, file, MEBIBYTES, "certificates and keys");
    } catch (IOException e) {
      throw new InvalidSettingException(
          name + ": " + file + " cannot be read, so it cannot be sent to the executors", e);
    }
  }

  /** Returns whether these values contain a password or a private key. */
  public static boolean hasSecret(Map<String, String> packed) {
    return packed.containsKey(CONTENT + KEY)
        || packed.keySet().stream()
            .anyMatch(name -> name.toLowerCase(Locale.ROOT).endsWith("password"))
        || packed.values().stream().anyMatch(value -> PASSWORD_IN_URL.matcher(value).find());
  }

  /**
   * Writes the file contents into a folder.
   *
   * @param folder an existing folder; only this user may read the files
   * @return properties that name these files
   */
  public static Properties unpack(Map<String, String> packed, Path folder) throws IOException {
    Properties properties = new Properties();
    for (Map.Entry<String, String> one : packed.entrySet()) {
      if (one.getKey().startsWith(CONTENT)) {
        String name = one.getKey().substring(CONTENT.length());
        // Temporary files are their owner's alone.
        Path file = Files.createTempFile(folder, "tls-", ".file");
        Files.write(file, Base64.getDecoder().decode(one.getValue()));
        properties.setProperty(name, file.toString());
      } else {
        properties.setProperty(one.getKey(), one.getValue());
      }
    }
    return properties;
  }
}
