package dev.tlsbench.ycsb.dynamodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.dynamodb.DynamoDatabase;
import dev.tlsbench.core.dynamodb.DynamoUrl;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.util.Properties;
import java.util.Set;

/** {@code dynamodb-tls}: DynamoDB, with the properties of the stock {@code dynamodb} binding. */
public final class DynamoBinding implements Binding {
  static final String CREATE_TABLE = "dynamodb.createtable";
  static final String CONSISTENT_READS = "dynamodb.consistentReads";
  static final String BATCH_SIZE = "dynamodb.batchsize";
  private static final Database DATABASE = new DynamoDatabase();
  private static final String ENDPOINT = "dynamodb.endpoint";
  private static final String REGION = "dynamodb.region";
  private static final String CREDENTIALS = "dynamodb.awsCredentialsFile";

  /** Those of the stock binding, and {@code url}, {@code createtable} and {@code batchsize}. */
  private static final Set<String> PROPERTIES =
      Set.of(
          "dynamodb.url",
          ENDPOINT,
          REGION,
          CREDENTIALS,
          Keys.PRIMARY,
          Keys.TYPE,
          Keys.HASH,
          Keys.HASH_VALUE,
          CONSISTENT_READS,
          "dynamodb.connectMax",
          CREATE_TABLE,
          BATCH_SIZE);

  /** Called by the service loader. */
  public DynamoBinding() {}

  @Override
  public Database database() {
    return DATABASE;
  }

  @Override
  public Set<String> properties() {
    return PROPERTIES;
  }

  /** Replaces {@code dynamodb.endpoint}, or the region's own endpoint, by a URL. */
  @Override
  public void prepare(Properties properties) {
    RunProperties.requireKnown(properties.stringPropertyNames(), "dynamodb.", PROPERTIES);
    Keys.of(properties);
    RunProperties.refuseScans(properties, DATABASE.product());
    String endpoint = (String) properties.remove(ENDPOINT);
    String region = properties.getProperty(REGION);
    if (endpoint != null && properties.containsKey(urlProperty())) {
      throw new InvalidSettingException(
          ENDPOINT + ": " + urlProperty() + " names a server, too; remove one of them");
    } else if (endpoint != null) {
      String scheme = endpoint.contains("://") ? "" : "https://";
      properties.setProperty(urlProperty(), scheme + endpoint.strip());
    } else if (region != null) {
      properties.putIfAbsent(urlProperty(), "https://dynamodb." + region + ".amazonaws.com/");
    } else if (!properties.containsKey(urlProperty())) {
      throw new InvalidSettingException(
          urlProperty()
              + ": not given, and there is no embedded server of DynamoDB; name a region, such as"
              + " https://dynamodb.eu-west-1.amazonaws.com/, or an emulator, which servers/up"
              + " dynamodb starts in a checkout");
    }
  }

  /** Parses the URL, with region and file of properties where it lacks them. */
  @Override
  public DynamoUrl url(Properties properties) {
    Properties own = RunProperties.copy(properties);
    prepare(own);
    DynamoUrl url = DynamoUrl.parse(own.getProperty(urlProperty(), ""));
    String region = own.getProperty(REGION, "").strip();
    String file = own.getProperty(CREDENTIALS, "").strip();
    url = region.isEmpty() ? url : url.withDefault("region", region);
    return file.isEmpty() ? url : url.withDefault("credentialsFile", file);
  }

  @Override
  public Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    DynamoSession session = DynamoSession.of(url(properties), properties, listener);
    try {
      if (RunProperties.bool(properties, CREATE_TABLE, false)) {
        session.create(properties.getProperty("table", "usertable").strip());
      }
      return session;
    } catch (ConnectFailedException | RuntimeException e) {
      session.close();
      throw e;
    }
  }
}
