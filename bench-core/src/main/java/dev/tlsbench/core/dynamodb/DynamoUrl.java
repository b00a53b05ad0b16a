package dev.tlsbench.core.dynamodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.StrictUrl;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsDialect;
import dev.tlsbench.core.url.UrlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of an endpoint of DynamoDB: {@code https://host:port/?region=eu-west-1&options}, with
 * {@code http} for plain text. It has neither credentials nor a database.
 *
 * <p>Options beside those of every {@link StrictUrl}: {@code region}, by default that in the host's
 * name or in {@code AWS_REGION}; {@code credentialsFile}, a file of properties with {@code
 * accessKey} and {@code secretKey}, by default the SDK's own search; {@code plainPort}, the
 * server's port for plain text, to which {@link #plain} leads. {@code requestTimeoutMS} is 30 000
 * by default.
 */
public final class DynamoUrl extends StrictUrl<DynamoUrl> {
  private static final String REGION = "region";
  private static final String CREDENTIALS_FILE = "credentialsFile";
  private static final Database KIND = new DynamoDatabase();
  private static final String EXAMPLE = "https://host:port/?region=eu-west-1";
  private static final UrlText.Form HTTPS = form(KIND, KIND.defaultPort(), EXAMPLE);
  private static final UrlText.Form HTTP = form(KIND, 80, EXAMPLE);

  static final TlsDialect TLS = dialect(REGION, CREDENTIALS_FILE, PLAIN_PORT);

  private static final Pattern NAMED_REGION =
      Pattern.compile("dynamodb(?:-fips)?\\.([a-z0-9-]+)\\.(?:amazonaws\\.com|api\\.aws)");

  private DynamoUrl(UrlText text) {
    super(KIND, TLS, text, DynamoUrl::new);
    if (user().isPresent()) {
      throw HTTPS.refusal(
          "has credentials, which others could read; remove them, and give them by the environment,"
              + " a profile of AWS, or dynamodb.awsCredentialsFile");
    }
    if (hosts().size() > 1 || database().isPresent()) {
      throw HTTPS.refusal("has several hosts or a path; write " + EXAMPLE);
    }
    if (!text.option(REGION).orElse("-").matches("[a-z0-9-]+")) {
      throw new InvalidSettingException(
          REGION + ": not the name of a region, such as eu-west-1; correct it");
    }
  }

  /** Parses a URL. Accesses neither files nor the network. */
  public static DynamoUrl parse(String url) {
    Database.requireDriver(
        "software.amazon.awssdk.services.dynamodb.DynamoDbClient",
        "DynamoDB",
        "software.amazon.awssdk:dynamodb with org.apache.httpcomponents.client5:httpclient5, which"
            + " the -full tarball has,");
    String given = url.strip();
    return new DynamoUrl(UrlText.parse(given, given.matches("(?is)http:.*") ? HTTP : HTTPS));
  }

  /** {@inheritDoc} Others may read the file with the credentials. */
  @Override
  public List<String> warnings() {
    return credentialsFile().filter(DynamoUrl::isOpen).stream()
        .map(file -> "credentials file " + file + ": others may read it; run chmod 600 on it")
        .toList();
  }

  private static boolean isOpen(Path file) {
    try {
      return !PosixFilePermissions.toString(Files.getPosixFilePermissions(file)).endsWith("------");
    } catch (IOException | UnsupportedOperationException e) {
      // A missing file is reported when it is read.
      return false;
    }
  }

  @Override
  public DynamoConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new DynamoConnections(this, settings, dialer, ledger);
  }

  /** {@return the region of the URL, or in the host's name} */
  Optional<String> region() {
    Matcher named = NAMED_REGION.matcher(hosts().get(0).host());
    return text.option(REGION)
        .or(() -> named.find() ? Optional.of(named.group(1)) : Optional.empty());
  }

  Optional<Path> credentialsFile() {
    return text.option(CREDENTIALS_FILE).map(name -> BoundedFile.path(CREDENTIALS_FILE, name));
  }
}
