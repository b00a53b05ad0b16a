package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Preamble;
import dev.tlsbench.relay.witness.ServerFlight;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.bouncycastle.tls.TlsClientProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Sends offers to one server, each on a connection of its own, without user name and password.
 * Counts the connections. Not safe for use by several threads.
 */
final class HandshakeProbe {
  /** Time for a server that waits for a log-in to turn a client away. */
  private static final Duration SECOND_THOUGHTS = Duration.ofMillis(300);

  private final ServerAddress server;
  private final Duration timeout;
  private int connections;
  private @Nullable String version;

  HandshakeProbe(ServerAddress server, Duration timeout) {
    this.server = server;
    this.timeout = timeout;
  }

  ServerAddress server() {
    return server;
  }

  Duration timeout() {
    return timeout;
  }

  int connections() {
    return connections;
  }

  /** Returns the server's version, if it is sent before TLS. */
  @Nullable String version() {
    return version;
  }

  /** Sends an offer; the answer may be a refusal, or that time ran out. */
  ServerAnswer offer(TrialHello offer) throws ConnectFailedException {
    try (Socket socket = connect();
        LimitedInput in = new LimitedInput(socket, timeout)) {
      OutputStream out = socket.getOutputStream();
      version = server.startTls(in, out);
      in.restart();
      OfferingClient client = new OfferingClient(offer, server.serverName());
      TlsClientProtocol tls = new TlsClientProtocol(in, out);
      boolean completed = false;
      boolean turnedAway = false;
      boolean timedOut = false;
      try {
        tls.connect(client);
        completed = true;
        turnedAway = client.certificateRequested() && isTurnedAway(tls, in);
        tls.close();
      } catch (SocketTimeoutException e) {
        timedOut = true;
      } catch (IOException | RuntimeException e) {
        // The server's last messages explain more than Bouncy Castle's exception.
        turnedAway = completed;
      }
      ServerFlight flight = ServerFlight.read(in.received());
      return new ServerAnswer(
          flight, client.chain(), client.certificateRequested(), completed, turnedAway, timedOut);
    } catch (IOException e) {
      throw server.broken(e);
    }
  }

  /** Returns true if the server answers plain text; {@code null} if only a log-in shows it. */
  @Nullable Boolean answersPlainText() throws ConnectFailedException {
    if (!preamble().answersBeforeLogin() || !preamble().answerMeansPlainLogin()) {
      return null;
    }
    try (Socket socket = connect();
        LimitedInput in = new LimitedInput(socket, timeout)) {
      preamble().exchange(in, socket.getOutputStream());
      return true;
    } catch (ConnectFailedException e) {
      throw e;
    } catch (IOException e) {
      return false;
    }
  }

  private Socket connect() throws ConnectFailedException {
    connections++;
    return ServerAddress.connect(server.address(), Socket::new, timeout);
  }

  private Preamble preamble() {
    return server.database().preamble();
  }

  /**
   * Waits for the first answer: under TLS 1.3 a client has finished before the server notices a
   * missing certificate (RFC 8446, section 4.4.2.4).
   */
  private boolean isTurnedAway(TlsClientProtocol tls, LimitedInput in) throws IOException {
    if (preamble().answersBeforeLogin()) {
      preamble().exchange(tls.getInputStream(), tls.getOutputStream());
      return false;
    }
    in.limit(SECOND_THOUGHTS);
    try {
      if (tls.getInputStream().read() < 0) {
        throw new EOFException();
      }
      return false;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }
}
