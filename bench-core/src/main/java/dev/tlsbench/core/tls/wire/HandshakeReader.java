package dev.tlsbench.core.tls.wire;

import dev.tlsbench.core.text.TlsNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsDHUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads a server's answer to a ClientHello from the bytes on the wire, the same for every TLS
 * implementation.
 *
 * <p>The ServerHello is never encrypted (RFC 8446, section 4.1.3; RFC 5246, section 7.4.1.3). Under
 * TLS 1.3 it contains version, suite, key share, and by {@code pre_shared_key} whether a session is
 * resumed. Under TLS 1.2 the group follows in ServerKeyExchange, and a handshake is abbreviated if
 * ChangeCipherSpec comes before ServerHelloDone (RFC 5246, section 7.3).
 *
 * <p>Not safe to share between threads; one connection has one reader.
 */
public final class HandshakeReader implements RecordStream.Reader, MessageStream.Reader {
  private static final int SERVER_HELLO = 2;
  private static final int SERVER_KEY_EXCHANGE = 12;
  private static final int CERTIFICATE_REQUEST = 13;
  private static final int SERVER_HELLO_DONE = 14;

  private static final int NAMED_CURVE = 3;

  /** The length of an unencrypted alert; a longer one is encrypted. */
  private static final int ALERT_LENGTH = 2;

  /** The longest message of interest; certificates are longer, and are skipped. */
  private static final int LONGEST_MESSAGE = 1 << 14;

  static {
    // Loading Bouncy Castle's parser takes 30 ms, which must not count as handshake.
    ServerParameters.parse(new byte[0]);
  }

  private final RecordStream records = new RecordStream();
  private final MessageStream messages = new MessageStream();
  private int type;
  private int length;
  private int lastByte;

  private @Nullable ServerParameters hello;
  private @Nullable String keyExchangeGroup;
  private @Nullable ServerParameters retry;
  private boolean resumed;
  private boolean settled;
  private boolean ended;
  private boolean certificateRequested;
  private @Nullable String alert;
  private boolean malformed;

  public void accept(byte[] source, int offset, int count) {
    if (!malformed) {
      records.accept(ByteBuffer.wrap(source, offset, count), this);
    }
  }

  public void end() {
    ended = true;
  }

  public boolean ended() {
    return ended;
  }

  /** Returns the ServerHello, not a HelloRetryRequest; {@code null} before it is received. */
  public @Nullable ServerParameters hello() {
    return hello;
  }

  public boolean settled() {
    return settled;
  }

  public boolean resumed() {
    return resumed;
  }

  /** Returns the HelloRetryRequest (RFC 8446, section 4.1.4); {@code null} if none came. */
  public @Nullable ServerParameters retry() {
    return retry;
  }

  /** Returns whether the server's first bytes are a TLS record. */
  public boolean isTls() {
    return records.any();
  }

  /** Returns whether the server asked for a client certificate; encrypted under TLS 1.3. */
  public boolean certificateRequested() {
    return certificateRequested;
  }

  /** Returns the IANA name of the group of an ephemeral key exchange. */
  public @Nullable String namedGroup() {
    return hello != null && hello.namedGroup() != null ? hello.namedGroup() : keyExchangeGroup;
  }

  /** Returns the IANA name of the server's fatal alert. */
  public @Nullable String alert() {
    return alert;
  }

  public boolean foreign() {
    return malformed || records.foreign();
  }

  /** Returns the number of bytes in its buffer; at most one message. */
  int kept() {
    return messages.kept();
  }

  @Override
  public boolean beginRecord(int ofType, int ofLength) {
    type = ofType;
    length = ofLength;
    return !malformed
        && ((type == RecordStream.HANDSHAKE && !settled) || type == RecordStream.ALERT);
  }

  @Override
  public void payload(ByteBuffer part) {
    if (type == RecordStream.HANDSHAKE) {
      handshakeBytes(part);
    } else {
      lastByte = part.get(part.limit() - 1) & 0xFF;
    }
  }

  @Override
  public void endRecord() {
    if (type == RecordStream.CHANGE_CIPHER_SPEC) {
      changeCipherSpec();
    } else if (type == RecordStream.ALERT && length == ALERT_LENGTH && !malformed) {
      alert = AlertDescription.getName((short) lastByte);
    }
  }

  /** Reads the next bytes of handshake messages, from callers that read the records themselves. */
  public void handshakeBytes(ByteBuffer part) {
    messages.accept(part, this);
  }

  /** Records a ChangeCipherSpec: before ServerHelloDone it shows a resumed session. */
  public void changeCipherSpec() {
    if (!settled && hello != null) {
      resumed = true;
      settled = true;
    }
  }

  @Override
  public boolean begin(int ofType, int ofLength) {
    boolean ofInterest = ofType == SERVER_HELLO || ofType == SERVER_KEY_EXCHANGE;
    if (ofInterest && ofLength <= LONGEST_MESSAGE) {
      return true;
    }
    certificateRequested |= ofType == CERTIFICATE_REQUEST;
    settled = ofType == SERVER_HELLO_DONE;
    return false;
  }

  @Override
  public void message(int ofType, byte[] body) {
    if (ofType == SERVER_HELLO) {
      readServerHello(body);
    } else {
      readServerKeyExchange(body);
    }
  }

  @Override
  public boolean isDone() {
    return settled || malformed;
  }

  private void readServerHello(byte[] body) {
    ServerParameters read = ServerParameters.parse(body);
    if (read == null) {
      malformed = true;
    } else if (read.helloRetryRequest()) {
      retry = read;
    } else {
      hello = read;
      resumed = read.preSharedKey();
      settled = read.isTls13();
    }
  }

  /** RFC 8422, section 5.4: a named curve; RFC 5246, section 7.4.3: the prime of finite fields. */
  private void readServerKeyExchange(byte[] body) {
    if (hello == null) {
      return;
    }
    if (hello.cipherSuite().startsWith("TLS_DHE_")) {
      keyExchangeGroup = finiteField(body);
    } else if (body.length >= 3 && (body[0] & 0xFF) == NAMED_CURVE) {
      keyExchangeGroup = TlsNames.namedGroup(ByteBuffer.wrap(body, 1, 2).getShort() & 0xFFFF);
    }
  }

  /** Returns the name of a group of RFC 7919, or the length of the server's own prime. */
  private static @Nullable String finiteField(byte[] body) {
    try (InputStream parameters = new ByteArrayInputStream(body)) {
      BigInteger prime = TlsDHUtils.readDHParameter(parameters);
      BigInteger generator = TlsDHUtils.readDHParameter(parameters);
      int group = TlsDHUtils.getNamedGroupForDHParameters(prime, generator);
      return group < 0 ? "dh" + prime.bitLength() : TlsNames.namedGroup(group);
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }
}
