package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.core.tls.TlsProvider;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;

/** Tries the features that one JVM can try, and prints a line for each: the outcome. */
final class FeatureTrials {
  static final String WORKS = "works";

  private static final byte[] MESSAGE = "a message".getBytes(StandardCharsets.US_ASCII);

  private final SideMeter meter = new SideMeter();

  private FeatureTrials() {}

  public static void main(String[] args) {
    String jvm = args[0];
    if (jvm.equals("relaxed")) {
      LegacyTls.allow();
    }
    FeatureTrials trials = new FeatureTrials();
    if (jvm.equals("x25519")) {
      // First, since its list of groups is the longest, and Java 17 takes only one.
      trials.outcome(Feature.named(Feature.Chapter.RESUMPTION, "TLSv1.2, client"), TlsProvider.JDK);
    }
    for (Feature feature : Feature.all()) {
      if (feature.jvm().equals(jvm)) {
        for (TlsProvider provider : TlsProvider.values()) {
          System.out.println(
              String.join(
                  "\t",
                  feature.chapter().name(),
                  feature.name(),
                  provider.id(),
                  trials.outcome(feature, provider)));
        }
      }
    }
  }

  private String outcome(Feature feature, TlsProvider provider) {
    Ends ends = feature.ends(provider);
    try (EndContexts connections =
        EndContexts.open(ends, Credentials.of(feature.key(), 1), feature.resumed())) {
      connections.warmUp(meter);
      try (EnginePair pair = connections.newPair(meter)) {
        int flights = pair.handshake();
        ends.check(pair, flights, feature.resumed());
        exchange(pair);
      }
      return WORKS;
    } catch (SSLException | RuntimeException | LinkageError e) {
      return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
  }

  private static void exchange(EnginePair pair) throws SSLException {
    for (Side side : Side.values()) {
      ByteBuffer arrived = pair.send(side, ByteBuffer.wrap(MESSAGE));
      if (!arrived.equals(ByteBuffer.wrap(MESSAGE))) {
        throw new SSLException("the received message differs from the sent one");
      }
    }
  }
}
