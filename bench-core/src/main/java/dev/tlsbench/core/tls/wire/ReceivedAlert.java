package dev.tlsbench.core.tls.wire;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsFatalAlertReceived;

/**
 * Finds the server's alert in a provider's exception. Once a handshake is encrypted, the bytes on
 * the wire no longer show it.
 */
public final class ReceivedAlert {
  /** SunJSSE: "Received fatal alert: unknown_ca"; BoringSSL: "TLSV1_ALERT_UNKNOWN_CA". */
  private static final Pattern WORDS =
      Pattern.compile("(?:received fatal alert: |(?:sslv3|tlsv1)_alert_)([a-z_]+)");

  private ReceivedAlert() {}

  /** Returns the alert's IANA name; empty if the failure is of another type. */
  public static Optional<String> in(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof TlsFatalAlertReceived received) {
        return Optional.of(AlertDescription.getName(received.getAlertDescription()));
      }
      Matcher words = WORDS.matcher(String.valueOf(t.getMessage()).toLowerCase(Locale.ROOT));
      if (words.find()) {
        return Optional.of(words.group(1));
      }
    }
    return Optional.empty();
  }
}
