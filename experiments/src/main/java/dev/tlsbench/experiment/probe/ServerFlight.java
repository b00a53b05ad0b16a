package dev.tlsbench.experiment.probe;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.util.encoders.Hex;
import org.jspecify.annotations.Nullable;

/**
 * What a server says in clear at the start of a handshake, read from the wire: so a choice is seen
 * also where nobody here could go on with it, as with RC4.
 *
 * @param protocol the version that it chose
 * @param cipherSuite the suite that it chose, by its number
 * @param group the group of the key exchange, by its number, if there is one
 * @param retryGroup the group for which it wants a key share first (HelloRetryRequest, RFC 8446,
 *     section 4.1.4)
 * @param alert the name of the alert by which it broke off
 * @param tls whether it speaks TLS at all
 */
record ServerFlight(
    @Nullable ProtocolVersion protocol,
    @Nullable Integer cipherSuite,
    @Nullable Integer group,
    @Nullable Integer retryGroup,
    @Nullable String alert,
    boolean tls) {
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int SERVER_HELLO = 2;
  private static final int SERVER_KEY_EXCHANGE = 12;
  private static final int NAMED_CURVE = 3;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int KEY_SHARE = 51;
  private static final int RANDOM_BYTES = 32;
  private static final int RECORD_HEADER = 5;

  /** The random of a HelloRetryRequest: SHA-256 of that name (RFC 8446, section 4.1.3). */
  private static final byte[] RETRY =
      Hex.decode("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

  /** Reads all that came; what is cut off at the end is left out. */
  static ServerFlight read(byte[] received) {
    Reader reader = new Reader();
    reader.readRecords(received);
    return new ServerFlight(
        reader.protocol,
        reader.cipherSuite,
        reader.group,
        reader.retryGroup,
        reader.alert,
        reader.tls);
  }

  private static final class Reader {
    private @Nullable ProtocolVersion protocol;
    private @Nullable Integer cipherSuite;
    private @Nullable Integer group;
    private @Nullable Integer retryGroup;
    private @Nullable String alert;
    private boolean tls;

    void readRecords(byte[] received) {
      ByteBuffer records = ByteBuffer.wrap(received);
      ByteBuffer messages = ByteBuffer.allocate(received.length);
      while (records.remaining() > RECORD_HEADER) {
        int type = records.get() & 0xFF;
        int major = records.get() & 0xFF;
        records.get();
        int length = records.getShort() & 0xFFFF;
        if (major != 3 || type < 20 || type > 23) {
          break;
        }
        tls = true;
        ByteBuffer payload = slice(records, Math.min(length, records.remaining()));
        if (type == HANDSHAKE) {
          messages.put(payload);
        } else if (type == ALERT && payload.remaining() == 2) {
          alert = AlertDescription.getName((short) (payload.get(1) & 0xFF));
        } else {
          // From here on what follows is encrypted.
          break;
        }
      }
      readMessages(messages.flip());
    }

    private void readMessages(ByteBuffer messages) {
      while (messages.remaining() >= 4) {
        int head = messages.getInt();
        int length = head & 0xFFFFFF;
        if (length > messages.remaining()) {
          return;
        }
        ByteBuffer body = slice(messages, length);
        try {
          switch (head >>> 24) {
            case SERVER_HELLO -> readServerHello(body);
            case SERVER_KEY_EXCHANGE -> readServerKeyExchange(body);
            default -> {}
          }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
          // Malformed: then it has not said what this would have been.
          return;
        }
      }
    }

    private void readServerHello(ByteBuffer body) {
      ProtocolVersion version = ProtocolVersion.get(body.get() & 0xFF, body.get() & 0xFF);
      byte[] random = new byte[RANDOM_BYTES];
      body.get(random);
      body.position(body.position() + 1 + (body.get(body.position()) & 0xFF));
      int suite = body.getShort() & 0xFFFF;
      body.get();
      boolean retry = Arrays.equals(random, RETRY);
      Integer share = null;
      if (body.remaining() >= 2) {
        ByteBuffer extensions = slice(body, body.getShort() & 0xFFFF);
        while (extensions.remaining() >= 4) {
          int type = extensions.getShort() & 0xFFFF;
          ByteBuffer value = slice(extensions, extensions.getShort() & 0xFFFF);
          if (type == SUPPORTED_VERSIONS) {
            version = ProtocolVersion.get(value.get() & 0xFF, value.get() & 0xFF);
          } else if (type == KEY_SHARE) {
            share = value.getShort() & 0xFFFF;
          }
        }
      }
      protocol = version;
      if (retry) {
        retryGroup = share;
      } else {
        cipherSuite = suite;
        group = share;
      }
    }

    /** RFC 8422, section 5.4; with finite fields the first bytes are the length of the prime. */
    private void readServerKeyExchange(ByteBuffer body) {
      boolean curves = cipherSuite != null && TlsCodes.suite(cipherSuite).contains("_ECDH");
      if (curves && body.get() == NAMED_CURVE) {
        group = body.getShort() & 0xFFFF;
      }
    }

    private static ByteBuffer slice(ByteBuffer from, int length) {
      ByteBuffer part = from.slice(from.position(), Math.min(length, from.remaining()));
      from.position(from.position() + part.remaining());
      return part;
    }
  }
}
