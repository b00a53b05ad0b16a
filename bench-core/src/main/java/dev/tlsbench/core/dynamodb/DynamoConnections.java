package dev.tlsbench.core.dynamodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DialedSocket;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.FailureTable;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.TlsDialect;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * Connections to DynamoDB, plain or over TLS, and the record of them.
 *
 * <p>Each call of {@link #client} makes a client of the SDK with one connection; there is no pool,
 * and nothing is tried again. Over TLS all of them share one {@link TlsContext}, so sessions
 * resume, as with the SDK's own TLS. The ledger records every connection, plain ones too.
 *
 * <p>Safe to share between threads; a client is not.
 */
public final class DynamoConnections implements Connections {
  /** As the SDK has it. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  /** Remedies by a part of the failure's message; the first one counts. */
  private static final List<Entry<Pattern, String>> REMEDIES =
      Stream.of(
              "ResourceNotFound: the table is missing: bin/ycsb load makes it",
              "ThroughputExceeded|Throttling|RequestLimitExceeded: nothing is tried again: raise its"
                  + " capacity, or send less",
              "RequestTimeTooSkewed|Signature expired|Signature not yet current: set this machine's"
                  + " clock, which is minutes off",
              "Signature|UnrecognizedClient|ExpiredToken: check the credentials",
              "match the schema|Missing the key: name the table's own key by dynamodb.primaryKey,"
                  + " primaryKeyType and hashKeyName",
              "Item size: DynamoDB's items have 400 KB at most; use smaller fields",
              "AccessDenied: allow this to the credentials that are used",
              "Unable to load credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or"
                  + " AWS_PROFILE, or dynamodb.awsCredentialsFile")
          .map(line -> line.split(": ", 2))
          .map(parts -> Map.entry(Pattern.compile(parts[0]), parts[1]))
          .toList();

  private final DynamoUrl url;
  private final TlsLedger ledger;
  private final TlsSettings settings;
  private final Dialer dialer;
  private final @Nullable TlsContext context;
  private final Region region;
  private final AwsCredentialsProvider provider;
  private volatile Secrets secrets = Secrets.NONE;

  DynamoConnections(DynamoUrl url, TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    settings.requireDefaultsOfDriver("the SDK");
    this.url = url;
    this.ledger = ledger;
    this.settings = settings;
    this.dialer = dialer;
    this.region =
        url.region()
            .or(SdkSystemSetting.AWS_REGION::getStringValue)
            .map(Region::of)
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        "region: not given, and not in the host's name; add region=eu-west-1 to the"
                            + " URL, or set dynamodb.region or AWS_REGION"));
    this.provider =
        url.credentialsFile()
            .<AwsCredentialsProvider>map(file -> StaticCredentialsProvider.create(read(file)))
            .orElseGet(() -> DefaultCredentialsProvider.builder().build());
    this.context = settings.enabled() ? TlsContext.open(settings, ledger) : null;
  }

  /** Reads a file as stock YCSB does. */
  private static AwsCredentials read(Path file) {
    Properties lines = new Properties();
    String subject = "dynamodb.awsCredentialsFile: " + file;
    try {
      lines.load(new StringReader(BoundedFile.text(subject, file, 1, "credentials")));
    } catch (IOException | IllegalArgumentException e) {
      // Without the cause, which may quote the file.
      throw new InvalidSettingException(subject + ": cannot be read; check path, rights and lines");
    }
    String key = lines.getProperty("accessKey", "").strip();
    String secret = lines.getProperty("secretKey", "").strip();
    if (key.isEmpty() || secret.isEmpty()) {
      throw new InvalidSettingException(
          subject + ": lacks accessKey=… or secretKey=…; add what is missing");
    }
    return AwsBasicCredentials.create(key, secret);
  }

  private AwsCredentials resolve() {
    AwsCredentials resolved = provider.resolveCredentials();
    secrets = secrets.and(List.of(resolved.accessKeyId(), resolved.secretAccessKey()));
    if (resolved instanceof AwsSessionCredentials session) {
      secrets = secrets.and(List.of(session.sessionToken()));
    }
    return resolved;
  }

  /** Makes a client, to be closed by the caller. */
  public DynamoClient client() {
    return new DynamoClient(this, url.requestTimeout().orElse(ANSWER_TIMEOUT).toMillis());
  }

  DynamoDbClientBuilder builder() {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint())
        .region(region)
        .credentialsProvider(this::resolve)
        .overrideConfiguration(options -> options.retryStrategy(AwsRetryStrategy.doNotRetry()));
  }

  URI endpoint() {
    return URI.create((settings.enabled() ? "https://" : "http://") + server() + "/");
  }

  private HostAddress server() {
    return url.hosts().get(0);
  }

  /** Connects a socket, which includes the handshake. */
  Socket socket() throws IOException {
    DialedSocket socket = new DialedSocket(context, dialer, ledger);
    socket.setTcpNoDelay(true);
    socket.connect(
        new InetSocketAddress(server().host(), server().port()),
        (int) url.connectTimeout().toMillis());
    // HttpClient would ask any other socket for its TLS session.
    return context == null ? socket.tcp() : socket;
  }

  /** Describes the failure of a connection or of its first request, and records it. */
  public ConnectFailedException failed(Exception thrown) {
    ConnectFailedException explained =
        // The exception of the socket is more precise than the SDK's.
        Causes.find(thrown, ConnectFailedException.class)
            .map(DynamoUrl.TLS::inOwnWords)
            .orElseGet(() -> new ConnectFailedException(server() + ": " + explain(thrown)));
    ledger.recordFailure(explained);
    return explained;
  }

  /** Describes the failure of a request in one line, without secrets. */
  public String explain(Exception thrown) {
    String line =
        secrets
            .hide(message(thrown))
            .replaceAll("Signature=\\w+", "Signature=" + Secrets.HIDDEN)
            .replaceFirst("\\.$", "");
    return REMEDIES.stream()
        .filter(remedy -> remedy.getKey().matcher(line).find())
        .map(remedy -> line + "; " + remedy.getValue())
        .findFirst()
        .orElse(line);
  }

  private String message(Exception thrown) {
    if (thrown instanceof AwsServiceException refused && refused.awsErrorDetails() != null) {
      return refused.awsErrorDetails().errorCode()
          + ": "
          + refused.awsErrorDetails().errorMessage();
    }
    String message = FailureTable.message(thrown, secrets);
    Optional<IOException> lost = Causes.find(thrown, IOException.class);
    return lost.isEmpty() || lost.get() instanceof ConnectFailedException
        ? message
        : "no answer, or none by HTTP (" + message + "); " + TlsDialect.closedBecause(settings);
  }

  /**
   * Returns the client of {@link #client} for {@code DynamoDbClient}, to be closed by the caller.
   */
  @Override
  public <T> T driver(Class<T> type) {
    if (type == DynamoDbClient.class) {
      return type.cast(client().sdk());
    }
    throw new InvalidSettingException(
        type.getName() + ": no such object of the SDK; ask for " + DynamoDbClient.class.getName());
  }

  @Override
  public TlsLedger ledger() {
    return ledger;
  }

  /** Frees the TLS context. Callers must close their clients first. */
  @Override
  public void close() {
    if (context != null) {
      context.close();
    }
  }
}
