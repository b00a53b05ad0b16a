package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.jmh.tls.Suite;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The benchmark runs once for what is offered, and its records are those of TLS. */
@Tag("full")
class CipherBenchmarkTest {
  private static final List<Integer> SIZES =
      Boolean.getBoolean("tlsbench.full")
          ? List.of(64, 256, 1024, 4096, 16384)
          : List.of(64, 16384);
  private static final int MORE_THAN_TWO_RINGS = 600;

  /** Every provider with ciphers outside of TLS, and every suite that has records of its own. */
  static Stream<Arguments> offered() {
    return Stream.of(TlsProvider.values())
        .filter(provider -> provider != TlsProvider.OPENSSL)
        .flatMap(
            provider ->
                Stream.of(Suite.values())
                    .filter(suite -> suite != Suite.TLS12_RSA_AES128_CBC_SHA)
                    .map(suite -> Arguments.of(provider, suite)));
  }

  @ParameterizedTest
  @MethodSource("offered")
  void runsWhatIsOffered(TlsProvider provider, Suite suite) throws Exception {
    assertThat(absence(provider, suite)).isEmpty();
    for (int size : SIZES) {
      CipherBenchmark sealing = benchmark(provider, suite, size);
      CipherBenchmark opening = benchmark(provider, suite, size);
      for (int i = 0; i < MORE_THAN_TWO_RINGS; i++) {
        sealing.encrypt();
        opening.decrypt();
      }
      sealing.checkContents();
      opening.checkContents();
    }
  }

