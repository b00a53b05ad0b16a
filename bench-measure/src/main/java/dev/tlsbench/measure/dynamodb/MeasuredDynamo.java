package dev.tlsbench.measure.dynamodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.dynamodb.DynamoConnections;
import dev.tlsbench.core.dynamodb.DynamoUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.ycsb.dynamodb.DynamoBinding;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/** DynamoDB as it is measured. */
public final class MeasuredDynamo implements MeasuredDatabase {
  private static final DynamoBinding BINDING = new DynamoBinding();

  @Override
  public String databaseId() {
    return BINDING.database().id();
  }

  @Override
  public ServerView view(Properties properties) {
    return sdk(properties, new Route(Duration.ZERO)).client();
  }

  @Override
  public Access access(Properties properties, Route route) throws ConnectFailedException {
    Access access = sdk(properties, route);
    try (Access.Client first = access.client()) {
      first.query();
    }
    return access;
  }

  private static Sdk sdk(Properties properties, Route route) {
    return new Sdk(
        BINDING.url(properties), BINDING.tls(properties), Access.table(properties), route);
  }

  @Override
  public List<String> notesOnParts(boolean logIn) {
    return List.of(
        "DynamoDB has no log-in: each request is signed, before the connection is opened. So the"
            + " time of the signature is in no part of it, and its CPU time in that of the"
            + " connection.",
        "The client is the AWS SDK for Java 2 with Apache HttpClient 5, and stays; its connection"
            + " is closed and opened again.");
  }

  private record Sdk(DynamoUrl url, TlsSettings tls, String table, Route route) implements Access {
    @Override
    public String query() {
      return "GetItem of " + table;
    }

    @Override
    public Opener opener() {
      return client();
    }

    @Override
    public MeasuredClient client() {
      DynamoConnections connections = url.open(tls, route, Timeline.ledger());
      return new MeasuredClient(table, connections, connections.client(), true);
    }
  }
}
