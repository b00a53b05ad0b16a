package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.socket.ForwardingSslEngine;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * An engine for TLS Channel that fails as soon as it has sent its last alert.
 *
 * <p>Netty's engine does not throw if it cannot decrypt a record: the result of {@code unwrap} asks
 * for a {@code wrap}, which returns the alert, while {@link #getHandshakeStatus} still reports no
 * handshake. TLS Channel relies on the latter, so it would neither send the alert nor learn of the
 * failure, and wait for the server for ever.
 */
final class FailingEngine extends ForwardingSslEngine {
  private boolean failed;
  private boolean alertSent;

  FailingEngine(SSLEngine engine) {
    super(engine);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
      throws SSLException {
    SSLEngineResult result = super.unwrap(from, to, offset, length);
    failed |=
        result.getStatus() == SSLEngineResult.Status.OK
            && result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
            && super.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
    return result;
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
      throws SSLException {
    if (alertSent) {
      throw new SSLException("a TLS record from the server could not be decrypted");
    }
    SSLEngineResult result = super.wrap(from, offset, length, to);
    alertSent = failed && result.getStatus() != SSLEngineResult.Status.BUFFER_OVERFLOW;
    return result;
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return failed ? HandshakeStatus.NEED_WRAP : super.getHandshakeStatus();
  }
}
