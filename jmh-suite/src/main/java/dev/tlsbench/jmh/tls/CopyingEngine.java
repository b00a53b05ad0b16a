package dev.tlsbench.jmh.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;

/**
 * An engine that puts plain text into records: what the code around an engine costs, and the copy
 * that no implementation can do without. It has no handshake and protects nothing.
 */
public final class CopyingEngine extends SSLEngine {
  private static final int HEADER = 5;
  private static final int MOST = 1 << 14;
  private static final byte APPLICATION_DATA = 23;
  private static final short TLS_1_2 = 0x0303;
  private static final String[] NONE = {};

  /** Makes an engine that can be used at once. */
  public CopyingEngine() {}

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer to) {
    return wrap(sources[offset], to);
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer from, ByteBuffer to) {
    int length = Math.min(from.remaining(), MOST);
    if (to.remaining() < HEADER + length) {
      return result(Status.BUFFER_OVERFLOW, 0, 0);
    }
    to.put(APPLICATION_DATA).putShort(TLS_1_2).putShort((short) length);
    copy(from, to, length);
    return result(Status.OK, length, HEADER + length);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] targets, int offset, int length)
      throws SSLException {
    return unwrap(from, targets[offset]);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer to) throws SSLException {
    if (from.remaining() < HEADER) {
      return result(Status.BUFFER_UNDERFLOW, 0, 0);
    }
    if (from.get(from.position()) != APPLICATION_DATA) {
      throw new SSLException("not a record of application data");
    }
    int length = from.getShort(from.position() + 3) & 0xFFFF;
    if (from.remaining() < HEADER + length) {
      return result(Status.BUFFER_UNDERFLOW, 0, 0);
    }
    if (to.remaining() < length) {
      return result(Status.BUFFER_OVERFLOW, 0, 0);
    }
    from.position(from.position() + HEADER);
    copy(from, to, length);
    return result(Status.OK, HEADER + length, length);
  }

  private static void copy(ByteBuffer from, ByteBuffer to, int length) {
    to.put(to.position(), from, from.position(), length);
    to.position(to.position() + length);
    from.position(from.position() + length);
  }

  private static SSLEngineResult result(Status status, int consumed, int produced) {
    return new SSLEngineResult(status, HandshakeStatus.NOT_HANDSHAKING, consumed, produced);
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return HandshakeStatus.NOT_HANDSHAKING;
  }

  @Override
  public void beginHandshake() {}

  @Override
  public Runnable getDelegatedTask() {
    throw new IllegalStateException("there is no handshake");
  }

  @Override
  public void closeInbound() {}

  @Override
  public boolean isInboundDone() {
    return false;
  }

  @Override
  public void closeOutbound() {}

  @Override
  public boolean isOutboundDone() {
    return false;
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return NONE;
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return NONE;
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {}

  @Override
  public String[] getSupportedProtocols() {
    return NONE;
  }

  @Override
  public String[] getEnabledProtocols() {
    return NONE;
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {}

  @Override
  public SSLSession getSession() {
    throw new IllegalStateException("there is no session");
  }

  @Override
  public void setUseClientMode(boolean mode) {}

  @Override
  public boolean getUseClientMode() {
    return true;
  }

  @Override
  public void setNeedClientAuth(boolean need) {}

  @Override
  public boolean getNeedClientAuth() {
    return false;
  }

  @Override
  public void setWantClientAuth(boolean want) {}

  @Override
  public boolean getWantClientAuth() {
    return false;
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {}

  @Override
  public boolean getEnableSessionCreation() {
    return false;
  }
}
