package dev.tlsbench.core.tls.provider;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * An engine that fails as soon as it has sent its last alert.
 *
 * <p>Netty's engine does not throw when it cannot decrypt a record: the result of {@code unwrap}
 * asks for a {@code wrap}, which gives the alert, while {@link #getHandshakeStatus} goes on to say
 * that there is nothing to do. Who asks that, as TLS Channel does, would neither send the alert nor
 * learn of the failure, and wait for the server for ever.
 */
final class FailingEngine extends SSLEngine {
  private final SSLEngine engine;
  private boolean failed;
  private boolean alertSent;

  FailingEngine(SSLEngine engine) {
    super(engine.getPeerHost(), engine.getPeerPort());
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
  public void closeInbound() throws SSLException {
    engine.closeInbound();
  }

  @Override
  public boolean isInboundDone() {
    return engine.isInboundDone();
  }

  @Override
  public void closeOutbound() {
    engine.closeOutbound();
  }

  @Override
  public boolean isOutboundDone() {
    return engine.isOutboundDone();
  }

  @Override
  public SSLSession getSession() {
    return engine.getSession();
  }

  @Override
  public @Nullable SSLSession getHandshakeSession() {
    return engine.getHandshakeSession();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return engine.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return engine.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    engine.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return engine.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return engine.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    engine.setEnabledProtocols(protocols);
  }

  @Override
  public void setUseClientMode(boolean client) {
    engine.setUseClientMode(client);
  }

  @Override
  public boolean getUseClientMode() {
    return engine.getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    engine.setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return engine.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    engine.setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return engine.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean enable) {
    engine.setEnableSessionCreation(enable);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return engine.getEnableSessionCreation();
  }
}
