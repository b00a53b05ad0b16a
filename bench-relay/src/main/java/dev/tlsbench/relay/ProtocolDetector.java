package dev.tlsbench.relay;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Preamble.Recognizer;
import dev.tlsbench.core.database.Preamble.Recognizer.State;
import dev.tlsbench.relay.TappedConnection.Beginning;
import dev.tlsbench.relay.TappedConnection.Kind;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Detects a connection's protocol from its first bytes, and the beginning of TLS: at the first
 * byte, or where the recognizer of a database finds it. A proxy's header may come before; some
 * servers greet after it, some before.
 */
final class ProtocolDetector {
  private static final byte RECORD_OF_HANDSHAKE = 22;
  private static final byte TLS_MAJOR = 3;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final ByteBuffer held = ByteBuffer.allocate(2);
  private final ProxyHeader header = new ProxyHeader();
  private final List<Candidate> candidates = new ArrayList<>();
  private Kind kind = Kind.UNKNOWN;
  private boolean serverSpoke;

  /** True as long as the client's bytes may be the first of TLS. */
  private boolean maybeTls;

  /** A database whose protocol this may still be. */
  private record Candidate(Database database, Recognizer recognizer) {}

  ProtocolDetector(List<Database> databases) {
    for (Database database : databases) {
      candidates.add(new Candidate(database, database.preamble().recognizer()));
      maybeTls |= database.preamble().allowsDirectTls();
    }
  }

  /** Returns the kind of connection; {@code UNKNOWN} before enough was sent. */
  Kind kind() {
    return kind;
  }

  Beginning seen() {
    Candidate only = candidates.size() == 1 ? candidates.get(0) : null;
    boolean said = kind == Kind.PLAIN || kind == Kind.CANCEL || serverSpoke;
    if (only == null || !said) {
      return new Beginning(kind, null, null, false);
    }
    return new Beginning(
        kind, only.database().product(), only.recognizer().version().orElse(null), serverSpoke);
  }

  /** Returns the client's own address from a proxy's header; {@code null} without one. */
  @Nullable InetSocketAddress source() {
    return header.source();
  }

  /**
   * Reads bytes of the client.
   *
   * @return bytes of TLS that were held back; the rest of {@code bytes} follows them
   */
  ByteBuffer fromClient(ByteBuffer bytes) {
    if (kind != Kind.UNKNOWN) {
      return NOTHING;
    }
    read(header.take(bytes));
    if (header.state() == ProxyHeader.State.MALFORMED) {
      kind = Kind.OTHER;
    }
    read(bytes);
    return held.duplicate().flip();
  }

  private void read(ByteBuffer bytes) {
    while (kind == Kind.UNKNOWN && bytes.hasRemaining()) {
      byte next = bytes.get();
      if (isTls(next)) {
        kind = Kind.TLS;
      } else {
        ask(recognizer -> recognizer.fromClient(next));
      }
    }
  }

  /** Returns true at the second byte of a connection that begins with a record of TLS. */
  private boolean isTls(byte next) {
    if (maybeTls) {
      maybeTls = next == (held.position() == 0 ? RECORD_OF_HANDSHAKE : TLS_MAJOR);
      if (maybeTls) {
        held.put(next);
      } else {
        held.clear();
      }
    }
    return maybeTls && !held.hasRemaining();
  }

  /** Reads bytes of the server. */
  void fromServer(ByteBuffer bytes) {
    serverSpoke = true;
    maybeTls = false;
    held.clear();
    while (kind == Kind.UNKNOWN && bytes.hasRemaining()) {
      byte next = bytes.get();
      ask(recognizer -> recognizer.fromServer(next));
    }
  }

  private void ask(Function<Recognizer, State> question) {
    for (Iterator<Candidate> all = candidates.iterator(); all.hasNext(); ) {
      Candidate candidate = all.next();
      State state = question.apply(candidate.recognizer());
      if (state == State.OTHER) {
        all.remove();
      } else if (state != State.MORE) {
        kind = Kind.valueOf(state.name());
        candidates.retainAll(List.of(candidate));
        return;
      }
    }
    if (candidates.isEmpty() && !maybeTls) {
      kind = Kind.OTHER;
    }
  }
}
