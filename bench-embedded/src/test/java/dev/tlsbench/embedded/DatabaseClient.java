package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.cassandra.CassandraConnections;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A database's driver, with credentials to steal, and what its protocol says before TLS begins. */
enum DatabaseClient {
  MONGODB {
    @Override
    void connect(TlsSettings settings, String host, int port, int timeoutMillis)
        throws ConnectFailedException {
      MongoUrl url =
          MongoUrl.parse(
              "mongodb://%s:%s@%s:%d/%s?connectTimeoutMS=%d&serverSelectionTimeoutMS=%d"
                  .formatted(
                      USER, PASSWORD, host, port, DATABASE, timeoutMillis, timeoutMillis + 1_500));
      try (MongoConnections connections = url.open(settings, Dialer.DIRECT, new TlsLedger())) {
        connections.client();
      }
    }
  },
  CASSANDRA {
    @Override
    void connect(TlsSettings settings, String host, int port, int timeoutMillis)
        throws ConnectFailedException {
      CassandraUrl url =
          CassandraUrl.parse(
              "cassandra://%s:%s@%s:%d/%s?connectTimeoutMS=%d"
                  .formatted(USER, PASSWORD, host, port, DATABASE, timeoutMillis));
      try (CassandraConnections connections = url.open(settings, Dialer.DIRECT, new TlsLedger())) {
        connections.session();
      }
    }
  },
  REDIS {
    @Override
    void connect(TlsSettings settings, String host, int port, int timeoutMillis)
        throws ConnectFailedException {
      RedisUrl url =
          RedisUrl.parse(
              "redis://%s:%s@%s:%d/0?connectTimeoutMS=%d"
                  .formatted(USER, PASSWORD, host, port, timeoutMillis));
      try (RedisConnections connections = url.open(settings, Dialer.DIRECT, new TlsLedger())) {
        connections.connect().close();
      }
    }
  },
  MYSQL {
    @Override
    void connect(TlsSettings settings, String host, int port, int timeoutMillis)
        throws ConnectFailedException {
      MySqlUrl url =
          MySqlUrl.parse(
              "mysql://%s:%s@%s:%d/%s?connectTimeout=%d"
                  .formatted(USER, PASSWORD, host, port, DATABASE, timeoutMillis));
      try (MySqlConnections connections = url.open(settings, Dialer.DIRECT, new TlsLedger())) {
        connections.connect().close();
      } catch (SQLException e) {
        throw new AssertionError("closing failed", e);
      }
    }

    @Override
    byte[] greet(InputStream in, OutputStream out) throws IOException {
      out.write(greeting());
      out.flush();
      byte[] header = in.readNBytes(4);
      if (header.length < 4) {
        return header;
      }
      byte[] payload =
          in.readNBytes((header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16);
      byte[] packet = Arrays.copyOf(header, header.length + payload.length);
      System.arraycopy(payload, 0, packet, header.length, payload.length);
      return packet;
    }

    /**
     * Protocol::SSLRequest: 32 bytes in the second packet, capabilities with CLIENT_SSL (bit 11),
     * the longest packet, a character set, and zeros to the end, where a login would have its
     * names.
     */
    @Override
    boolean isRequestForTls(byte[] answer) {
      return answer.length == requestLength()
          && answer[0] == 32
          && answer[3] == 1
          && (answer[4 + 1] & 0x08) != 0
          && Arrays.equals(answer, 4 + 4 + 4 + 1, answer.length, new byte[23], 0, 23);
    }

    /** Protocol::HandshakeV10 (MySQL client/server protocol), of a server that offers TLS. */
    @Override
    byte[] greeting() {
      ByteArrayOutputStream payload = new ByteArrayOutputStream();
      payload.write(10);
      payload.writeBytes("9.7.4\0".getBytes(StandardCharsets.US_ASCII));
      payload.writeBytes(new byte[] {1, 0, 0, 0});
      payload.writeBytes("abcdefgh\0".getBytes(StandardCharsets.US_ASCII));
      payload.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xFF});
      payload.write(255);
      payload.writeBytes(new byte[] {2, 0});
      payload.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xDF});
      payload.write(21);
      payload.writeBytes(new byte[10]);
      payload.writeBytes("abcdefghijkl\0".getBytes(StandardCharsets.US_ASCII));
      payload.writeBytes("caching_sha2_password\0".getBytes(StandardCharsets.US_ASCII));
      ByteArrayOutputStream packet = new ByteArrayOutputStream();
      packet.writeBytes(new byte[] {(byte) payload.size(), 0, 0, 0});
      packet.writeBytes(payload.toByteArray());
      return packet.toByteArray();
    }
  };

  private static final String USER = "user4711";
  private static final String PASSWORD = "password4711";
  private static final String DATABASE = "database4711";

  /** None of them may be read by a server that is not the right one. */
  static final List<String> SECRETS = List.of(USER, PASSWORD, DATABASE);

  /** Connects as an application does, and logs in. */
  abstract void connect(TlsSettings settings, String host, int port, int timeoutMillis)
      throws ConnectFailedException;

  /**
   * The server's part of what comes before TLS; returns the client's answer. By default the client
   * begins, with TLS.
   */
  byte[] greet(InputStream in, OutputStream out) throws IOException {
    return new byte[0];
  }

  /** Returns the server's greeting; empty if the client begins. */
  byte[] greeting() {
    return new byte[0];
  }

  /** Returns true if this answer of the client asks for TLS and holds nothing else. */
  boolean isRequestForTls(byte[] answer) {
    return answer.length == 0;
  }

  /** Returns the length of the client's request for TLS: Protocol::SSLRequest (MySQL), or 0. */
  int requestLength() {
    return this == MYSQL ? 4 + 32 : 0;
  }

  /**
   * The failure of a connection that must not be made, which tells no secret, and does not come so
   * late that it must have come by chance: a bound for hangs, by the shorter of the time-outs.
   */
  ConnectFailedException refused(TlsSettings settings, String host, int port, int timeoutMillis) {
    long start = System.nanoTime();
    try {
      connect(settings, host, port, timeoutMillis);
    } catch (ConnectFailedException e) {
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isLessThan(
              Duration.ofMillis(4 * Math.min(timeoutMillis, settings.handshakeTimeout().toMillis()))
                  .plusSeconds(10));
      assertThat(e)
          .hasMessageStartingWith(host + ":" + port + ": ")
          .hasMessageNotContaining("\n")
          .hasMessageNotContaining("Exception");
      for (Throwable t = e; t != null; t = t.getCause()) {
        assertThat(String.valueOf(t.getMessage())).doesNotContain(SECRETS);
      }
      return e;
    }
    throw new AssertionError("the connection was made");
  }
}
