package dev.tlsbench.core.dynamodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.TlsDialect;
import dev.tlsbench.core.url.TlsMode;
import dev.tlsbench.core.url.TlsOptions;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of an endpoint of DynamoDB: {@code https://host:port/?region=eu-west-1&options}, with
 * {@code http} for plain text. It has no credentials.
 *
 * <p>The TLS options have the names and the meaning of those of {@code CassandraUrl}; any of them
 * means TLS with each scheme. Further options: {@code region}, by default that in the host's name
 * or in {@code AWS_REGION}; {@code credentialsFile}, a file of properties with {@code accessKey}
 * and {@code secretKey}, by default the SDK's own search; {@code plainPort}, the server's port for
 * plain text, to which {@link #plain} leads, by default 80 in place of 443.
 *
 * <p>Instances are immutable and safe to share between threads.
 */
public final class DynamoUrl implements DatabaseUrl {
  private static final String REGION = "region";
  private static final String CREDENTIALS_FILE = "credentialsFile";
  private static final String PLAIN_PORT = "plainPort";

  private static final UrlText.Form HTTPS = form("https", DynamoDatabase.PORT);
  private static final UrlText.Form HTTP = form("http", 80);

  static final TlsDialect TLS =
      new TlsDialect(name -> name.toLowerCase(Locale.ROOT))
          .optionsOfMongoDb()
          .word(REGION)
          .word(CREDENTIALS_FILE)
          .word(PLAIN_PORT);

  private static final Pattern NAMED_REGION =
      Pattern.compile("dynamodb(?:-fips)?\\.([a-z0-9-]+)\\.(?:amazonaws\\.com|api\\.aws)");

  private final UrlText text;
  private final HostAddress host;
  private final TlsOptions tls;

  private DynamoUrl(UrlText text) {
    this.text = text;
    if (text.user() != null) {
      throw HTTPS.refusal(
          "has credentials, which others could read; remove them, and give them by the environment,"
              + " a profile of AWS, or dynamodb.awsCredentialsFile");
    }
    List<HostAddress> hosts = text.addresses();
    if (hosts.size() > 1 || !text.path().isEmpty()) {
      throw HTTPS.refusal("has several hosts or a path; write " + HTTPS.example());
    }
    this.host = hosts.get(0);
    for (UrlOption option : text.options()) {
      if (!TLS.has(option.name())) {
        throw new InvalidSettingException(
            text.nameOf(option)
                + ": there is no such option of a DynamoDB URL; did you mean "
                + NearestName.of(option.name(), TLS.names())
                + "?");
      }
    }
    this.tls = TLS.read(text);
    if (isSecure() && tls.mode().equals(Optional.of(TlsMode.DISABLED))) {
      throw new InvalidSettingException(
          "tls=false: the scheme of the URL asks for TLS; change one of the two");
    }
    if (!text.option(REGION).orElse("-").matches("[a-z0-9-]+")) {
      throw new InvalidSettingException(
          REGION + ": not the name of a region, such as eu-west-1; correct it");
    }
    tls();
    plain();
  }

  private static UrlText.Form form(String scheme, int port) {
    return new UrlText.Form(
        "DynamoDB",
        Pattern.compile("(?i)" + scheme + "://"),
        "https://host:port/?region=eu-west-1",
        port,
        "&",
        name -> false,
        true,
        true,
        false);
  }

  /** Parses a URL. Accesses neither files nor the network. */
  public static DynamoUrl parse(String url) {
    Database.requireDriver(
        "software.amazon.awssdk.services.dynamodb.DynamoDbClient",
        "DynamoDB",
        "software.amazon.awssdk:dynamodb with org.apache.httpcomponents.client5:httpclient5, which"
            + " the -full tarball has,");
    String given = url.strip();
    boolean plain = HTTP.scheme().matcher(given).lookingAt();
    return new DynamoUrl(UrlText.parse(given, plain ? HTTP : HTTPS));
  }

  /** Sets an option where the URL does not. */
  public DynamoUrl withDefault(String name, String value) {
    return text.option(name).isPresent() ? this : new DynamoUrl(text.with(name, value));
  }

  private boolean isSecure() {
    return text.scheme().equalsIgnoreCase("https://");
  }

  @Override
  public Database kind() {
    return new DynamoDatabase();
  }

  @Override
  public List<HostAddress> hosts() {
    return List.of(host);
  }

  /** {@return nothing: an endpoint has one set of tables} */
  @Override
  public Optional<String> database() {
    return Optional.empty();
  }

  @Override
  public TlsSettings.Builder tls() {
    return isSecure() ? tls.settings(Optional.of(TlsMode.VERIFY_FULL)) : tls.settings();
  }

  @Override
  public TlsSettings settings(Map<String, String> properties) {
    return tls.build(tls(), properties, this);
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
  public String plain() {
    int usual = host.port() == HTTPS.port() ? HTTP.port() : host.port();
    int port = text.number(PLAIN_PORT, 65535).orElse(usual);
    return text.without(name -> TLS.isTls(name) || name.equalsIgnoreCase(PLAIN_PORT))
        .at(new HostAddress(host.host(), port).toString())
        .text()
        .replaceFirst("(?i)^https", "http");
  }

  @Override
  public String through(HostAddress address) {
    return text.at(address.toString()).text();
  }

  @Override
  public DynamoConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new DynamoConnections(this, settings, dialer, ledger);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /** {@return the region of the URL, or in the host's name} */
  Optional<String> region() {
    Matcher named = NAMED_REGION.matcher(host.host());
    return text.option(REGION)
        .or(() -> named.find() ? Optional.of(named.group(1)) : Optional.empty());
  }

  Optional<Path> credentialsFile() {
    return text.option(CREDENTIALS_FILE).map(name -> BoundedFile.path(CREDENTIALS_FILE, name));
  }
}