  @Test
  void saysWhyTheRestIsAbsent() {
    assertThat(absence(TlsProvider.OPENSSL, Suite.TLS13_AES128_GCM))
        .isEqualTo("not offered by openssl: no ciphers outside of TLS");
    assertThat(absence(TlsProvider.JDK, Suite.TLS12_RSA_AES128_CBC_SHA))
        .startsWith("the same as tls12-aes128-cbc-sha");
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void makesTheSameRecordsWithEveryProvider(Suite suite) throws Exception {
    RecordKeys keys = RecordKeys.random(suite);
    for (int size : SIZES) {
      byte[] bySunJce = sealed(TlsProvider.JDK, suite, keys, size);
      assertThat(sealed(TlsProvider.BOUNCY_CASTLE, suite, keys, size)).isEqualTo(bySunJce);
      assertThat(sealed(TlsProvider.CONSCRYPT, suite, keys, size)).isEqualTo(bySunJce);
    }
  }

  /** From the byte counts of the RFCs; header of the record not included. */
  @ParameterizedTest
  @CsvSource({
    "tls13-aes128-gcm, 100, 117",
    "tls13-chacha20, 100, 117",
    "tls12-aes256-gcm, 100, 124",
    "tls12-chacha20, 100, 116",
    "tls12-aes128-cbc-sha, 100, 144",
    "tls12-aes128-cbc-sha, 107, 144",
    "tls12-aes128-cbc-sha, 108, 160",
    "tls12-aes128-cbc-sha256, 100, 160",
    "tls12-3des-ede-cbc-sha, 100, 136",
    "tls12-rc4-128-sha, 100, 120"
  })
  void addsTheBytesThatTheSuiteAdds(String id, int payload, int record) throws Exception {
    Suite suite = Suite.of(id);
    RecordKeys keys = RecordKeys.random(suite);
    assertThat(cipher(TlsProvider.JDK, suite, keys).sealedBytes(payload)).isEqualTo(record);
    assertThat(sealed(TlsProvider.JDK, suite, keys, payload)).hasSize(record);
  }

  /** RFC 8448, section 3: a record of 50 bytes in the trace of a simple handshake. */
  @Test
  void sealsTheRecordOfAPublishedTrace() throws Exception {
    HexFormat hex = HexFormat.of();
    RecordKeys keys =
        new RecordKeys(
            new SecretKeySpec(hex.parseHex("17422dda596ed5d9acd890e3c63f5051"), "AES"),
            new byte[0],
            hex.parseHex("5b78923dee08579033e523d9"));
    byte[] payload = new byte[50];
    for (int i = 0; i < payload.length; i++) {
      payload[i] = (byte) i;
    }
    RecordCipher cipher = cipher(TlsProvider.JDK, Suite.TLS13_AES128_GCM, keys);
    byte[] record = new byte[cipher.sealedBytes(payload.length)];
    cipher.seal(0, Arrays.copyOf(payload, record.length), payload.length, record);
    assertThat(hex.formatHex(record))
        .isEqualTo(
            "a23f7054b62c94d0affafe8228ba55cbefacea42f914aa66bcab3f2b9819a8a5"
                + "b46b395bd54a9a20441e2b62974e1f5a6292a2977014bd1e3deae63aeebb21694915e4");
  }

  @ParameterizedTest
  @MethodSource("offered")
  void refusesEveryRecordThatWasTouched(TlsProvider provider, Suite suite) throws Exception {
    int size = 64;
    RecordKeys keys = RecordKeys.random(suite);
    byte[] sealed = sealed(provider, suite, keys, size);
    byte[] out = new byte[sealed.length];
    assertThat(cipher(provider, suite, keys).open(0, sealed, sealed.length, out)).isEqualTo(size);
    for (int i = 0; i < sealed.length; i++) {
      byte[] touched = sealed.clone();
      touched[i] ^= 1;
      RecordCipher opener = cipher(provider, suite, keys);
      assertThatThrownBy(() -> opener.open(0, touched, touched.length, out))
          .as("byte %s", i)
          .isInstanceOf(GeneralSecurityException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("offered")
  void refusesARecordOutOfTurn(TlsProvider provider, Suite suite) throws Exception {
    RecordKeys keys = RecordKeys.random(suite);
    byte[] sealed = sealed(provider, suite, keys, 64);
    RecordCipher opener = cipher(provider, suite, keys);
    long next = opener.period();
    assertThatThrownBy(() -> opener.open(next, sealed, sealed.length, new byte[sealed.length]))
        .isInstanceOf(GeneralSecurityException.class);
  }

  @Test
  void neverUsesANonceTwice() throws Exception {
    RecordKeys keys = RecordKeys.random(Suite.TLS13_AES128_GCM);
    RecordCipher sealer = cipher(TlsProvider.JDK, Suite.TLS13_AES128_GCM, keys);
    byte[] payload = new byte[sealer.sealedBytes(64)];
    List<String> records =
        Stream.of(0L, 1L, 255L, 256L, 1L << 32, 1L << 56)
            .map(number -> record(sealer, number, payload))
            .toList();
    assertThat(records).doesNotHaveDuplicates();
  }

  @Test
  void throwsIfWhatWasOpenedIsNotWhatWasSealed() throws Exception {
    CipherBenchmark benchmark = benchmark(TlsProvider.JDK, Suite.TLS13_AES128_GCM, 64);
    byte[] opened = benchmark.decrypt();
    opened[63] ^= 1;
    assertThatThrownBy(benchmark::checkContents)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the payload opened last differs from byte 63");
  }

  @Test
  void throwsIfWhatWasSealedIsNotWhatShouldBe() throws Exception {
    CipherBenchmark benchmark = benchmark(TlsProvider.JDK, Suite.TLS12_RC4_128_SHA, 64);
    byte[] sealed = benchmark.encrypt();
    sealed[0] ^= 1;
    assertThatThrownBy(benchmark::checkContents)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the record sealed last differs from byte 0");
  }

  private static String absence(TlsProvider provider, Suite suite) {
    return CipherBenchmark.absence(
            Map.of("provider", provider.id(), "suite", suite.id(), "size", "64"))
        .orElse("");
  }

  private static CipherBenchmark benchmark(TlsProvider provider, Suite suite, int size)
      throws GeneralSecurityException {
    CipherBenchmark benchmark = new CipherBenchmark();
    benchmark.provider = provider.id();
    benchmark.suite = suite.id();
    benchmark.size = size;
    benchmark.takeKeys();
    return benchmark;
  }

  private static RecordCipher cipher(TlsProvider provider, Suite suite, RecordKeys keys)
      throws GeneralSecurityException {
    Provider jce = JceProviders.of(provider).orElseThrow();
    return RecordCipher.open(jce, suite, keys);
  }

  private static byte[] sealed(TlsProvider provider, Suite suite, RecordKeys keys, int size)
      throws GeneralSecurityException {
    RecordCipher cipher = cipher(provider, suite, keys);
    byte[] payload = new byte[size];
    new Random(size).nextBytes(payload);
    byte[] out = new byte[cipher.sealedBytes(size)];
    int length = cipher.seal(0, Arrays.copyOf(payload, out.length), size, out);
    return Arrays.copyOf(out, length);
  }

  private static String record(RecordCipher sealer, long number, byte[] payload) {
    byte[] out = new byte[payload.length];
    try {
      sealer.seal(number, payload, 64, out);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return HexFormat.of().formatHex(out);
  }
}
