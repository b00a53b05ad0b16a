package dev.tlsbench.measure.dynamodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.dynamodb.DynamoClient;
import dev.tlsbench.core.dynamodb.DynamoConnections;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.Trial;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A client with one connection, which can be timed, and asked who the server is.
 *
 * @param closesAll false if another client closes the connections
 */
record MeasuredClient(
    String table, DynamoConnections connections, DynamoClient client, boolean closesAll)
    implements Access.Opener, Access.Client, ServerView {
  /** By this header the service differs from its emulators; it tells nothing else of itself. */
  private static final String SERVICE = "Server";

  private static final Map<String, AttributeValue> KEY =
      Map.of("YCSB_KEY", AttributeValue.fromS("tlsbench"));

  /** Answers of a server that has accepted the signature, and lacks the table, or its key. */
  private static final Set<String> ANSWERS =
      Set.of("ResourceNotFoundException", "ValidationException");

  @Override
  public Access.Opener sharing() {
    return new MeasuredClient(table, connections, connections.client(), false);
  }

  @Override
  public Trial open() throws ConnectFailedException {
    Timeline timeline = new Timeline();
    query();
    timeline.done();
    client.disconnect();
    return timeline.end();
  }

  @Override
  public void query() throws ConnectFailedException {
    server();
  }

  private String server() throws ConnectFailedException {
    try {
      return name(client.sdk().getItem(item -> item.tableName(table).key(KEY)).sdkHttpResponse());
    } catch (SdkException e) {
      if (e instanceof AwsServiceException told
          && ANSWERS.contains(told.awsErrorDetails().errorCode())) {
        return name(told.awsErrorDetails().sdkHttpResponse());
      }
      client.disconnect();
      throw connections.failed(e);
    }
  }

  private static String name(SdkHttpResponse answer) {
    return answer.firstMatchingHeader("Server").orElse("of unknown name");
  }

  @Override
  public String product() throws ConnectFailedException {
    return server().equals(SERVICE) ? "DynamoDB" : "an emulator of DynamoDB";
  }

  @Override
  public String version() throws ConnectFailedException {
    String server = server();
    return server.equals(SERVICE) ? "unknown" : server;
  }

  @Override
  public Optional<String> tlsRemark() throws ConnectFailedException {
    String server = server();
    return Optional.of(
            "The server is an emulator of DynamoDB: what the client's CPU time tells holds for"
                + " DynamoDB, too, and no other figure does.")
        .filter(remark -> !server.equals(SERVICE));
  }

  @Override
  public void close() {
    client.close();
    if (closesAll) {
      connections.close();
    }
  }
}
