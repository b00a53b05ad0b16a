package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.driver.EngineView;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * An engine for TLS Channel that fails as soon as it has sent its last alert.
 *
 * <p>Netty's engine does not throw when it cannot decrypt a record: the result of {@code unwrap}
 * asks for a {@code wrap}, which gives the alert, while {@link #getHandshakeStatus} goes on to say
 * that there is nothing to do. TLS Channel, which asks that, would neither send the alert nor learn
 * of the failure, and wait for the server for ever.
 */
final class FailingEngine extends EngineView {
  private final SSLEngine engine;
  private boolean failed;
  private boolean alertSent;

  FailingEngine(SSLEngine engine) {
    this.engine = engine;
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
      throws SSLException {
    SSLEngineResult result = engine.unwrap(from, to, offset, length);
    failed |=
        result.getStatus() == SSLEngineResult.Status.OK
            && result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
            && engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
    return result;
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
      throws SSLException {
    if (alertSent) {
      throw new SSLException("a TLS record from the server could not be decrypted");
    }
    SSLEngineResult result = engine.wrap(from, offset, length, to);
    alertSent = failed && result.getStatus() != SSLEngineResult.Status.BUFFER_OVERFLOW;
    return result;
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return failed ? HandshakeStatus.NEED_WRAP : engine.getHandshakeStatus();
  }

  @Override
  public @Nullable Runnable getDelegatedTask() {
    return engine.getDelegatedTask();
  }

  @Override
  public void beginHandshake() throws SSLException {
    engine.beginHandshake();
  }

  @Override
  public void closeOutbound() {
    engine.closeOutbound();
  }

  @Override
  public SSLSession getSession() {
    return engine.getSession();
  }

  @Override
  public void setUseClientMode(boolean client) {
    engine.setUseClientMode(client);
  }

  @Override
  public boolean getUseClientMode() {
    return engine.getUseClientMode();
  }
}
