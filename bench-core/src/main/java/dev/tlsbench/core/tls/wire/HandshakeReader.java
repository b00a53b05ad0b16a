package dev.tlsbench.core.tls.wire;

import dev.tlsbench.core.name.TlsNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsDHUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a server answers to a ClientHello from the bytes on the wire, the same for every TLS
 * implementation.
 *
 * <p>The ServerHello is never encrypted (RFC 8446, section 4.1.3; RFC 5246, section 7.4.1.3). Under
 * TLS 1.3 it says all: version, suite, key share, and by {@code pre_shared_key} whether a session
 * is resumed. Under TLS 1.2 the group follows in ServerKeyExchange, and a handshake is abbreviated
 * if ChangeCipherSpec comes before ServerHelloDone (RFC 5246, section 7.3).
 *
 * <p>Not safe to share between threads; one connection has one reader.
 */
public final class HandshakeReader {
  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;

  private static final int SERVER_HELLO = 2;
  private static final int SERVER_KEY_EXCHANGE = 12;
  private static final int CERTIFICATE_REQUEST = 13;
  private static final int SERVER_HELLO_DONE = 14;

  private static final int RECORD_HEADER = 5;
  private static final int MESSAGE_HEADER = 4;
  private static final int NAMED_CURVE = 3;

  /** RFC 8446, section 5.2, with room for what older protocols may add. */
  private static final int LONGEST_RECORD = (1 << 14) + 2048;

  /** The longest message of interest; certificates are longer, and are passed over. */
  private static final int LONGEST_MESSAGE = 1 << 14;

  private final ByteQueue bytes = new ByteQueue(RECORD_HEADER + LONGEST_RECORD);
  private final ByteQueue messages = new ByteQueue(MESSAGE_HEADER + LONGEST_MESSAGE);
  private int messageBytesToSkip;

  private @Nullable ServerHello hello;
  private @Nullable String keyExchangeGroup;
  private @Nullable ServerHello retry;
  private boolean tls;
  private boolean resumed;
  private boolean settled;
  private boolean ended;
  private boolean certificateRequested;
  private @Nullable String alert;
  private boolean foreign;

  /** Takes the next bytes that the server sent. */
  public void accept(byte[] source, int offset, int length) {
    int from = offset;
    int end = offset + length;
    while (from < end && !foreign) {
      from += bytes.add(source, from, end - from);
      readRecords();
    }
  }

  /** Takes note that the server has closed the connection. */
  public void end() {
    ended = true;
  }

  public boolean ended() {
    return ended;
  }

  /** Returns the ServerHello that is no HelloRetryRequest; {@code null} before it came. */
  public @Nullable ServerHello hello() {
    return hello;
  }

  /** Returns whether the handshake has shown if it is full or resumed. */
  public boolean settled() {
    return settled;
  }

  public boolean resumed() {
    return resumed;
  }

  public boolean helloRetryRequest() {
    return retry != null;
  }

  /** Returns the HelloRetryRequest (RFC 8446, section 4.1.4); {@code null} if none came. */
  public @Nullable ServerHello retry() {
    return retry;
  }

  /** Returns whether the server's first bytes are a record of TLS. */
  public boolean isTls() {
    return tls;
  }

  /** Returns whether the server asked for a client certificate; encrypted under TLS 1.3. */
  public boolean certificateRequested() {
    return certificateRequested;
  }

  /** Returns the IANA name of the group of an ephemeral key exchange. */
  public @Nullable String namedGroup() {
    return hello != null && hello.namedGroup() != null ? hello.namedGroup() : keyExchangeGroup;
  }

  /** Returns the IANA name of the alert by which the server broke off. */
  public @Nullable String alert() {
    return alert;
  }

  /** Returns whether the server sent bytes that are no TLS. */
  public boolean foreign() {
    return foreign;
  }

  /** Returns how many bytes it holds on to; never more than a record and a message. */
  int kept() {
    return bytes.capacity() + messages.capacity();
  }

  private void readRecords() {
    int from = 0;
    while (bytes.size() - from >= RECORD_HEADER && !foreign) {
      int type = bytes.peek(from);
      int length = bytes.peek(from + 3) << 8 | bytes.peek(from + 4);
      if (type < CHANGE_CIPHER_SPEC
          || type > 24
          || bytes.peek(from + 1) != 3
          || length > LONGEST_RECORD) {
        foreign = true;
        break;
      }
      tls = true;
      if (bytes.size() - from < RECORD_HEADER + length) {
        break;
      }
      readRecord(type, bytes.copy(from + RECORD_HEADER, length));
      from += RECORD_HEADER + length;
    }
    // Once for all of them: thousands of empty records must not move the rest thousands of times.
    bytes.remove(from);
  }

  private void readRecord(int type, byte[] payload) {
    switch (type) {
      case HANDSHAKE -> {
        if (!settled) {
          readMessages(payload);
        }
      }
      case CHANGE_CIPHER_SPEC -> {
        if (!settled && hello != null) {
          resumed = true;
          settled = true;
        }
      }
      case ALERT -> {
        // A longer alert is an encrypted one.
        if (payload.length == 2) {
          alert = AlertDescription.getName((short) (payload[1] & 0xFF));
        }
      }
      default -> {}
    }
  }

  private void readMessages(byte[] payload) {
    int from = 0;
    while (from < payload.length && !settled) {
      if (messageBytesToSkip > 0) {
        int skipped = Math.min(messageBytesToSkip, payload.length - from);
        messageBytesToSkip -= skipped;
        from += skipped;
        continue;
      }
      from += messages.add(payload, from, neededForMessage(payload.length - from));
      if (messages.size() >= MESSAGE_HEADER) {
        readMessage();
      }
    }
  }

  /** Never more than one message at a time, so that what follows can be skipped unread. */
  private int neededForMessage(int available) {
    int wanted =
        messages.size() < MESSAGE_HEADER
            ? MESSAGE_HEADER - messages.size()
            : MESSAGE_HEADER + messageLength() - messages.size();
    return Math.min(wanted, available);
  }

  private int messageLength() {
    return messages.peek(1) << 16 | messages.peek(2) << 8 | messages.peek(3);
  }

  private void readMessage() {
    int type = messages.peek(0);
    int length = messageLength();
    boolean ofInterest = type == SERVER_HELLO || type == SERVER_KEY_EXCHANGE;
    if (!ofInterest || length > LONGEST_MESSAGE) {
      certificateRequested |= type == CERTIFICATE_REQUEST;
      settled = type == SERVER_HELLO_DONE;
      messageBytesToSkip = length;
      messages.remove(messages.size());
      return;
    }
    if (messages.size() == MESSAGE_HEADER + length) {
      byte[] body = messages.copy(MESSAGE_HEADER, length);
      messages.remove(messages.size());
      if (type == SERVER_HELLO) {
        readServerHello(body);
      } else {
        readServerKeyExchange(body);
      }
    }
  }

  private void readServerHello(byte[] body) {
    ServerHello read = ServerHello.parse(body);
    if (read == null) {
      foreign = true;
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

  /** The name of a group of RFC 7919, or the length of a prime of the server's own. */
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
