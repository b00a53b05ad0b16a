package dev.tlsbench.core.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.FailureTable;
import dev.tlsbench.core.url.FailureTable.Row;
import java.net.SocketTimeoutException;
import java.util.List;
import javax.net.ssl.SSLException;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Translates Jedis' exceptions into one line with cause and remedy. */
record RedisFailure(RedisUrl url, TlsSettings tls) {
  private static final FailureTable TABLE =
      new FailureTable(
          List.of(
              new Row(
                  JedisAccessControlException.class,
                  Reason.LOGIN,
                  "authentication failed: {0}; check user name and password in the URL, or"
                      + " redis.password"),
              new Row(
                  JedisDataException.class,
                  Reason.OTHER,
                  "the server refuses the connection: {0}; check the URL and the server's settings"),
              new Row(
                  SocketTimeoutException.class,
                  Reason.TIMEOUT,
                  "the server accepted the connection but did not answer in time"
                      + " (connectTimeoutMS); is this a Redis port? {2}"),
              new Row(SSLException.class, Reason.HANDSHAKE, "TLS failed: {0}; {2}"),
              new Row(
                  Throwable.class,
                  Reason.OTHER,
                  "the server closed the connection, or its answer is in another protocol; {2}")));

  ConnectFailedException explain(Exception failure) {
    // The exception of the socket is more precise than Jedis' own.
    return Causes.find(failure, ConnectFailedException.class)
        .map(RedisUrl.TLS::inOwnWords)
        .orElseGet(
            () -> TABLE.explain(url.hosts().get(0).toString(), failure, tls, url.secrets()));
  }

  /** Describes a failed request in one line. */
  String ofRequest(Exception failure) {
    return FailureTable.message(failure, url.secrets())
        + (failure instanceof JedisRedirectionException
            ? "; this server is part of a cluster, which is not supported: name one that is not"
            : "");
  }
}
