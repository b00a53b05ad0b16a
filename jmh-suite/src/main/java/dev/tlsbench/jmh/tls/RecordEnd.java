package dev.tlsbench.jmh.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * One end of a connection after its handshake: puts messages into as many records as they need, and
 * takes them out again.
 *
 * <p>Not safe to share between threads.
 */
public final class RecordEnd {
  private final SSLEngine engine;

  /** Uses an engine. */
  public RecordEnd(SSLEngine engine) {
    this.engine = engine;
  }

  /**
   * Protects a message.
   *
   * @param records where the records are put; with room for all of them
   */
  public void wrap(ByteBuffer message, ByteBuffer records) throws SSLException {
    while (message.hasRemaining()) {
      SSLEngineResult result = engine.wrap(message, records);
      if (result.getStatus() != Status.OK || result.bytesProduced() < result.bytesConsumed()) {
        throw new SSLException("wrap: " + result);
      }
    }
  }

  /**
   * Takes messages out of their records.
   *
   * @param message where what was in them is put; with room for all of it
   */
  public void unwrap(ByteBuffer records, ByteBuffer message) throws SSLException {
    while (records.hasRemaining()) {
      SSLEngineResult result = engine.unwrap(records, message);
      if (result.getStatus() != Status.OK || result.bytesConsumed() == 0) {
        throw new SSLException("unwrap: " + result);
      }
    }
  }
}
