package dev.tlsbench.embedded;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;

/** Faults in place of a record of the server's handshake. */
enum HandshakeFault implements RecordRelay.Fault {
  CLOSED("the server closed the connection") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      client.close();
      return false;
    }
  },
  /** With SO_LINGER at zero a close is a reset (socket(7)). */
  RESET("the server closed the connection") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      client.setSoLinger(true, 0);
      client.close();
      return false;
    }
  },
  TRUNCATED("the server closed the connection") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      client.getOutputStream().write(record, 0, record.length / 2);
      client.close();
      return false;
    }
  },
  SILENT("the TLS handshake was not done within 150 ms") {
    @Override
    public boolean happen(byte[] record, Socket client) {
      return false;
    }
  },
  SILENT_IN_MIDDLE_OF_RECORD("the TLS handshake was not done within 150 ms") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      client.getOutputStream().write(record, 0, record.length / 2);
      return false;
    }
  },
  /** So much that it is a whole record to whoever takes its first bytes for the length of one. */
  GARBAGE(
      "does not speak TLS on this port",
      "the server sent bytes that are no TLS in the middle of the TLS handshake") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      byte[] garbage = new byte[1 << 15];
      Arrays.fill(garbage, (byte) 'x');
      client.getOutputStream().write(garbage);
      return false;
    }
  },
  /**
   * A bit in the middle: of a random, of a length, of a certificate, of what is encrypted. Which
   * byte of a certificate that is changes with the length of its signature, so that the last words
   * are there for what an implementation says of one that it alone cannot read.
   */
  CORRUPTED(
      "the server's certificate, or one that came with it, ",
      "the server's certificate has a key that this TLS implementation cannot use",
      "the server's Certificate or CertificateRequest message is too long",
      "the server's certificate may not be used for digital signatures",
      "the server cannot prove that it has the key of its certificate",
      "the certificate of CN=localhost ",
      "the server broke off the TLS handshake with the alert ",
      "the server closed the connection in the middle of the TLS handshake",
      "the TLS handshake was not done within ",
      "the TLS handshake failed: ") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      byte[] corrupted = record.clone();
      corrupted[record.length / 2] ^= 0x40;
      client.getOutputStream().write(corrupted);
      return true;
    }
  },
  /** A fatal alert, internal_error (RFC 8446, section 6.2), in plain text. */
  ALERT(
      "the server broke off the TLS handshake with the alert internal_error",
      "the TLS handshake failed: ") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      client.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, 80});
      return false;
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // of List.of
  private final List<String> messages;

  HandshakeFault(String... messages) {
    this.messages = List.of(messages);
  }

  /** Parts of what the client says, one of them wherever in the handshake it happens. */
  String[] messages() {
    return messages.toArray(String[]::new);
  }

  /**
   * Short where nothing else ends the handshake, or may not: a wrong length has to be waited for.
   */
  int timeoutMillis() {
    return switch (this) {
      case SILENT, SILENT_IN_MIDDLE_OF_RECORD -> 150;
      case CORRUPTED -> 500;
      default -> 10_000;
    };
  }
}
