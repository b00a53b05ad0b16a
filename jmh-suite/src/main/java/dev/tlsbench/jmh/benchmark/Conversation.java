package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.jmh.tls.Connections;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.ExpectedHandshake;
import dev.tlsbench.jmh.tls.ServerContext;
import dev.tlsbench.relay.witness.WitnessedTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client and a server over one connection of the loopback interface, in plain text or under TLS,
 * both on the same thread, so that no measurement includes the wake-up of a thread.
 */
interface Conversation extends AutoCloseable {
  /**
   * The time limit of every wait. On a busy machine, a JVM that has just started needs more than
   * ten seconds for 256 KiB of 3DES.
   */
  int TIMEOUT_MILLIS = 60_000;

  /** Returns the address that servers listen on, by the name in their certificate. */
  static InetAddress loopback() throws UnknownHostException {
    return InetAddress.getByAddress(Credentials.HOST, new byte[] {127, 0, 0, 1});
  }

  /**
   * Waits for a result.
   *
   * @param what the name of the step in the message of a failure, such as {@code the handshake}
   */
  static <T> T await(Future<T> result, String what) throws IOException {
    try {
      return result.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + what, e);
    } catch (ExecutionException e) {
      throw new IOException(what + " failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException(what + " does not end within " + TIMEOUT_MILLIS + " ms", e);
    }
  }

  /** The TLS of both ends of one connection, and the outcome that its handshake must have. */
  record Tls(Connections connections, ExpectedHandshake expected) {
    TlsContext client() {
      return connections.client();
    }

    ServerContext server() {
      return connections.server();
    }

    /** Checks the recorded handshake against the expected one. */
    void checkLedger() {
      Set<NegotiatedTls> outcomes = client().ledger().handshakes().keySet();
      if (outcomes.size() != 1) {
        throw new IllegalStateException("one connection negotiated " + outcomes);
      }
      outcomes.forEach(this::check);
    }

    /** Checks the outcome without its flights, which a network connection does not show. */
    void check(NegotiatedTls tls) {
      expected.check(
          new WitnessedTls.Choice(
              tls.protocol(),
              tls.cipherSuite(),
              tls.namedGroup(),
              tls.helloRetryRequest(),
              tls.resumed()),
          expected.flights());
    }
  }

  /**
   * Sends requests, each after the reply to the one before, and checks every reply.
   *
   * @return the whole last reply, valid until the next call
   * @throws IllegalStateException if a reply is not the expected one
   */
  byte[] roundTrips(int count) throws IOException;

  @Override
  void close() throws IOException;
}
