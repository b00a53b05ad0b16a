package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.jmh.tls.Suite;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cryptography of one record and nothing of TLS around it: the ceiling for {@code
 * RecordBenchmark}, from the same implementation's ciphers through the JCE, between byte arrays on
 * the heap.
 *
 * <p>The shape is that of TLS. Under an AEAD each record has a nonce of 12 bytes that no other has,
 * additional data of 5 bytes (TLS 1.3) or 13 (TLS 1.2), a tag of 16; under TLS 1.3 the content type
 * is encrypted too. Under legacy suites a MAC over 13 bytes and the payload comes first, then
 * padding, then CBC with an IV for each record, or one stream of RC4. {@code decrypt} goes round a
 * ring of 16 records (256 of RC4) with differing payloads and nonces. Initialising the cipher with
 * a nonce is part of the time, and of what is allocated: the JCE has no other way.
 *
 * <p>Left out: record headers and copies between buffers, random numbers for IVs, what an
 * implementation does against timing attacks on CBC, and any payload longer than a record. {@code
 * tls12-rsa-aes128-cbc-sha} does not run, since once the handshake is over it is {@code
 * tls12-aes128-cbc-sha}. Ciphers run that the same implementation's TLS does not offer, such as RC4
 * of Bouncy Castle and Conscrypt; netty-tcnative has none outside of TLS.
 *
 * <p>Lengths are checked each time, contents at the end of each iteration: what was sealed last
 * against a second cipher with the same keys, what was opened last against what had been sealed.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="CipherBenchmark -p provider=jdk -p size=16384"</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class CipherBenchmark {
  /** The implementation whose ciphers run. */
  @Param({"jdk", "bouncycastle", "conscrypt", "openssl"})
  public String provider = "";

  /** The suite whose records they are. */
  @Param({
    "tls13-aes128-gcm",
    "tls13-aes256-gcm",
    "tls13-chacha20",
    "tls12-aes128-gcm",
    "tls12-aes256-gcm",
    "tls12-chacha20",
    "tls12-aes128-cbc-sha",
    "tls12-aes128-cbc-sha256",
    "tls12-rsa-aes128-cbc-sha",
    "tls12-3des-ede-cbc-sha",
    "tls12-rc4-128-sha"
  })
  public String suite = "";

  /** The payload of a record, in bytes; a record of TLS holds 2^14 and no more. */
  @Param({"64", "256", "1024", "4096", "16384"})
  public int size;

  @SuppressWarnings("NullAway.Init")
  private Provider jce;

  @SuppressWarnings("NullAway.Init")
  private RecordKeys keys;

  @SuppressWarnings("NullAway.Init")
  private RecordCipher sealer;

  @SuppressWarnings("NullAway.Init")
  private RecordCipher opener;

  @SuppressWarnings("NullAway.Init")
  private RecordRing ring;

  /** The payload to be sealed, with room behind it. */
  private byte[] payload = {};

  private byte[] sealed = {};
  private byte[] opened = {};
  private int sealedBytes;
  private int mask;
  private long sealedRecords;
  private long openedRecords;

  /** Makes a benchmark whose parameters are still to be set. */
  public CipherBenchmark() {}

  /**
   * Returns why a parameter set cannot run.
   *
   * @return empty if so, else why not
   */
  public static Optional<String> absence(Map<String, String> parameters) {
    Suite suite = Suite.of(parameters.getOrDefault("suite", ""));
    if (suite == Suite.TLS12_RSA_AES128_CBC_SHA) {
      return Optional.of(
          "the same as tls12-aes128-cbc-sha: the suites differ in the handshake alone");
    }
    return JceProviders.absence(TlsProvider.of(parameters.getOrDefault("provider", "")), suite);
  }

  /** Takes new keys, as new connections do, and seals what is to be opened. */
  @Setup(Level.Iteration)
  public void takeKeys() throws GeneralSecurityException {
    jce =
        JceProviders.of(TlsProvider.of(provider))
            .orElseThrow(() -> new IllegalStateException(provider + " has no JCE provider"));
    keys = RecordKeys.random(Suite.of(suite));
    sealer = open();
    opener = open();
    ring = new RecordRing(open(), size);
    sealedBytes = sealer.sealedBytes(size);
    payload = Arrays.copyOf(ring.payload(0), sealedBytes);
    sealed = new byte[sealedBytes];
    opened = new byte[sealedBytes];
    mask = ring.length() - 1;
    sealedRecords = 0;
    openedRecords = 0;
  }

  private RecordCipher open() throws GeneralSecurityException {
    return RecordCipher.open(jce, Suite.of(suite), keys);
  }

  /** Protects a record. */
  @Benchmark
  public byte[] encrypt() throws GeneralSecurityException {
    int length = sealer.seal(sealedRecords++, payload, size, sealed);
    if (length != sealedBytes) {
      Expected.bytes("a sealed record", sealedBytes, length);
    }
    return sealed;
  }

  /** Checks a record and takes the payload out of it. */
  @Benchmark
  public byte[] decrypt() throws GeneralSecurityException {
    int index = (int) openedRecords++ & mask;
    int length = opener.open(index, ring.record(index), sealedBytes, opened);
    if (length != size) {
      Expected.bytes("an opened record", size, length);
    }
    return opened;
  }

  /**
   * Compares all of what came out last with what should have.
   *
   * @throws IllegalStateException if anything differs
   */
  @TearDown(Level.Iteration)
  public void checkContents() throws GeneralSecurityException {
    if (sealedRecords > 0) {
      checkSealed(sealedRecords - 1);
    }
    if (openedRecords > 0) {
      byte[] expected = ring.payload((int) (openedRecords - 1) & mask);
      Expected.content("the payload opened last", expected, opened, size);
      ring.check(open());
    }
  }

  /** Seals anew and opens, from where a stream began. */
  private void checkSealed(long last) throws GeneralSecurityException {
    RecordCipher again = open();
    RecordCipher peer = open();
    byte[] expected = new byte[sealedBytes];
    byte[] plain = new byte[sealedBytes];
    for (long number = last & ~mask; number <= last; number++) {
      int length = again.seal(number, payload, size, expected);
      int plainBytes = peer.open(number, expected, length, plain);
      Expected.content("the payload sealed", ring.payload(0), plain, plainBytes);
    }
    Expected.content("the record sealed last", expected, sealed, sealedBytes);
  }
}
