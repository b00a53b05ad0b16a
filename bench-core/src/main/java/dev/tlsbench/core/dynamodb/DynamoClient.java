package dev.tlsbench.core.dynamodb;

import dev.tlsbench.core.ConnectFailedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A client of the SDK with one connection by Apache HttpClient 5, which the SDK uses by default. A
 * request opens the connection if there is none. The SDK's own adapter of HttpClient connects
 * sockets of its own, even where it lets others perform the handshake.
 *
 * <p>Used by one thread at a time.
 */
public final class DynamoClient implements AutoCloseable {
  private final DynamoConnections connections;
  private final BasicHttpClientConnectionManager connection;
  private final CloseableHttpClient http;
  private final DynamoDbClient sdk;

  DynamoClient(DynamoConnections connections, long answerMillis) {
    this.connections = connections;
    this.connection = new BasicHttpClientConnectionManager(new Operator(connections), null);
    this.http =
        HttpClients.custom()
            .setConnectionManager(connection)
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setResponseTimeout(answerMillis, TimeUnit.MILLISECONDS)
                    .build())
            .setUserAgent("")
            .disableContentCompression()
            .disableRedirectHandling()
            .disableAutomaticRetries()
            .build();
    this.sdk = connections.builder().httpClientBuilder(defaults -> new Adapter()).build();
  }

  /** {@return the client of the SDK, which lives until this one is closed, or closes this one} */
  public DynamoDbClient sdk() {
    return sdk;
  }

  /** Opens the connection, unless it is open, by a request for the server's health. */
  public void connect() throws ConnectFailedException {
    try {
      // It needs no signature, and whatever the answer is, it is fine.
      http.execute(new HttpUriRequestBase("GET", connections.endpoint()), answer -> answer);
    } catch (IOException e) {
      throw connections.failed(e);
    }
  }

  /** Closes the connection; the next request opens one. */
  public void disconnect() {
    connection.closeIdle(TimeValue.ZERO_MILLISECONDS);
  }

  @Override
  public void close() {
    sdk.close();
  }

  private final class Adapter implements SdkHttpClient {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest given) {
      SdkHttpRequest asked = given.httpRequest();
      HttpUriRequestBase request = new HttpUriRequestBase(asked.method().name(), asked.getUri());
      asked.forEachHeader((name, all) -> all.forEach(value -> request.addHeader(name, value)));
      // HttpClient takes it from the content.
      request.removeHeaders("Content-Length");
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() throws IOException {
          if (given.contentStreamProvider().isPresent()) {
            byte[] content = given.contentStreamProvider().get().newStream().readAllBytes();
            request.setEntity(new ByteArrayEntity(content, null));
          }
          return http.execute(request, DynamoClient::read);
        }

        @Override
        public void abort() {
          request.abort();
        }
      };
    }

    @Override
    public String clientName() {
      return "Apache5";
    }

    @Override
    public void close() {
      connection.close(CloseMode.GRACEFUL);
    }
  }

  private static HttpExecuteResponse read(ClassicHttpResponse answer) throws IOException {
    SdkHttpResponse.Builder head =
        SdkHttpResponse.builder().statusCode(answer.getCode()).statusText(answer.getReasonPhrase());
    for (Header header : answer.getHeaders()) {
      head.appendHeader(header.getName(), header.getValue());
    }
    HttpEntity entity = answer.getEntity();
    byte[] body = entity == null ? new byte[0] : EntityUtils.toByteArray(entity);
    return HttpExecuteResponse.builder()
        .response(head.build())
        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
        .build();
  }

  /** Performs TCP connect and handshake, whatever the scheme. */
  private record Operator(DynamoConnections connections) implements HttpClientConnectionOperator {
    @Override
    public void connect(
        ManagedHttpClientConnection to,
        HttpHost host,
        @Nullable InetSocketAddress local,
        TimeValue timeout,
        SocketConfig options,
        HttpContext context)
        throws IOException {
      to.bind(connections.socket());
    }

    @Override
    public void upgrade(ManagedHttpClientConnection to, HttpHost host, HttpContext context) {
      throw new UnsupportedOperationException("there is no proxy");
    }
  }
}
