package dev.tlsbench.core.dynamodb;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
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

/**
 * One connection for the SDK, by Apache HttpClient 5, which the SDK uses by default; it is opened
 * by the first request, and by the next one after its end. The SDK's own adapter of HttpClient
 * connects sockets of its own, even where it lets others perform the handshake.
 *
 * <p>Used by one thread at a time.
 */
final class OneConnection implements SdkHttpClient {
  /** As the SDK has it. */
  private static final int ANSWER_SECONDS = 30;

  private final BasicHttpClientConnectionManager connection;
  private final CloseableHttpClient client;

  /** Makes a connected socket for each connection. */
  interface Connector {
    Socket connect() throws IOException;
  }

  OneConnection(Connector connector) {
    connection = new BasicHttpClientConnectionManager(new Operator(connector), null);
    client =
        HttpClients.custom()
            .setConnectionManager(connection)
            .setDefaultRequestConfig(
                RequestConfig.custom().setResponseTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).build())
            .setUserAgent("")
            .disableContentCompression()
            .disableRedirectHandling()
            .disableAutomaticRetries()
            .build();
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest given) {
    SdkHttpRequest http = given.httpRequest();
    HttpUriRequestBase request = new HttpUriRequestBase(http.method().name(), http.getUri());
    http.forEachHeader((name, values) -> values.forEach(value -> request.addHeader(name, value)));
    // HttpClient takes it from the content.
    request.removeHeaders("Content-Length");
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        if (given.contentStreamProvider().isPresent()) {
          byte[] content = given.contentStreamProvider().get().newStream().readAllBytes();
          request.setEntity(new ByteArrayEntity(content, null));
        }
        return answer(request);
      }

      @Override
      public void abort() {
        request.abort();
      }
    };
  }

  private HttpExecuteResponse answer(HttpUriRequestBase request) throws IOException {
    ClassicHttpResponse answer = client.executeOpen(null, request, null);
    SdkHttpResponse.Builder head =
        SdkHttpResponse.builder().statusCode(answer.getCode()).statusText(answer.getReasonPhrase());
    for (Header header : answer.getHeaders()) {
      head.appendHeader(header.getName(), header.getValue());
    }
    HttpEntity entity = answer.getEntity();
    HttpExecuteResponse.Builder whole = HttpExecuteResponse.builder().response(head.build());
    if (entity == null) {
      answer.close();
    } else {
      whole.responseBody(AbortableInputStream.create(entity.getContent(), request::abort));
    }
    return whole.build();
  }

  /** Asks for the server's health, which needs no signature; whatever it answers is fine. */
  void open(URI server) throws IOException {
    HttpUriRequestBase request = new HttpUriRequestBase("GET", server);
    EntityUtils.consume(client.executeOpen(null, request, null).getEntity());
  }

  /** Closes the connection; the next request opens one. */
  void disconnect() {
    connection.closeIdle(TimeValue.ZERO_MILLISECONDS);
  }

  @Override
  public String clientName() {
    return "Apache5";
  }

  @Override
  public void close() {
    connection.close(CloseMode.GRACEFUL);
  }

  /** Has TCP connect and handshake performed by a connector, whatever the scheme. */
  private record Operator(Connector connector) implements HttpClientConnectionOperator {
    @Override
    public void connect(
        ManagedHttpClientConnection to,
        HttpHost host,
        @Nullable InetSocketAddress local,
        TimeValue timeout,
        SocketConfig options,
        HttpContext context)
        throws IOException {
      to.bind(connector.connect());
    }

    @Override
    public void upgrade(ManagedHttpClientConnection to, HttpHost host, HttpContext context) {
      throw new UnsupportedOperationException("there is no proxy");
    }
  }
}
