package dev.tlsbench.core.tls.socket;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.provider.TlsStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The client that sockets belong to: shakes hands for them and records their failures. */
public interface TlsClient {
  TlsStream handshake(TappedSocket tcp, String host, int port, Duration tcpConnect)
      throws ConnectFailedException;

  /** Records a failure and returns it, to be thrown. */
  ConnectFailedException failed(ConnectFailedException failure);

  /** Explains and records a failure between the end of the handshake and the first answer. */
  ConnectFailedException refusedAfterHandshake(String host, int port, IOException failure);

  List<String> protocols();

  /** Returns the only suites that may be negotiated; empty for the provider's own choice. */
  List<String> cipherSuites();

  /** Returns the suites that the provider can negotiate. */
  String[] offeredCipherSuites();
}
