package dev.tlsbench.measure.dynamodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.dynamodb.DynamoConnections;
import dev.tlsbench.core.dynamodb.DynamoUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.Trial;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** A client with one connection, which can be timed, and asked who the server is. */
final class MeasuredClient implements Access.Opener, Access.Client, ServerView, Dialer {
  /** By this header the service differs from its emulators; it tells nothing else of itself. */
  private static final String SERVICE = "Server";

  private static final Set<String> ANSWERS =
      Set.of("ResourceNotFoundException", "ValidationException");

  private final GetItemRequest request;
  private final Route route;
  private final DynamoConnections connections;
  private final DynamoConnections.Client client;
  private final boolean isShared;

  @SuppressWarnings("this-escape") // the steps run when it connects, not in the constructor
  MeasuredClient(DynamoUrl url, TlsSettings tls, String table, Route route) {
    Map<String, AttributeValue> key = Map.of("YCSB_KEY", AttributeValue.fromS("tlsbench"));
    this.request = GetItemRequest.builder().tableName(table).key(key).build();
    this.route = route;
    TlsLedger ledger = new TlsLedger();
    ledger.onConnection(
        made -> {
          Timeline timeline = Timeline.current();
          if (made.negotiated() != null) {
            timeline.end(Part.TLS_HANDSHAKE);
            timeline.connected(made);
          }
        });
    connections = url.open(tls, this, ledger);
    client = connections.client();
    isShared = false;
  }

  private MeasuredClient(MeasuredClient of) {
    this.request = of.request;
    this.route = of.route;
    this.connections = of.connections;
    this.client = connections.client();
    this.isShared = true;
  }

  @Override
  public Access.Opener sharing() {
    return new MeasuredClient(this);
  }

  @Override
  public void connect(Socket socket, InetSocketAddress server, int timeoutMillis)
      throws IOException {
    Timeline timeline = Timeline.current();
    timeline.start();
    route.connect(socket, server, timeoutMillis);
    timeline.end(Part.TCP_CONNECT);
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
      return name(client.sdk().getItem(request).sdkHttpResponse());
    } catch (SdkException e) {
      // It has accepted the signature, and has no such table, or one with another key.
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
    return server().equals(SERVICE) ? "unknown" : server();
  }

  @Override
  public Optional<String> tlsRemark() throws ConnectFailedException {
    return server().equals(SERVICE)
        ? Optional.empty()
        : Optional.of(
            "The server is an emulator of DynamoDB: what the client's CPU time tells holds for"
                + " DynamoDB, too, and no other figure does.");
  }

  @Override
  public void close() {
    client.close();
    if (!isShared) {
      connections.close();
    }
  }
}
