package dev.tlsbench.jmh.benchmark;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Random;

/** Some sealed records, each of another payload and number, to be opened one after the other. */
final class RecordRing {
  private static final long SEED = 0x5EED;

  private final byte[][] payloads;
  private final byte[][] records;

  /** Seals records 0 to {@link RecordCipher#period} - 1. */
  RecordRing(RecordCipher sealer, int payloadBytes) throws GeneralSecurityException {
    int length = sealer.period();
    int room = sealer.sealedBytes(payloadBytes);
    Random random = new Random(SEED);
    this.payloads = new byte[length][room];
    this.records = new byte[length][room];
    for (int i = 0; i < length; i++) {
      random.nextBytes(payloads[i]);
      int written = sealer.seal(i, payloads[i], payloadBytes, records[i]);
      Expected.bytes("a sealed record", room, written);
      payloads[i] = Arrays.copyOf(payloads[i], payloadBytes);
    }
  }

  int length() {
    return records.length;
  }

  byte[] payload(int index) {
    return payloads[index];
  }

  byte[] record(int index) {
    return records[index];
  }

  /** Opens every record and compares all of what comes out. */
  void check(RecordCipher opener) throws GeneralSecurityException {
    byte[] out = new byte[records[0].length];
    for (int i = 0; i < records.length; i++) {
      int opened = opener.open(i, records[i], records[i].length, out);
      Expected.content("record " + i, payloads[i], out, opened);
    }
  }
}
