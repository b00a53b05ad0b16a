package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.socket.ForwardingSslEngine;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * An engine that only copies. It measures the cost of the code around an engine, and of the one
 * copy that every implementation needs. It has no handshake and no records, and protects nothing.
 */
public final class CopyingEngine extends ForwardingSslEngine {
  /**
   * The content of a full record (RFC 8446, section 5.1), so that it is called as often as others.
   */
  private static final int MOST = 1 << 14;

  /** Creates an engine around one of the JDK's that is never used. */
  public CopyingEngine() {
    super(unused());
  }

  private static SSLEngine unused() {
    try {
      return SSLContext.getDefault().createSSLEngine();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The result of the latest call, reused while the outcome stays the same. */
  private SSLEngineResult result = result(Status.OK, 0);

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer to) {
    return copy(sources[offset], to);
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer from, ByteBuffer to) {
    return copy(from, to);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] targets, int offset, int length) {
    return copy(from, targets[offset]);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer to) {
    return copy(from, to);
  }

  private SSLEngineResult copy(ByteBuffer from, ByteBuffer to) {
    int length = Math.min(from.remaining(), MOST);
    if (to.remaining() < length) {
      return result(Status.BUFFER_OVERFLOW, 0);
    }
    if (from.hasArray() && to.hasArray()) {
      System.arraycopy(
          from.array(),
          from.arrayOffset() + from.position(),
          to.array(),
          to.arrayOffset() + to.position(),
          length);
    } else {
      to.put(to.position(), from, from.position(), length);
    }
    to.position(to.position() + length);
    from.position(from.position() + length);
    if (result.bytesConsumed() != length) {
      result = result(Status.OK, length);
    }
    return result;
  }

  private static SSLEngineResult result(Status status, int length) {
    return new SSLEngineResult(status, HandshakeStatus.NOT_HANDSHAKING, length, length);
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return HandshakeStatus.NOT_HANDSHAKING;
  }
}
