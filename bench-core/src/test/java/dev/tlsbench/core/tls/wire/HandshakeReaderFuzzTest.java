package dev.tlsbench.core.tls.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Bytes of servers that do not speak TLS, or are hostile. */
class HandshakeReaderFuzzTest {
  /** A message, its copies and what growing them leaves behind. */
  private static final int OWN = 1 << 18;

  /** The view of each piece, when a byte comes at a time. */
  private static final int OF_PIECE = 48;

  private static final int LONGEST_INPUT = 1 << 18;
  private static final int LONGEST_MESSAGE = 4 + (1 << 14);

  private static final List<byte[]> FLIGHTS =
      Stream.of("TLSv1.2", "TLSv1.3")
          .flatMap(
              protocol -> {
                HandshakeRecorder recorder =
                    new HandshakeRecorder(HandshakeRecorder.JDK, HandshakeRecorder.JDK)
                        .protocol(protocol);
                return Stream.of(recorder.record(), recorder.record());
              })
          .toList();

  private static final Mutations MUTATIONS =
      new Mutations(
          FLIGHTS,
          List.of(
              new byte[] {22, 3, 3, 0, 0},
              new byte[] {22, 3, 3, 0x48, 0},
              new byte[] {20, 3, 3, 0, 1, 1},
              new byte[] {21, 3, 3, 0, 2, 2, 40},
              new byte[] {2, 0, 0, 0},
              new byte[] {2, -1, -1, -1},
              new byte[] {12, 0, 0x40, 0},
              new byte[] {0, 51, 0, 2, 0, 29},
              new byte[] {-1, -1, -1, -1}));

  /** Bytes and where they were cut on the way. */
  private static final class Sent {
    private final byte[] bytes;

    /** The number of bytes that arrive at a time. */
    private final int piece;

    Sent(byte[] bytes, int piece) {
      this.bytes = bytes;
      this.piece = piece;
    }

    static Sent by(Random random) {
      return new Sent(MUTATIONS.next(random), 1 + random.nextInt(1 << random.nextInt(15)));
    }

    @Override
    public String toString() {
      return HexFormat.of().formatHex(bytes) + " in pieces of " + piece;
    }

    HandshakeReader read() {
      HandshakeReader reader = new HandshakeReader();
      for (int from = 0; from < bytes.length; from += piece) {
        reader.accept(bytes, from, Math.min(piece, bytes.length - from));
      }
      return reader;
    }
  }

  @Test
  void readsWhateverItIsSent() throws InterruptedException {
    Fuzz.of("HandshakeReader.accept", Sent::by)
        .allocating(OWN + OF_PIECE * LONGEST_INPUT)
        .check(
            sent -> {
              HandshakeReader reader = sent.read();
              reader.namedGroup();
              return reader.settled();
            });
  }

  /** However much comes. */
  @Test
  void keepsNoMoreThanOneMessage() throws InterruptedException {
    Fuzz.of("HandshakeReader.accept, buffers", Sent::by)
        .check(
            sent -> {
              assertThat(sent.read().kept()).isLessThanOrEqualTo(LONGEST_MESSAGE);
              return true;
            });
  }
}
