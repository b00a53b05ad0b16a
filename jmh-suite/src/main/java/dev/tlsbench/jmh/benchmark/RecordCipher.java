package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Suite;
import java.security.GeneralSecurityException;
import java.security.Provider;

/**
 * The protection of the records of one suite, straight on the JCE: what a TLS implementation does
 * to a record and nothing else. One object serves one direction of a connection, at one of its
 * ends.
 *
 * <p>A sealed record is what follows the record's header of five bytes. Nothing is allocated here
 * but the parameter objects by which the JCE takes a nonce.
 *
 * <p>Not safe to share between threads.
 */
interface RecordCipher {
  /** The content type of application data (RFC 8446, section 5.1). */
  byte APPLICATION_DATA = 23;

  /** Takes up a suite. */
  static RecordCipher open(Provider provider, Suite suite, RecordKeys keys)
      throws GeneralSecurityException {
    RecordAlgorithms algorithms = RecordAlgorithms.of(suite);
    if (suite.isTls13()) {
      return new Tls13RecordCipher(provider, algorithms, keys);
    } else if (suite.isAead()) {
      return new Tls12AeadRecordCipher(provider, algorithms, keys);
    } else if (algorithms.isCbc()) {
      return new CbcRecordCipher(provider, algorithms, keys);
    }
    return new StreamRecordCipher(provider, algorithms, keys);
  }

  /** Returns the length of a record. That of the payload is the same for every suite. */
  int sealedBytes(int payloadBytes);

  /**
   * Seals a record.
   *
   * @param payload with room behind it for what is encrypted with it: {@link #sealedBytes} is
   *     enough
   */
  int seal(long sequence, byte[] payload, int payloadBytes, byte[] out)
      throws GeneralSecurityException;

  /**
   * Opens a record.
   *
   * @param out takes the payload, from its start; as long as the record
   */
  int open(long sequence, byte[] sealed, int sealedBytes, byte[] out)
      throws GeneralSecurityException;

  /**
   * After how many records, a power of two, a stream begins anew with the next; a cipher that takes
   * a nonce for each record does not care, and says how many differing ones to work with.
   */
  default int period() {
    return 16;
  }
}
