package dev.tlsbench.embedded;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;

/** What can go wrong in the place of a record of the server's handshake. */
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
  SILENT("the TLS handshake was not done within ") {
    @Override
    public boolean happen(byte[] record, Socket client) {
      return false;
    }
  },
  SILENT_IN_MIDDLE_OF_RECORD("the TLS handshake was not done within ") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      client.getOutputStream().write(record, 0, record.length / 2);
      return false;
    }
  },
  GARBAGE("") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      byte[] garbage = new byte[record.length + 64];
      Arrays.fill(garbage, (byte) 'x');
      client.getOutputStream().write(garbage);
      return false;
    }
  },
  /** A bit in the middle: of a random, of a certificate, of what is encrypted. */
  CORRUPTED("") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      byte[] corrupted = record.clone();
      corrupted[record.length / 2] ^= 0x40;
      client.getOutputStream().write(corrupted);
      return true;
    }
  },
  /** A fatal alert, internal_error (RFC 8446, section 6.2), in plain text. */
  ALERT("") {
    @Override
    public boolean happen(byte[] record, Socket client) throws IOException {
      client.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, 80});
      return false;
    }
  };

  private final String message;

  HandshakeFault(String message) {
    this.message = message;
  }

  /** A part of what the client says, wherever in the handshake it happens. */
  String message() {
    return message;
  }

  /**
   * Short where nothing else ends the handshake, or may not: a wrong length has to be waited for.
   */
  int timeoutMillis() {
    return switch (this) {
      case SILENT, SILENT_IN_MIDDLE_OF_RECORD -> 150;
      case GARBAGE, CORRUPTED -> 1_000;
      default -> 10_000;
    };
  }
}
